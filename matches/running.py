"""Driving the steps of a match: from what was put in to what is ruled, and on to the ledgers.

A side's step sees its own team as it stands before the step, and the other as it stood after the
last step that both settled together: whoever is slower or faster changes nothing.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import cached_property
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from jobs.failures import Reason, Refused
from jobs.models import Act
from league.pins import book_of
from matches import pitch, rolling
from matches import steps as of_match
from matches.asked import server_asks
from matches.entries import Written, written
from matches.models import Answer, Match, MatchReport, MatchSide, StepRun
from matches.replay.held import life_of, present_of
from matches.steps import Steps, sequence_of
from rules.book import Book
from rules.engine import effects as e
from rules.engine import match as engine
from rules.engine import state
from rules.engine.asks import Ask, Roll
from rules.engine.drive import Driven, Driving
from rules.engine.fold import fold
from rules.engine.match import SIDES, Side
from rules.engine.rulings import Allowed
from rules.engine.sequence import Chair, SequenceStep
from teams import ledger, projection, snapshots
from teams.ledger import Draft, Entry
from teams.models import Chapter, Contract, Team, TeamEvent
from teams.projection import Roster

Where = tuple[str, str]  # a side, or none for both together, and a step


@dataclass(slots=True)
class Unwritten:
    """What was put in and what came of it, to be written down together: nothing of it is in the
    database yet. `runs` are steps that were, and say something else now."""

    acts: list[Act] = field(default_factory=list)
    runs: dict[Where, StepRun] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    drafts: dict[Side, Draft] = field(default_factory=dict)


@dataclass
class Play:
    """A match with everything that was put in, and the events that came of it: read when it is
    first asked for, one statement each, and kept as it stands. What is `unwritten` holds already.

    `lasts` holds where the last chapter of each team's life is; `named` has the answers know who
    gave and who witnessed them; `waiting` are steps that are open, as they were put last.
    """

    match: Match
    sides: dict[Side, MatchSide]
    lasts: dict[Side, int]
    named: bool = False
    unwritten: Unwritten = field(default_factory=Unwritten)
    waiting: dict[Where, Driving] = field(default_factory=dict)
    _rosters: dict[Side, Roster] = field(default_factory=dict)
    _effects: dict[tuple[int, int], list[e.Effect]] = field(default_factory=dict)
    _seen: dict[Side, tuple[Sequence[e.Effect], state.Team]] = field(default_factory=dict)

    @classmethod
    def begun(cls, match: Match) -> "Play":
        """A match to which nobody has come yet: there is nothing to read."""
        play = cls(match, {}, {})
        play.report, play.runs, play.answers = None, {}, {}
        play.events = {side: [] for side in SIDES}
        return play

    @cached_property
    def report(self) -> MatchReport | None:
        """The latest; nothing is told of the pitch before anybody was on it."""
        if self.match.kicked_off_at is None:
            return None
        return self.match.reports.order_by("-version").first()

    # Django takes longer to write ORDER BY than Python to sort the little that a match has.

    @cached_property
    def runs(self) -> dict[Where, StepRun]:
        rows = sorted(self.match.runs.order_by(), key=attrgetter("side"), reverse=True)
        return {(run.side, run.step): run for run in sorted(rows, key=attrgetter("place"))}

    @cached_property
    def answers(self) -> dict[Where, dict[str, Answer]]:
        """Of several versions the last one holds."""
        where = {run.pk: at for at, run in self.runs.items()}
        given = Answer.objects.filter(run__in=list(where)).order_by()
        if self.named:
            given = given.select_related("actor", "witness__by")
        answers: dict[Where, dict[str, Answer]] = {}
        for answer in sorted(given, key=attrgetter("pk")):
            answers.setdefault(where[answer.run_id], {})[answer.key] = answer
        return answers

    @cached_property
    def events(self) -> dict[Side, list[TeamEvent]]:
        """Those that stand, in the order in which they hold."""
        by_chapter = {row.chapter_id: side for side, row in self.sides.items()}
        standing = TeamEvent.objects.filter(
            chapter__in=list(by_chapter), reverses=None, reversed_by=None
        )
        events: dict[Side, list[TeamEvent]] = {side: [] for side in SIDES}
        for event in sorted(standing.order_by(), key=attrgetter("step", "ordinal", "seq")):
            events[by_chapter[event.chapter_id]].append(event)
        return events

    @cached_property
    def newcomers(self) -> dict[Side, dict[str, str]]:
        """What those are called who joined in this match, by their keys. One statement at most."""
        joined = {
            (self.sides[side].team_id, data["player"]["id"]): side
            for side, events in self.events.items()
            for event in events
            for data in event.effects
            if data["kind"] == "joined" and data["player"]["id"] not in self._kicked_off(side)
        }
        here = [each for roster in self._rosters.values() for each in roster.contracts.values()]
        named = [(each.team_id, each.key, each.player.name) for each in here]
        if joined.keys() - {(team, key) for team, key, _name in named}:
            known = Contract.objects.filter(key__in={key for _team, key in joined})
            named += known.values_list("team", "key", "player__name")
        found: dict[Side, dict[str, str]] = {side: {} for side in SIDES}
        for team, key, name in named:
            if (team, key) in joined:
                found[joined[team, key]][key] = name
        return found

    def _kicked_off(self, side: Side) -> Collection[str]:
        """Whoever was on the roster then, and is called what he was called then."""
        kick_off = self.sides[side].kick_off
        return kick_off["team"]["players"] if kick_off else ()

    # A match keeps its pin.

    @cached_property
    def book(self) -> Book:
        return book_of(self.match.pin)

    @cached_property
    def sequence(self) -> of_match.Sequence:
        return sequence_of(self.match.pin)

    @cached_property
    def steps(self) -> Steps:
        return self.sequence.steps

    @property
    def told(self) -> Mapping[str, Any]:
        """What is reported from the pitch so far."""
        return self.report.data if self.report else pitch.NOTHING

    def team(self, side: Side) -> Team:
        return self.sides[side].team

    def roster(self, side: Side) -> Roster:
        """The side's team as its rows stand, read once until something is written."""
        if side not in self._rosters:
            self._rosters[side] = projection.read(self.team(side))
        return self._rosters[side]

    def seen_from_outside(self, side: Side, effects: Sequence[e.Effect]) -> state.Team:
        """The side's team as it came to the match, and with what befell it by a step: folded on
        from what it was when this was asked last, if that goes before."""
        so_far, team = self._seen.get(side, ([], None))
        if team is None or effects[: len(so_far)] != so_far:
            so_far, team = [], snapshots.read_back(self.sides[side].arrived["team"])
        team = fold(team, effects[len(so_far) :])
        self._seen[side] = effects, team
        return team

    def read_rosters(self) -> None:
        """Read what is not there yet, of both sides together."""
        missing = [side for side in SIDES if side not in self._rosters]
        if len(missing) > 1:
            rosters = projection.read_all(self.team(side) for side in missing)
            self._rosters = dict(zip(missing, rosters, strict=True))

    def keep_roster(self, side: Side, roster: Roster | None) -> None:
        """What is written now; None where it has to be read again."""
        if roster is None:
            self._rosters.pop(side, None)
        else:
            self._rosters[side] = roster

    def run(self, side: Side | None, step: str) -> StepRun | None:
        return self.runs.get((side or "", step))

    def given(self, run: StepRun) -> dict[str, Any]:
        """The answers that hold, by the keys of their asks."""
        return {key: answer.value for key, answer in self.answers_to(run).items()}

    def answers_to(self, run: StepRun) -> dict[str, Answer]:
        return self.answers.setdefault((run.side, run.step), {})

    def put_in(self, run: StepRun, fresh: Collection[Answer]) -> None:
        """Take answers; they are written down with what comes of them."""
        self.unwritten.answers += fresh
        self.answers_to(run).update({answer.key: answer for answer in fresh})

    def effects_of(self, event: TeamEvent) -> list[e.Effect]:
        """What an event did, read once: it never changes."""
        key = (event.team_id, event.seq)
        if key not in self._effects:
            self._effects[key] = ledger.effects_of(event)
        return self._effects[key]

    def went_by(self, side: Side | None, place: int) -> bool:
        """Whether a side, or with None anybody, has begun a step that comes after this place."""
        return any(
            run.place > place
            for run in self.runs.values()
            if side is None or run.side in ("", side)
        )

    def is_latest(self, side: Side) -> bool:
        """Whether the team's life goes no further than this match, whenever what was written."""
        return self.sides[side].chapter.position == self.lasts[side]


