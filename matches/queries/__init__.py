"""What pages and API need to know of matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from acts.failures import Missing, Reason
from league.models import Membership
from matches import reading, running
from matches.asked import asks_of, is_held, open_asks
from matches.awaiting import may_confirm
from matches.coaches import coached_in
from matches.entries import line_of
from matches.models import Answer, Match, Proposal, StepRun
from matches.permissions import MatchAccess, access_at, must_see_match, tenures_of
from matches.presentation.telling import (
    Ruled,
    TapText,
    Teller,
    ask_sentence,
    faces_of,
    names_in,
    shirts_of,
)
from matches.record import MatchRecord
from matches.steps import closed_since, dice_rule, only_server_rolls
from rules import ask_steps
from rules.book import Book
from rules.engine import rulings, state
from rules.engine.asks import Ask, Pick, Roll, Shop
from rules.engine.drive import Driven
from rules.engine.match import SIDES, Side, other
from rules.engine.replaying import follow_recorded
from rules.engine.visibility import decider
from rules.words import line_words, reason_words
from teams.figures import figures_now
from teams.models import Tenure
from web.dice import Die

JOINT = "joint"
# Of such a match nothing has happened that could be told.
UNTOLD = (Match.State.PRE_MATCH, Match.State.CALLED_OFF)


# --- a match and who looks at it


@dataclass(frozen=True, slots=True)
class Viewed:
    """A match as one person sees it."""

    record: MatchRecord
    access: MatchAccess
    tenures: Sequence[Tenure]

    @property
    def match(self) -> Match:
        return self.record.match

    @property
    def proposed_by(self) -> str | None:
        """The side whose coach would tell it otherwise; known of a match that was looked up."""
        found: str | None = vars(self.match).get("proposed_by")
        return found

    @property
    def is_for_a_visitor(self) -> bool:
        """Whether there is a story to tell, and nothing here for this person to do."""
        if self.access.may_record or self.match.state in UNTOLD:
            return False
        is_waiting = self.match.state in (Match.State.REPORTED, Match.State.DISPUTED)
        return not (is_waiting and may_confirm(self.match, self.access))

    def coaches(self, side: Side) -> str:
        """Whoever coaches a side now, by name."""
        return " & ".join(str(each.coach) for each in self.coaching(side))

    def coaching(self, side: Side) -> list[Tenure]:
        """Whoever coaches a side now."""
        now = timezone.now()
        return [each for each in self._tenures(side) if each.holds_now(now)]

    def coached_by(self, side: Side) -> list[Tenure]:
        """Whoever coached a side in this match."""
        return coached_in(self.match, self._tenures(side))

    def _tenures(self, side: Side) -> list[Tenure]:
        team = self.record.team(side)
        return [each for each in self.tenures if each.team_id == team.pk]


def match_for(person: Any, uuid: UUID) -> tuple[Match, Membership | None]:
    """A match, and the person's place in its league. Raises Missing. Two statements at most."""
    matches = reading.matches().annotate(proposed_by=proposed_by())
    return must_see_match(person, matches.filter(uuid=uuid).first())


def proposed_by() -> Subquery:
    """The side whose coach would tell a match otherwise, as long as nobody has answered them."""
    waiting = Proposal.objects.filter(match=OuterRef("pk"), settled_at=None)
    return Subquery(waiting.values("side")[:1])


def view_match(person: Any, uuid: UUID) -> Viewed:
    """Raises Missing. Eight statements at most."""
    return view_of(*match_for(person, uuid))


def seen_at(record: MatchRecord, access: MatchAccess) -> Viewed:
    """The match as whoever answers in it has it before them; what they said is written down."""
    return Viewed(record, access, ())


def view_of(match: Match, membership: Membership | None) -> Viewed:
    """A match that the person may see. Six statements."""
    record = reading.load(match, named=True)
    teams = {side: record.team(side) for side in SIDES}
    tenures = tenures_of(teams.values(), named=True)
    return Viewed(record, access_at(membership, teams, tenures, record), tenures)


# --- a step that is open


# So many choices fit under a thumb as buttons; more are a list.
BUTTONS = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """An ask as it stands: its words, what was answered, and whether this person may answer."""

    ask: Ask
    sentence: str
    field: ask_steps.AskStep
    answer: Answer | None
    may_answer: bool
    is_rolled: bool
    only_rolled: bool
    faces: Sequence[Die] = ()
    is_unwitnessed: bool = False
    # The side that answers this; None for what either coach may enter.
    whose: Side | None = None
    # The team that this person enters it for without coaching it.
    entered_for: str = ""
    # Whether it was answered for good, because dice have fallen since.
    is_held: bool = False

    @property
    def stands(self) -> bool:
        """Whether nobody changes it any more."""
        return self.is_rolled or self.is_held

    @property
    def can_be_rolled(self) -> bool:
        return self.ask.is_chance and self.answer is None and self.may_answer

    @property
    def is_one_of_few(self) -> bool:
        """Whether one tap on one of a few buttons answers it."""
        few = 0 < len(self.field.options) <= BUTTONS
        return few and (
            not isinstance(self.ask, Pick) or self.ask.at_least == self.ask.at_most == 1
        )


