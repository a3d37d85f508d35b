"""The form of totals: a row for everybody, rows for casualties."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from acts.failures import Reason
from matches.commands.totals import (
    MOST,
    MOST_CASUALTIES,
    MOST_KNOCK_OUTS,
    Casualty,
    KnockOut,
    Totals,
    totals_of,
)
from matches.models import Match, Tap
from matches.pitch import lineups, reports
from matches.pitch.contradictions import oddities
from matches.pitch.reports import DEEDS, Lineup, StandingTap
from matches.presentation.telling import cause_words
from matches.record import MatchRecord
from matches.steps import dice_rule
from rules.engine.lineup import CAUSES
from rules.engine.match import SIDES, Side
from rules.words import name

# So many empty rows for casualties beside those that stand.
SPARE = 3
# And for knock-outs, where somebody could treat one.
SPARE_KNOCK_OUTS = 2


@dataclass(frozen=True, slots=True)
class Cell:
    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class TotalsRow:
    called: str
    number: int
    position: str
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    said: str


@dataclass(frozen=True, slots=True)
class Hurt:
    """A row for a casualty."""

    name: str
    told: Casualty
    rolled: bool = False

    @property
    def victim(self) -> str:
        return f"{self.told.side}.{self.told.player}" if self.told.player else ""

    @property
    def author(self) -> str:
        return f"{self.told.by_side}.{self.told.by}" if self.told.by else ""

    @property
    def dice(self) -> str:
        return "" if self.told.dice is None else str(self.told.dice)


@dataclass(frozen=True, slots=True)
class KnockedOut:
    """A row for a knock-out that was treated."""

    name: str
    told: KnockOut

    @property
    def victim(self) -> str:
        return f"{self.told.side}.{self.told.player}" if self.told.player else ""


@dataclass(frozen=True, slots=True)
class TotalsForm:
    match: Match
    rows: Mapping[Side, Sequence[TotalsRow]]
    people: Mapping[Side, Sequence[Choice]]
    hurts: Sequence[Hurt]
    causes: Sequence[Choice]
    injuries: Sequence[Choice]
    treatments: Sequence[Choice]
    only_server_rolls: bool
    oddities: Sequence[Reason]
    knock_outs: Sequence[KnockedOut]
    treats_knock_outs: Sequence[Choice]

    @property
    def in_short(self) -> list[str]:
        """The words over its cells."""
        return [str(Tap.Kind(kind).label) for kind in lineups.deeds_of(self.match)]


def totals_form(
    record: MatchRecord, taps: Sequence[Tap], typed: QueryDict | None = None
) -> TotalsForm:
    """The form as it stands, or as it was typed."""
    seen = lineups.standing_taps(taps)
    on = lineups.field_of(record, seen)
    totals = read_totals(typed, on) if typed is not None else None
    hurts = _told_hurts(totals.casualties) if totals else list(_standing_hurts(seen))
    spare = range(len(hurts), len(hurts) + SPARE)
    treatments = {key for side in SIDES for key, most in on.treatments[side].items() if most}
    catalogue = record.book.catalogue
    treats = {key for side in SIDES for key in on.treat_knock_outs(side)}
    unrolled = {each.key: each for side in SIDES for each in on.unrolled(side)}.values()
    return TotalsForm(
        record.match,
        {side: [*_rows(record, on, seen, side, typed)] for side in SIDES},
        {side: [*_people(on, side)] for side in SIDES},
        [*hurts, *(Hurt(f"hurt.{n}", Casualty()) for n in spare)],
        [Choice(how, cause_words(how)) for how in CAUSES],
        [Choice(each.key, _(each.label)) for each in unrolled],
        [Choice(key, name(catalogue, key)) for key in sorted(treatments)],
        dice_rule(record.book, "report") == "server",
        oddities(seen, on),
        _knocked_out((totals or totals_of(seen)).knock_outs, SPARE_KNOCK_OUTS if treats else 0),
        [Choice(key, name(catalogue, key)) for key in sorted(treats)],
    )


def _rows(
    record: MatchRecord,
    on: Lineup,
    seen: Sequence[StandingTap],
    side: Side,
    typed: QueryDict | None,
) -> Iterator[TotalsRow]:
    catalogue, deeds = record.book.catalogue, lineups.deeds_of(record.match)
    there = [who for who in on.people[side].values() if not who.absent]
    for who in there:
        cells = [_cell(seen, side, who.key, kind, typed) for kind in deeds]
        position = name(catalogue, who.position)
        yield TotalsRow(who.name or position, who.number, position, cells)
    forgotten = [_cell(seen, side, "", kind, typed) for kind in deeds]
    yield TotalsRow(_("not remembered"), 0, "", forgotten)


def _cell(
    seen: Sequence[StandingTap], side: Side, player: str, kind: str, typed: QueryDict | None
) -> Cell:
    at = f"{side}.{kind}.{player}"
    times = sum((tap.kind, tap.side, tap.player) == (kind, side, player) for tap in seen)
    value = typed.get(at, "") if typed is not None else str(times)
    return Cell(at, str(Tap.Kind(kind).label), value)


def _people(on: Lineup, side: Side) -> Iterator[Choice]:
    for who in on.people[side].values():
        if not who.absent:
            yield Choice(f"{side}.{who.key}", reports.called(who))


def _standing_hurts(seen: Sequence[StandingTap]) -> Iterator[Hurt]:
    for number, casualty in enumerate(totals_of(seen).casualties):
        yield Hurt(f"hurt.{number}", casualty, casualty.roll)


def _told_hurts(casualties: Sequence[Casualty]) -> list[Hurt]:
    return [Hurt(f"hurt.{number}", casualty) for number, casualty in enumerate(casualties)]


def _knocked_out(told: Sequence[KnockOut], spare: int) -> list[KnockedOut]:
    rows = [*told, *(KnockOut() for _n in range(spare))]
    return [KnockedOut(f"knocked-out.{number}", each) for number, each in enumerate(rows)]


# --- read


def read_totals(typed: QueryDict, on: Lineup) -> Totals:
    """What was typed; whether it can be, the command says."""
    deeds: dict[Side, dict[str, dict[str, Any]]] = {side: {} for side in SIDES}
    for side in SIDES:
        for player in ("", *on.people[side]):
            for kind in DEEDS:
                text = typed.get(f"{side}.{kind}.{player}")
                if text is not None:
                    deeds[side].setdefault(player, {})[kind] = _count(text)
    return Totals(deeds, [*_casualties(typed)], [*_knock_outs(typed)])


def _casualties(typed: QueryDict) -> Iterator[Casualty]:
    for number in range(MOST_CASUALTIES):
        at = f"hurt.{number}"
        if f"{at}.player" not in typed:
            return
        side, _dot, player = typed.get(f"{at}.player", "").partition(".")
        author, _dot, by = typed.get(f"{at}.by", "").partition(".")
        if not (player or typed.get(f"{at}.tap")):
            continue
        dice = typed.get(f"{at}.dice", "").strip()
        yield Casualty(
            side=side,
            player=player,
            by=by,
            by_side=author if by else "",
            how=typed.get(f"{at}.how", "unknown"),
            injury=typed.get(f"{at}.injury", ""),
            treated=typed.get(f"{at}.treated", ""),
            dice=_count(dice) if dice else None,
            roll=f"{at}.roll" in typed,
            tap=typed.get(f"{at}.tap", ""),
        )


def _knock_outs(typed: QueryDict) -> Iterator[KnockOut]:
    for number in range(MOST_KNOCK_OUTS):
        at = f"knocked-out.{number}"
        if f"{at}.player" not in typed:
            return
        side, _dot, player = typed.get(f"{at}.player", "").partition(".")
        tap = typed.get(f"{at}.tap", "")
        if player or tap:
            yield KnockOut(side, player, typed.get(f"{at}.treated", ""), tap)


def _count(text: str) -> Any:
    """A number, or what was typed instead of one; nothing is none."""
    text = text.strip()
    if not text:
        return 0
    short = len(text) <= len(str(MOST)) + 1
    return int(text) if short and text.isascii() and text.isdigit() else text
