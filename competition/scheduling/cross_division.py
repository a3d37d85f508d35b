"""Fixtures between divisions, beside those that each plays inside."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import combinations

from competition.scheduling.complaints import about_number, about_teams, refuse
from competition.scheduling.homes import even_out, surplus_of
from competition.scheduling.matching import cheapest_matching
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


def across_divisions(
    divisions: Sequence[Sequence[TeamId]], *, games: int, rounds: Sequence[Round] = ()
) -> Placed:
    """So many games for each team against other divisions, put into these rounds.

    Two divisions, or neighbours of an even number of them, meet by seed where they are as large.
    Otherwise each team plays whoever is near its seed in any other division, and is one game short
    at most: somebody has to be where numbers are odd or a division is larger than the others.
    """
    refuse(
        [
            *about_teams([team for division in divisions for team in division]),
            *about_number("games", games, at_least=1, at_most=GAMES_AT_MOST),
            *_about_largest([len(division) for division in divisions], games),
        ]
    )
    neighbours = list(zip(divisions[::2], divisions[1::2], strict=False))
    if len(divisions) % 2 or any(len(left) != len(right) for left, right in neighbours):
        pairings = _near_each_other(divisions, games)
        return place(even_out(pairings, before=surplus_of(rounds)), rounds)
    placed = Placed(tuple(rounds), 0)
    for left, right in neighbours:
        placed = cross_division(left, right, games=games, rounds=placed.rounds)
    return placed


def _about_largest(sizes: Sequence[int], games: int) -> list[Reason]:
    """Whether those outside the largest division are enough to give each inside its games but one.

    If they are, everybody can have as many: only pairs within a division are ruled out.
    """
    if len(sizes) < 2:
        return [Reason("one-division", "cross_games", {})]
    larger = max(sizes)
    others = sum(sizes) - larger
    if larger * (games - 1) <= others * games:
        return []
    params = {"smaller": others, "larger": larger}
    return [Reason("divisions-uneven", "cross_games", params)]


def _near_each_other(divisions: Sequence[Sequence[TeamId]], games: int) -> list[Pairing]:
    """Game by game as many as can play, first those who have played least, if they can somebody new
    from a division they have seldom met, with a seed like theirs."""
    home = {team: number for number, each in enumerate(divisions) for team in each}
    seed = {team: index for each in divisions for index, team in enumerate(each)}
    pairings: list[Pairing] = []
    while any(played < games for played in _games_of(home, pairings).values()):
        played = _games_of(home, pairings)
        met = Counter(pairing.teams for pairing in pairings)
        divisions_met: Counter[tuple[TeamId, int]] = Counter()
        for pairing in pairings:
            divisions_met[pairing.home, home[pairing.away]] += 1
            divisions_met[pairing.away, home[pairing.home]] += 1
        costs = {
            (one, other): (
                played[one] + played[other],
                met[frozenset((one, other))],
                divisions_met[one, home[other]] + divisions_met[other, home[one]],
                (seed[one] - seed[other]) ** 2,
            )
            for one, other in combinations(home, 2)
            if home[one] != home[other] and played[one] < games and played[other] < games
        }
        if not costs:
            break
        pairings += [Pairing(*pair) for pair in sorted(cheapest_matching(costs))]
    return _with_those_left(pairings, home, games)


def _games_of(home: Mapping[TeamId, int], pairings: Sequence[Pairing]) -> Counter[TeamId]:
    played = Counter(dict.fromkeys(home, 0))
    played.update(team for pairing in pairings for team in pairing.teams)
    return played


def _with_those_left(
    pairings: Sequence[Pairing], home: Mapping[TeamId, int], games: int
) -> list[Pairing]:
    """Two of one division who are short come in between two others who were to meet."""
    made = list(pairings)
    played = _games_of(home, made)
    short = [team for team in home for _ in range(games - played[team])]
    while len(short) >= 2:
        one, other = short.pop(0), short.pop(0)
        met = Counter(pairing.teams for pairing in made)
        apart = [
            pairing for pairing in made if home[one] not in (home[pairing.home], home[pairing.away])
        ]
        if not apart:
            break
        between = min(
            apart,
            key=lambda each: met[frozenset((one, each.home))] + met[frozenset((other, each.away))],
        )
        made.remove(between)
        made += [Pairing(one, between.home), Pairing(other, between.away)]
    return made


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
        Pairing(left[seed], right[other]) if at_home else Pairing(right[other], left[seed])
        for seed, other, at_home in _meetings(max(len(left), len(right)), games, opponents, turn)
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


def _meetings(
    size: int, games: int, opponents: Opponents, turn: int
) -> Iterator[tuple[int, int, bool]]:
    """Pairs of seeds, game by game, nobody twice in a game, and whether the first is at home.

    One side is at home in one game and the other in the next; in an odd one every other seed is.
    """
    if opponents is Opponents.SAME_SEED:
        groups = [range(seed, seed + 1) for seed in range(size)]
    elif opponents is Opponents.ROTATING:
        groups = [range(size)]
    else:
        groups = _groups(size, games)
        turn = 0
    for game in range(games):
        odd_one = game == games - 1 and games % 2
        for group in groups:
            for index, seed in enumerate(group):
                other = group[(index + turn + game) % len(group)]
                yield seed, other, (seed if odd_one else game) % 2 == 0


def _groups(size: int, games: int) -> list[range]:
    """Neighbours by seed, as many as there are games; the last group takes what is left over."""
    starts = range(0, size - games + 1, games) or range(1)
    ends = [*starts[1:], size]
    return [range(start, end) for start, end in zip(starts, ends, strict=True)]
