"""Awards at the season's end, worked out from the records; whoever is level shares one."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from competition.standings.results import Key
from competition.standings.table import Row
from competition.standings.tie_breakers import Value


@dataclass(frozen=True, slots=True)
class PlayerTotals:
    """A player's season."""

    key: Key
    team: Key
    touchdowns: int = 0
    casualties: int = 0
    completions: int = 0
    mvps: int = 0


@dataclass(frozen=True, slots=True)
class Award:
    """What it is given for, to whom (players or teams, by their keys), and what they had of it."""

    code: str
    winners: tuple[Key, ...]
    value: Value


OF_PLAYERS: Mapping[str, Callable[[PlayerTotals], int]] = {
    "scorer": lambda player: player.touchdowns,
    "killer": lambda player: player.casualties,
    "passer": lambda player: player.completions,
    "most-mvps": lambda player: player.mvps,
}


def awards(
    players: Iterable[PlayerTotals], rows: Sequence[Row], *, champions: Collection[Key] = ()
) -> tuple[Award, ...]:
    """Those that somebody has earned: of players, then of teams."""
    players = list(players)
    found = [
        _most(code, {player.key: of(player) for player in players})
        for code, of in OF_PLAYERS.items()
    ]
    found += [_best_defence(rows), _most_brutal(rows), _wooden_spoon(rows, champions)]
    return tuple(award for award in found if award is not None)


def _most(code: str, values: Mapping[Key, int]) -> Award | None:
    highest = max(values.values(), default=0)
    if highest <= 0:
        return None
    return Award(code, tuple(sorted(key for key in values if values[key] == highest)), highest)


def _best_defence(rows: Sequence[Row]) -> Award | None:
    """The fewest touchdowns conceded in a match, since not all need have played equally often."""
    conceded = {
        row.entrant.key: Fraction(row.tally.td_against, row.tally.played)
        for row in rows
        if row.tally.played
    }
    if not conceded:
        return None
    fewest = min(conceded.values())
    best = tuple(sorted(key for key, value in conceded.items() if value == fewest))
    return Award("best-defence", best, fewest)


def _most_brutal(rows: Sequence[Row]) -> Award | None:
    return _most("most-brutal", {row.entrant.key: row.tally.cas_for for row in rows})


def _wooden_spoon(rows: Sequence[Row], champions: Collection[Key]) -> Award | None:
    """For the last who is nobody's champion, if there is anybody above."""
    others = [row for row in rows if row.entrant.key not in champions]
    if not others or others[-1].place == 1:
        return None
    place = others[-1].place
    last = [row.entrant.key for row in others if row.place == place]
    return Award("wooden-spoon", tuple(sorted(last)), place)
