"""All that tables are made from, kept up to date one result at a time."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from operator import add, sub
from typing import Self

from competition.standings.results import Adjustment, Bye, Drawing, Key, Played, Side
from competition.standings.scheme import Scheme
from rules.engine.league_points import How, Outcome, Result
from rules.engine.rulings import Line, total


@dataclass(frozen=True, slots=True)
class Entry:
    """A match as one of its sides sees it, with the arithmetic of its points.

    A bye, and what a league enters for a fixture that was struck out, have no opponent.
    """

    round: int
    order: int
    key: Key
    opponent: Key | None
    result: Result
    how: How
    td_for: int
    td_against: int
    cas_for: int
    cas_against: int
    provisional: bool
    because: tuple[Line, ...]

    @property
    def points(self) -> int:
        return total(self.because)

    @property
    def bonus(self) -> int:
        return sum(line.amount or 0 for line in self.because if line.code == "bonus")

    def when(self) -> tuple[int, int, Key]:
        return self.round, self.order, self.key


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums of entries; whatever was added can be taken away again."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    points: int = 0
    bonus: int = 0
    bye_points: int = 0
    td_for: int = 0
    td_against: int = 0
    cas_for: int = 0
    cas_against: int = 0
    provisional: int = 0

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Self:
        entries = list(entries)
        matches = [entry for entry in entries if entry.opponent is not None]
        byes = [entry for entry in entries if entry.how == "bye"]
        results = Counter(entry.result for entry in matches)
        return cls(
            played=len(matches),
            won=results["won"],
            drawn=results["drawn"],
            lost=results["lost"],
            byes=len(byes),
            points=sum(entry.points for entry in entries),
            bonus=sum(entry.bonus for entry in matches),
            bye_points=sum(entry.points for entry in byes),
            td_for=sum(entry.td_for for entry in entries),
            td_against=sum(entry.td_against for entry in entries),
            cas_for=sum(entry.cas_for for entry in matches),
            cas_against=sum(entry.cas_against for entry in matches),
            provisional=sum(entry.provisional for entry in matches),
        )

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*map(add, astuple(self), astuple(other)))

    def __sub__(self, other: "Tally") -> "Tally":
        return Tally(*map(sub, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class Sheet:
    """One entrant's matches in the order of the season, and the tally of those that count."""

    entries: tuple[Entry, ...] = ()
    tally: Tally = field(default_factory=Tally)

    @classmethod
    def of(cls, entries: Iterable[Entry], scheme: Scheme) -> Self:
        in_order = tuple(sorted(entries, key=Entry.when))
        return cls(in_order, Tally.of(counting(in_order, scheme)))

    def plus(self, entry: Entry, scheme: Scheme) -> "Sheet":
        entries = (*self.entries, entry)
        if scheme.limited():
            return Sheet.of(entries, scheme)
        return Sheet(tuple(sorted(entries, key=Entry.when)), self.tally + Tally.of([entry]))

    def minus(self, key: Key, scheme: Scheme) -> "Sheet":
        place = next((n for n, each in enumerate(self.entries) if each.key == key), None)
        if place is None:
            raise KeyError(key)
        entries = (*self.entries[:place], *self.entries[place + 1 :])
        if scheme.limited():
            return Sheet.of(entries, scheme)
        return Sheet(entries, self.tally - Tally.of([self.entries[place]]))

    def matches(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.opponent is not None]


def counting(entries: Sequence[Entry], scheme: Scheme) -> list[Entry]:
    """Of the first matches the best ones, as far as the league limits them, and all byes."""
    if not scheme.limited():
        return list(entries)
    matches = [entry for entry in entries if entry.opponent is not None][: scheme.maximum]
    best = sorted(matches, key=_worth, reverse=True)[: scheme.best]
    return [*best, *(entry for entry in entries if entry.opponent is None)]


def _worth(entry: Entry) -> tuple[int, int, int]:
    td, cas = entry.td_for - entry.td_against, entry.cas_for - entry.cas_against
    return entry.points, td, cas


