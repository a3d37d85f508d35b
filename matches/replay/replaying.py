"""Playing a match again with something changed, and seeing what really differs.

Every finished step is driven twice on what is written: without the change, where a difference is
drift of the rulebook, and with it. Only what differs between the two is to be rewritten.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from acts.failures import Reason, Refused
from league.rulebook import said
from matches import reading, running
from matches.asked import asks_of, open_asks, same
from matches.dice.reserved_dice import Reserve
from matches.entries import LedgerEntries, written
from matches.following import followed, given_elsewhere
from matches.models import Answer, StepRun, Tap
from matches.permissions import NOBODY, MatchAccess
from matches.pitch.reports import casualty_key
from matches.presentation.telling import ask_sentence
from matches.reading import side_of
from matches.record import MatchRecord
from matches.replay.event_changes import EventChange, aligned, alike, says
from matches.replay.history_items import Life
from matches.replay.team_histories import HypotheticalHistory
from matches.steps import only_server_rolls
from rules.book import Book
from rules.engine import rulings
from rules.engine.asks import Ask
from rules.engine.drive import Asks, Driven, Driving
from rules.engine.fold import Impossible
from rules.engine.match import SIDES, Side
from rules.engine.replaying import Unfit, follow_recorded
from rules.engine.rulings import Allowed
from rules.engine.sequence import SequenceStep, StepContext
from rules.words import title
from teams.ledger import LedgerEntry
from teams.models import Team, TeamEvent

Place = tuple[str, str]
Choices = Sequence[tuple[Ask, Any]]


@dataclass(frozen=True, slots=True)
class Edits:
    """What is to be changed: the report, and answers by side ("" for both), step and key.

    `taps` make the report what it would be. `carried` are answers that follow their casualty to
    another key, or hold no more (None): they are taken as far as they are asked for.
    """

    report: Mapping[str, Any] | None = None
    answers: Mapping[Place, Mapping[str, Any]] = field(default_factory=dict)
    taps: Sequence[Tap] = ()
    carried: Mapping[Place, Mapping[str, Answer | None]] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        answers = {"/".join(place): dict(given) for place, given in self.answers.items() if given}
        taps = [[str(tap.uuid), tap.kind, tap.side, tap.data] for tap in self.taps]
        return {"report": self.report, "answers": answers, "taps": taps}

    def standing(self, place: Place, given: Mapping[str, Any]) -> dict[str, Any]:
        """The answers of a step that hold without those that are changed."""
        carried = self.carried.get(place, {})
        kept = {key: value for key, value in given.items() if key not in carried}
        return kept | {key: answer.value for key, answer in carried.items() if answer}


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A step's events of one side, and what is to become of them."""

    run: StepRun
    side: Side
    slots: Sequence[EventChange]


@dataclass(frozen=True, slots=True)
class Drift:
    """What the rulebook rules otherwise today, though nothing was changed."""

    run: StepRun
    side: Side
    recorded: Sequence[TeamEvent]
    today: Sequence[LedgerEntry]


@dataclass(frozen=True, slots=True)
class Rerun:
    """A finished step with the change: how far it came, and by which answers.

    `stands` are those that held before any was changed.
    """

    run: StepRun
    driven: Driven
    given: Mapping[str, Any]
    found: LedgerEntries | None
    stands: Mapping[str, Any]
    # By their asks, new dice that the server threw, and answers from another match.
    thrown: Mapping[str, Any] = field(default_factory=dict)
    followed: Mapping[str, Answer] = field(default_factory=dict)

    @property
    def supplied(self) -> dict[str, Any]:
        """What nobody had to say."""
        followed = {key: answer.value for key, answer in self.followed.items()}
        return {**self.thrown, **followed}


