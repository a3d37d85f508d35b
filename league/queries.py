"""What pages about leagues need to know."""

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from jobs.failures import Missing
from league.models import Invitation, League, Membership, Season
from league.permissions import must_see


def league_for(person: Any, uuid: UUID) -> tuple[League, Membership | None]:
    """A league and the person's place in it. Raises Missing. Two statements at most."""
    league = League.objects.filter(uuid=uuid).first()
    if league is None:
        raise Missing.because("no_such_league", _("There is no such league."))
    return league, must_see(person, league)


def leagues_for(person: Any) -> QuerySet[League]:
    """Every league that a person may see, the newest first."""
    if person.is_authenticated and person.is_operator:
        return League.objects.order_by("-id")
    seen = Q(is_public=True)
    if person.is_authenticated:
        mine = Membership.objects.filter(user=person, until=None).values("league")
        seen |= Q(pk__in=mine)
    return League.objects.filter(seen).order_by("-id")


def memberships_of(person: Any) -> QuerySet[Membership]:
    """A person's places, with their leagues. One statement."""
    return Membership.objects.filter(user=person, until=None).select_related("league")


def members(league: League) -> QuerySet[Membership]:
    return league.memberships.filter(until=None).select_related("user")


def current_season(league: League) -> Season:
    """The latest season, with its pin and the pin's catalogue but for the data. One statement."""
    return (
        league.seasons.select_related("pin__catalogue")
        .defer("pin__catalogue__data")
        .latest("number")
    )


def open_invitations(league: League, *, now: Any) -> QuerySet[Invitation]:
    return league.invitations.filter(revoked_at=None, expires_at__gt=now, uses_left__gt=0)
