"""A fixture from the first handshake to the last post-match step, with whatever goes wrong."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from acts.failures import Refused
from competition.commands.match_day import begin_fixture
from competition.commands.rulings import rule_fixture
from competition.models import Fixture, Result
from league.pins import book_of
from league.rulebook import answers_of
from matches import reading, running
from matches.commands.answering import Given, MatchSession, match_session
from matches.commands.beginning import call_off
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.interrupting import interrupt_match, resume_match
from matches.commands.reporting import (
    confirm_report,
    confirm_unanswered,
    dispute_report,
    remind_of_report,
    submit_report,
    withdraw_report,
)
from matches.commands.tapping import enter_taps
from matches.models import Match, StepRun
from matches.pitch.reports import MatchEnding
from matches.record import MatchRecord
from matches.steps import PENALTIES, only_server_rolls
from rules.book import Book
from rules.engine import rulings
from rules.engine.asks import Ask, Choose
from rules.engine.drive import Asks, Driving
from rules.engine.match import SIDES, Side
from rules.engine.sequence import StepContext
from rules.engine.visibility import decider
from simulator.decisions import Decider
from simulator.matches import HALVES, SimulatedMatch
from simulator.purchases import shrunk

State = Match.State

# What goes otherwise than planned, and how often.
FORFEIT, CALLED_OFF, CONCEDED = 0.02, 0.03, 0.03
TIME_CALLED, INTERRUPTED, CORRECTED = 0.02, 0.04, 0.06
CONFIRMING: Mapping[str, float] = {
    "confirmed": 0.7,
    "by the commissioner": 0.1,
    "disputed": 0.07,
    "withdrawn": 0.06,
    "unanswered": 0.07,
}


@dataclass
class SimulatedFixture:
    """Two coaches, a commissioner, and the time that passes. A calm one goes as planned."""

    fixture: Fixture
    coaches: Mapping[Side, User]
    commissioner: User
    decider: Decider
    now: datetime
    is_calm: bool = False
    # The match as it was seen last.
    seen: MatchRecord = field(init=False)

    def __post_init__(self) -> None:
        self.chance = self.decider.chance
        self.match: Match | None = None

    def take_place(self) -> Match | None:
        """Play it to the end; None if nobody came."""
        if self._happens(FORFEIT):
            self._forfeit()
            return None
        if self._happens(CALLED_OFF):
            self.begin()
            call_off(actor=self.coaches["home"], match=self.at, reason="", now=self._later(1))
        self.begin()
        self.go_through()
        how = self.report(self.kick_off())
        self._confirm(how)
        self.go_through()
        if self._happens(CORRECTED):
            self._correct()
        return self.match

    @property
    def at(self) -> Match:
        if self.match is None:
            raise LookupError("this match has not begun")
        return self.match

    def begin(self) -> Match:
        self.match = begin_fixture(
            actor=self.chance.choice([*self.coaches.values()]),
            fixture=self.fixture,
            played_on=self.now.date(),
            now=self.now,
        )
        return self.match

    def _happens(self, likely: float) -> bool:
        return not self.is_calm and self.chance.random() < likely

    def _later(self, minutes: int) -> datetime:
        self.now += timedelta(minutes=minutes)
        return self.now

    def _forfeit(self) -> None:
        rule_fixture(
            actor=self.commissioner,
            fixture=self.fixture,
            ending=Result.Ending.FORFEIT,
            at_fault=self.chance.choice(SIDES),
            reason="Did not turn up, and did not write.",
            now=self.now,
        )

    # --- steps before and after

    def go_through(self) -> None:
        """Answer what is open, step by step, until nothing is."""
        sitter: User | None = self.coaches["home"]
        side: Side | None = None
        while sitter is not None:
            with match_session(actor=sitter, match=self.at.uuid, side=side) as seated:
                self.seen, self.match = seated.record, seated.record.match
                sitter, side = self._at_the_table(seated, side)

    def _at_the_table(
        self, seated: MatchSession, side: Side | None
    ) -> tuple[User | None, Side | None]:
        """Whoever is asked goes on for as long as it is up to them, then the other; gives who is
        to sit down next. After every fourth match the visitors do the rest alone, at home."""
        seats = {seated.actor.pk: seated}
        while True:
            while self._answered(seated, side):
                pass
            asked, whose = self._next(seated.record)
            alone = self.at.state == State.POST_MATCH and self.fixture.number % 4 == 0
            if asked is None or alone:
                return asked, whose
            if asked.pk not in seats:
                seats[asked.pk] = seated.passed_to(asked)
            seated = seats[asked.pk]

    def _answered(self, seated: MatchSession, side: Side | None) -> bool:
        """Whether there was something that this person could answer."""
        for run in self._open(seated.record):
            whose = reading.side_of(run.side) if run.side else None
            if side and whose != side:
                continue
            given, _needed = self._think(seated.record, run, seated.actor)
            if given:
                answers = [Given(key, value) for key, value in given.items()]
                seated.answer(whose, run.step, run.revision, answers, now=self._later(2))
                return True
        return False

    def _next(self, record: MatchRecord) -> tuple[User | None, Side | None]:
        """Who is asked now, and for which side."""
        for run in self._open(record):
            _given, needed = self._think(record, run, None)
            return needed, reading.side_of(run.side) if run.side else None
        return None, None

    def _open(self, record: MatchRecord) -> list[StepRun]:
        if record.match.state not in (State.PRE_MATCH, State.POST_MATCH):
            return []
        return [run for run in record.runs.values() if run.finished_at is None]

    def _think(
        self, record: MatchRecord, run: StepRun, actor: User | None
    ) -> tuple[dict[str, Any], User | None]:
        driving = running.driving(record, run)
        return Thinking(driving, record.given(run), self.decider).think(actor, self._actor_for)

    def _actor_for(self, ask: Ask, side: Side | None, sitter: User | None) -> User:
        """A choice is its own coach's; dice of both together whoever sits there enters."""
        whose = decider(ask, side) or side
        return self.coaches[whose] if whose else sitter or self.coaches["home"]

    # --- the pitch

    def kick_off(self, *, halves: Sequence[int] = HALVES) -> MatchEnding:
        """Play both halves, and what a knock-out needs besides; gives how it ended."""
        simulated = SimulatedMatch(self.seen, self.decider)
        scorer = self.chance.choice([*self.coaches.values()])
        for half in halves:
            taps = simulated.half(half)
            enter_taps(actor=scorer, match=self.at, taps=taps, now=self._later(60))
            if half == 1 and self._happens(INTERRUPTED):
                self._break_off(scorer)
        return self._ending(simulated, scorer)

    def _break_off(self, actor: User) -> None:
        """The second half is played on the next day."""
        interrupt_match(actor=actor, match=self.at, now=self._later(5))
        now = self._later(24 * 60)
        self.match = resume_match(actor=actor, match=self.at, played_on=now.date(), now=now)

    def _ending(self, simulated: SimulatedMatch, scorer: User) -> MatchEnding:
        if self._happens(CONCEDED):
            side = self.chance.choice(SIDES)
            fields = simulated.can_field(side)
            return MatchEnding("conceded", side, before_set_up=fields < 3, could_field=fields)
        is_decided_on_the_pitch = answers_of(book_of(self.at.pin)).overtime is not None
        if not self.at.is_knock_out or simulated.leader or not is_decided_on_the_pitch:
            return MatchEnding("called" if self._happens(TIME_CALLED) else "played")
        if more := simulated.overtime():
            enter_taps(actor=scorer, match=self.at, taps=more, now=self._later(30))
        if simulated.leader:
            return MatchEnding("overtime", simulated.leader)
        if only_server_rolls(book_of(self.at.pin), PENALTIES):
            return MatchEnding("penalties", throw=True)
        return MatchEnding("penalties", shots=self._shots())

    def _shots(self) -> tuple[Mapping[str, int], ...]:
        shots: list[Mapping[str, int]] = []
        while not shots or shots[-1]["home"] == shots[-1]["away"]:
            shots.append({side: self.decider.throw("D6") for side in SIDES})
        return tuple(shots)

    # --- the report

    def report(self, ending: MatchEnding) -> str:
        """Submit it; gives what will become of it."""
        usual = {"confirmed": 1.0} if self.is_calm else CONFIRMING
        how = self.chance.choices([*usual], [*usual.values()])[0]
        side: Side = self.chance.choice(SIDES)
        actor = self.commissioner if how == "by the commissioner" else self.coaches[side]
        self._submit(actor, ending)
        if how == "withdrawn":
            self.match = withdraw_report(actor=actor, match=self.at, now=self._later(5))
            self._submit(actor, ending)
        return how

    def _submit(self, actor: User, ending: MatchEnding) -> None:
        self.match = submit_report(actor=actor, match=self.at, ending=ending, now=self._later(10))

    def _confirm(self, how: str) -> None:
        if self.at.state != State.REPORTED:
            return
        awaited = self.at.awaits
        answering = (
            self.coaches[reading.side_of(awaited)] if awaited in SIDES else self.commissioner
        )
        if how == "disputed":
            reason = "The last touchdown was after the whistle."
            dispute_report(actor=answering, match=self.at, reason=reason, now=self._later(60))
            confirm_report(actor=self.commissioner, match=self.at, now=self._later(600))
        elif how == "unanswered" and self.at.confirms_at:
            remind_of_report(match=self.at, now=self.now)
            self.now = self.at.confirms_at
            confirm_unanswered(match=self.at, now=self.now)
        else:
            confirm_report(actor=answering, match=self.at, now=self._later(20))

    # --- second thoughts

    def _correct(self) -> None:
        """The commissioner mends a die that was written down wrongly, if nothing rests on it."""
        side = self.chance.choice(SIDES)
        edits = {"answers": {(side, "fortune"): {"winnings": self.chance.randint(1, 6)}}}
        about: dict[str, Any] = {"actor": self.commissioner, "match": self.at, **edits}
        try:
            looked = look_at_correction(**about)
        except Refused:
            return
        if looked.changes and not looked.conflicts:
            reason = "The die showed something else."
            correct_match(**about, seen=looked.seen, reason=reason, now=self._later(300))