# --- reading


def matches() -> QuerySet[Match]:
    """Matches with all that rulings need to know of their league, but for the catalogue's data."""
    return Match.objects.select_related("league", "season", "pin__catalogue").defer(
        "pin__catalogue__data"
    )


def held(match: Match) -> Match:
    """The match read again and held until the transaction ends: what is put in is numbered by it.

    Teams are held after it, in the order of their ids.
    """
    return _to_be_held().get(pk=match.pk)


def held_by(uuid: UUID) -> Match | None:
    """The same by its name, where nobody has looked yet whether there is one."""
    return _to_be_held().filter(uuid=uuid).order_by("id").first()


def _to_be_held() -> QuerySet[Match]:
    rows = Match.objects.select_related("league", "pin__catalogue").defer("pin__catalogue__data")
    return rows.select_for_update(of=("self",), no_key=True)


def load(match: Match, *, named: bool = False) -> Play:
    """A match with its sides; the rest is read when it is asked for. One statement."""
    chapters = Chapter.objects.filter(team=OuterRef("team")).order_by("-position")
    rows = match.sides.select_related("team", "chapter").annotate(
        last=Subquery(chapters.values("position")[:1])
    )
    sides: dict[Side, MatchSide] = {}
    lasts: dict[Side, int] = {}
    for row in sorted(rows.order_by(), key=attrgetter("side"), reverse=True):
        row.team.league = match.league
        sides[side_of(row.side)], lasts[side_of(row.side)] = row, row.last
    return Play(match, sides, lasts, named)


