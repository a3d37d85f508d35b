"""Who plays in a match's season, as a later room knows it: a result is theirs to believe too."""

from collections.abc import Iterable

from matches.deciding import plays_since, was_over
from matches.hooks import SeasonPlayers
from matches.models import Match
from teams.models import Tenure


def players_in(seasons: Iterable[int]) -> dict[int, set[int]]:
    """Two statements."""
    seasons = list(seasons)
    found: dict[int, set[int]] = {season: set() for season in seasons}
    for players in SeasonPlayers(seasons).send():
        for season, people in players.items():
            found[season] |= people
    return found


def players_beside(match: Match) -> set[int]:
    """Whoever plays in the season and on neither side of this match. Three statements."""
    tenures = Tenure.objects.filter(team__sides__match=match).select_related("coach")
    since = plays_since(match)
    own = {each.coach.user_id for each in tenures if not was_over(each, since)}
    return players_in([match.season_id])[match.season_id] - own
