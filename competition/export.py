"""What a season keeps about one person."""

from typing import Any

from accounts.models import User
from competition.models import DateProposal, Entry


def entries_of(user: User) -> list[dict[str, Any]]:
    """Where a person was entered by name, without a team of the league. One statement."""
    entries = Entry.objects.filter(coach__user=user).select_related("season__league")
    return [
        {
            "entry": entry.uuid,
            "league": entry.season.league.name,
            "season": entry.season.number,
            "name": entry.name,
            "race": entry.race,
            "club": entry.club,
            "state": entry.state,
            "registered_at": entry.registered_at,
        }
        for entry in entries.order_by("id")
    ]


def proposals_of(user: User) -> list[dict[str, Any]]:
    """The dates and places that a person proposed for matches. One statement."""
    proposals = DateProposal.objects.filter(made_by__user=user)
    return [
        {
            "fixture": proposal.fixture.uuid,
            "league": proposal.made_by.league.name,
            "kick_off_at": proposal.kick_off_at,
            "place": proposal.venue,
            "state": proposal.state,
            "made_at": proposal.made_at,
        }
        for proposal in proposals.select_related("fixture", "made_by__league").order_by("id")
    ]
