"""Answering what a step asks: dice and choices, until the rulebook has heard enough."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import formats
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Forbidden, Missing, Reason, Refused
from acts.models import Act
from acts.recording import act_of
from league.permissions import must_be_open
from league.rulebook import said
from matches import reading, running
from matches.asked import asks_of, is_held, open_asks, same, server_asks
from matches.commands.beginning import go_on
from matches.deciding import why_not_yours
from matches.dice.called_off import decided_by_server, settled_before
from matches.following import rolls_that_wait
from matches.models import Answer, Match, StepRun
from matches.permissions import THEY_ANSWER, MatchAccess, access_in, must_act, no_such_match
from matches.record import MatchRecord
from matches.steps import closed_since, only_server_rolls
from rules.engine import rulings
from rules.engine.asks import Ask, Roll, Shop
from rules.engine.drive import Driven
from rules.engine.match import SIDES, Side, other
from rules.engine.replaying import follow_recorded
from rules.engine.visibility import answerer, decider
from rules.words import title
from teams.permissions import head_coach

MOST_ANSWERS = 100


@dataclass(frozen=True, slots=True)
class Given:
    """An answer as it comes in: a value, or the wish that the server rolls."""

    key: str
    value: Any = None
    roll: bool = False


class StepMoved(Conflict):
    """The step is no longer as the caller saw it."""


def answer_step(
    *,
    actor: User,
    match: Match,
    side: Side | None,
    step: str,
    revision: int,
    answers: Sequence[Given],
    now: datetime,
    roll_on: bool = False,
) -> Match:
    """Note answers, and finish the step if nothing more is asked. Side None is both together.

    With `roll_on` the server throws whatever dice are open, and those that come of them.
    Raises StepMoved where another hand was quicker.
    """
    with match_session(actor=actor, match=match.uuid, side=side) as seated:
        seated.answer(side, step, revision, answers, now=now, roll_on=roll_on)
    return seated.record.match


@contextmanager
def match_session(
    *, actor: User, match: UUID, side: Side | None, named: bool = False
) -> Iterator["MatchSession"]:
    """Sit down at a match to answer one step or several: all of them or none.

    After the match a side goes alone, and holds nobody but itself; None is for both together.
    `named` has the answers know who gave them, for whoever shows it. Raises Missing. Nine
    statements.
    """
    with transaction.atomic():
        if (held := reading.lock_match(match)) is None:
            raise no_such_match()
        alone = side is not None and held.state != Match.State.PRE_MATCH
        reading.lock_teams_of(held, [side] if side and alone else SIDES)
        record = reading.load(held, named=named)
        access = access_in(actor, record, missing=no_such_match())
        must_act(access, side)
        must_be_open(held.league)
        before = held.revision
        yield MatchSession(record, access, actor)
        running.flush(record)
        if held.revision != before:
            held.save(update_fields=["revision", "state"])


@dataclass(frozen=True, slots=True)
class MatchSession:
    """Somebody at a match that is held; `play` is kept as it stands, and written at the end."""

    record: MatchRecord
    access: MatchAccess
    actor: User

    def passed_to(self, actor: User) -> "MatchSession":
        """The same match in the hands of another who is at the table. One statement."""
        access = access_in(actor, self.record, missing=no_such_match())
        must_act(access, None)
        return MatchSession(self.record, access, actor)

    def flush(self) -> None:
        """What was said so far, to be shown before the end."""
        running.flush(self.record)

    def answer(
        self,
        side: Side | None,
        step: str,
        revision: int,
        answers: Sequence[Given],
        *,
        now: datetime,
        roll_on: bool = False,
    ) -> None:
        must_act(self.access, side)
        record, match = self.record, self.record.match
        run = _open_run(record, side, step, revision)
        answering = Answering(record, run, self.access, now)
        answering.take(answers)
        if roll_on:
            answering.roll_on()
        if not answering.noted:
            return
        act = act_of(
            "matches.answer_step",
            actor=self.actor,
            now=now,
            on_behalf_of=_on_behalf_of(record, self.access, answering.entered_for),
            match=str(match.uuid),
            side=side or "",
            step=step,
            answered=[key for key, note in answering.noted.items() if note.visible == "public"],
            entered_for=answering.entered_for,
        )
        for note in answering.noted.values():
            note.at = now
            if note.actor_id is None and note.visible != "server":
                note.actor = self.actor
        run.revision += 1
        match.revision += 1
        record.unwritten.acts.append(act)
        record.unwritten.runs[run.side, run.step] = run
        record.put_in(run, answering.noted.values())
        ruling = answering.driven.outcome
        if isinstance(ruling, rulings.Allowed):
            running.finish(record, run, answering.driven, ruling, act=act, now=now)
            _go_on(record, side, act=act, now=now)

    def answer_for_both(
        self, side: Side, step: str, revision: int, answers: Sequence[Given], *, now: datetime
    ) -> None:
        """The same for one side and, where it is at that step then, for the other."""
        self.answer(side, step, revision, answers, now=now)
        theirs = self.record.run(other(side), step)
        if theirs and theirs.finished_at is None:
            self.answer(other(side), step, theirs.revision, answers, now=now)


def _go_on(record: MatchRecord, side: Side | None, *, act: Act, now: datetime) -> None:
    """Before the match both wait for each other; after it each goes on alone."""
    if record.match.state == Match.State.PRE_MATCH:
        go_on(record, act=act, now=now)
    else:
        running.go_through(record, [side] if side else SIDES, act=act, now=now)


def _open_run(record: MatchRecord, side: Side | None, step: str, revision: int) -> StepRun:
    run = record.run(side, step)
    if run is None:
        raise Missing.because("no_such_step", _("This step has not begun, or does not come up."))
    if run.finished_at:
        raise StepMoved.because("step_over", _("This step is finished already."))
    if run.revision != revision:
        raise StepMoved.because(
            "step_moved", _("Somebody has answered in the meantime. This is how it stands now.")
        )
    return run


def _on_behalf_of(record: MatchRecord, access: MatchAccess, sides: Sequence[Side]) -> Any:
    """The coach's account where somebody else answers in their place."""
    heads = (head_coach(record.team(side)) for side in sides if side not in access.coaches)
    return next((head.coach.user for head in heads if head), None)


