"""Several divisions side by side: equal places compared, and who goes on to the play-offs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from competition.standings.record import Record
from competition.standings.results import Entrant
from competition.standings.table import TableRow, table

Tables = Mapping[str, Sequence[TableRow]]


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Somebody who goes on: from which division, from which place, and in which order."""

    seed: int
    entrant: Entrant
    division: str
    place: int
    wild_card: bool


@dataclass(frozen=True, slots=True)
class Qualification:
    """Who goes on; `undecided` are groups whose places only lots can tell apart. `level` go on from
    equal places of their divisions, and only lots can say in which order."""

    qualifiers: tuple[Qualifier, ...]
    undecided: tuple[tuple[Entrant, ...], ...] = ()
    level: tuple[tuple[Entrant, ...], ...] = ()


def across(tables: Tables, place: int, record: Record) -> tuple[TableRow, ...]:
    """Those on equal places of all divisions, ranked as anybody is.

    Sums count per match as soon as they have not all played equally often.
    """
    rows = [rows[place - 1] for rows in tables.values() if len(rows) >= place]
    uneven = len({row.tally.played for row in rows}) > 1
    return table((row.entrant for row in rows), record, per_match=uneven)


def qualify(tables: Tables, record: Record, *, top: int, wild_cards: int = 0) -> Qualification:
    """The top of each division, then the best of those on the next place, and of the one after.

    Seeded by place: all winners of divisions, then all runners-up, each compared with the others.
    """
    home = {row.entrant.key: name for name, rows in tables.items() for row in rows}
    undecided = [group for rows in tables.values() for group in _on_the_border(rows, top)]
    qualifiers: list[Qualifier] = []
    level: list[tuple[Entrant, ...]] = []
    place, left = 1, wild_cards
    deepest = max(map(len, tables.values()), default=0)
    while place <= deepest and (place <= top or left):
        rows = across(tables, place, record)
        if place > top:
            undecided += [
                group for rows_ in tables.values() for group in _on_the_border(rows_, place)
            ]
            undecided += _on_the_border(rows, left)
            rows = rows[:left]
            left -= len(rows)
        level += sharing(rows)
        qualifiers += [
            Qualifier(
                len(qualifiers) + number, row.entrant, home[row.entrant.key], place, place > top
            )
            for number, row in enumerate(rows, start=1)
        ]
        place += 1
    return Qualification(tuple(qualifiers), tuple(dict.fromkeys(undecided)), tuple(level))


def sharing(rows: Iterable[TableRow]) -> list[tuple[Entrant, ...]]:
    """Groups of those who share a place, the best place first."""
    places: dict[int, list[Entrant]] = {}
    for row in rows:
        places.setdefault(row.place, []).append(row.entrant)
    return [tuple(group) for group in places.values() if len(group) > 1]


def places_on(sizes: Sequence[int], *, top: int, wild_cards: int = 0) -> tuple[int, int]:
    """How many places of each division go on whatever happens, and how many at most: of those next
    in line there may be wild cards for all divisions or for some."""
    sure, left = top, wild_cards
    while left and (there := sum(size > sure for size in sizes)):
        if left < there:
            return sure, sure + 1
        sure, left = sure + 1, left - there
    return sure, sure


def _on_the_border(rows: Sequence[TableRow], places: int) -> list[tuple[Entrant, ...]]:
    """The group that shares a place across the line below so many places."""
    if not 0 < places < len(rows) or rows[places - 1].place != rows[places].place:
        return []
    shared = rows[places].place
    return [tuple(row.entrant for row in rows if row.place == shared)]
