"""Driving the steps of a match: from what was put in to what is ruled, and on to the ledgers.

A side's step sees its own team as it stands before the step, and the other as it stood after the
last step that both settled together: whoever is slower or faster changes nothing.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from functools import partial
from typing import Any

from jobs.failures import Reason, Refused
from jobs.models import Act
from matches import pitch
from matches.asked import server_asks
from matches.entries import Written, written
from matches.fallen import decided_by_server
from matches.following import rolls_that_wait
from matches.models import Answer, Match, StepRun
from matches.play import Play, Unwritten
from matches.reading import side_of
from matches.replay.held import life_of, present_of
from rules.book import Book
from rules.engine import effects as e
from rules.engine import match as engine
from rules.engine import state
from rules.engine.asks import Roll
from rules.engine.drive import Driven, Driving
from rules.engine.match import SIDES, Side
from rules.engine.replaying import follow_recorded
from rules.engine.rulings import Allowed
from rules.engine.sequence import Chair, SequenceStep
from teams import ledger
from teams.ledger import Draft, Entry

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
    match = engine.Match(
        id=str(play.match.uuid),
        teams=teams,
        report=pitch.report_of(told) if told else engine.Report(),
        facts=_noted({}, past.facts(place)),
        side_facts=side_facts,
        rostered_elsewhere=tuple(play.match.claims.get("stars", ())),
    )
    return Chair(play.book, match, side)


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
    if run is None:
        run = StepRun(match=play.match, side=side or "", step=key, place=place)
        play.runs[run.side, run.step] = run
    play.waiting[run.side, run.step] = driving
    supply = partial(_known, play, run, now=now)
    driven, _given = follow_recorded(driving, play.given(run), supply=supply)
    if not isinstance(driven.outcome, Allowed):
        return False
    finish(play, run, driven, driven.outcome, act=act, now=now)
    return True


def _known(play: Play, run: StepRun, driven: Driven, *, now: datetime) -> dict[str, Any]:
    """Answer what needs nobody: what nobody may see, and dice that follow their player here."""
    fresh = [*_drawn(play, run, driven), *rolls_that_wait(play, run, driven)]
    for answer in fresh:
        answer.at = now
    play.put_in(run, fresh)
    return {answer.key: answer.value for answer in fresh}


def _drawn(play: Play, run: StepRun, driven: Driven) -> list[Answer]:
    """Have the server answer what nobody may see."""
    noted = play.answers_to(run)
    return [
        Answer(
            run=run,
            key=ask.key,
            version=noted[ask.key].version + 1 if ask.key in noted else 1,
            value=decided_by_server(play, run, ask),
            dice=ask.dice if isinstance(ask, Roll) else "",
            source=Answer.Source.SERVER,
            visible=ask.visible,
        )
        for ask in server_asks(driven)
    ]


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
