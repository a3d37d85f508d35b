"""Who stands behind an entry, and who has to be told what."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from competition.models import Entry
from league.models import League, Membership, Season
from league.permissions import COACHING, RUNNING_IT
from matches.deciding import lately, teams_played
from teams.hooks import PlaysBeside
from teams.models import Team, Tenure
from teams.permissions import holding

BETWEEN = (Season.State.PREPARING, Season.State.REGISTRATION)


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


def players_in(seasons: Iterable[int]) -> dict[int, set[int]]:
    """By season, everybody with an account who plays in it. Two statements."""
    accepted = Entry.objects.filter(season__in=list(seasons), state=Entry.State.ACCEPTED)
    playing = Membership.objects.filter(until=None, role__in=COACHING, user__is_active=True)
    by_name = accepted.filter(team=None, coach__in=playing).values_list("season", "coach__user")
    by_team = Tenure.objects.filter(
        holding(timezone.now()), coach__in=playing, team__entries__in=accepted
    ).values_list("team__entries__season", "coach__user")
    found: dict[int, set[int]] = {}
    for season, person in (*by_name, *by_team):
        found.setdefault(season, set()).add(person)
    return found


def plays_beside(asked: PlaysBeside) -> bool:
    """Also whoever went from the season, before it begins, and whoever has a team in the league
    that could still come into it; between two seasons those of the last one are still beside each
    other. Four statements at most."""
    last, *before = Season.objects.filter(league=asked.team.league_id).order_by("-number")[:2]
    numbered = [last.pk] if last.state not in BETWEEN else [last.pk, *(each.pk for each in before)]
    seasons = Season.objects.filter(pk__in=numbered, entries__team=asked.team)
    others = Entry.objects.filter(season__in=seasons).exclude(team=asked.team)
    if others.filter(team=None, coach__user=asked.person).exists():
        return True
    if not seasons.exists():
        return False
    ready = Q(team__league=asked.team.league) & ~Q(team__state=Team.State.RETIRED)
    could = Q(team__entries__in=others) | ready
    own = Tenure.objects.filter(could, coach__user=asked.person).exclude(team=asked.team)
    tenures = own.select_related("coach").distinct()
    return bool(teams_played(asked.person.pk, tenures, since=lately(asked.now), now=asked.now))


def people_in_office(league: League) -> list[User]:
    """Commissioner and deputies. One statement."""
    return _accounts(Membership.objects.filter(league=league, role__in=RUNNING_IT))


def _accounts(places: QuerySet[Membership]) -> list[User]:
    present = places.filter(until=None).values("user")
    return list(User.objects.filter(pk__in=present, is_active=True).order_by("pk"))