def hold_teams(play: Play, sides: Collection[Side] = SIDES) -> None:
    """Lock the teams of these sides, always in the order of their ids."""
    held = ledger.lock_all(play.sides[side].team_id for side in sides)
    last = ledger.last_positions(held)
    for side in sides:
        play.sides[side].team = held[play.sides[side].team_id]
        play.team(side).league = play.match.league
        play.lasts[side] = last.get(play.sides[side].team_id, 0)
        play.keep_roster(side, None)
    play.waiting.clear()


def hold_teams_of(match: Match, sides: Collection[Side]) -> None:
    """The same before the match is loaded, so that what is loaded is what is held."""
    ledger.hold(match.sides.filter(side__in=sides).order_by().values("team"))


def side_of(name: str) -> Side:
    return "home" if name == "home" else "away"


# --- what a step is put from


class Past:
    """What came before a step, as it is written."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def report(self) -> Mapping[str, Any] | None:
        return self.play.report.data if self.play.report else None

    def state(self, side: Side, place: int) -> state.Team:
        """The side's team before a step; read from its rows where nothing came after."""
        play = self.play
        if play.is_latest(side) and all(event.step < place for event in play.events[side]):
            return play.roster(side).state
        write_down(play)
        return ledger.state_before(play.team(side), play.sides[side].chapter, place)

    def effects(self, side: Side, since: int, until: int) -> list[e.Effect]:
        """What this match did to the side from a step on and before another."""
        events = (event for event in self.play.events[side] if since <= event.step < until)
        return [effect for event in events for effect in self.play.effects_of(event)]

    def facts(self, place: int) -> list[e.Effect]:
        """What was settled for the match as a whole before a step."""
        earlier = (run for run in self.play.runs.values() if run.place < place)
        return [e.from_data(data) for run in earlier for data in run.facts]


