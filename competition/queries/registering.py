"""Whether a team is still to be registered for the season, as its own page says it."""

from competition.queries.desk import teams_down
from competition.todos import register_team
from league.models import Season
from league.queries import current_season
from league.registration import why_not_registered
from teams.hooks import TeamTodos
from teams.models import Team
from web.todos import Todo


def to_register(asked: TeamTodos) -> list[Todo]:
    """Two statements at most."""
    team = asked.team
    if team.state != Team.State.ACTIVE or team.league.closed_at is not None:
        return []
    season = current_season(team.league)
    season.league = team.league
    if season.state != Season.State.REGISTRATION:
        return []
    if why_not_registered(season, by=asked.own, now=asked.now) or team.uuid in teams_down(season):
        return []
    return [register_team(season, team.uuid, team.name)]
