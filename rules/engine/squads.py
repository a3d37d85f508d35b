"""How many of each position a team may have: by itself, and together with others."""

from collections.abc import Callable, Iterator, Mapping

from rules.catalogue import PositionLimit, Race
from rules.engine.rulings import Reason


def position_faults(
    race: Race, counts: Mapping[str, int], subject: Callable[[str], str]
) -> Iterator[Reason]:
    """Whatever a squad has too many of; `subject` is the field that counts a position."""
    for key, count in counts.items():
        if count > (most := race.positions[key].max):
            params = {"position": key, "count": count, "at_most": most}
            yield Reason("too-many-of-position", subject(key), params)
    for limit, last in exceeded(race, counts):
        yield together_fault(limit, counts, subject(last))


def exceeded(race: Race, counts: Mapping[str, int]) -> Iterator[tuple[PositionLimit, str]]:
    """Every limit over several positions that a squad breaks, and the last position in it."""
    for limit in race.limits:
        if limit.count(counts) > limit.max:
            yield limit, [key for key in limit.positions if counts.get(key)][-1]


def together_fault(limit: PositionLimit, counts: Mapping[str, int], subject: str) -> Reason:
    params = {
        "limit": limit.name,
        "positions": [*limit.positions],
        "count": limit.count(counts),
        "at_most": limit.max,
    }
    return Reason("too-many-together", subject, params)