def chair(past: Past, side: Side | None, place: int) -> Chair[Book]:
    """Where a step is put from.

    Before the match a side sees all that the other has done by then; after it only what both
    settled together, so that it never matters who is quicker.
    """
    play = past.play
    kick_off = play.sequence.kick_off
    together = [at + 1 for at, each in play.steps.values() if each.joint and at < place]
    shared = place + 1 if place < kick_off else max(together, default=0)
    teams: dict[str, state.Team] = {}
    side_facts: dict[str, engine.Facts] = {}
    told = past.report() if place >= kick_off else None
    if side is None:
        play.read_rosters()
    for each in SIDES:
        own = side is None or each == side
        until = place if own else shared
        before = past.effects(each, 0, min(until, kick_off))
        after = past.effects(each, kick_off, until)
        arrived = play.sides[each].arrived
        facts = _noted({"team-value": (arrived["value"],)}, before)
        facts = {**facts, **pitch.facts_of(told, each)} if told else facts
        side_facts[each] = _noted(facts, after)
        if own:
            teams[each] = past.state(each, place)
        else:
            teams[each] = play.seen_from_outside(each, [*before, *after])
    facts_so_far = _noted({}, past.facts(place))
    match = engine.Match(
        id=str(play.match.uuid),
        teams=teams,
        report=pitch.report_of(told) if told else engine.Report(),
        facts=facts_so_far,
        side_facts=side_facts,
        stadium_taken=_is_taken(play.match, facts_so_far),
        rostered_elsewhere=tuple(play.match.claims.get("stars", ())),
    )
    return Chair(play.book, match, side)


def _is_taken(match: Match, facts: engine.Facts) -> bool:
    """Whether the stadium is somebody's home already."""
    here = [facts[what][-1] if what in facts else "" for what in ("stadium", "stadium-name")]
    return here in match.claims.get("stadiums", ())


def _noted(facts: engine.Facts, effects: Iterable[e.Effect]) -> engine.Facts:
    noted = dict(facts)
    for effect in effects:
        if isinstance(effect, e.Fact):
            noted[effect.what] = (*noted.get(effect.what, ()), effect.value)
    return noted


def driving(play: Play, run: StepRun) -> Driving:
    """An open step, put from where it is put: until a step is over nothing changes what it sees."""
    where = (run.side, run.step)
    if where not in play.waiting:
        side = side_of(run.side) if run.side else None
        _place, step = play.steps[run.step]
        play.waiting[where] = Driving(step.run, chair(Past(play), side, run.place))
    return play.waiting[where]


def put(step: Driving, given: Mapping[str, Any]) -> tuple[Driven, dict[str, Any]]:
    """Drive a step with the answers that still fit; what a correction made unfit is asked anew."""
    fitting = dict(given)
    while (driven := step.follow(fitting)).unfit:
        for ask in driven.unfit:
            del fitting[ask.key]
    return driven, fitting


# --- carrying on


def advance(play: Play, sides: Collection[Side], *, act: Act, now: datetime) -> bool:
    """Finish every step that needs nobody's answer, and begin the next one of each of these sides;
    then write down what came of them.

    Match and teams are held. Whether all steps that the match is at are over. Raises Refused where
    a team does not bear what was ruled.
    """
    is_over = go_through(play, sides, act=act, now=now)
    write_down(play)
    return is_over


def go_through(play: Play, sides: Collection[Side], *, act: Act, now: datetime) -> bool:
    """The same without writing it down yet."""
    waiting = {side for side in SIDES if side not in sides and not play.sides[side].through_at}
    for key, (place, step) in play.sequence.phase(play.match).items():
        if step.joint and (play.went_by(None, place) or _is_over(play.run(None, key))):
            continue
        if step.joint and waiting:
            return False
        for side in [None] if step.joint else [each for each in sides if each not in waiting]:
            if not _settle(play, key, side, place, step, act=act, now=now):
                waiting |= set(SIDES) if side is None else {side}
    if play.match.confirmed_at:
        _through(play, [side for side in SIDES if side not in waiting], now=now)
    return not waiting


def _is_over(run: StepRun | None) -> bool:
    return run is not None and run.finished_at is not None


