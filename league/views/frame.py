"""What every page of a league shows around its own matter."""

from typing import Any

from league.models import League, Membership
from league.permissions import runs


def frame(league: League, own: Membership | None) -> dict[str, Any]:
    """The league, the reader's place in it, and whether they run it as it stands."""
    return {
        "league": league,
        "own": own,
        "runs": runs(own) and league.closed_at is None,
        "may_run": runs(own),
    }
