"""Links that let people into a league, made and revoked."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.digests import digest_of
from accounts.models import User
from acts.failures import Reason, Refused
from acts.recording import record_act
from league.models import Invitation, League, Membership, Role
from league.permissions import must_be_commissioner, must_be_open, must_run
from league.queries import open_invitations

LIFETIME = timedelta(days=14)
LONGEST_LIFE = timedelta(days=90)
USES = 20
MOST_USES = 200
MOST_OPEN_INVITATIONS = 50


def invite(
    *,
    actor: User,
    league: League,
    now: datetime,
    role: str = Role.COACH,
    lifetime: timedelta = LIFETIME,
    uses: int = USES,
    secret: str = "",
) -> tuple[Invitation, str]:
    """Make a link that lets people in; the secret beside it is told here and never again."""
    must_invite_as(actor, league, role)
    reasons = _why_not_so_long(lifetime)
    if not 1 <= uses <= MOST_USES:
        sentence = _("A link lets in from 1 to %(most)d people.") % {"most": MOST_USES}
        reasons.append(Reason("uses_out_of_range", sentence, "uses"))
    if reasons:
        raise Refused(*reasons)
    made = Invitation(
        league=league,
        role=role,
        made_by=actor,
        made_at=now,
        expires_at=now + lifetime,
        uses_left=uses,
    )
    return _written(made, secret or secrets.token_urlsafe(24))


def invite_to_place(
    *,
    actor: User,
    membership: Membership,
    now: datetime,
    lifetime: timedelta = LIFETIME,
    secret: str = "",
) -> tuple[Invitation, str]:
    """Make a link with which a coach who was entered by name takes over their place, once."""
    must_run(actor, membership.league)
    reasons = _why_not_so_long(lifetime)
    if membership.user_id is not None or membership.until is not None:
        sentence = _("This place belongs to somebody already, or to nobody any more.")
        reasons.append(Reason("place_taken", sentence, "member"))
    if reasons:
        raise Refused(*reasons)
    made = Invitation(
        league=membership.league,
        role=membership.role,
        place=membership,
        made_by=actor,
        made_at=now,
        expires_at=now + lifetime,
        uses_left=1,
    )
    return _written(made, secret or secrets.token_urlsafe(24))


def _why_not_so_long(lifetime: timedelta) -> list[Reason]:
    if timedelta(0) < lifetime <= LONGEST_LIFE:
        return []
    sentence = _("A link lives from 1 to %(days)d days.") % {"days": LONGEST_LIFE.days}
    return [Reason("lifetime_out_of_range", sentence, "days")]


def _written(made: Invitation, secret: str) -> tuple[Invitation, str]:
    with transaction.atomic():
        made.league = lock_league(made.league)
        if open_invitations(made.league, now=made.made_at).count() >= MOST_OPEN_INVITATIONS:
            many = _("%(most)d links are open. Revoke one first.")
            raise Refused.because("too_many_invitations", many % {"most": MOST_OPEN_INVITATIONS})
        made.digest = digest_of(secret)
        made.save(force_insert=True)
        record_act("league.invite", actor=made.made_by, now=made.made_at, invitation=str(made.uuid))
    return made, secret


def must_invite_as(actor: User, league: League, role: str) -> None:
    """Deputies are named by the commissioner alone, and nobody is invited to be commissioner."""
    must_run(actor, league)
    if role == Role.DEPUTY:
        must_be_commissioner(actor, league)
    if role not in (Role.DEPUTY, Role.COACH, Role.VIEWER):
        raise Refused.because("no_such_role", _("There is no such role to give."), "role")


def revoke_invitation(*, actor: User, invitation: Invitation, now: datetime) -> None:
    """Whoever comes by this link from now on stays outside. Twice is as good as once."""
    must_run(actor, invitation.league)
    with transaction.atomic():
        live = Invitation.objects.filter(pk=invitation.pk, revoked_at=None)
        if live.update(revoked_at=now):
            record_act(
                "league.revoke_invitation", actor=actor, now=now, invitation=str(invitation.uuid)
            )


def lock_league(league: League) -> League:
    """The league read again and locked: what is counted in it is counted once. Raises Refused."""
    fresh = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    must_be_open(fresh)
    return fresh
