"""People in a league: invited, let in, named to a role, and gone."""

import secrets
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.digests import digest_of
from accounts.models import User
from jobs.acts import record_act
from jobs.failures import Conflict, Forbidden, Missing, Reason, Refused
from league.models import LONGEST_NAME, Invitation, League, Membership, Role
from league.permissions import must_be_commissioner, must_run
from web.lines import tidied, what_is_wrong_with

LONGEST_LIFE = timedelta(days=90)
MOST_USES = 200


def invite(
    *,
    actor: User,
    league: League,
    now: datetime,
    role: str = Role.COACH,
    lifetime: timedelta = timedelta(days=14),
    uses: int = 20,
    secret: str = "",
) -> tuple[Invitation, str]:
    """Make a link that lets people in; the secret beside it is told here and never again."""
    must_invite_as(actor, league, role)
    reasons = []
    if not timedelta(0) < lifetime <= LONGEST_LIFE:
        sentence = _("A link lives from 1 to %(days)d days.") % {"days": LONGEST_LIFE.days}
        reasons.append(Reason("lifetime_out_of_range", sentence, "days"))
    if not 1 <= uses <= MOST_USES:
        sentence = _("A link lets in from 1 to %(most)d people.") % {"most": MOST_USES}
        reasons.append(Reason("uses_out_of_range", sentence, "uses"))
    if reasons:
        raise Refused(*reasons)
    secret = secret or secrets.token_urlsafe(24)
    with transaction.atomic():
        invitation = Invitation.objects.create(
            league=league,
            digest=digest_of(secret),
            role=role,
            made_by=actor,
            made_at=now,
            expires_at=now + lifetime,
            uses_left=uses,
        )
        record_act("league.invite", actor=actor, now=now, invitation=str(invitation.uuid))
    return invitation, secret


def must_invite_as(actor: User, league: League, role: str) -> None:
    """Deputies are named by the commissioner alone, and nobody is invited to be commissioner."""
    if role == Role.DEPUTY:
        must_be_commissioner(actor, league)
    else:
        must_run(actor, league)
    if role not in (Role.DEPUTY, Role.COACH, Role.VIEWER):
        raise Refused.because("no_such_role", _("There is no such role to give."), "role")


def revoke_invitation(*, actor: User, invitation: Invitation, now: datetime) -> None:
    must_run(actor, invitation.league)
    with transaction.atomic():
        Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=now)
        record_act("league.revoke_invitation", actor=actor, now=now, uuid=str(invitation.uuid))


def accept_invitation(*, actor: User, secret: str, now: datetime) -> Membership:
    """Come in by a link. One who is in already stays as he is, or rises to what the link gives."""
    with transaction.atomic():
        # The invitation is the lock: its last use must not be taken twice.
        invitation = (
            Invitation.objects.select_for_update(of=("self",))
            .select_related("league")
            .filter(digest=digest_of(secret))
            .first()
        )
        if invitation is None or not is_open(invitation, now=now):
            raise Missing.because(
                "invitation_over", _("This invitation is over. Ask for another one.")
            )
        league = invitation.league
        present = Membership.objects.filter(league=league, user=actor, until=None).first()
        if present is not None and not rises(present.role, invitation.role):
            return present
        if present is not None:
            present.role = invitation.role
            present.save(update_fields=["role"])
        else:
            present = Membership.objects.create(
                league=league, user=actor, role=invitation.role, since=now
            )
        Invitation.objects.filter(pk=invitation.pk).update(uses_left=F("uses_left") - 1)
        record_act(
            "league.accept_invitation", actor=actor, now=now, invitation=str(invitation.uuid)
        )
    return present


RANKS = {Role.VIEWER: 0, Role.COACH: 1, Role.DEPUTY: 2, Role.COMMISSIONER: 3}


def rises(present: str, offered: str) -> bool:
    return RANKS[Role(offered)] > RANKS[Role(present)]


