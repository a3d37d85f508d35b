"""What decides between teams that are level: one small class for each way, by its knob's option."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, groupby, pairwise
from typing import Any, ClassVar, Literal, Protocol, Self

from competition.standings.record import Record, StandingsSheet, Tally
from competition.standings.results import Drawing, Entrant, Key

Value = int | Fraction


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody to be ranked, with the points of the table: bonuses and adjustments included."""

    entrant: Entrant
    sheet: StandingsSheet
    points: int

    @property
    def key(self) -> Key:
        return self.entrant.key

    @property
    def tally(self) -> Tally:
        return self.sheet.tally


@dataclass(frozen=True, slots=True)
class Contenders:
    """What a tie-breaker may look at besides the teams that are level.

    Where some have played more often than others because their division is larger, sums are
    compared per match.
    """

    points: Mapping[Key, int] = field(default_factory=dict)
    played: Mapping[Key, int] = field(default_factory=dict)
    lots: tuple[Drawing, ...] = ()
    per_match: bool = False

    @classmethod
    def of(cls, record: Record, *, per_match: bool = False) -> Self:
        points = {key: sheet.tally.points for key, sheet in record.sheets.items()}
        for each in record.adjustments:
            points[each.entrant] = points.get(each.entrant, 0) + each.points
        played = {key: sheet.tally.played for key, sheet in record.sheets.items()}
        return cls(points, played, record.lots, per_match)


@dataclass(frozen=True, slots=True)
class MiniRow:
    """A row of the table among those who are level."""

    entrant: Entrant
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    score_for: int
    score_against: int


@dataclass(frozen=True, slots=True)
class Above:
    """Why one stands above the next: what decided, and what each had of it.

    `code` is a tie-breaker's, or "level" if nothing did. A table of those who were level comes
    with head-to-head, and `measure` says which of its columns made the difference.
    """

    code: str
    mine: Value = 0
    theirs: Value = 0
    per_match: bool = False
    measure: Literal["", "points", "score-difference"] = ""
    table: tuple[MiniRow, ...] = ()


# Those who are still level, best first, and why each group stands above the next.
Split = tuple[list[list[Contender]], list[Above]]


class TieBreaker(Protocol):
    @property
    def key(self) -> str: ...

    def split(self, level: Sequence[Contender], among: Contenders) -> Split: ...


class Measure(ABC):
    """A number that every entry has of its own; the higher is the better unless said otherwise."""

    key: ClassVar[str]
    lower_is_better: ClassVar[bool] = False
    is_sum: ClassVar[bool] = True

    @abstractmethod
    def value(self, who: Contender, among: Contenders) -> Value | None:
        """None where nobody knows; then it decides nothing."""

    def split(self, level: Sequence[Contender], among: Contenders) -> Split:
        per_match = among.per_match and self.is_sum
        values: dict[Key, Value] = {}
        for who in level:
            value = self.value(who, among)
            if value is None:
                return [list(level)], []
            values[who.key] = Fraction(value, who.tally.played or 1) if per_match else value
        groups = tiers(level, lambda who: values[who.key], descending=not self.lower_is_better)
        tops = [values[group[0].key] for group in groups]
        pairs = pairwise(tops)
        return groups, [Above(self.key, mine, theirs, per_match) for mine, theirs in pairs]


def tiers(
    level: Sequence[Contender], rank: Callable[[Contender], Any], *, descending: bool = True
) -> list[list[Contender]]:
    in_order = sorted(level, key=rank, reverse=descending)
    return [list(group) for _, group in groupby(in_order, key=rank)]


class Points(Measure):
    """Per match without byes and what they brought: only a smaller field has them."""

    key = "points"

    def value(self, who: Contender, among: Contenders) -> Value:
        return who.points - who.tally.bye_points if among.per_match else who.points


class Wins(Measure):
    key = "wins"

    def value(self, who: Contender, among: Contenders) -> Value:
        return who.tally.won


class WinRate(Measure):
    """A draw is half a win."""

    key = "win-rate"
    is_sum = False

    def value(self, who: Contender, among: Contenders) -> Value:
        return Fraction(2 * who.tally.won + who.tally.drawn, 2 * who.tally.played or 1)


@dataclass(frozen=True)
class TallyMeasure(Measure):
    """What the edition counts: of one tally what a side has more than its opponents, has or
    concedes; or the differences of several added up."""

    key: str  # type: ignore[misc]
    of: tuple[str, ...]
    kind: str
    score: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "lower_is_better", self.kind == "against")

    def value(self, who: Contender, among: Contenders) -> Value:
        pairs = [who.tally.counts(key, self.score) for key in self.of]
        signs = {"difference": (1, -1), "for": (1, 0), "against": (0, 1)}[self.kind]
        return sum(signs[0] * mine + signs[1] * theirs for mine, theirs in pairs)