@dataclass
class Answering:
    """A step with the answers that are coming in; nothing is written here."""

    record: MatchRecord
    run: StepRun
    access: MatchAccess
    now: datetime
    noted: dict[str, Answer] = field(default_factory=dict)
    driven: Driven = field(init=False)
    _decided: set[Side] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.side: Side | None = reading.side_of(self.run.side) if self.run.side else None
        self.driving = running.driving(self.record, self.run)
        self.driven, self.given = follow_recorded(self.driving, self.record.given(self.run))
        self.stored = self.record.answers_to(self.run)
        while self._hear_what_is_known():
            self.driven = self.driving.follow(self.given)

    @property
    def entered_for(self) -> list[Side]:
        """Whose step it is; of a joint one, whose choices were made."""
        return [self.side] if self.side else sorted(self._decided)

    def take(self, answers: Sequence[Given]) -> None:
        """Take all of them or none. What is typed may open the ask that the next one answers;
        dice are thrown last, so that nobody takes them back by what they send along."""
        if len(answers) > MOST_ANSWERS:
            raise Refused.because("too_many_answers", _("That is more than anybody was asked."))
        counted = Counter(given.key for given in answers)
        if twice := [key for key, times in counted.items() if times > 1]:
            sentence = _("This is answered twice.")
            raise Refused(*(Reason("answered_twice", sentence, key[:200]) for key in twice))
        typed = [given for given in answers if not given.roll]
        rolls = [given for given in answers if given.roll]
        while typed:
            asks = self._asks()
            now = [given for given in typed if given.key in asks]
            if not now:
                break
            typed = [given for given in typed if given.key not in asks]
            self._take_asked(now)
        asks = self._asks()
        if strangers := [given for given in (*typed, *rolls) if given.key not in asks]:
            raise Refused(*(self._not_asked(given) for given in strangers))
        if rolls:
            self._take_asked(rolls)

    def _asks(self) -> dict[str, Ask]:
        """What this person may know of: nobody learns by guessing whether the other side is asked
        about a card."""
        asks = asks_of(self.driven)
        return {key: ask for key, ask in asks.items() if self.access.may_see(ask, self.side)}

    def roll_on(self) -> None:
        """Throw what is open and this person's to answer, until something else is asked."""
        for _round in range(MOST_ANSWERS):
            if not (rolls := [ask for ask in open_asks(self.driven) if self._is_his_to_roll(ask)]):
                return
            self._take_asked([Given(ask.key, roll=True) for ask in rolls])

    def _is_his_to_roll(self, ask: Ask) -> bool:
        return ask.is_chance and self.access.may_answer(ask, self.side)

    def _take_asked(self, answers: Sequence[Given]) -> None:
        asks = asks_of(self.driven)
        reasons = [each for given in answers for each in self._take_one(asks[given.key], given)]
        if reasons:
            raise Refused(*reasons)
        self._drive()

    def _drive(self) -> None:
        self.driven = self.driving.follow(self.given)
        while self._hear_what_is_known():
            self.driven = self.driving.follow(self.given)
        if isinstance(self.driven.outcome, rulings.Refused):
            raise Refused(*said(self.driven.outcome.reasons, self.record.book.catalogue))

    def _hear_what_is_known(self) -> bool:
        """What nobody may see the server answers; dice follow their player from another match."""
        secret = server_asks(self.driven)
        for ask in secret:
            value = decided_by_server(self.record, self.run, ask)
            self._note(ask, value, Answer.Source.SERVER)
        rolls = rolls_that_wait(self.record, self.run, self.driven)
        for answer in rolls:
            self.noted[answer.key], self.given[answer.key] = answer, answer.value
        return bool(secret or rolls)

    def _take_one(self, ask: Ask, given: Given) -> list[Reason]:
        """Note an answer; every reason why it cannot be noted."""
        if not self.access.may_answer(ask, self.side):
            raise Forbidden.because("not_yours_to_answer", self._whose(ask), ask.key)
        return self._roll(ask) if given.roll else self._type(ask, given.value)

    def _whose(self, ask: Ask) -> str:
        side = decider(ask, self.side)
        if self.access.is_office_at_play:
            return why_not_yours(THEY_ANSWER)
        if side is None:
            return _("This is for the other side to answer.")
        sentence = _(
            "This is %(team)s's to decide: their coach answers it, whoever the side was lent to, "
            "or the commissioner."
        )
        return sentence % {"team": self.record.team(side)}

    def _roll(self, ask: Ask) -> list[Reason]:
        """One roll for an ask: whoever asks again is told the same, also in a match that was called
        off and begun again."""
        if not ask.is_chance:
            return [Reason("nothing_to_roll", _("There is nothing to roll here."), ask.key)]
        if ask.key not in self.noted and not self._rolled_by_server(ask):
            value = decided_by_server(self.record, self.run, ask)
            self._note(ask, value, Answer.Source.SERVER)
        return []

    def _type(self, ask: Ask, value: Any) -> list[Reason]:
        if ask.key in self.given and same(self.given[ask.key], value):
            return []
        if reason := self._why_not_typed(ask, value):
            return [reason]
        if faults := ask.faults(value):
            return said(faults, self.record.book.catalogue)
        self._note(ask, value, Answer.Source.TABLE)
        return []

    def _why_not_typed(self, ask: Ask, value: Any) -> Reason | None:
        """Why nobody types an answer here, whatever it is."""
        if self._rolled_by_server(ask):
            sentence = _("The server has rolled this, and its roll stands.")
            return Reason("rolled_by_server", sentence, ask.key)
        if self._is_held(ask):
            sentence = _("The server has thrown or dealt since this was chosen, so it stands.")
            return Reason("dice_have_fallen", sentence, ask.key)
        if ask.is_chance and only_server_rolls(self.record.book, self.run.step):
            sentence = _("In this league the server rolls these dice.")
            return Reason("server_rolls", sentence, ask.key)
        return self._settled_before(ask, value) or (self._closed(ask) if value else None)

    def _settled_before(self, ask: Ask, value: Any) -> Reason | None:
        """Why nothing else is said than before the match was called off."""
        stands = settled_before(self.record, self.run, ask)
        if stands is None or same(stands, value):
            return None
        about = {"stands": _listed(stands)}
        sentence = _(
            "Cards were dealt on this before the match was called off, so it stands: %(stands)s."
        )
        return Reason("dice_have_fallen", sentence % about, ask.key)

    def _is_held(self, ask: Ask) -> bool:
        values = {"given": self.given, "stored": self.stored}
        return is_held(ask, self.driven, self.driving, **values)

    def _closed(self, ask: Ask) -> Reason | None:
        """Why a coach buys nothing any more; who runs the league from outside still may."""
        last = closed_since(self.record.match, self.record.book, self.run.step, now=self.now)
        if last is None or not isinstance(ask, Shop) or self.access.decides:
            return None
        about = {"day": formats.date_format(last)}
        sentence = _(
            "Hire & Fire closed after %(day)s. Somebody who runs the league and does not play in "
            "this match can still enter it."
        )
        return Reason("closed", sentence % about, ask.key)

    def _rolled_by_server(self, ask: Ask) -> bool:
        """Whether the answer that stands is the server's; a roll that fits no more is none."""
        known = self.noted.get(ask.key) or self.stored.get(ask.key)
        return ask.key in self.given and known is not None and known.source == Answer.Source.SERVER

    def _note(self, ask: Ask, value: Any, source: Answer.Source) -> None:
        self.given[ask.key] = value
        if (whose := decider(ask, self.side)) is not None:
            self._decided.add(whose)
        before = self.stored.get(ask.key)
        self.noted[ask.key] = Answer(
            run=self.run,
            key=ask.key,
            version=before.version + 1 if before else 1,
            value=value,
            dice=ask.dice if isinstance(ask, Roll) else "",
            source=source,
            visible=ask.visible,
            whose=answerer(ask, self.side) or "",
        )

    def _not_asked(self, given: Given) -> Reason:
        return Reason("not_asked", _("Nobody asks for this now."), given.key[:200])


def _listed(value: Any) -> str:
    """An answer in words: decks with how many cards, faces, or a choice."""
    if isinstance(value, Mapping):
        return ", ".join(f"{title(key)} × {count}" for key, count in value.items() if count)
    return ", ".join(map(str, value)) if isinstance(value, list) else title(str(value))
