"""What teams keep about one person."""

from typing import Any

from accounts.models import User
from teams.models import Draft, Tenure


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
