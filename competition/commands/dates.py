"""When a fixture is played: what two coaches agree on, and more time than its round has."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Forbidden, Reason, Refused
from acts.recording import record_act
from competition.commands.results import lock_fixture
from competition.fixture_words import NOT_OPEN
from competition.models import DateProposal, Fixture
from competition.people import people_behind
from competition.permissions import access_at
from jobs.outbox import enqueue
from league.models import LONGEST_NAME, Membership
from league.permissions import must_be_open, must_run
from teams.on_record import reason_faults
from web.lines import tidied, what_is_wrong_with

FURTHEST_AHEAD = timedelta(days=3 * 366)
MOST_PROPOSALS = 20
MAIL_DATE = "competition.mail_date"
State = DateProposal.State
Side = DateProposal.Side


def propose_date(
    *, actor: User, fixture: Fixture, kick_off_at: datetime, now: datetime, venue: str = ""
) -> DateProposal:
    """Propose a date and a place to the opponent. What whoever runs the league proposes, as
    long as they do not play in the match, is settled at once."""
    membership, side = must_have_side(actor, fixture)
    venue = tidied(venue)
    with transaction.atomic():
        _stage, fixture = lock_fixture(fixture)
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
        _tell(proposal, but=actor, now=now)
    return proposal


def answer_proposal(
    *, actor: User, proposal: DateProposal, accepts: bool, now: datetime
) -> DateProposal:
    """Accept or decline what the other side proposed."""
    membership, side = must_have_side(actor, proposal.fixture)
    if side == proposal.side:
        raise Forbidden.because("own_proposal", _("The other side answers this."))
    with transaction.atomic():
        _stage, fixture = lock_fixture(proposal.fixture)
        fresh = fixture.proposals.get(pk=proposal.pk)
        fresh.fixture = fixture
        if fresh.state != State.PROPOSED:
            raise Conflict.because("answered_already", _("This was answered already."))
        reasons = [*_why_not_dated(fixture), *_why_not_then(fresh.kick_off_at, now)]
        if accepts and reasons:
            raise Refused(*reasons)
        if accepts:
            _agree(fresh, membership, now=now)
        else:
            _answer(fresh, State.DECLINED, membership, now=now)
        _tell(fresh, but=actor, now=now)
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
        _stage, fixture = lock_fixture(fixture)
        reasons = [
            *_why_not_dated(fixture),
            *_why_not_then(until, now, subject="until"),
            *reason_faults(reason),
        ]
        if reasons:
            raise Refused(*reasons)
        fixture.extended_to, fixture.overdue_since = until, None
        fixture.save(update_fields=["extended_to", "overdue_since"])
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
    """On which side of a fixture a person acts. Raises Forbidden; Refused in a closed league."""
    found = access_at(person, fixture)
    must_be_open(fixture.stage.season.league)
    return found


def _tell(proposal: DateProposal, *, but: User, now: datetime) -> None:
    """Owe a mail to whoever it concerns: what was proposed goes to the other side, an answer to
    whoever had proposed, the league's word to both."""
    fixture = proposal.fixture
    if proposal.state == State.PROPOSED:
        entries = [fixture.away if proposal.side == Side.HOME else fixture.home]
    elif proposal.side == Side.LEAGUE:
        entries = [fixture.home, fixture.away]
    else:
        entries = [fixture.home if proposal.side == Side.HOME else fixture.away]
    people = {each for entry in entries for each in people_behind(entry, at=now)} - {but}
    for person in sorted(people, key=lambda each: each.pk):
        enqueue(
            MAIL_DATE,
            now=now,
            key=f"date/{proposal.uuid}/{proposal.state}/{person.uuid}",
            proposal=proposal.pk,
            state=str(proposal.state),
            person=person.pk,
        )


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
    return [Reason("fixture_not_open", str(NOT_OPEN[fixture.state]))]


def _why_not_then(at: datetime, now: datetime, subject: str = "kick_off_at") -> list[Reason]:
    if at <= now:
        return [Reason("in_the_past", _("This has passed already."), subject)]
    if at > now + FURTHEST_AHEAD:
        return [Reason("too_far_ahead", _("That is too far ahead."), subject)]
    return []
