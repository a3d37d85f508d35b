"""What a step ruled, as entries for the two ledgers."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine import effects as e
from rules.engine.match import SIDES, Side
from rules.engine.rulings import Allowed, Line, Visible
from rules.engine.visibility import visible_of
from teams.ledger import LedgerEntry

VISIBILITIES: tuple[Visible, ...] = ("public", "side", "server")


@dataclass(frozen=True, slots=True)
class LedgerEntries:
    """A ruling taken apart: each team's entries, and what belongs to the match and to no team."""

    entries: Mapping[Side, list[LedgerEntry]]
    facts: list[e.Effect] = field(default_factory=list)
    because: list[Line] = field(default_factory=list)


def written(ruling: Allowed, *, step: str, side: Side | None, place: int) -> LedgerEntries:
    """One entry for each ruling that a step is made of, under its name, for whom it befalls."""
    parts = [_Part.of(part, side) for part in ruling.parts or (ruling,)]
    entries = {
        each: _merged(
            [entry for part in parts for entry in part.entries(each, step=step, place=place)], step
        )
        for each in SIDES
    }
    return LedgerEntries(
        entries,
        [fact for part in parts for fact in part.facts],
        [line for part in parts for line in part.because],
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """A ruling with its effects and lines sorted by whom they concern."""

    name: str
    effects: Mapping[Side, list[e.Effect]]
    lines: Mapping[Side, list[Line]]
    facts: list[e.Effect]
    because: list[Line]

    @classmethod
    def of(cls, part: Allowed, side: Side | None) -> "_Part":
        effects: dict[Side, list[e.Effect]] = {each: [] for each in SIDES}
        lines: dict[Side, list[Line]] = {each: [] for each in SIDES}
        facts: list[e.Effect] = []
        because: list[Line] = []
        for effect in part.effects:
            owner, plain = _addressed(effect, side)
            (effects[owner] if owner else facts).append(plain)
        touched = [each for each in SIDES if effects[each]]
        for line in part.because:
            told = [side] if side else _told(line) or touched
            for each in told:
                lines[each].append(line)
            if not told:
                because.append(line)
        return cls(part.name, effects, lines, facts, because)

    def entries(self, side: Side, *, step: str, place: int) -> Iterator[LedgerEntry]:
        """The side's share of it; what only some may see stands in an entry of its own."""
        for visible in VISIBILITIES:
            effects = tuple(each for each in self.effects[side] if visible_of(each) == visible)
            lines = tuple(each for each in self.lines[side] if each.visible == visible)
            if effects or lines:
                kind = self.name or step
                yield LedgerEntry(kind, effects, lines, visible=visible, step=place)


def _addressed(effect: e.Effect, side: Side | None) -> tuple[Side | None, e.Effect]:
    if isinstance(effect, e.To):
        return _side(effect.side), effect.effect
    return side, effect


def _told(line: Line) -> list[Side]:
    """Whose line it is, where a line of a joint step says so."""
    side = _side(str(line.params.get("side", "")))
    return [side] if side else []


def _side(name: str) -> Side | None:
    return next((side for side in SIDES if side == name), None)


def _merged(entries: list[LedgerEntry], step: str) -> list[LedgerEntry]:
    """Effects that come of no ruling of their own share an entry with their neighbours."""
    ledger_entries: list[LedgerEntry] = []
    for entry in entries:
        last = ledger_entries[-1] if ledger_entries else None
        if last and entry.kind == last.kind == step and entry.visible == last.visible:
            ledger_entries[-1] = replace(
                last,
                effects=(*last.effects, *entry.effects),
                because=(*last.because, *entry.because),
            )
        else:
            ledger_entries.append(entry)
    return ledger_entries


def line_of(data: Mapping[str, Any]) -> Line:
    """A line of arithmetic as it was kept."""
    return Line(**data)


def canonical(effects: Iterator[e.Effect] | tuple[e.Effect, ...] | list[e.Effect]) -> str:
    """Effects in the one spelling in which two of them can be compared."""
    return json.dumps([e.to_data(effect) for effect in effects], sort_keys=True, default=list)
