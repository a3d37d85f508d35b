"""Fixtures between two divisions, beside those that each plays inside."""

from collections.abc import Sequence
from enum import Enum

from competition.scheduling.complaints import about_number, about_teams, refuse
from competition.scheduling.homes import even_out, surplus_of
from competition.scheduling.rounds import Pairing, Placed, Round, TeamId, place
from rules.engine.rulings import Reason

GAMES_AT_MOST = 20


class Opponents(Enum):
    """Whom a team meets in the other division."""

    SAME_SEED = "same-seed"
    """The first the first, as often as there are games."""
    NEAR_SEEDS = "near-seeds"
    """With two games the first two of either side meet, then the next two, and so on."""
    ROTATING = "rotating"
    """Beginning with the seed that the turn says, then the next: another turn each season."""


def cross_division(
    left: Sequence[TeamId],
    right: Sequence[TeamId],
    *,
    games: int,
    opponents: Opponents = Opponents.NEAR_SEEDS,
    turn: int = 0,
    rounds: Sequence[Round] = (),
    first: int = 1,
) -> Placed:
    """So many games for each team against the other division, by seed, put into these rounds.

    Rounds are used from the first one named if both teams are free, and appended otherwise. Home
    and away are evened out with what the rounds hold. If one division has a team more than the
    other, as many teams of the larger one as there are games go without one of theirs.
    """
    refuse(
        [
            *about_teams([*left, *right]),
            *about_number("games", games, at_least=1, at_most=GAMES_AT_MOST),
            *_about_sizes(len(left), len(right), opponents),
        ]
    )
    pairings = [
        Pairing(left[seed], right[other])
        for seed, other in _meetings(max(len(left), len(right)), games, opponents, turn)
        if seed < len(left) and other < len(right)
    ]
    return place(even_out(pairings, before=surplus_of(rounds)), rounds, first=first)


def _about_sizes(left: int, right: int, opponents: Opponents) -> list[Reason]:
    """A team more on one side is borne, unless everybody has one opponent only."""
    smaller, larger = sorted((left, right))
    borne = 0 if opponents is Opponents.SAME_SEED else 1
    if smaller and larger - smaller <= borne:
        return []
    return [Reason("divisions-uneven", "divisions", {"smaller": smaller, "larger": larger})]


def _meetings(size: int, games: int, opponents: Opponents, turn: int) -> list[tuple[int, int]]:
    """Pairs of seeds, game by game, nobody twice in a game."""
    if opponents is Opponents.SAME_SEED:
        groups = [range(seed, seed + 1) for seed in range(size)]
    elif opponents is Opponents.ROTATING:
        groups = [range(size)]
    else:
        groups = _groups(size, games)
        turn = 0
    return [
        (group[index], group[(index + turn + game) % len(group)])
        for game in range(games)
        for group in groups
        for index in range(len(group))
    ]


def _groups(size: int, games: int) -> list[range]:
    """Neighbours by seed, as many as there are games; the last group takes what is left over."""
    starts = range(0, size - games + 1, games) or range(1)
    ends = [*starts[1:], size]
    return [range(start, end) for start, end in zip(starts, ends, strict=True)]
