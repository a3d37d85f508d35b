"""What a schedule is made of, and how fixtures find rounds in which both teams are free."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from competition.scheduling.matching import cheapest_matching

# Anything that can be hashed and sorted; in practice the id of an entry.
TeamId = int


@dataclass(frozen=True, slots=True, order=True)
class Pairing:
    home: TeamId
    away: TeamId

    @property
    def teams(self) -> frozenset[TeamId]:
        return frozenset((self.home, self.away))

    def swapped(self) -> "Pairing":
        return Pairing(self.away, self.home)


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    pairings: tuple[Pairing, ...] = ()
    byes: tuple[TeamId, ...] = ()

    @property
    def playing(self) -> Counter[TeamId]:
        """How many matches each team has in this round."""
        return Counter(team for pairing in self.pairings for team in pairing.teams)

    def joined_by(self, pairings: Iterable[Pairing]) -> "Round":
        """With more pairings; who was idle and now plays has no bye any more."""
        more = Round(self.number, (*self.pairings, *pairings))
        return Round(
            self.number, more.pairings, tuple(team for team in self.byes if not more.playing[team])
        )


@dataclass(frozen=True, slots=True)
class Placed:
    """The rounds with their new fixtures, those that had to be appended among them."""

    rounds: tuple[Round, ...]
    extra: int = field(default=0, compare=False)


def place(pairings: Sequence[Pairing], rounds: Sequence[Round], *, first: int = 1) -> Placed:
    """Put fixtures into rounds from the first on, so that nobody plays twice in one.

    Where nothing is free, rounds are appended: for fixtures between two divisions exactly as many
    as the busiest team still needs.
    """
    waiting = list(pairings)
    placed = []
    number = 0
    for each in rounds:
        number = each.number
        taken = _free_in(each, waiting) if number >= first else []
        placed.append(each.joined_by(taken))
        waiting = _without(waiting, taken)
    extra = 0
    while waiting:
        extra += 1
        taken = _free_in(Round(number + extra), waiting)
        placed.append(Round(number + extra, tuple(taken)))
        waiting = _without(waiting, taken)
    return Placed(tuple(placed), extra)


def _free_in(each: Round, waiting: Sequence[Pairing]) -> list[Pairing]:
    """As many as the round can take, and above all fixtures of those with most to play."""
    busy = each.playing
    still = Counter(team for pairing in waiting for team in pairing.teams)
    most = max(still.values(), default=0)
    # A pair that meets twice waits twice: the first of them goes first.
    free = {
        pairing.teams: (index, pairing)
        for index, pairing in reversed(list(enumerate(waiting)))
        if not any(busy[team] for team in pairing.teams)
    }
    costs = {
        (pairing.home, pairing.away): (
            sum(still[team] < most for team in pairing.teams),
            -sum(still[team] for team in pairing.teams),
            index,
        )
        for index, pairing in free.values()
    }
    chosen = {frozenset(pair) for pair in cheapest_matching(costs)}
    return [free[pair][1] for pair in sorted(chosen, key=lambda pair: free[pair][0])]


def _without(waiting: Sequence[Pairing], taken: Iterable[Pairing]) -> list[Pairing]:
    left = Counter(taken)
    rest = []
    for pairing in waiting:
        if left[pairing]:
            left[pairing] -= 1
        else:
            rest.append(pairing)
    return rest
