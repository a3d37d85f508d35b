"""The league table: who stands where, with what, and why above the next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from competition.standings.record import Record, ResultEntry, StandingsSheet, Tally
from competition.standings.results import Adjustment, Bye, Drawing, Entrant, Played
from competition.standings.scheme import Scheme
from competition.standings.tie_breakers import Above, Contender, Contenders, tie_breaker
from rules.engine.league_points import Result

FORM = 5


@dataclass(frozen=True, slots=True)
class TableRow:
    """A place in the table. `shared` places wait for lots; `above` compares with the next row."""

    place: int
    shared: bool
    entrant: Entrant
    sheet: StandingsSheet
    points: int
    adjustments: tuple[Adjustment, ...] = ()
    short_of_minimum: int = 0
    above: Above | None = None

    @property
    def tally(self) -> Tally:
        return self.sheet.tally

    @property
    def adjusted_by(self) -> int:
        return sum(each.points for each in self.adjustments)

    @property
    def not_counted(self) -> int:
        """Matches beyond those that count in open play."""
        return len(self.sheet.matches()) - self.tally.played

    @property
    def provisional(self) -> bool:
        """Whether a result that nobody has confirmed yet is counted here."""
        return self.tally.provisional > 0

    def form(self) -> tuple[ResultEntry, ...]:
        """The last five matches, the latest at the end."""
        return tuple(self.sheet.matches()[-FORM:])

    def streak(self) -> tuple[Result, int] | None:
        """How often in a row the last result came about."""
        results = [entry.result for entry in self.sheet.matches()]
        if not results:
            return None
        last = results[-1]
        length = next(
            (n for n, result in enumerate(reversed(results)) if result != last), len(results)
        )
        return last, length


def standings(
    entrants: Iterable[Entrant],
    results: Iterable[Played | Bye],
    *,
    scheme: Scheme,
    adjustments: Iterable[Adjustment] = (),
    lots: Iterable[Drawing] = (),
    upto_round: int | None = None,
) -> tuple[TableRow, ...]:
    """The table from nothing but results, as it stands or as it stood after a round."""
    record = Record.of(results, scheme=scheme, adjustments=adjustments, lots=lots)
    return table(entrants, record if upto_round is None else record.upto(upto_round))


def table(
    entrants: Iterable[Entrant], record: Record, *, per_match: bool = False, by_name: bool = True
) -> tuple[TableRow, ...]:
    """The same rows in the same order, in whatever order entrants and results are given. Whoever
    shares a place stands by name, or as they were entered, since names change."""
    among = Contenders.of(record, per_match=per_match)
    named = sorted(entrants, key=lambda each: (len(each.key), each.key))
    everybody = sorted(named, key=lambda each: each.name.casefold()) if by_name else named
    contenders = [
        Contender(entrant, record.sheet(entrant.key), among.points.get(entrant.key, 0))
        for entrant in everybody
    ]
    if not contenders:
        return ()
    groups, reasons = rank(contenders, record.scheme, among)
    rows: list[TableRow] = []
    for group, reason in zip(groups, [*reasons, None], strict=True):
        rows += _rows(group, reason, len(rows) + 1, record)
    return tuple(rows)


def rank(
    contenders: Sequence[Contender], scheme: Scheme, among: Contenders
) -> tuple[list[list[Contender]], list[Above]]:
    """Groups of those who share a place, and why each group stands above the next.

    Whoever has played too few matches comes after all others. Recorded lots decide last, whether
    or not the league names them.
    """
    groups, reasons = _by_minimum(contenders, scheme)
    for key in (*scheme.house["tie-breakers"], "lots"):
        breaker = tie_breaker(key, scheme.counted)
        splits = [
            breaker.split(group, among) if len(group) > 1 else ([group], []) for group in groups
        ]
        borders = iter(reasons)
        groups, reasons = [], []
        for smaller, why in splits:
            if groups:
                reasons.append(next(borders))
            groups += smaller
            reasons += why
    return groups, reasons


def _by_minimum(
    contenders: Sequence[Contender], scheme: Scheme
) -> tuple[list[list[Contender]], list[Above]]:
    enough = [who for who in contenders if not _short(who, scheme)]
    short = [who for who in contenders if _short(who, scheme)]
    if enough and short:
        return [enough, short], [Above("minimum", scheme.minimum)]
    return [list(contenders)], []


def _short(who: Contender, scheme: Scheme) -> int:
    return max(0, scheme.minimum - len(who.sheet.matches()))


def _rows(
    group: Sequence[Contender], reason: Above | None, place: int, record: Record
) -> list[TableRow]:
    level = [Above("level")] * (len(group) - 1)
    return [
        TableRow(
            place=place,
            shared=len(group) > 1,
            entrant=who.entrant,
            sheet=who.sheet,
            points=who.points,
            adjustments=record.adjusted(who.key),
            short_of_minimum=_short(who, record.scheme),
            above=above,
        )
        for who, above in zip(group, [*level, reason], strict=True)
    ]
