"""Awards at the season's end, worked out from the records; whoever is level shares one."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from competition.standings.results import Key
from competition.standings.table import TableRow
from competition.standings.tie_breakers import Value
from rules.engine.season_awards import LeagueAward, plays_regularly


@dataclass(frozen=True, slots=True)
class PlayerTotals:
    """A player's season, and the team that it was played for last."""

    key: Key
    team: Key
    touchdowns: int = 0
    casualties: int = 0
    completions: int = 0
    mvps: int = 0


@dataclass(frozen=True, slots=True)
class TeamTotals:
    """What a team did in the matches of a season that were played, in whichever stage."""

    key: Key
    played: int = 0
    conceded: int = 0
    casualties: int = 0


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
    players: Iterable[PlayerTotals],
    teams: Iterable[TeamTotals],
    rows: Sequence[TableRow],
    *,
    champions: Collection[Key] = (),
) -> tuple[Award, ...]:
    """Those that somebody has earned: of players, then of teams; `rows` are the table's."""
    players, teams = list(players), list(teams)
    regulars = _regulars(teams)
    found = [
        _most(code, {player.key: of(player) for player in players})
        for code, of in OF_PLAYERS.items()
    ]
    found += [
        _best_defence(regulars),
        _most("most-brutal", {team.key: team.casualties for team in teams}),
        _wooden_spoon(rows, {team.key for team in regulars}, champions),
    ]
    return tuple(award for award in found if award is not None)


def awards_declared(declared: Iterable[LeagueAward], rows: Sequence[TableRow]) -> tuple[Award, ...]:
    """What an edition gives by its table alone. Whoever has not played is not among those with the
    fewest; where everybody has as much, nobody is."""
    found = []
    for award in declared:
        values = {row.entrant.key: _had(row, award.of) for row in rows if row.tally.played}
        if not values or (award.fewest and len({*values.values()}) == 1):
            continue
        wanted = min(values.values()) if award.fewest else max(values.values())
        if wanted or award.fewest:
            winners = tuple(sorted(key for key in values if values[key] == wanted))
            found.append(Award(award.key, winners, wanted))
    return tuple(found)


def _had(row: TableRow, of: str) -> int:
    return row.points if of == "points" else row.tally.tallies.get(of, (0, 0))[0]


def _regulars(teams: Sequence[TeamTotals]) -> list[TeamTotals]:
    """Whoever played often enough for an award that goes by the match."""
    most = max((team.played for team in teams), default=0)
    return [team for team in teams if plays_regularly(team.played, most=most)]


def _most(code: str, values: Mapping[Key, int]) -> Award | None:
    highest = max(values.values(), default=0)
    if highest <= 0:
        return None
    return Award(code, tuple(sorted(key for key in values if values[key] == highest)), highest)


def _best_defence(teams: Sequence[TeamTotals]) -> Award | None:
    """The fewest touchdowns conceded in a match, since not all need have played equally often."""
    conceded = {team.key: Fraction(team.conceded, team.played) for team in teams}
    if not conceded:
        return None
    fewest = min(conceded.values())
    best = tuple(sorted(key for key, value in conceded.items() if value == fewest))
    return Award("best-defence", best, fewest)


def _wooden_spoon(
    rows: Sequence[TableRow], regulars: Collection[Key], champions: Collection[Key]
) -> Award | None:
    """For the last who played regularly and is nobody's champion, if there is anybody above."""
    others = [
        row for row in rows if row.entrant.key in regulars and row.entrant.key not in champions
    ]
    if not others or others[-1].place == 1:
        return None
    place = others[-1].place
    last = [row.entrant.key for row in others if row.place == place]
    return Award("wooden-spoon", tuple(sorted(last)), place)
