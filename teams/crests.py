"""A team's crest, as its row describes it."""

from dataclasses import replace

from django.urls import reverse

from teams.models import Team
from teams.pictures import small
from web.crests import Crest


def crest_of(team: Team) -> Crest:
    """What stands for the team everywhere: its picture where one hangs, else the drawn crest."""
    if not team.picture_digest:
        return drawn_crest(team)
    address = reverse("teams:picture", args=[team.uuid, small(team.picture_digest)])
    return replace(drawn_crest(team), picture=address)


def drawn_crest(team: Team) -> Crest:
    """What its coach has not chosen, the hash of its id chooses."""
    return Crest.of_team(
        team.uuid,
        name=team.name,
        shirt=team.shirt,
        trim=team.trim,
        shape=team.crest_shape,
        pattern=team.crest_pattern,
    )
