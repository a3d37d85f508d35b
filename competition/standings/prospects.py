"""Where everybody can still end up: clinched and eliminated, said only when it is certain."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from competition.standings.record import Record, StandingsSheet
from competition.standings.results import Key
from competition.standings.scheme import Scheme
from competition.standings.table import TableRow

# Who meets whom in which round; whoever meets nobody has a bye.
Open = tuple[Key, Key | None, int]


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
        self, places: int, at_most: int | None = None, *, is_last: bool = True
    ) -> Literal["", "champion", "clinched", "out"]:
        """What is certain where so many places go on, and with wild cards perhaps more. Who is
        first is champion of the last stage only."""
        if self.champion and is_last:
            return "champion"
        if self.clinched(places):
            return "clinched"
        return "out" if self.eliminated(at_most or places) else ""


def prospects(
    rows: Sequence[TableRow],
    record: Record,
    *,
    fixtures: Iterable[Open] = (),
    rounds_to_come: Iterable[int] = (),
    scheme_in: Callable[[int], Scheme] | None = None,
) -> dict[Key, Prospect]:
    """Bounds for every row, given the fixtures that are open.

    `rounds_to_come` are not paired yet. Each open match is worth anything from nothing, or less, to
    a win with every bonus, as its round counts; so is one whose result is only provisional. Level
    on points counts as undecided until the last match is confirmed, and so is everything while
    somebody has yet to play the matches that it takes to be ranked. What the commissioner may still
    rule is not foreseen.
    """
    ahead = _Ahead.of(record, fixtures, rounds_to_come, scheme_in or (lambda _: record.scheme))
    if not ahead.schemes:
        return _final(rows)
    reach = {row.entrant.key: _reach(row, record, ahead) for row in rows}
    if not ahead.by_points(record.scheme) or any(row.short_of_minimum for row in rows):
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


def _final(rows: Sequence[TableRow]) -> dict[Key, Prospect]:
    return {
        row.entrant.key: Prospect(
            1 + sum(other.place < row.place for other in rows),
            sum(other.place <= row.place for other in rows),
            row.points,
            row.points,
        )
        for row in rows
    }


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What is not certain yet: who plays and who rests in which rounds, how many rounds are to be
    paired, and how each of them counts."""

    matches: Mapping[Key, Sequence[int]]
    byes: Mapping[Key, Sequence[int]]
    unpaired: Counter[int]
    schemes: Mapping[int, Scheme]
    # What a match of each round is worth at least and at most; it may also be void.
    worths: Mapping[int, tuple[int, int]]

    @classmethod
    def of(
        cls,
        record: Record,
        fixtures: Iterable[Open],
        unpaired: Iterable[int],
        scheme_in: Callable[[int], Scheme],
    ) -> "_Ahead":
        matches: dict[Key, list[int]] = defaultdict(list)
        byes: dict[Key, list[int]] = defaultdict(list)
        rounds = {
            entry.round
            for sheet in record.sheets.values()
            for entry in sheet.entries
            if entry.provisional
        }
        for home, away, number in fixtures:
            rounds.add(number)
            if away is None:
                byes[home].append(number)
            else:
                matches[home].append(number)
                matches[away].append(number)
        counted = Counter(unpaired)
        schemes = {number: scheme_in(number) for number in rounds | {*counted}}
        worths = {}
        for number, scheme in schemes.items():
            low, high = scheme.least_and_most()
            worths[number] = min(low, 0), max(high, 0)
        return cls(matches, byes, counted, schemes, worths)

    def by_points(self, now: Scheme) -> bool:
        """Whether points come first, now and in every round to come."""
        return all(scheme.first_by_points() for scheme in (now, *self.schemes.values()))


def _reach(row: TableRow, record: Record, ahead: _Ahead) -> tuple[int, int]:
    """The fewest and the most points that a row can end with."""
    key, entries = row.entrant.key, row.sheet.entries
    certain = StandingsSheet.of(
        (entry for entry in entries if not entry.provisional), record.scheme
    )
    points = certain.tally.points + row.adjusted_by
    ends = [(points, points)]
    match = _one_match(row, record, ahead.worths)
    ends += [match[number] for number in ahead.matches.get(key, ())]
    for number in ahead.byes.get(key, ()):
        bye = ahead.schemes[number].bye()
        ends.append((min(bye, 0), max(bye, 0)))
    for number, times in ahead.unpaired.items():
        (low, high), bye = match[number], ahead.schemes[number].bye()
        ends.append((times * min(low, bye), times * max(high, bye)))
    for entry in entries:
        if entry.provisional:
            low, high = match[entry.round]
            ends.append((min(low, entry.points), max(high, entry.points)))
    return sum(least for least, _ in ends), sum(most for _, most in ends)


def _one_match(
    row: TableRow, record: Record, worths: Mapping[int, tuple[int, int]]
) -> Mapping[int, tuple[int, int]]:
    """By how much one more result can change the points, in each of the rounds.

    Where only the best so many count, a better one displaces the worst of them; where only the
    first so many count, one that is played late may displace any.
    """
    if not record.scheme.limited():
        return worths
    found = [worth for ends in worths.values() for worth in ends]
    found += [entry.points for entry in row.sheet.entries]
    span = max(found) - min(found)
    first = record.scheme.maximum is not None
    return {number: (-span if first else low, span) for number, (low, _) in worths.items()}