@dataclass
class Thinking:
    """Driving a step in one's head, as far as one person can answer it."""

    driving: Driving
    given: dict[str, Any]
    decider: Decider
    asked: dict[str, Ask] = field(default_factory=dict)
    # What was chosen and refused, by the key of its ask.
    refused: dict[str, list[str]] = field(default_factory=dict)

    def think(
        self, actor: User | None, actor_for: Callable[[Ask, Side | None, User | None], User]
    ) -> tuple[dict[str, Any], User | None]:
        """What somebody answers, as far as it is up to them: until another is asked, who is named
        too, or something is drawn in secret."""
        fresh: dict[str, Any] = {}
        context: StepContext[Book] = self.driving.side
        while True:
            outcome = self.driving.follow({**self.given, **fresh}).outcome
            if isinstance(outcome, rulings.Refused):
                self._think_again(fresh, outcome)
                continue
            if not isinstance(outcome, Asks) or outcome.open[0].visible == "server":
                return fresh, None
            for ask in outcome.open:
                if (who := actor_for(ask, context.side, actor)) != actor:
                    return fresh, who
                self.asked[ask.key] = ask
                tried = self.refused.get(ask.key)
                fresh[ask.key] = (
                    next(each for each in ask.options if each not in tried)
                    if tried and isinstance(ask, Choose)
                    else self.decider.answer(ask, context, {**self.given, **fresh})
                )

    def _think_again(self, fresh: dict[str, Any], outcome: rulings.Refused) -> None:
        """A basket that was too full loses something; of a choice another option is taken."""
        full = [key for key, value in fresh.items() if isinstance(value, dict) and value]
        if not full and self._choose_otherwise(fresh):
            return
        if not full:
            raise Refused.because("no_way_on", str(outcome.reasons))
        after = list(fresh)[list(fresh).index(full[-1]) + 1 :]
        for key in after:
            del fresh[key]
        fresh[full[-1]] = shrunk(fresh[full[-1]], self.decider.chance)

    def _choose_otherwise(self, fresh: dict[str, Any]) -> bool:
        """Whether the last choice of several could have been another one."""
        for key in reversed(fresh):
            ask = self.asked.get(key)
            tried = [*self.refused.get(key, ()), fresh[key]]
            if isinstance(ask, Choose) and set(ask.options) - set(tried):
                self.refused[key] = tried
                for later in list(fresh)[list(fresh).index(key) :]:
                    del fresh[later]
                return True
        return False