@dataclass(frozen=True, slots=True)
class Purse:
    """What a basket is paid from: given gold goes first, and is lost if it is not spent."""

    given: int
    own: int
    label: str

    @property
    def together(self) -> int:
        return self.given + self.own


@dataclass(frozen=True, slots=True)
class OpenStep:
    """A step that waits for answers, as one person sees it."""

    run: StepRun
    driven: Driven
    asked: Sequence[Asked]
    refused: Sequence[str] = ()
    purse: Purse | None = None
    # When a coach could no longer buy here, and whether this person can.
    closed_on: date | None = None
    is_closed: bool = False
    # Whether this person goes on to the same step of the other side.
    other_waits: bool = False
    # Whose choice is open, and not this person's to make.
    waits_for: Sequence[str] = ()

    @property
    def open(self) -> list[Asked]:
        return [each for each in self.asked if each.answer is None]

    @property
    def answered(self) -> list[Asked]:
        return [each for each in self.asked if each.answer is not None]

    @property
    def is_rolling(self) -> bool:
        """Whether dice are what is wanted next."""
        return any(isinstance(each.ask, Roll) for each in self.open)

    @property
    def wants_only_dice(self) -> bool:
        """Whether dice that can be tapped are all that is open."""
        return bool(self.open) and all(
            isinstance(each.ask, Roll)
            and each.may_answer
            and not each.only_rolled
            and all(die.is_drawn for die in each.field.dice)
            for each in self.open
        )

    @property
    def rollable(self) -> list[Asked]:
        return [each for each in self.open if each.can_be_rolled]

    @property
    def one_tap(self) -> Asked | None:
        """The only ask that is open, where one of a few buttons answers it."""
        mine = [each for each in self.open if each.may_answer]
        return mine[0] if len(mine) == 1 and mine[0].is_one_of_few else None

    @property
    def basket(self) -> Asked | None:
        """A basket to be filled, where nothing else is asked."""
        mine = [each for each in self.open if each.may_answer]
        return mine[0] if len(mine) == 1 and isinstance(mine[0].ask, Shop) else None

    @property
    def may_answer(self) -> bool:
        return any(each.may_answer for each in self.asked)

    @property
    def may_wait(self) -> bool:
        """Whether the rulebook lets the coach come back to what is open."""
        return any(line.code == "may-wait" for each in self.open for line in each.ask.because)

    @property
    def is_to_be_entered(self) -> bool:
        """Whether something is typed or chosen here that one tap does not answer."""
        mine = [each for each in self.open if each.may_answer]
        return any(not each.only_rolled and each != self.one_tap for each in mine)


def open_step(
    viewed: Viewed,
    run: StepRun,
    *,
    typed: Mapping[str, Any] | None = None,
    reasons: Sequence[Reason] = (),
) -> OpenStep:
    """Drive a step as far as its answers lead. One statement, or two if something came since.

    `typed` is what was refused for these `reasons`, to be shown again.
    """
    record = viewed.record
    side: Side | None = reading.side_of(run.side) if run.side else None
    driving = running.driving(record, run)
    driven, given = follow_recorded(driving, record.given(run))
    catalogue = record.book.catalogue
    called = {**names_in(record, side), **(shirts_of(record, side) if side else {})}
    fields = ask_steps.steps_of(catalogue, driven, {**given, **(typed or {})}, called=called)
    by_key = {each.key: each for each in fields}
    for reason in reasons:
        if reason.subject in by_key:
            by_key[reason.subject].errors.append(str(reason.message))
    values = {"given": given, "stored": record.answers_to(run)}
    asked = [
        replace(
            _asked(viewed, run, ask, by_key[key], is_given=key in given),
            is_held=is_held(ask, driven, driving, **values),
        )
        for key, ask in asks_of(driven).items()
        if viewed.access.may_see(ask, side)
    ]
    stopped = driven.outcome.reasons if isinstance(driven.outcome, rulings.Refused) else ()
    homeless = [str(each.message) for each in reasons if each.subject not in by_key]
    refused = [*(reason_words(catalogue, each) for each in stopped), *homeless]
    closed_on = closed_since(record.match, record.book, run.step, now=timezone.now())
    return OpenStep(
        run,
        driven,
        asked,
        refused,
        _purse(asked, record.book, driving.side.match.teams[side]) if side else None,
        closed_on,
        closed_on is not None and not viewed.access.decides,
        _other_waits(viewed, run),
        [_decides(viewed, each) for each in _waits_for(viewed.access, driven, side)],
    )


