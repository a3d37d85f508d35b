"""Who is at home: evened out over all that a team plays."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence

from competition.scheduling.rounds import Pairing, Round, TeamId


def home_surplus(pairings: Iterable[Pairing]) -> Counter[TeamId]:
    """How many more matches each team plays at home than away."""
    surplus: Counter[TeamId] = Counter()
    for pairing in pairings:
        surplus[pairing.home] += 1
        surplus[pairing.away] -= 1
    return surplus


def surplus_of(rounds: Iterable[Round]) -> Counter[TeamId]:
    return home_surplus(pairing for each in rounds for pairing in each.pairings)


def even_out(
    pairings: Sequence[Pairing], *, before: Mapping[TeamId, int] | None = None
) -> tuple[Pairing, ...]:
    """The same pairings with home and away changed so that every surplus is as small as can be.

    A chain of matches from a team too often at home to one too often away is turned round, until
    there is none. Without a surplus from before nobody ends with more than one.
    """
    turned = list(pairings)
    surplus = home_surplus(turned)
    surplus.update(before or {})
    while chain := _chain(turned, surplus):
        surplus[turned[chain[0]].home] -= 2
        surplus[turned[chain[-1]].away] += 2
        for index in chain:
            turned[index] = turned[index].swapped()
    return tuple(turned)


def _chain(pairings: Sequence[Pairing], surplus: Mapping[TeamId, int]) -> list[int]:
    """Matches that lead from a host to a guest whose surpluses differ by more than two."""
    hosting: dict[TeamId, list[int]] = {}
    for index, pairing in enumerate(pairings):
        hosting.setdefault(pairing.home, []).append(index)
    for start in sorted(hosting, key=lambda team: -surplus[team]):
        came_by: dict[TeamId, int | None] = {start: None}
        queue = deque([start])
        while queue:
            team = queue.popleft()
            if surplus[start] - surplus[team] > 2:
                return _way(team, came_by, pairings)
            for index in hosting.get(team, ()):
                guest = pairings[index].away
                if guest not in came_by:
                    came_by[guest] = index
                    queue.append(guest)
    return []


def _way(
    team: TeamId, came_by: Mapping[TeamId, int | None], pairings: Sequence[Pairing]
) -> list[int]:
    way: list[int] = []
    while (index := came_by[team]) is not None:
        way.append(index)
        team = pairings[index].home
    return way[::-1]
