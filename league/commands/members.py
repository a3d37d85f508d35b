"""People in a league: let in, entered by name, named to a role, and gone."""

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.digests import digest_of
from accounts.hooks import AccountDeletion
from accounts.models import User
from acts.failures import Conflict, Forbidden, Reason, Refused
from acts.recording import record_act
from league.commands.invitations import lock_league, must_invite_as
from league.commands.leagues import hold_person, why_no_more_leagues
from league.hooks import PlaceClaimed, PlacesEnded, PlaceTakenAway
from league.models import LONGEST_NAME, Invitation, JoinRequest, League, Membership, Role
from league.permissions import membership_of, must_be_commissioner, must_run
from league.queries import (
    invitation_over,
    still_open,
    was_given_another_role,
    was_shown_out,
)
from web.lines import tidied, what_is_wrong_with

MOST_MEMBERS = 500
SHOWN_OUT = gettext_lazy(
    "You were shown out of this league after this link was made. Ask for a new link."
)
ANOTHER_ROLE = gettext_lazy(
    "You were given another role after this link was made. Ask for a new link."
)
RANKS = {Role.VIEWER: 0, Role.COACH: 1, Role.DEPUTY: 2, Role.COMMISSIONER: 3}


def accept_invitation(*, actor: User, secret: str, now: datetime) -> Membership:
    """Come in by a link. Whoever is in already stays as they are, or rises to what it gives."""
    with transaction.atomic():
        # The invitation is the lock: its last use must not be taken twice.
        invitation = (
            Invitation.objects.select_for_update(of=("self",))
            .select_related("league", "place")
            .filter(still_open(now), digest=digest_of(secret))
            .first()
        )
        if invitation is None:
            raise invitation_over()
        # The league too: people are counted in it, and whoever follows two links comes in once.
        invitation.league = lock_league(invitation.league)
        present = membership_of(actor, invitation.league)
        if present is not None and not invitation.place and not rises(present.role, invitation):
            return present
        if was_shown_out(actor, invitation):
            raise Forbidden.because("shown_out", SHOWN_OUT)
        if present is not None and was_given_another_role(present, invitation):
            raise Forbidden.because("given_another_role", ANOTHER_ROLE)
        if invitation.place is not None:
            present = _take_place(actor, invitation.place)
            PlaceClaimed(invitation).send()
        elif present is not None:
            present.role = invitation.role
            present.save(update_fields=["role"])
        else:
            present = _new_place(actor, invitation, now=now)
        Invitation.objects.filter(pk=invitation.pk).update(uses_left=F("uses_left") - 1)
        record_act(
            "league.accept_invitation",
            actor=actor,
            now=now,
            invitation=str(invitation.uuid),
            membership=str(present.uuid),
        )
    return present


def _take_place(actor: User, place: Membership) -> Membership:
    """The place of a coach who was entered by name, with everything that is theirs."""
    place = _locked(place)
    if place.user_id is not None:
        raise Forbidden.because("place_taken", _("This place belongs to somebody already."))
    place.user, place.name = actor, ""
    try:
        with transaction.atomic():
            place.save(update_fields=["user", "name"])
    except IntegrityError:
        raise Refused.because(
            "in_already",
            _(
                "You are in this league already, at another place. Leave that one first, then open"
                " this link again."
            ),
        ) from None
    return place


def _new_place(actor: User, invitation: Invitation, *, now: datetime) -> Membership:
    if reasons := why_no_room(invitation.league):
        raise Refused(*reasons)
    return Membership.objects.create(
        league=invitation.league, user=actor, role=invitation.role, since=now
    )


def rises(present: str, invitation: Invitation) -> bool:
    return RANKS[Role(invitation.role)] > RANKS[Role(present)]


def add_coach_by_name(*, actor: User, league: League, name: str, now: datetime) -> Membership:
    """Enter a coach without an account; the commissioner acts for them until they take over."""
    must_run(actor, league)
    name = tidied(name)
    if reasons := what_is_wrong_with(name, subject="name", at_most=LONGEST_NAME):
        raise Refused(*reasons)
    with transaction.atomic():
        league = lock_league(league)
        present = Membership.objects.filter(league=league, until=None)
        if present.filter(user=None, name__iexact=name).exists():
            reasons.append(
                Reason("name_taken", _("Somebody is entered under this name already."), "name")
            )
        reasons += why_no_room(league)
        if reasons:
            raise Refused(*reasons)
        membership = Membership.objects.create(league=league, name=name, role=Role.COACH, since=now)
        record_act("league.add_coach", actor=actor, now=now, membership=str(membership.uuid))
    return membership


def why_no_room(league: League) -> list[Reason]:
    """What keeps another person out of a league, which is held."""
    if league.memberships.filter(until=None).count() < MOST_MEMBERS:
        return []
    many = _("%(most)d people is as many as a league holds. Somebody has to leave it first.")
    params = {"most": MOST_MEMBERS}
    return [Reason("too_many_members", many % params, "", params)]


