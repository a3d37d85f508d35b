"""What teams keep about one person."""

from typing import Any

from django.db.models import Q

from accounts.models import User
from teams.models import Adoption, Draft, Tenure


def teams_of(user: User) -> list[dict[str, Any]]:
    """The teams that a person coached or coaches, and as what. One statement."""
    tenures = Tenure.objects.filter(coach__user=user).select_related("team__league")
    return [
        {
            "team": tenure.team.uuid,
            "name": tenure.team.name,
            "race": tenure.team.race,
            "league": tenure.team.league.name,
            "as": tenure.kind,
            "since": tenure.since,
            "until": tenure.until,
        }
        for tenure in tenures.order_by("id")
    ]


def drafts_of(user: User) -> list[dict[str, Any]]:
    """The drafts that a person began, finished ones too, as they were left. One statement."""
    drafts = Draft.objects.filter(coach__user=user).select_related("season__league")
    return [
        {
            "draft": draft.uuid,
            "name": draft.name,
            "race": draft.race,
            "league": draft.season.league.name,
            "wish": draft.wish,
            "people": draft.people,
            "begun_at": draft.begun_at,
            "changed_at": draft.changed_at,
            "finished_at": draft.finished_at,
        }
        for draft in drafts.order_by("id")
    ]


def adoptions_of(user: User) -> list[dict[str, Any]]:
    """The adoptions that a person began, or whose coach they were to be. One statement."""
    adoptions = Adoption.objects.filter(Q(begun_by=user) | Q(coach__user=user))
    return [
        {
            "adoption": adoption.uuid,
            "name": adoption.name,
            "race": adoption.race,
            "league": adoption.season.league.name,
            "begun_by_you": adoption.begun_by_id == user.pk,
            "coached_by_you": adoption.coach.user_id == user.pk,
            "sheet": adoption.sheet,
            "begun_at": adoption.begun_at,
            "changed_at": adoption.changed_at,
            "finished_at": adoption.finished_at,
        }
        for adoption in adoptions.select_related("season__league", "coach").order_by("id")
    ]
