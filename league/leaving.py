"""How people leave a league, one or all; later rooms add what they let go of."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from jobs.failures import Reason, Refused
from league.models import JoinRequest, League, Membership, Role

Farewell = Callable[[Sequence[Membership], datetime], None]
Objection = Callable[[Membership, User], list[Reason]]

_farewells: list[Farewell] = []
_objections: list[Objection] = []


def at_the_end(farewell: Farewell) -> Farewell:
    """Have a function called with the places that end, inside the transaction that ends them."""
    _farewells.append(farewell)
    return farewell


def add_objection(objection: Objection) -> None:
    """Have a function say why somebody does not take another's place as a coach away."""
    _objections.append(objection)


def why_not_taken_away(place: Membership, by: User) -> list[Reason]:
    """Whoever goes by themselves is not held back."""
    if place.user_id == by.pk:
        return []
    return [reason for objection in _objections for reason in objection(place, by)]


def end_places(places: Sequence[Membership], *, by: User, now: datetime) -> None:
    """The places are held."""
    Membership.objects.filter(pk__in=[place.pk for place in places]).update(until=now, ended_by=by)
    for farewell in _farewells:
        farewell(places, now)


def leagues_run_by(person: User) -> QuerySet[League]:
    """The open leagues that would be without a commissioner. One statement."""
    led = Membership.objects.filter(user=person, role=Role.COMMISSIONER, until=None)
    return League.objects.filter(pk__in=led.values("league"), closed_at=None).order_by("id")


def leave_leagues(person: User, *, now: datetime) -> None:
    """End every place but that of the commissioner of a closed league. Raises Refused where an
    open one would be orphaned."""
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
        raise Refused(*reasons)
    end_places([place for place in places if place not in led], by=person, now=now)
    # What people wrote about themselves goes with them; that they asked stays with the league.
    JoinRequest.objects.filter(user=person).update(words="")
    JoinRequest.objects.filter(user=person, answered_at=None).delete()