class Opponents(Measure):
    """The mean of the opponents' points, one for every meeting; a bye is no opponent."""

    key = "opponents"
    is_sum = False

    def value(self, who: Contender, among: Contenders) -> Value:
        met = [each.opponent for each in who.sheet.entries if each.opponent is not None]
        points = sum((self._strength(opponent, among) for opponent in met), start=Fraction(0))
        return points / (len(met) or 1)

    def _strength(self, opponent: Key, among: Contenders) -> Fraction:
        points = among.points.get(opponent, 0)
        return Fraction(points, among.played.get(opponent) or 1 if among.per_match else 1)


class LowerStrength(Measure):
    key = "team-value"
    lower_is_better = True
    is_sum = False

    def value(self, who: Contender, among: Contenders) -> Value | None:
        return who.entrant.strength


class HeadToHead:
    """A table of the matches among all who are level: points, then the difference of scores.

    It decides nothing before each has met each. Whoever is still level afterwards is compared
    again in a table of just those, until such a table separates nobody.
    """

    key: ClassVar[str] = "head-to-head"

    def split(self, level: Sequence[Contender], among: Contenders) -> Split:
        if not _all_have_met(level):
            return [list(level)], []
        table = {who.key: _mini_row(who, level) for who in level}
        per_match = len({row.played for row in table.values()}) > 1
        ranks = {key: _mini_rank(row, per_match=per_match) for key, row in table.items()}
        groups = tiers(level, lambda who: ranks[who.key])
        if len(groups) == 1:
            return groups, []
        rows = tuple(table[who.key] for group in groups for who in group)
        split: list[list[Contender]] = []
        reasons: list[Above] = []
        for group in groups:
            if split:
                mine, theirs = ranks[split[-1][0].key], ranks[group[0].key]
                reasons.append(self._above(mine, theirs, rows, per_match=per_match))
            smaller, why = self.split(group, among)
            split += smaller
            reasons += why
        return split, reasons

    def _above(
        self,
        mine: tuple[Value, Value],
        theirs: tuple[Value, Value],
        table: tuple[MiniRow, ...],
        *,
        per_match: bool,
    ) -> Above:
        if mine[0] != theirs[0]:
            return Above(self.key, mine[0], theirs[0], per_match, "points", table)
        return Above(self.key, mine[1], theirs[1], per_match, "score-difference", table)


def _all_have_met(level: Sequence[Contender]) -> bool:
    met = {who.key: {entry.opponent for entry in who.sheet.entries} for who in level}
    return all(there.key in met[here.key] for here, there in combinations(level, 2))


def _mini_row(who: Contender, level: Sequence[Contender]) -> MiniRow:
    keys = {each.key for each in level}
    tally = Tally.of(entry for entry in who.sheet.entries if entry.opponent in keys)
    return MiniRow(
        who.entrant,
        tally.played,
        tally.won,
        tally.drawn,
        tally.lost,
        tally.points,
        tally.score_for,
        tally.score_against,
    )


def _mini_rank(row: MiniRow, *, per_match: bool) -> tuple[Value, Value]:
    matches = row.played if per_match else 1
    return Fraction(row.points, matches), Fraction(row.score_for - row.score_against, matches)


class Lots:
    """The last drawing that all who are level took part in."""

    key: ClassVar[str] = "lots"

    def split(self, level: Sequence[Contender], among: Contenders) -> Split:
        keys = {who.key for who in level}
        drawn = next((each for each in reversed(among.lots) if keys <= {*each.order}), None)
        if drawn is None:
            return [list(level)], []
        groups = [[who] for who in sorted(level, key=lambda who: drawn.order.index(who.key))]
        places = [drawn.order.index(group[0].key) + 1 for group in groups]
        pairs = pairwise(places)
        return groups, [Above(self.key, mine, theirs) for mine, theirs in pairs]


TIE_BREAKERS: Mapping[str, TieBreaker] = {
    each.key: each
    for each in (Points(), Wins(), WinRate(), HeadToHead(), Opponents(), LowerStrength(), Lots())
}


def tie_breaker(key: str, counted: Sequence[str]) -> TieBreaker:
    """By its knob's option: one that every game has, or `<tally>-difference`, `-for`, `-against`,
    of one that the edition has `counted`, the score first; or all differences added up."""
    if key in TIE_BREAKERS:
        return TIE_BREAKERS[key]
    if key == "both-differences":
        return TallyMeasure(key, tuple(counted), "difference", counted[0])
    of, _dash, kind = key.rpartition("-")
    return TallyMeasure(key, (of,), kind, counted[0])
