"""How a person who deletes the account leaves the leagues."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from jobs.failures import Reason, Refused
from league.models import JoinRequest, League, Membership, Role


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
    others = [place.pk for place in places if place not in led]
    Membership.objects.filter(pk__in=others).update(until=now)
    # What somebody wrote about himself goes with him; that he asked stays with the league.
    JoinRequest.objects.filter(user=person).update(words="")
    JoinRequest.objects.filter(user=person, answered_at=None).delete()
