"""A match as those who rule on it have it before them: what was put in, and what came of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any

from acts.models import Act
from league.pins import book_of
from matches import steps as of_match
from matches.dice.reserved_dice import Reserve
from matches.models import Answer, Lending, Match, MatchReport, MatchSide, StepRun
from matches.pitch import reports
from matches.steps import Steps, sequence_of
from rules.book import Book
from rules.engine import effects as e
from rules.engine import state
from rules.engine.drive import Driving
from rules.engine.fold import fold
from rules.engine.match import SIDES, Side
from teams import ledger, projection, snapshots
from teams.ledger import PendingEvents
from teams.models import Contract, Team, TeamEvent
from teams.projection import Roster

Where = tuple[str, str]  # a side, or none for both together, and a step


@dataclass(slots=True)
class Pending:
    """What was put in and what came of it, to be written down together: nothing of it is in the
    database yet. `runs` are steps that were, and say something else now."""

    acts: list[Act] = field(default_factory=list)
    runs: dict[Where, StepRun] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    drafts: dict[Side, PendingEvents] = field(default_factory=dict)


@dataclass
class MatchRecord:
    """A match with everything that was put in, and the events that came of it: read when it is
    first asked for, one statement each, and kept as it stands. What is `unwritten` holds already.

    `lasts` holds where the last chapter of each team's life is; `named` has the answers know who
    gave and who witnessed them; `waiting` are steps that are open, as they were put last.
    """

    match: Match
    sides: dict[Side, MatchSide]
    lasts: dict[Side, int]
    named: bool = False
    unwritten: Pending = field(default_factory=Pending)
    waiting: dict[Where, Driving] = field(default_factory=dict)
    # What fell before matches of the two that were called off, once somebody asked (`fallen`).
    earlier: Any = None
    # Dice that wait for their player, by the steps that asked for such (`following`).
    rolls_that_wait: dict[Where, dict[str, Answer]] = field(default_factory=dict)
    _rosters: dict[Side, Roster] = field(default_factory=dict)
    _effects: dict[tuple[int, int], list[e.Effect]] = field(default_factory=dict)
    _seen: dict[Side, tuple[Sequence[e.Effect], state.Team]] = field(default_factory=dict)

    @classmethod
    def begun(cls, match: Match) -> "MatchRecord":
        """A match to which nobody has come yet: there is nothing to read."""
        record = cls(match, {}, {})
        record.report, record.runs, record.answers = None, {}, {}
        record.events = {side: [] for side in SIDES}
        return record

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
        """Those who were on the roster then, and are called what they were called then."""
        kick_off = self.sides[side].kick_off
        return kick_off["team"]["players"] if kick_off else ()

    @cached_property
    def lendings(self) -> list[Lending]:
        """Every time that the other coach entered for a side, the earliest first."""
        lent = Lending.objects.filter(side__in=list(self.sides.values()))
        lent = lent.select_related("side", "lent_by", "taken_back_by")
        return sorted(lent.order_by(), key=attrgetter("pk"))

    @cached_property
    def reserve(self) -> Reserve:
        """Dice that wait for a correction; none are thrown unless somebody says so."""
        return Reserve(self.match)

    # A match keeps its pin, from when both sides have agreed to it.

    def forget_rules(self) -> None:
        for name in ("book", "sequence", "steps"):
            self.__dict__.pop(name, None)

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
        return self.report.data if self.report else reports.NOTHING

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