def _decides(viewed: Viewed, side: Side) -> str:
    params = {"team": viewed.record.team(side)}
    if viewed.coaching(side):
        return _("%(team)s decides this. It waits for their coach.") % params
    return _("Nobody coaches %(team)s any more: whoever runs the league decides this.") % params


def _waits_for(access: MatchAccess, driven: Driven, side: Side | None) -> list[Side]:
    """The sides that are to choose, of what this person cannot answer."""
    others = (ask for ask in open_asks(driven) if not access.may_answer(ask, side))
    return sorted({whose for ask in others if (whose := decider(ask, side))})


def _other_waits(viewed: Viewed, run: StepRun) -> bool:
    """Before the match one buys after the other; one phone may enter for both."""
    if not run.side or viewed.match.state != Match.State.PRE_MATCH:
        return False
    side = other(reading.side_of(run.side))
    theirs = viewed.record.run(side, run.step)
    return viewed.access.may_act_for(side) and (theirs is None or theirs.finished_at is None)


def _asked(
    viewed: Viewed,
    run: StepRun,
    ask: Ask,
    field: ask_steps.AskStep,
    *,
    is_given: bool,
) -> Asked:
    record = viewed.record
    side: Side | None = reading.side_of(run.side) if run.side else None
    sentence, whose = ask_sentence(record, ask, side), decider(ask, side) or side
    answer = record.answers_to(run)[ask.key] if is_given else None
    return Asked(
        ask,
        sentence,
        replace(field, said=sentence),
        answer,
        viewed.access.may_answer(ask, side),
        answer is not None and answer.source == Answer.Source.SERVER,
        ask.is_chance and only_server_rolls(record.book, run.step),
        faces_of(answer) if answer and answer.dice else (),
        answer is not None and is_unwitnessed(record, run, answer),
        whose,
        str(record.team(whose))
        if whose and not side and whose not in viewed.access.coaches
        else "",
    )


def _purse(asked: Sequence[Asked], book: Book, team: state.Team) -> Purse | None:
    baskets = [each.ask for each in asked if isinstance(each.ask, Shop) and each.ask.purse]
    purse = next((each for each in figures_now(book, team) if each.unit == "gold"), None)
    if not baskets or purse is None:
        return None
    return Purse(max(0, baskets[0].purse - purse.value), purse.value, purse.label)


def is_unwitnessed(record: MatchRecord, run: StepRun, answer: Answer) -> bool:
    """Whether dice were typed that the league wants to be witnessed, and nobody has seen them."""
    typed = answer.dice and answer.source == Answer.Source.TABLE
    return bool(
        typed
        and dice_rule(record.book, run.step) == "witnessed"
        and getattr(answer, "witness", None) is None
    )


def side_named(name: str) -> Side | None:
    """A side by its name; None for what both settle together. Raises Missing."""
    if name not in (*SIDES, JOINT):
        raise Missing.because("no_such_side", _("There is no such side."))
    return None if name == JOINT else reading.side_of(name)


def own_side_named(name: str) -> Side:
    """One of the two sides. Raises Missing."""
    side = side_named(name)
    if side is None:
        raise Missing.because("no_such_side", _("There is no such side."))
    return side


def run_for(viewed: Viewed, side: str, step: str) -> StepRun:
    """The run of a step; side is home, away or joint. Raises Missing."""
    run = viewed.record.run(side_named(side), step)
    if run is None or step not in viewed.record.steps:
        raise Missing.because("no_such_step", _("This step has not begun, or does not come up."))
    return run


# --- what a step did


def rulings_of(viewed: Viewed, run: StepRun, side: Side) -> list[Ruled]:
    """What a finished step did to a side, as far as the person may see it."""
    teller = Teller.of(viewed.record, side)
    return [
        teller.event(event)
        for event in viewed.record.events[side]
        if event.step == run.place and viewed.access.sees(event.visible, side)
    ]


def because_of(viewed: Viewed, run: StepRun) -> list[TapText]:
    """All the arithmetic of a finished step."""
    catalogue = viewed.record.book.catalogue
    sides = [reading.side_of(run.side)] if run.side else SIDES
    lines = [
        tap_text
        for side in sides
        for each in rulings_of(viewed, run, side)
        for tap_text in each.because
    ]
    kept = (line_of(data) for data in run.because)
    shared = [line for line in kept if line.visible == "public"]
    return [*lines, *(TapText(line, line_words(catalogue, line)) for line in shared)]