def change_role(*, actor: User, membership: Membership, role: str, now: datetime) -> Membership:
    """Give a member another role; deputies are made by the commissioner alone, and unmade by them
    or by their own word."""
    league = membership.league
    must_invite_as(actor, league, role)
    with transaction.atomic():
        membership = _locked(membership)
        if membership.role == Role.DEPUTY and membership.user_id != actor.pk:
            must_be_commissioner(actor, league)
        if membership.role == Role.COMMISSIONER:
            raise commissioner_stays("role")
        if membership.user is None and role == Role.DEPUTY:
            raise Refused.because("no_account", _("A deputy needs an account."), "role")
        if role == Role.VIEWER and (reasons := why_not_taken_away(membership, actor)):
            raise Refused(*(reason.at("role") for reason in reasons))
        membership.role = role
        membership.save(update_fields=["role"])
        record_act(
            "league.change_role", actor=actor, now=now, membership=str(membership.uuid), role=role
        )
    return membership


def hand_over(*, actor: User, membership: Membership, now: datetime) -> None:
    """Make another member commissioner; who hands over stays as a deputy."""
    own = must_be_commissioner(actor, membership.league)
    if membership.user is None:
        raise no_heir()
    with transaction.atomic():
        hold_person(membership.user)
        # In the order of their ids: two who hand over to each other must not wait for each other.
        first, second = sorted((own, membership), key=lambda place: place.pk)
        places = {place.pk: _locked(place) for place in (first, second)}
        own, heir = places[own.pk], places[membership.pk]
        # Read again under the lock: what was handed over a moment ago is not handed over twice.
        must_be_commissioner(actor, own.league)
        if heir.league_id != own.league_id or heir == own:
            raise no_heir()
        if reasons := why_no_more_leagues(membership.user):
            raise Refused(*reasons)
        own.role = Role.DEPUTY
        own.save(update_fields=["role"])
        heir.role = Role.COMMISSIONER
        heir.save(update_fields=["role"])
        record_act("league.hand_over", actor=actor, now=now, membership=str(heir.uuid))


def no_heir() -> Refused:
    return Refused.because(
        "no_heir", _("A league is handed over to another member with an account.")
    )


def end_membership(*, actor: User, membership: Membership, now: datetime) -> None:
    """Leave a league, or be shown the door. What one did there stays."""
    league = membership.league
    if membership.user != actor:
        must_run(actor, league)
    with transaction.atomic():
        membership = _locked(membership)
        if membership.role == Role.COMMISSIONER:
            raise commissioner_stays()
        if membership.user != actor and membership.role == Role.DEPUTY:
            must_be_commissioner(actor, league)
        if reasons := why_not_taken_away(membership, actor):
            raise Refused(*reasons)
        end_places([membership], by=actor, now=now)
        record_act("league.end_membership", actor=actor, now=now, membership=str(membership.uuid))


def end_places(places: Sequence[Membership], *, by: User, now: datetime) -> None:
    """The places are held."""
    Membership.objects.filter(pk__in=[place.pk for place in places]).update(until=now, ended_by=by)
    PlacesEnded(places, now).send()


def why_not_taken_away(place: Membership, by: User) -> list[Reason]:
    """Whoever goes by themselves is not held back."""
    return [] if place.user_id == by.pk else PlaceTakenAway(place, by).why_not()


def leave_leagues(deletion: AccountDeletion) -> list[Reason]:
    """End every place of whoever deletes their account but that of the commissioner of a closed
    league, or say which open ones would be orphaned."""
    person, now = deletion.person, deletion.now
    # Locked, as somebody may be handing a league over to this person right now.
    places = list(
        Membership.objects.select_for_update(of=("self",))
        .filter(user=person, until=None)
        .select_related("league")
        .order_by("id")
    )
    led = [place for place in places if place.role == Role.COMMISSIONER]
    sentence = _("You are the commissioner of %(league)s. Hand it over or close it first.")
    if reasons := [
        Reason("commissioner_stays", sentence % {"league": place.league})
        for place in led
        if place.league.closed_at is None
    ]:
        return reasons
    end_places([place for place in places if place not in led], by=person, now=now)
    # What people wrote about themselves goes with them; that they asked stays with the league.
    JoinRequest.objects.filter(user=person).update(words="")
    JoinRequest.objects.filter(user=person, answered_at=None).delete()
    return []


def commissioner_stays(subject: str = "") -> Refused:
    return Refused.because(
        "commissioner_stays", _("The commissioner hands the league over first."), subject
    )


def _locked(membership: Membership) -> Membership:
    """Read again and held: two hands must not give one place two roles. Raises Conflict."""
    # No joins: PostgreSQL reads the row anew after a wait, and what was joined to it as it was.
    places = Membership.objects.select_for_update()
    fresh = places.filter(pk=membership.pk, until=None).first()
    if fresh is None:
        raise Conflict.because("membership_over", _("This membership is over."))
    return fresh
