"""All that tables are made from, kept up to date one result at a time."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import add, sub
from typing import Self

from competition.standings.results import Adjustment, Bye, Drawing, Key, Played, Side
from competition.standings.scheme import Scheme
from rules.engine.league_points import How, Outcome, Result
from rules.engine.rulings import Line, total

Tallies = Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """A match as one of its sides sees it, with the arithmetic of its points.

    A bye, and what a league enters for a fixture that was struck out, have no opponent.
    """

    round: int
    order: int
    key: Key
    opponent: Key | None
    result: Result
    how: How
    score_for: int
    score_against: int
    # What the edition counts besides: for and against, by key.
    tallies: Tallies
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
    score_for: int = 0
    score_against: int = 0
    provisional: int = 0
    tallies: Tallies = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[ResultEntry]) -> Self:
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
            score_for=sum(entry.score_for for entry in entries),
            score_against=sum(entry.score_against for entry in entries),
            provisional=sum(entry.provisional for entry in matches),
            tallies=_combined(add, *(entry.tallies for entry in matches)),
        )

    def __add__(self, other: "Tally") -> "Tally":
        return self._with(add, other)

    def __sub__(self, other: "Tally") -> "Tally":
        return self._with(sub, other)

    def _with(self, sign: Callable[[int, int], int], other: "Tally") -> "Tally":
        names = [each.name for each in fields(self) if each.name != "tallies"]
        numbers = {name: sign(getattr(self, name), getattr(other, name)) for name in names}
        return Tally(**numbers, tallies=_combined(sign, self.tallies, other.tallies))

    def counts(self, key: str, score: str) -> tuple[int, int]:
        """For and against, of the score or of another tally."""
        if key == score:
            return self.score_for, self.score_against
        return self.tallies.get(key, (0, 0))


def _combined(sign: Callable[[int, int], int], *each: Tallies) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for n, tallies in enumerate(each):
        for key, (mine, theirs) in tallies.items():
            of, against = found.get(key, (0, 0))
            found[key] = (sign(of, mine), sign(against, theirs)) if n else (mine, theirs)
    return {key: each for key, each in found.items() if any(each)}


@dataclass(frozen=True, slots=True)
class StandingsSheet:
    """One entrant's matches in the order of the season, and the tally of those that count."""

    entries: tuple[ResultEntry, ...] = ()
    tally: Tally = field(default_factory=Tally)

    @classmethod
    def of(cls, entries: Iterable[ResultEntry], scheme: Scheme) -> Self:
        in_order = tuple(sorted(entries, key=ResultEntry.when))
        return cls(in_order, Tally.of(counting(in_order, scheme)))

    def plus(self, entry: ResultEntry, scheme: Scheme) -> "StandingsSheet":
        entries = (*self.entries, entry)
        if scheme.limited():
            return StandingsSheet.of(entries, scheme)
        return StandingsSheet(
            tuple(sorted(entries, key=ResultEntry.when)), self.tally + Tally.of([entry])
        )

    def minus(self, key: Key, scheme: Scheme) -> "StandingsSheet":
        place = next((n for n, each in enumerate(self.entries) if each.key == key), None)
        if place is None:
            raise KeyError(key)
        entries = (*self.entries[:place], *self.entries[place + 1 :])
        if scheme.limited():
            return StandingsSheet.of(entries, scheme)
        return StandingsSheet(entries, self.tally - Tally.of([self.entries[place]]))

    def matches(self) -> list[ResultEntry]:
        return [entry for entry in self.entries if entry.opponent is not None]


def counting(entries: Sequence[ResultEntry], scheme: Scheme) -> list[ResultEntry]:
    """Of the first matches the best ones, as far as the league limits them, and all byes."""
    if not scheme.limited():
        return list(entries)
    matches = [entry for entry in entries if entry.opponent is not None][: scheme.maximum]
    best = sorted(matches, key=_worth, reverse=True)[: scheme.best]
    return [*best, *(entry for entry in entries if entry.opponent is None)]


def _worth(entry: ResultEntry) -> tuple[int, ...]:
    others = (mine - theirs for mine, theirs in entry.tallies.values())
    return entry.points, entry.score_for - entry.score_against, *others


@dataclass(frozen=True, slots=True)
class Record:
    """What everybody has brought in so far, with the commissioner's rulings and the lots drawn.

    It covers all who ever played, whichever table they stand in: a cross-division match counts in
    both, and a team that has left is still somebody's opponent.
    """

    scheme: Scheme
    sheets: Mapping[Key, StandingsSheet] = field(default_factory=dict)
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
        entries: dict[Key, dict[Key, ResultEntry]] = {}
        for result in results:
            for entrant, entry in entries_of(result, scheme):
                if entries.setdefault(entrant, {}).setdefault(entry.key, entry) is not entry:
                    raise ValueError(f"{entry.key} stands there twice")
        sheets = {
            entrant: StandingsSheet.of(mine.values(), scheme) for entrant, mine in entries.items()
        }
        return cls(scheme, sheets, tuple(adjustments), tuple(lots))

    def sheet(self, entrant: Key) -> StandingsSheet:
        return self.sheets.get(entrant) or StandingsSheet()

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
            entrant: StandingsSheet.of((e for e in sheet.entries if e.round <= round_), self.scheme)
            for entrant, sheet in self.sheets.items()
        }
        return replace(
            self,
            sheets=sheets,
            adjustments=tuple(each for each in self.adjustments if each.round <= round_),
            lots=tuple(each for each in self.lots if each.round <= round_),
        )


def entries_of(result: Played | Bye, scheme: Scheme) -> Iterator[tuple[Key, ResultEntry]]:
    """Both sides of a match, or the one of a bye."""
    if isinstance(result, Bye):
        yield result.entrant, _bye(result, scheme)
    else:
        yield result.home.entrant, _entry(result, result.home, result.away, scheme)
        yield result.away.entrant, _entry(result, result.away, result.home, scheme)


def _bye(bye: Bye, scheme: Scheme) -> ResultEntry:
    because = bye.because
    if because is None:
        because = scheme.because(Outcome("won", "bye"))
    return ResultEntry(
        bye.round, bye.order, bye.key, None, "won", "bye", bye.score, 0, {}, False, because
    )


def _entry(match: Played, mine: Side, theirs: Side, scheme: Scheme) -> ResultEntry:
    because = mine.because
    if because is None:
        at = Outcome(mine.result, match.how, mine.score, theirs.score, mine.tallies.get("cas", 0))
        because = scheme.because(at)
    return ResultEntry(
        match.round,
        match.order,
        match.key,
        None if match.how == "void" else theirs.entrant,
        mine.result,
        match.how,
        mine.score,
        theirs.score,
        {key: (count, theirs.tallies.get(key, 0)) for key, count in mine.tallies.items()},
        match.provisional and match.how != "void",
        because,
    )
