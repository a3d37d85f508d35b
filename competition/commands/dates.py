"""When a season is played: the dates of rounds, and what two coaches agree on for a fixture."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from competition.commands.results import held
from competition.commands.rounds import held_stage
from competition.models import DateProposal, Fixture, Round, Stage
from competition.permissions import plays
from competition.scheduling.complaints import Unworkable
from competition.scheduling.dates import Cadence, Holiday, RoundDates, round_dates
from competition.wording import complaints_said
from jobs.acts import record_act
from jobs.failures import Conflict, Forbidden, Reason, Refused
from league.models import LONGEST_NAME, Membership
from league.permissions import must_be_member, must_run, runs
from teams.on_record import reason_faults
from web.lines import tidied, what_is_wrong_with

FURTHEST_AHEAD = timedelta(days=3 * 366)
MOST_PROPOSALS = 20
State = DateProposal.State
Side = DateProposal.Side


def set_dates(
    *,
    actor: User,
    stage: Stage,
    first: date,
    cadence: Cadence,
    now: datetime,
    deadline: time = time(23, 59),
    days_to_play: int | None = None,
    holidays: Sequence[Holiday] = (),
) -> list[Round]:
    """Give every round that is not over its start and its deadline, from a first day on."""
    must_run(actor, stage.season.league)
    with transaction.atomic():
        stage = held_stage(stage)
        rounds = list(stage.rounds.exclude(state=Round.State.CLOSED).order_by("number"))
        if not rounds:
            raise Refused.because("no_round_to_come", _("No round of this stage is to come."))
        dates = _dates(
            stage,
            rounds=len(rounds),
            first=first,
            cadence=cadence,
            deadline=deadline,
            days_to_play=days_to_play,
            holidays=holidays,
        )
        for each, when in zip(rounds, dates, strict=True):
            each.starts_on = when.starts_at.date()
            each.due_wall = f"{when.deadline_at:%Y-%m-%d %H:%M}"
            each.due_at = when.deadline_at
            each.save(update_fields=["starts_on", "due_wall", "due_at"])
        record_act(
            "competition.set_dates",
            actor=actor,
            now=now,
            stage=str(stage.uuid),
            first=first.isoformat(),
            rounds=len(rounds),
        )
    return rounds


def _dates(stage: Stage, **about: object) -> Sequence[RoundDates]:
    try:
        return round_dates(zone=stage.season.league.time_zone, **about)  # type: ignore[arg-type]
    except Unworkable as unworkable:
        raise Refused(*complaints_said(unworkable.reasons, {})) from None


def propose_date(
    *, actor: User, fixture: Fixture, kick_off_at: datetime, now: datetime, venue: str = ""
) -> DateProposal:
    """Propose a date and a place to the opponent. The word of whoever runs the league, without
    playing in it himself, settles it at once."""
    membership, side = must_have_side(actor, fixture)
    venue = tidied(venue)
    with transaction.atomic():
        _stage, fixture = held(fixture)
        reasons = [
            *_why_not_dated(fixture),
            *_why_not_then(kick_off_at, now),
            *what_is_wrong_with(venue, subject="venue", at_most=LONGEST_NAME, may_be_empty=True),
        ]
        if fixture.proposals.filter(side=side).count() >= MOST_PROPOSALS:
            reasons.append(Reason("too_many_proposals", _("That was proposed often enough.")))
        if reasons:
            raise Refused(*reasons)
        fixture.proposals.filter(side=side, state=State.PROPOSED).update(
            state=State.WITHDRAWN, answered_at=now
        )
        proposal = DateProposal.objects.create(
            fixture=fixture,
            side=side,
            made_by=membership,
            made_at=now,
            kick_off_at=kick_off_at,
            venue=venue,
        )
        record_act("competition.propose_date", actor=actor, now=now, proposal=str(proposal.uuid))
        if side == Side.LEAGUE:
            _agree(proposal, membership, now=now)
    return proposal


def answer_proposal(
    *, actor: User, proposal: DateProposal, accepts: bool, now: datetime
) -> DateProposal:
    """Accept or decline what the other side proposed."""
    membership, side = must_have_side(actor, proposal.fixture)
    if side == proposal.side:
        raise Forbidden.because("own_proposal", _("The other side answers this."))
    with transaction.atomic():
        _stage, fixture = held(proposal.fixture)
        fresh = fixture.proposals.get(pk=proposal.pk)
        fresh.fixture = fixture
        if fresh.state != State.PROPOSED:
            raise Conflict.because("answered_already", _("This was answered already."))
        if accepts and (reasons := _why_not_dated(fixture)):
            raise Refused(*reasons)
        if accepts:
            _agree(fresh, membership, now=now)
        else:
            _answer(fresh, State.DECLINED, membership, now=now)
        record_act(
            "competition.answer_proposal",
            actor=actor,
            now=now,
            proposal=str(fresh.uuid),
            accepts=accepts,
        )
    return fresh


def extend_deadline(
    *, actor: User, fixture: Fixture, until: datetime, reason: str, now: datetime
) -> Fixture:
    """Give one fixture more time, with a reason that stays on record."""
    must_run(actor, fixture.stage.season.league)
    reason = tidied(reason)
    with transaction.atomic():
        _stage, fixture = held(fixture)
        reasons = [
            *_why_not_dated(fixture),
            *_why_not_then(until, now, subject="until"),
            *reason_faults(reason),
        ]
        if reasons:
            raise Refused(*reasons)
        fixture.extended_to = until
        fixture.save(update_fields=["extended_to"])
        record_act(
            "competition.extend_deadline",
            actor=actor,
            now=now,
            reason=reason,
            fixture=str(fixture.uuid),
            until=until.isoformat(),
        )
    return fixture


def must_have_side(person: User, fixture: Fixture) -> tuple[Membership, str]:
    """On which side of a fixture a person sits; whoever runs the league sits between them."""
    membership = must_be_member(person, fixture.stage.season.league)
    if plays(membership, fixture.home):
        return membership, Side.HOME
    if plays(membership, fixture.away):
        return membership, Side.AWAY
    if runs(membership):
        return membership, Side.LEAGUE
    raise Forbidden.because("not_your_match", _("This is for the two who play it."))


def _agree(proposal: DateProposal, by: Membership, *, now: datetime) -> None:
    fixture = proposal.fixture
    fixture.kick_off_at, fixture.venue = proposal.kick_off_at, proposal.venue
    fixture.save(update_fields=["kick_off_at", "venue"])
    _answer(proposal, State.ACCEPTED, by, now=now)
    others = fixture.proposals.filter(state=State.PROPOSED).exclude(pk=proposal.pk)
    others.update(state=State.WITHDRAWN, answered_at=now)


def _answer(proposal: DateProposal, state: State, by: Membership, *, now: datetime) -> None:
    proposal.state, proposal.answered_by, proposal.answered_at = state, by, now
    proposal.save(update_fields=["state", "answered_by", "answered_at"])


def _why_not_dated(fixture: Fixture) -> list[Reason]:
    if fixture.state in (Fixture.State.OPEN, Fixture.State.WAITING):
        return []
    sentence = _("There is nothing left to arrange: %(state)s.")
    return [Reason("fixture_not_open", sentence % {"state": fixture.get_state_display()})]


def _why_not_then(at: datetime, now: datetime, subject: str = "kick_off_at") -> list[Reason]:
    if at <= now:
        return [Reason("in_the_past", _("This has passed already."), subject)]
    if at > now + FURTHEST_AHEAD:
        return [Reason("too_far_ahead", _("That is too far ahead."), subject)]
    return []
