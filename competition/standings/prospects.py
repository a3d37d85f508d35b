"""Where everybody can still end up: clinched and eliminated, said only when it is certain."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from competition.standings.record import Record, Sheet
from competition.standings.results import Key
from competition.standings.table import Row


@dataclass(frozen=True, slots=True)
class Prospect:
    """The best and the worst place that points still allow, and the points at either end."""

    best: int
    worst: int
    least: int
    most: int

    def clinched(self, places: int = 1) -> bool:
        return self.worst <= places

    def eliminated(self, places: int = 1) -> bool:
        return self.best > places

    @property
    def champion(self) -> bool:
        return self.clinched(1)

    def fate(
        self, places: int, at_most: int | None = None
    ) -> Literal["", "champion", "clinched", "out"]:
        """What is certain where so many places go on, and with wild cards perhaps more."""
        if self.champion:
            return "champion"
        if self.clinched(places):
            return "clinched"
        return "out" if self.eliminated(at_most or places) else ""


def prospects(
    rows: Sequence[Row],
    record: Record,
    *,
    fixtures: Iterable[tuple[Key, Key | None]] = (),
    rounds_to_come: int = 0,
) -> dict[Key, Prospect]:
    """Bounds for every row, given the fixtures that are open (None is a bye to come).

    `rounds_to_come` counts rounds that are not paired yet. Each open match is worth anything from
    nothing, or less, to a win with every bonus; so is one whose result is only provisional.
    Level on points counts as undecided until the last match is confirmed, and so is everything
    while somebody has yet to play the matches that it takes to be ranked. What the commissioner may
    still rule is not foreseen.
    """
    fixtures = list(fixtures)
    if not fixtures and not rounds_to_come and _all_confirmed(record):
        return _final(rows)
    matches, byes = _open(fixtures)
    reach = {
        row.entrant.key: _reach(
            row, record, matches[row.entrant.key], byes[row.entrant.key], rounds_to_come
        )
        for row in rows
    }
    if not record.scheme.first_by_points() or any(row.short_of_minimum for row in rows):
        return {key: Prospect(1, len(rows), *ends) for key, ends in reach.items()}
    return {
        key: Prospect(
            best=1 + sum(other > most for other, _ in reach.values()),
            worst=sum(other >= least for _, other in reach.values()),
            least=least,
            most=most,
        )
        for key, (least, most) in reach.items()
    }


def _all_confirmed(record: Record) -> bool:
    return not any(entry.provisional for sheet in record.sheets.values() for entry in sheet.entries)


def _final(rows: Sequence[Row]) -> dict[Key, Prospect]:
    return {
        row.entrant.key: Prospect(
            1 + sum(other.place < row.place for other in rows),
            sum(other.place <= row.place for other in rows),
            row.points,
            row.points,
        )
        for row in rows
    }


def _open(fixtures: Iterable[tuple[Key, Key | None]]) -> tuple[Counter[Key], Counter[Key]]:
    matches: Counter[Key] = Counter()
    byes: Counter[Key] = Counter()
    for home, away in fixtures:
        if away is None:
            byes[home] += 1
        else:
            matches.update((home, away))
    return matches, byes


def _reach(row: Row, record: Record, matches: int, byes: int, rounds: int) -> tuple[int, int]:
    """The fewest and the most points that a row can end with."""
    scheme, entries = record.scheme, row.sheet.entries
    certain = Sheet.of((entry for entry in entries if not entry.provisional), scheme)
    points = certain.tally.points + row.adjusted_by
    low, high = _one_match(row, record)
    bye = scheme.bye()
    least = points + matches * low + byes * min(bye, 0) + rounds * min(low, bye)
    most = points + matches * high + byes * max(bye, 0) + rounds * max(high, bye)
    for entry in entries:
        if entry.provisional:
            least += min(low, entry.points)
            most += max(high, entry.points)
    return least, most


def _one_match(row: Row, record: Record) -> tuple[int, int]:
    """By how much one more result can change the points.

    Where only the best so many count, a better one displaces the worst of them; where only the
    first so many count, one that is played late may displace any.
    """
    scheme = record.scheme
    low, high = scheme.least_and_most()
    low, high = min(low, 0), max(high, 0)
    if not scheme.limited():
        return low, high
    worths = [low, high, *(entry.points for entry in row.sheet.entries)]
    span = max(worths) - min(worths)
    return (low if scheme.maximum is None else -span), span
