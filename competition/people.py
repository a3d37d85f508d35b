"""Who stands behind an entry, and who has to be told what."""

from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from competition.models import Entry
from league.models import League, Membership
from league.permissions import RUNNING_IT
from teams.models import Tenure
from teams.permissions import holding


def people_behind(entry: Entry | None, *, at: datetime) -> list[User]:
    """Everybody with an account who coaches an entry. One statement."""
    if entry is None:
        return []
    if entry.team_id is None:
        return _accounts(Membership.objects.filter(entries=entry))
    return people_coaching(entry.team_id, at=at)


def people_coaching(team: int, *, at: datetime) -> list[User]:
    """Everybody with an account who coaches a team. One statement."""
    tenures = Tenure.objects.filter(holding(at), team=team)
    return _accounts(Membership.objects.filter(pk__in=tenures.values("coach")))


def people_in_office(league: League) -> list[User]:
    """Commissioner and deputies. One statement."""
    return _accounts(Membership.objects.filter(league=league, role__in=RUNNING_IT))


def _accounts(places: QuerySet[Membership]) -> list[User]:
    present = places.filter(until=None).values("user")
    return list(User.objects.filter(pk__in=present, is_active=True).order_by("pk"))