def is_open(invitation: Invitation, *, now: datetime) -> bool:
    return (
        invitation.revoked_at is None
        and invitation.expires_at > now
        and invitation.uses_left > 0
        and invitation.league.closed_at is None
    )


def add_coach_by_name(*, actor: User, league: League, name: str, now: datetime) -> Membership:
    """Enter a coach who has no account; the commissioner acts for him until he claims his place."""
    must_run(actor, league)
    name = tidied(name)
    if reasons := what_is_wrong_with(name, subject="name", at_most=LONGEST_NAME):
        raise Refused(*reasons)
    with transaction.atomic():
        membership = Membership.objects.create(league=league, name=name, role=Role.COACH, since=now)
        record_act("league.add_coach", actor=actor, now=now, membership=str(membership.uuid))
    return membership


def change_role(*, actor: User, membership: Membership, role: str, now: datetime) -> Membership:
    """Give a member another role; deputies are made and unmade by the commissioner alone."""
    league = membership.league
    must_invite_as(actor, league, role)
    with transaction.atomic():
        membership = _locked(membership)
        if Role.DEPUTY in (membership.role, role):
            must_be_commissioner(actor, league)
        if membership.role == Role.COMMISSIONER:
            raise Refused.because(
                "commissioner_stays", _("The commissioner hands the league over first."), "role"
            )
        if membership.user is None and role == Role.DEPUTY:
            raise Refused.because("no_account", _("A deputy needs an account."), "role")
        membership.role = role
        membership.save(update_fields=["role"])
        record_act(
            "league.change_role", actor=actor, now=now, membership=str(membership.uuid), role=role
        )
    return membership


def hand_over(*, actor: User, membership: Membership, now: datetime) -> None:
    """Make another member commissioner; who hands over stays as a deputy."""
    own = must_be_commissioner(actor, membership.league)
    with transaction.atomic():
        own, heir = _locked(own), _locked(membership)
        if heir.user is None or heir.league_id != own.league_id or heir == own:
            raise Refused.because(
                "no_heir", _("A league is handed over to another member with an account.")
            )
        own.role = Role.DEPUTY
        own.save(update_fields=["role"])
        heir.role = Role.COMMISSIONER
        heir.save(update_fields=["role"])
        record_act("league.hand_over", actor=actor, now=now, membership=str(heir.uuid))


def end_membership(*, actor: User, membership: Membership, now: datetime) -> None:
    """Leave a league, or be shown the door. What one did there stays."""
    league = membership.league
    if membership.user != actor:
        must_run(actor, league)
        if membership.role == Role.DEPUTY:
            must_be_commissioner(actor, league)
    with transaction.atomic():
        membership = _locked(membership)
        if membership.role == Role.COMMISSIONER:
            raise Refused.because(
                "commissioner_stays", _("The commissioner hands the league over first.")
            )
        membership.until = now
        membership.save(update_fields=["until"])
        record_act("league.end_membership", actor=actor, now=now, membership=str(membership.uuid))


def claim_place(*, actor: User, membership: Membership, now: datetime) -> Membership:
    """Take over the place of a coach who was entered by name, with everything that is his."""
    with transaction.atomic():
        membership = _locked(membership)
        if membership.user is not None:
            raise Forbidden.because("place_taken", _("This place belongs to somebody already."))
        membership.user, membership.name = actor, ""
        try:
            with transaction.atomic():
                membership.save(update_fields=["user", "name"])
        except IntegrityError:
            raise Refused.because(
                "in_already", _("You are in this league already, under another place.")
            ) from None
        record_act("league.claim_place", actor=actor, now=now, membership=str(membership.uuid))
    return membership


def _locked(membership: Membership) -> Membership:
    """Read again and held: two hands must not give one place two roles. Raises Conflict."""
    fresh = (
        Membership.objects.select_for_update(of=("self",))
        .select_related("league", "user")
        .filter(pk=membership.pk, until=None)
        .first()
    )
    if fresh is None:
        raise Conflict.because("membership_over", _("This membership is over."))
    return fresh
