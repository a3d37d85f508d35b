"""A team's crest, as its row describes it."""

from teams.models import Team
from web.crests import Crest


def crest_of(team: Team) -> Crest:
    """What its coach has not chosen, the hash of its id chooses."""
    return Crest.of_team(
        team.uuid,
        name=team.name,
        shirt=team.shirt,
        trim=team.trim,
        shape=team.crest_shape,
        pattern=team.crest_pattern,
    )
