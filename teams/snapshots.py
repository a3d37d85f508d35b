"""A team's state as it was, to be kept beside what it led to."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from rules.engine import state
from teams.projection import Roster

TUPLES = ("skills", "lent")


def taken(roster: Roster) -> dict[str, Any]:
    """The roster as JSON, with names and shirts as they are now."""
    players = {
        key: replace(player, name=contract.player.name, number=contract.number)
        for key, player in roster.state.players.items()
        if (contract := roster.contracts[key])
    }
    kept = asdict(replace(roster.state, players=players))
    return kept | {"blacklisted_by": sorted(roster.state.blacklisted_by)}


def read_back(kept: Mapping[str, Any]) -> state.Team:
    players = {key: _player(player) for key, player in kept["players"].items()}
    home = kept["home"]
    return state.Team(
        **{
            **kept,
            "players": players,
            "blacklisted_by": frozenset(kept["blacklisted_by"]),
            "home": state.Home(**home) if home else None,
        }
    )


def _player(kept: Mapping[str, Any]) -> state.Player:
    fields: dict[str, Any] = {**kept, **{name: tuple(kept[name]) for name in TUPLES}}
    return state.Player(**fields)
