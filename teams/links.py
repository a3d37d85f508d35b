"""What two ledgers have in common: players who were traded went as they were then."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from acts.failures import Reason
from rules.engine import state
from rules.engine.effects import Effect, Left
from rules.engine.fold import fold
from teams.models import Contract, Team

TRADED = "traded"


def carried_off(team: Team, life: Iterable[Effect]) -> dict[str, state.Player]:
    """Everybody who was traded away, by key, as they were when they went. Raises Impossible."""
    present = state.Team(race=team.race)
    players = {}
    for effect in life:
        if isinstance(effect, Left) and effect.how == TRADED and effect.player in present.players:
            players[effect.player] = present.players[effect.player]
        present = fold(present, [effect])
    return players


def broken_links(team: Team, before: Iterable[Effect], after: Iterable[Effect]) -> list[Reason]:
    """Why a team cannot have lived otherwise: another has a player as they were. Raises Impossible.

    One statement for each player who would have been different.
    """
    then, otherwise = carried_off(team, before), carried_off(team, after)
    sentence = _(
        "%(player)s was traded since, as they were then: their new team's ledger rests on it."
    )
    return [
        Reason("link_broken", sentence % {"player": _named(team, key)})
        for key, player in then.items()
        if otherwise.get(key) != player
    ]


def _named(team: Team, key: str) -> str:
    return Contract.objects.select_related("player").get(team=team, key=key).player.name