@dataclass(slots=True)
class Replay:
    """Everything that a change would do; nothing is written here.

    `gone` are steps that were gone through and would not come up. New dice that only the server
    rolls come from the `reserve`. With `as_kicked_off` all that came before the kick-off stands.
    """

    record: MatchRecord
    edits: Edits
    lives: dict[int, Life]
    reserve: Reserve | None = None
    access: MatchAccess = NOBODY
    as_kicked_off: bool = False
    reruns: list[Rerun] = field(default_factory=list)
    gone: list[StepRun] = field(default_factory=list)
    rewritings: list[Rewriting] = field(default_factory=list)
    drift: list[Drift] = field(default_factory=list)
    conflicts: list[Reason] = field(default_factory=list)
    followed: dict[Place, dict[str, Answer]] = field(default_factory=dict)
    past: HypotheticalHistory = field(init=False)

    def __post_init__(self) -> None:
        self.past = HypotheticalHistory(self.record, dict(self.lives), self.edits.report)

    @property
    def changes(self) -> bool:
        return bool(self.rewritings)

    def team(self, pk: int) -> Team | None:
        """One of the two teams, as it was read for this."""
        teams = (self.record.team(side) for side in SIDES)
        return next((team for team in teams if team.pk == pk), None)

    def run(self) -> "Replay":
        written_past = HypotheticalHistory(self.record, self.lives)
        sequence = self.record.sequence
        steps = sequence.after if self.as_kicked_off else sequence.steps
        for key, (place, step) in steps.items():
            for side in [None] if step.joint else SIDES:
                run = self.record.run(side, key)
                if run is None and self._is_past(side, place):
                    run = StepRun(match=self.record.match, side=side or "", step=key, place=place)
                if run and (run.finished_at or run.pk is None):
                    try:
                        self._again(run, step, side, written_past)
                    except Impossible as impossible:
                        self.conflicts += said([impossible.reason], self.record.book.catalogue)
        return self

    def _is_past(self, side: Side | None, place: int) -> bool:
        """Whether the match went by this step, which did not come up."""
        if place < self.record.sequence.kick_off:
            return False
        through = side is not None and self.record.sides[side].through_at is not None
        return through or self.record.went_by(side, place)

    def _again(
        self, run: StepRun, step: SequenceStep, side: Side | None, as_written: HypotheticalHistory
    ) -> None:
        here = (run.side, run.step)
        given = self.record.given(run) if run.pk else {}
        edited = self.edits.answers.get(here, {})
        then = running.context(as_written, side, run.place)
        at = running.context(self.past, side, run.place)
        if run.pk is None and (step.applies(then) or not step.applies(at)):
            return
        sides: Sequence[Side] = SIDES if side is None else [side]
        came_up = run.pk and step.applies(then)
        was = (
            _written(run, side, follow_recorded(Driving(step.run, then), given)[0])
            if came_up
            else NOTHING
        )
        if was is None:
            self.drift += [Drift(run, each, self._recorded(run, each), []) for each in sides]
            self.conflicts += [self._on_drift(run, each) for each in sides if edited]
            return
        now = self._now(run, step, side, at, given) if step.applies(at) else NOTHING
        if now is None:
            return
        if now is NOTHING:
            self.gone.append(run)
        self.past.settled[here] = (run.place, now.facts)
        for each in sides:
            self._compare(run, each, was.entries[each], now.entries[each])

    def _now(
        self,
        run: StepRun,
        step: SequenceStep,
        side: Side | None,
        at: StepContext[Book],
        given: Mapping[str, Any],
    ) -> LedgerEntries | None:
        """What a step does with the change; None where it does not get so far."""
        here = (run.side, run.step)
        edited = self.edits.answers.get(here, {})
        stands = self.edits.standing(here, given)
        thrown: dict[str, Any] = {}
        driving = Driving(step.run, at)
        after, fitting = self._put(run, driving, stands, edited, thrown)
        now = _written(run, side, after)
        moved = self.followed.get(here, {})
        self.reruns.append(Rerun(run, after, fitting, now, stands, thrown, moved))
        if now is None:
            self.conflicts += self._unsettled(run, side, after)
        return now

    def _put(
        self,
        run: StepRun,
        driving: Driving,
        stands: Mapping[str, Any],
        edited: Mapping[str, Any],
        thrown: dict[str, Any],
    ) -> tuple[Driven, dict[str, Any]]:
        """Drive a step with changed answers and the dice that they need. Raises Refused where a
        changed one fits no ask."""

        def supply(driven: Driven) -> dict[str, Any]:
            if moved := self._follow_player(run, driven):
                return moved
            fresh = self._throw(run, driven, self._new_choices(run, driven, stands))
            thrown.update(fresh)
            return fresh

        try:
            driven, given = follow_recorded(
                driving, {**stands, **edited}, must_fit=edited, supply=supply
            )
        except Unfit as unfit:
            raise Refused(*said(unfit.reasons, self.record.book.catalogue)) from unfit
        strangers = [key for key in edited if key not in asks_of(driven)]
        if strangers and not (self.reserve and self.reserve.lacks):
            sentence = _("Nobody asks for this now.")
            raise Refused(*(Reason("not_asked", sentence, key[:200]) for key in strangers))
        self._must_stay(run, driven, given)
        return driven, given

    def _follow_player(self, run: StepRun, driven: Driven) -> dict[str, Any]:
        """What was answered in another match, and is asked for here now."""
        if not run.side:
            return {}
        known = given_elsewhere(self.record, side_of(run.side), driven)
        moved = {each.key: each for each in followed(self.record, run, driven, known)}
        self.followed.setdefault((run.side, run.step), {}).update(moved)
        return {key: answer.value for key, answer in moved.items()}

    def _new_choices(self, run: StepRun, driven: Driven, stands: Mapping[str, Any]) -> Choices:
        """What is chosen in a correction and was not asked for before."""
        here = (run.side, run.step)
        edited = self.edits.answers.get(here, {})
        values = {key: each.value for key, each in self._told_anew(here).items()}
        new = values | {key: value for key, value in edited.items() if key not in stands}
        asks = (ask for ask in driven.answered if not ask.is_chance)
        return [(ask, new[ask.key]) for ask in asks if ask.key in new]

    def _told_anew(self, here: Place) -> dict[str, Answer]:
        """What comes with casualties that were not told before."""
        carried = self.edits.carried.get(here, {})
        return {key: each for key, each in carried.items() if each is not None and not each.pk}

    def _throw(self, run: StepRun, driven: Driven, chosen: Choices) -> dict[str, Any]:
        """Dice that are needed and that nobody but the server rolls; none behind what is not this
        person's to choose."""
        by_server = only_server_rolls(self.record.book, run.step)
        asks = [
            ask
            for ask in open_asks(driven)
            if ask.is_chance and (by_server or ask.visible == "server")
        ]
        side = reading.side_of(run.side) if run.side else None
        answers = self._told_anew((run.side, run.step))
        theirs = (
            self.access.may_answer(ask, side) for ask, _value in chosen if ask.key not in answers
        )
        if self.reserve is None or not all(theirs):
            return {}
        place, report = f"{run.side or 'joint'}/{run.step}", self.past.report() or {}
        dice = {ask.key: self.reserve.die(place, ask, report) for ask in asks}
        for ask, value in chosen if asks and not self.access.runs_from_outside else ():
            self.reserve.choose(place, ask, value, report)
        return {key: value for key, value in dice.items() if value is not None}

    def _must_stay(self, run: StepRun, driven: Driven, answers: Mapping[str, Any]) -> None:
        """What somebody chose before they were shown dice is chosen."""
        if self.reserve is None or self.access.runs_from_outside:
            return
        asked = asks_of(driven)
        sentence = _(
            "This was chosen before, and the server has rolled since. Only who runs the league, "
            "and does not play in this match, chooses otherwise."
        )
        for key, value in self.reserve.chosen(f"{run.side or 'joint'}/{run.step}").items():
            comes_up = key in asked or self._is_treated_no_more(key, asked)
            if comes_up and not same(answers.get(key), value):
                raise Refused.because("chosen_before", sentence, key)

    def _is_treated_no_more(self, key: str, asked: Mapping[str, Ask]) -> bool:
        """Whether a choice belongs to a casualty that is told, though nobody asks for it."""
        return any(
            key.startswith(f"{base}/") and base in asked
            for base in map(casualty_key, (self.past.report() or {}).get("casualties", ()))
        )

    def _unsettled(self, run: StepRun, side: Side | None, driven: Driven) -> list[Reason]:
        """What must be answered first, or why it cannot be so."""
        catalogue = self.record.book.catalogue
        place = f"{run.side or 'joint'}/{run.step}"
        if isinstance(driven.outcome, Asks):
            whose = str(self.record.team(side)) if side else _("Both")
            needs = _("%(team)s: an answer is needed that was not asked for before: %(ask)s.")
            hidden = _("%(team)s: an answer is needed that only its coach may see.")
            return [
                Reason(
                    "needs_answer",
                    needs % {"team": whose, "ask": ask_sentence(self.record, ask, side)},
                    f"{place}/{ask.key}",
                )
                if ask.visible == "public"
                else Reason("needs_answer", hidden % {"team": whose}, place)
                for ask in driven.outcome.open
            ]
        reasons = driven.outcome.reasons if isinstance(driven.outcome, rulings.Refused) else ()
        return [each.at(place) for each in said(reasons, catalogue)]

    def _recorded(self, run: StepRun, side: Side) -> list[TeamEvent]:
        here = (self.record.sides[side].chapter.position, run.place)
        life = self.lives[self.record.team(side).pk]
        return [held.event for held in life if held.event and (held.position, held.step) == here]

    def _compare(
        self, run: StepRun, side: Side, was: list[LedgerEntry], now: list[LedgerEntry]
    ) -> None:
        recorded = self._recorded(run, side)
        drifted = [event.kind for event in recorded] != [entry.kind for entry in was]
        otherwise = [not says(event, entry) for event, entry in zip(recorded, was, strict=False)]
        if drifted or any(otherwise):
            self.drift.append(Drift(run, side, recorded, was))
        if alike(was, now) == len(was) == len(now):
            return
        slots = [] if drifted else aligned(recorded, was, now)
        touched = {slot.event.pk for slot in slots if slot.event and not slot.stays}
        if drifted or any(
            event.pk in touched and wrong for event, wrong in zip(recorded, otherwise, strict=True)
        ):
            self.conflicts.append(self._on_drift(run, side))
            return
        self.rewritings.append(Rewriting(run, side, slots))
        self.past.rewrite(side, run.place, slots)

    def _on_drift(self, run: StepRun, side: Side) -> Reason:
        about = {"team": self.record.team(side), "step": step_title(self.record, run)}
        sentence = _(
            "%(team)s: %(step)s would come out otherwise today even without this change. What was "
            "ruled then stands; adjust by hand what is wrong with it."
        )
        return Reason("drifted", sentence % about, f"{side}/{run.step}")


# What comes of a step that does not come up.
NOTHING = LedgerEntries({side: [] for side in SIDES})


def _written(run: StepRun, side: Side | None, driven: Driven) -> LedgerEntries | None:
    if not isinstance(driven.outcome, Allowed):
        return None
    return written(driven.outcome, step=run.step, side=side, place=run.place)


def step_title(record: MatchRecord, run: StepRun) -> str:
    found = record.steps.get(run.step)
    return _(found[1].title) if found else title(run.step)