def _settle(
    play: Play,
    key: str,
    side: Side | None,
    place: int,
    step: SequenceStep,
    *,
    act: Act,
    now: datetime,
) -> bool:
    """Whether a step is over, or does not come up: then the next one follows."""
    run = play.run(side, key)
    if _is_over(run) or (run is None and play.went_by(side, place)):
        return True
    at = chair(Past(play), side, place)
    if not step.applies(at):
        return True
    if not step.ready(at):
        return False
    driving = Driving(step.run, at)
    driven, fitting = put(driving, play.given(run) if run else {})
    if run is None:
        run = StepRun(match=play.match, side=side or "", step=key, place=place)
        play.runs[run.side, run.step] = run
    play.waiting[run.side, run.step] = driving
    while secret := server_asks(driven):
        draw(play, run, secret, now=now)
        fitting |= {ask.key: play.answers_to(run)[ask.key].value for ask in secret}
        driven, fitting = put(driving, fitting)
    if not isinstance(driven.outcome, Allowed):
        return False
    finish(play, run, driven, driven.outcome, act=act, now=now)
    return True


def draw(play: Play, run: StepRun, asks: Sequence[Ask], *, now: datetime) -> None:
    """Have the server answer what nobody may see."""
    noted = play.answers_to(run)
    fresh = [
        Answer(
            run=run,
            key=ask.key,
            version=noted[ask.key].version + 1 if ask.key in noted else 1,
            value=rolling.decide(ask),
            dice=ask.dice if isinstance(ask, Roll) else "",
            source=Answer.Source.SERVER,
            visible=ask.visible,
            at=now,
        )
        for ask in asks
    ]
    play.put_in(run, fresh)


def finish(
    play: Play, run: StepRun, driven: Driven, ruling: Allowed, *, act: Act, now: datetime
) -> None:
    """Note what a step ruled for the ledgers of whom it concerns."""
    side = side_of(run.side) if run.side else None
    found = written(ruling, step=run.step, side=side, place=run.place)
    for each, entries in found.entries.items():
        if entries:
            _record(play, each, entries, act=act, now=now)
    note_outcome(run, driven, found)
    play.waiting.clear()
    run.finished_at = now
    play.unwritten.runs[run.side, run.step] = run


def note_outcome(run: StepRun, driven: Driven, found: Written) -> None:
    run.asked = [ask.key for ask in driven.answered]
    run.facts = [e.to_data(fact) for fact in found.facts]
    run.because = [asdict(line) for line in found.because]


def _record(play: Play, side: Side, entries: list[Entry], *, act: Act, now: datetime) -> None:
    team, chapter, pin = play.team(side), play.sides[side].chapter, play.match.pin
    if play.is_latest(side):
        drafts = play.unwritten.drafts
        if side in drafts and not drafts[side].bears(entries):
            write_down(play)
            drafts = play.unwritten.drafts
        draft = drafts.setdefault(side, Draft(play.roster(side)))
        play.events[side] += draft.add(entries, act=act, chapter=chapter, pin=pin, now=now)
        play.keep_roster(side, draft.after)
        return
    write_down(play)
    for entry in entries:
        event = ledger.put_in(team, entry, act=act, chapter=chapter, pin=pin, now=now)
        play.events[side].append(event)
    if isinstance(why_not := present_of(team, life_of(team)), Reason):
        raise Refused(why_not)
    ledger.refold(team, pin=pin, now=now)
    play.keep_roster(side, None)


def write_down(play: Play) -> None:
    """Write what was put in since the last time and what came of it: acts, steps and answers, then
    the ledgers and the teams as they stand."""
    unwritten, play.unwritten = play.unwritten, Unwritten()
    Act.objects.bulk_create(unwritten.acts)
    for run in unwritten.runs.values():
        if run.pk:
            run.save(update_fields=["revision", "asked", "facts", "because", "finished_at"])
    StepRun.objects.bulk_create(run for run in play.runs.values() if run.pk is None)
    Answer.objects.bulk_create(unwritten.answers)
    if drafts := unwritten.drafts:
        rosters = ledger.write_down([*drafts.values()], pin=play.match.pin)
        for side, roster in zip(drafts, rosters, strict=True):
            play.keep_roster(side, roster)


def _through(play: Play, sides: Iterable[Side], *, now: datetime) -> None:
    """The match itself is saved by whoever holds it."""
    for side in sides:
        row = play.sides[side]
        if row.through_at is None:
            row.through_at = now
            row.save(update_fields=["through_at"])
    if all(row.through_at for row in play.sides.values()):
        play.match.state = Match.State.OVER
