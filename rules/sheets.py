"""Tables, shelves and inducements of a catalogue as they are read: rows, sentences, conditions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.catalogue import Catalogue, CatalogueItem, CatalogueRow, Inducement, Race, Table
from rules.places import SHELVES, anchor
from rules.search import Span

# --- tables


@dataclass(frozen=True, slots=True)
class Cell:
    column: str
    value: Any


@dataclass(frozen=True, slots=True)
class ListLine:
    """A row as it is read: which results lead to it, its name, its figures, its sentence."""

    anchor: str
    number: str
    name: str
    summary: str
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class ListSheet:
    """A table as it is read."""

    table: Table
    columns: tuple[str, ...]
    lines: tuple[ListLine, ...]
    note: str

    @property
    def is_numbered(self) -> bool:
        return any(line.number for line in self.lines)

    @property
    def is_explained(self) -> bool:
        return any(line.summary for line in self.lines)


def sheet_of(table: Table) -> ListSheet:
    columns = tuple(
        dict.fromkeys(name for row in table.rows for name in row.holds if _is_column(name, row))
    )
    sentences = {row.holds.get("summary", "") for row in table.rows}
    # One sentence for every row belongs over the table.
    shared = sentences.pop() if len(sentences) == 1 and len(table.rows) > 1 else ""
    return ListSheet(
        table=table,
        columns=columns,
        lines=tuple(
            ListLine(
                anchor=anchor(table.key, row.low),
                number=_number(table, row),
                name=row.name,
                summary="" if shared else row.holds.get("summary", ""),
                cells=tuple(Cell(name, _figure(name, row)) for name in columns),
            )
            for row in table.rows
        ),
        note=shared,
    )


def _is_column(name: str, row: CatalogueRow) -> bool:
    """Figures and dice stand in columns; what only the program reads does not."""
    value = row.holds[name]
    figure = isinstance(value, int) and not isinstance(value, bool) and name != "line"
    return figure or name == "dice" or name.startswith("d6_")


def _figure(name: str, row: CatalogueRow) -> Any:
    """What stands in a cell; a row without dice pays nothing for each pip, and says nothing."""
    value = row.holds.get(name)
    return None if name == "per_point" and not value else value


def _number(table: Table, row: CatalogueRow) -> str:
    """What leads to a row; a list is in no order, and a band of gold has it in its name."""
    return "" if table.by in ("list", "gold") else Span(row.low, row.high).said


# --- shelves


@dataclass(frozen=True, slots=True)
class Part:
    """An entry of a shelf as it is read, with what stands under it."""

    entry: CatalogueItem
    anchor: str
    number: str
    lines: tuple[ListLine, ...]
    parts: tuple["Part", ...]
    races: tuple[Race | str, ...]
    barred: tuple[Race | str, ...]

    @property
    def holds(self) -> Mapping[str, Any]:
        return self.entry.holds


def parts_of(catalogue: Catalogue, page: str) -> list[Part]:
    """Everything on a page of shelves."""
    return [
        part_of(catalogue, entry)
        for shelf in SHELVES[page]
        for entry in catalogue.shelves.get(shelf, ())
    ]


def part_of(catalogue: Catalogue, entry: CatalogueItem, *above: str) -> Part:
    keys = (*above, entry.key)
    holds = entry.holds
    number = holds.get("number", "")
    if "from" in holds:
        number = Span(holds["from"], holds["to"]).said
    team = [holds["team"]] if "team" in holds else []
    return Part(
        entry=entry,
        anchor=anchor(*keys),
        number=str(number),
        lines=lines_of(holds, anchor(*keys)),
        parts=tuple(part_of(catalogue, below, *keys) for below in entry.entries),
        races=_named(catalogue, [*team, *holds.get("only_for", ())]),
        barred=_named(catalogue, holds.get("not_for", ())),
    )


def lines_of(holds: Mapping[str, Any], above: str) -> tuple[ListLine, ...]:
    """The small table inside an entry."""
    return tuple(
        ListLine(
            anchor=anchor(above, row["from"]),
            number=Span(row["from"], row["to"]).said,
            name=row["name"],
            summary=row.get("summary", ""),
        )
        for row in holds.get("row", ())
    )


def _named(catalogue: Catalogue, names: Iterable[str]) -> tuple[Race | str, ...]:
    """The races of these names; a race that the edition does not have stays a name."""
    known = {name: race for race in catalogue.races.values() for name in (race.name, *race.also)}
    return tuple(known.get(name, name) for name in names)


# --- inducements


@dataclass(frozen=True, slots=True)
class Terms:
    """An inducement as it is read: who pays what, and who may have it at all."""

    inducement: Inducement
    exceptions: tuple[tuple[Race, int, int], ...]
    only_for: tuple[Race, ...]
    not_for: tuple[Race, ...]
    for_rules: tuple[CatalogueItem, ...]
    lines: tuple[ListLine, ...]

    @property
    def player(self) -> Mapping[str, Any]:
        """The profile of a helper who can also play."""
        found: Mapping[str, Any] = self.inducement.holds.get("player", {})
        return found


def terms_of(catalogue: Catalogue, each: Inducement) -> Terms:
    races = catalogue.races
    exceptions = tuple(
        (race, each.cost_for.get(key, each.cost), each.max_for.get(key, each.max))
        for key, race in races.items()
        if key in each.cost_for or key in each.max_for
    )
    return Terms(
        inducement=each,
        exceptions=exceptions,
        only_for=tuple(races[key] for key in each.only_for),
        not_for=tuple(races[key] for key in each.not_for),
        for_rules=tuple(catalogue.special_rules[key] for key in each.for_rules),
        lines=lines_of(each.holds, each.key),
    )


def inducements_by_group(catalogue: Catalogue) -> list[tuple[str, list[Terms]]]:
    """For every match, then famous staff, then what a league may add."""
    groups: dict[str, list[Terms]] = {"ordinary": [], "staff": [], "optional": []}
    for each in catalogue.inducements.values():
        group = "staff" if each.staff else "optional" if each.optional else "ordinary"
        groups[group].append(terms_of(catalogue, each))
    return [(group, terms) for group, terms in groups.items() if terms]
