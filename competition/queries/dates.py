"""Dates as pages show them: of a stage's rounds, and the talk of two coaches about a fixture."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from acts.failures import Missing
from competition.clock import ClockText, deadline_of, said_to
from competition.fixture_words import round_said
from competition.models import DateProposal, Fixture, Round, Stage
from competition.permissions import access_at
from competition.queries.fixture_page import FixturePage, fixture_page
from competition.scheduling.dates import RoundDates
from competition.timetables import expected_rounds
from league.models import League
from league.permissions import may_see, membership_of
from league.wall_time import said_in

State = DateProposal.State
Side = DateProposal.Side


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in a list of dates."""

    number: int
    said: str
    starts_on: date | None
    due: str
    state: str = ""

    @property
    def may_change(self) -> bool:
        return self.state in (Round.State.PLANNED, Round.State.OPEN)


def round_in(stage: Stage, number: int) -> Round:
    """Raises Missing. One statement."""
    found = stage.rounds.filter(number=number).first()
    if found is None:
        raise Missing.because("no_such_round", _("This stage has no such round."))
    found.stage = stage
    return found


def dates_of(stage: Stage) -> list[RoundLine]:
    """The rounds that there are, with the dates they have. One statement."""
    rounds = list(stage.rounds.order_by("number"))
    return [
        RoundLine(
            each.number,
            round_said(stage, each.number, rounds=len(rounds), name=each.name),
            each.starts_on,
            said_in(stage.season.league, each.due_at) if each.due_at else "",
            each.state,
        )
        for each in rounds
    ]


def previewed(stage: Stage, dates: Sequence[RoundDates]) -> list[RoundLine]:
    """What a timetable comes to, for the eye."""
    league, all_rounds = stage.season.league, max(expected_rounds(stage), dates[-1].number)
    return [
        RoundLine(
            each.number,
            round_said(stage, each.number, rounds=all_rounds),
            each.starts_at.date(),
            said_in(league, each.deadline_at),
        )
        for each in dates
    ]


@dataclass(frozen=True, slots=True)
class ProposalLine:
    """One proposal as the reader sees it."""

    proposal: DateProposal
    who: str
    team: str
    when: ClockText
    is_mine: bool
    may_answer: bool


@dataclass(frozen=True, slots=True)
class DateTalk:
    """Everything that was said about when a fixture is played, the latest first."""

    page: FixturePage
    side: str
    lines: Sequence[ProposalLine]
    agreed: ClockText | None
    due: ClockText | None
    is_late: bool
    own_zone: str

    @property
    def fixture(self) -> Fixture:
        return self.page.fixture

    @property
    def league(self) -> League:
        return self.page.league

    @property
    def due_at(self) -> datetime | None:
        return deadline_of(self.fixture)

    @property
    def proposals(self) -> list[DateProposal]:
        return [line.proposal for line in self.lines]

    @property
    def may_propose(self) -> bool:
        waits = self.fixture.state in (Fixture.State.OPEN, Fixture.State.WAITING)
        return waits and self.league.closed_at is None

    @property
    def waiting(self) -> Sequence[ProposalLine]:
        return [line for line in self.lines if line.proposal.state == State.PROPOSED]

    @property
    def earlier(self) -> Sequence[ProposalLine]:
        return [line for line in self.lines if line.proposal.state != State.PROPOSED]


def date_talk(person: Any, uuid: UUID, *, now: datetime) -> DateTalk:
    """For the two who play and whoever runs the league. Raises Missing and Forbidden.

    Fifteen statements at most, however much was said.
    """
    page = fixture_page(person, uuid)
    fixture, league = page.fixture, page.league
    _membership, side = access_at(person, fixture)
    proposals = fixture.proposals.select_related("made_by__user").order_by("-id")
    teams = {Side.HOME: page.line.home.name, Side.AWAY: page.line.away.name}
    is_open = league.closed_at is None
    lines = [
        ProposalLine(
            each,
            str(each.made_by),
            teams.get(Side(each.side), _("the league")),
            said_to(person, league, each.kick_off_at),
            is_mine=each.side == side,
            may_answer=is_open and each.state == State.PROPOSED and each.side != side,
        )
        for each in proposals
    ]
    due = deadline_of(fixture)
    return DateTalk(
        page,
        side,
        lines,
        agreed=said_to(person, league, fixture.kick_off_at) if fixture.kick_off_at else None,
        due=said_to(person, league, due) if due else None,
        is_late=due is not None and due <= now and fixture.state == Fixture.State.OPEN,
        own_zone=person.time_zone,
    )


def proposal_for(person: Any, uuid: UUID) -> DateProposal:
    """Raises Missing. Two statements."""
    date_proposal = (
        DateProposal.objects.filter(uuid=uuid)
        .select_related("fixture__stage__season__league", "fixture__home", "fixture__away")
        .first()
    )
    if date_proposal is not None:
        league = date_proposal.fixture.stage.season.league
        if may_see(person, league, membership_of(person, league)):
            return date_proposal
    raise Missing.because("no_such_proposal", _("There is no such proposal."))