@dataclass(frozen=True, slots=True)
class Record:
    """What everybody has brought in so far, with the commissioner's rulings and the lots drawn.

    It covers all who ever played, whichever table they stand in: a cross-division match counts in
    both, and a team that has left is still somebody's opponent.
    """

    scheme: Scheme
    sheets: Mapping[Key, Sheet] = field(default_factory=dict)
    adjustments: tuple[Adjustment, ...] = ()
    lots: tuple[Drawing, ...] = ()

    @classmethod
    def of(
        cls,
        results: Iterable[Played | Bye],
        *,
        scheme: Scheme,
        adjustments: Iterable[Adjustment] = (),
        lots: Iterable[Drawing] = (),
    ) -> Self:
        entries: dict[Key, dict[Key, Entry]] = {}
        for result in results:
            for entrant, entry in entries_of(result, scheme):
                if entries.setdefault(entrant, {}).setdefault(entry.key, entry) is not entry:
                    raise ValueError(f"{entry.key} stands there twice")
        sheets = {entrant: Sheet.of(mine.values(), scheme) for entrant, mine in entries.items()}
        return cls(scheme, sheets, tuple(adjustments), tuple(lots))

    def sheet(self, entrant: Key) -> Sheet:
        return self.sheets.get(entrant) or Sheet()

    def adjusted(self, entrant: Key) -> tuple[Adjustment, ...]:
        return tuple(each for each in self.adjustments if each.entrant == entrant)

    def plus(self, result: Played | Bye) -> "Record":
        sheets = dict(self.sheets)
        for entrant, entry in entries_of(result, self.scheme):
            before = self.sheet(entrant)
            if any(each.key == entry.key for each in before.entries):
                raise ValueError(f"{entry.key} stands there twice")
            sheets[entrant] = before.plus(entry, self.scheme)
        return replace(self, sheets=sheets)

    def minus(self, result: Played | Bye) -> "Record":
        sheets = dict(self.sheets)
        for entrant, entry in entries_of(result, self.scheme):
            sheets[entrant] = self.sheet(entrant).minus(entry.key, self.scheme)
        return replace(self, sheets=sheets)

    def changed(self, before: Played | Bye, after: Played | Bye) -> "Record":
        return self.minus(before).plus(after)

    def upto(self, round_: int) -> "Record":
        """Everything as it was after a round."""
        sheets = {
            entrant: Sheet.of((e for e in sheet.entries if e.round <= round_), self.scheme)
            for entrant, sheet in self.sheets.items()
        }
        return replace(
            self,
            sheets=sheets,
            adjustments=tuple(each for each in self.adjustments if each.round <= round_),
            lots=tuple(each for each in self.lots if each.round <= round_),
        )


def entries_of(result: Played | Bye, scheme: Scheme) -> Iterator[tuple[Key, Entry]]:
    """Both sides of a match, or the one of a bye."""
    if isinstance(result, Bye):
        yield result.entrant, _bye(result, scheme)
    else:
        yield result.home.entrant, _entry(result, result.home, result.away, scheme)
        yield result.away.entrant, _entry(result, result.away, result.home, scheme)


def _bye(bye: Bye, scheme: Scheme) -> Entry:
    because = bye.because
    if because is None:
        because = scheme.because(Outcome("won", "bye"))
    return Entry(bye.round, bye.order, bye.key, None, "won", "bye", bye.td, 0, 0, 0, False, because)


def _entry(match: Played, mine: Side, theirs: Side, scheme: Scheme) -> Entry:
    because = mine.because
    if because is None:
        at = Outcome(mine.result, match.how, mine.td, theirs.td, mine.cas)
        because = scheme.because(at)
    return Entry(
        match.round,
        match.order,
        match.key,
        None if match.how == "void" else theirs.entrant,
        mine.result,
        match.how,
        mine.td,
        theirs.td,
        mine.cas,
        theirs.cas,
        match.provisional and match.how != "void",
        because,
    )
