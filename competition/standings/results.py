"""What a table is made from: plain facts about entrants, matches, byes, rulings and lots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, Self

from rules.engine.league_points import How, Result
from rules.engine.rulings import Line

Key = str
Winner = Literal["", "home", "away", "nobody"]
NOTHING: Mapping[str, Sequence[int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Entrant:
    """Whoever has a row of its own. Its strength matters only if a league ranks by it."""

    key: Key
    name: str
    strength: int | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: how it came out of it, its score, and what the edition counts besides.

    `because` is what the rulebook ruled when the match was played, and holds whatever the house
    rules have become since; without it the points follow from the present ones.
    """

    entrant: Key
    result: Result
    score: int = 0
    tallies: Mapping[str, int] = field(default_factory=dict)
    because: tuple[Line, ...] | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A match that has come to an end, whoever turned up; provisional until it is confirmed."""

    key: Key
    home: Side
    away: Side
    round: int = 0
    order: int = 0
    how: How = "played"
    provisional: bool = False

    @classmethod
    def score(
        cls,
        key: Key,
        home: Key,
        away: Key,
        score: tuple[int, int],
        tallies: Mapping[str, Sequence[int]] = NOTHING,
        *,
        winner: Winner = "",
        round: int = 0,  # noqa: A002 (what a coach would say)
        order: int = 0,
        how: How = "played",
        provisional: bool = False,
    ) -> Self:
        """A match known by its score alone; a winner is named where that does not tell."""
        won, lost = _results(score, winner)
        return cls(
            key,
            Side(home, won, score[0], {key: each[0] for key, each in tallies.items()}),
            Side(away, lost, score[1], {key: each[1] for key, each in tallies.items()}),
            round,
            order,
            how,
            provisional,
        )


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without an opponent, and the score that the league enters for it."""

    key: Key
    entrant: Key
    round: int = 0
    order: int = 0
    score: int = 0
    because: tuple[Line, ...] | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that the commissioner gave or took, from a round on, and why."""

    entrant: Key
    points: int
    reason: str
    round: int = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lots as they were drawn, the best place first."""

    order: tuple[Key, ...]
    round: int = 0


def _results(score: tuple[int, int], winner: Winner) -> tuple[Result, Result]:
    if winner == "nobody":
        return "lost", "lost"
    if not winner and score[0] == score[1]:
        return "drawn", "drawn"
    return (
        ("won", "lost")
        if winner == "home" or (not winner and score[0] > score[1])
        else ("lost", "won")
    )
