"""Who coached in a match: whoever was in charge of a team on the day that it was played, and who
has a part in it because they coached one of its teams since."""

from collections.abc import Iterable
from datetime import datetime, time, timedelta

from accounts.time_zones import zone_named
from matches.models import Match
from teams.models import Tenure
from teams.queries.coaching import in_charge


def time_of(match: Match) -> tuple[datetime, datetime]:
    """Its day by the league's clock, which ends early where the result was entered on it."""
    opening = datetime.combine(match.played_on, time.min, zone_named(match.league.time_zone))
    closing = min(opening + timedelta(days=1), match.entered_at)
    return opening, max(opening, closing)


def coached_in(match: Match, tenures: Iterable[Tenure]) -> list[Tenure]:
    """Whoever coached in a match, out of all the tenures of one team."""
    opening, closing = time_of(match)
    return in_charge(tenures, opening=opening, closing=closing)


def began_at(match: Match) -> datetime:
    """When it was begun; one that was entered later than its day began on that day."""
    opening, closing = time_of(match)
    return opening if closing < match.entered_at else match.entered_at


def teams_played(
    person: int | None, tenures: Iterable[Tenure], *, since: datetime, now: datetime
) -> set[int]:
    """The teams that somebody coached at any time since a match began: whoever hands theirs to
    another for a moment plays in it nevertheless."""
    return {
        each.team_id
        for each in tenures
        if person is not None
        and each.coach.user_id == person
        and not (each.is_planned(now) or each.is_over(since))
    }
