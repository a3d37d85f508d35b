"""A fixture from the first handshake to the last post-match step, with whatever goes wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from competition.commands.match_day import begin_fixture
from competition.commands.rulings import rule_fixture
from competition.models import Fixture, Result
from jobs.failures import Refused
from matches import running
from matches.commands.answering import Given, answer_step
from matches.commands.beginning import call_off
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.reporting import (
    confirm_report,
    confirm_unanswered,
    dispute_report,
    submit_report,
    withdraw_report,
)
from matches.commands.tapping import enter_taps
from matches.models import Match, StepRun
from matches.pitch import Ending
from matches.running import Past, Play
from press.simulator.afternoons import HALVES, Afternoon
from press.simulator.baskets import shrunk
from press.simulator.minds import Mind
from rules.book import Book
from rules.engine import rulings
from rules.engine.asks import Ask
from rules.engine.drive import Asks, follow
from rules.engine.match import SIDES, Side
from rules.engine.sequence import Chair, SequenceStep
from rules.engine.visibility import answerer

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
class Meeting:
    """Two coaches, a commissioner, and the time that passes."""

    fixture: Fixture
    coaches: Mapping[Side, User]
    commissioner: User
    mind: Mind
    now: datetime

    def __post_init__(self) -> None:
        self.chance = self.mind.chance
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
        self.play()
        self.go_through()
        if self._happens(CORRECTED):
            self._correct()
        return self.match

    def play(self) -> None:
        """From the kick-off to the confirmed report."""
        self.report(self.kick_off())
        self._confirm()

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
        return self.chance.random() < likely

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

    def go_through(self, *, at_most: int | None = None) -> None:
        """Answer what is open, step by step, until nothing is; or only so many times."""
        times = 0
        while (play := self._load()).match.state in (State.PRE_MATCH, State.POST_MATCH):
            runs = [run for run in play.runs.values() if run.finished_at is None]
            if not runs or times == at_most:
                return
            self._answer(play, runs[0])
            times += 1

    def _load(self) -> Play:
        play = running.load(running.matches().get(pk=self.at.pk))
        self.match = play.match
        return play

    def _answer(self, play: Play, run: StepRun) -> None:
        side = running.side_of(run.side) if run.side else None
        place, step = play.steps[run.step]
        chair = running.chair(Past(play), side, place)
        answering = Thinking(step, chair, play.given(run), self.mind)
        actor, given = answering.think(self._actor_for)
        answer_step(
            actor=actor or self.commissioner,
            match=play.match,
            side=side,
            step=run.step,
            revision=run.revision,
            answers=[Given(key, value) for key, value in given.items()],
            now=self._later(2),
        )

    def _actor_for(self, ask: Ask, side: Side | None) -> User:
        """A secret is its own coach's; what both settle together the home side enters."""
        whose = answerer(ask, side) if ask.visible == "side" else side
        return self.coaches[whose or "home"]

    # --- the pitch

    def kick_off(self) -> Ending:
        """Play both halves, and what a knock-out needs besides; gives how it ended."""
        afternoon = Afternoon(self._load(), self.mind)
        scorer = self.chance.choice([*self.coaches.values()])
        for half in HALVES:
            enter_taps(
                actor=scorer, match=self.at, taps=afternoon.half(half), now=self._later(60)
            )
            if half == 1 and self._happens(INTERRUPTED):
                self._later(24 * 60)
        return self._ending(afternoon, scorer)

    def _ending(self, afternoon: Afternoon, scorer: User) -> Ending:
        if self._happens(CONCEDED):
            side = self.chance.choice(SIDES)
            fields = afternoon.can_field(side)
            return Ending("conceded", side, before_set_up=fields < 3, could_field=fields)
        if not self.at.is_knock_out or afternoon.leader:
            return Ending("called" if self._happens(TIME_CALLED) else "played")
        if more := afternoon.overtime():
            enter_taps(actor=scorer, match=self.at, taps=more, now=self._later(30))
        if afternoon.leader:
            return Ending("overtime", afternoon.leader)
        return Ending("penalties", shots=self._shots())

    def _shots(self) -> tuple[Mapping[str, int], ...]:
        shots: list[Mapping[str, int]] = []
        while not shots or shots[-1]["home"] == shots[-1]["away"]:
            shots.append({side: self.mind.throw("D6") for side in SIDES})
        return tuple(shots)

    # --- the report

    def report(self, ending: Ending) -> None:
        self.how = self.chance.choices([*CONFIRMING], [*CONFIRMING.values()])[0]
        self.submitting = self.chance.choice(SIDES)
        actor = self.coaches[self.submitting]
        if self.how == "by the commissioner":
            actor = self.commissioner
        self._submit(actor, ending)
        if self.how == "withdrawn":
            self.match = withdraw_report(actor=actor, match=self.at, now=self._later(5))
            self._submit(actor, ending)

    def _submit(self, actor: User, ending: Ending) -> None:
        self.match = submit_report(
            actor=actor, match=self.at, ending=ending, now=self._later(10)
        )

    def _confirm(self) -> None:
        if self.at.state != State.REPORTED:
            return
        answering = self.coaches["away" if self.submitting == "home" else "home"]
        if self.how == "disputed":
            reason = "The last touchdown was after the whistle."
            dispute_report(actor=answering, match=self.at, reason=reason, now=self._later(60))
            confirm_report(actor=self.commissioner, match=self.at, now=self._later(600))
        elif self.how == "unanswered" and self.at.confirms_at:
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

    step: SequenceStep
    chair: Chair[Book]
    given: dict[str, Any]
    mind: Mind

    def think(self, actor_for: Any) -> tuple[User | None, dict[str, Any]]:
        """Who answers now, and what: as much as the rulebook lets one say before it has heard
        somebody else or drawn something in secret."""
        actor: User | None = None
        fresh: dict[str, Any] = {}
        while True:
            outcome = follow(self.step.run, self.chair, {**self.given, **fresh}).outcome
            if isinstance(outcome, rulings.Refused):
                self._think_again(fresh, outcome)
                continue
            if not isinstance(outcome, Asks) or outcome.open[0].visible == "server":
                return actor, fresh
            for ask in outcome.open:
                who = actor_for(ask, self.chair.side)
                if actor is not None and who != actor:
                    return actor, fresh
                actor = who
                fresh[ask.key] = self.mind.answer(ask, self.chair, {**self.given, **fresh})

    def _think_again(self, fresh: dict[str, Any], outcome: rulings.Refused) -> None:
        """A basket that was too full loses something."""
        full = [key for key, value in fresh.items() if isinstance(value, dict) and value]
        if not full:
            raise Refused.because("no_way_on", str(outcome.reasons))
        after = list(fresh)[list(fresh).index(full[-1]) + 1 :]
        for key in after:
            del fresh[key]
        fresh[full[-1]] = shrunk(fresh[full[-1]], self.mind.chance)
