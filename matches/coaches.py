"""Who coached in a match: whoever was in charge of a team on the day that it was played."""

from collections.abc import Iterable
from datetime import datetime, time, timedelta

from accounts.time_zones import zone_named
from matches.models import Match
from teams.models import Tenure
from teams.queries.coaches import in_charge


def time_of(match: Match) -> tuple[datetime, datetime]:
    """Its day by the league's clock, which ends early where the result was entered on it."""
    opening = datetime.combine(match.played_on, time.min, zone_named(match.league.time_zone))
    closing = min(opening + timedelta(days=1), match.entered_at)
    return opening, max(opening, closing)


def coached_in(match: Match, tenures: Iterable[Tenure]) -> list[Tenure]:
    """Whoever coached in a match, out of all the tenures of one team."""
    opening, closing = time_of(match)
    return in_charge(tenures, opening=opening, closing=closing)
