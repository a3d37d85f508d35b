"""The tables of the game in a few words, as a match sheet has room for."""

from collections.abc import Iterator
from itertools import groupby

from rules.book import Book
from rules.catalogue import CatalogueItem, CatalogueRow, Table
from rules.loading import OPEN_END
from web.templatetags.touchback import gold

# Which rolls, what is it called, what does it mean.
Line = tuple[str, str, str]


def title_of(table: CatalogueItem | Table) -> str:
    if isinstance(table, CatalogueItem):
        return f"{table.name} · {table.holds.get('dice', '2D6')}"
    return f"{table.title} · {table.dice}" if table.dice else table.title


def rows_of(table: CatalogueItem | Table, book: Book) -> Iterator[Line]:
    return _results(table) if isinstance(table, CatalogueItem) else _rows(table, book)


def _results(table: CatalogueItem) -> Iterator[Line]:
    for each in table.entries:
        yield _range(each.holds["from"], each.holds["to"]), each.name, each.summary
    for row in table.holds.get("row", ()):
        yield _range(row["from"], row["to"]), row["name"], ""


def _looked_up_next(row: CatalogueRow, book: Book) -> str:
    """What stands on the table that a row sends on to."""
    for shelf, key in row.holds.items():
        for table in book.catalogue.shelves.get(shelf, ()):
            if table.key == key:
                dice = table.holds.get("dice", "")
                named = ", ".join(f"{each.holds['from']} {each.name}" for each in table.entries)
                return f"{dice}: {named}"
    return ""


def _rows(printed: Table, book: Book) -> Iterator[Line]:
    """Neighbours of one meaning share a line: nobody at the table reads it six times."""
    rows = list(printed.rows)
    while rows:
        first = rows.pop(0)
        last, names = first, [first.name]
        while rows and printed.by == "roll" and rows[0]["summary"] == first["summary"]:
            last = rows.pop(0)
            names.append(last.name)
        where = _range(first.low, last.high) if printed.by in ("roll", "spp", "total") else ""
        text = _looked_up_next(first, book) or _face_by_face(first)
        yield where, ", ".join(names), text or _figure(first) + first["summary"]


def _figure(row: CatalogueRow) -> str:
    value = row.holds.get("value")
    return f"{gold(value)}. " if isinstance(value, int) and value else ""


def _face_by_face(row: CatalogueRow) -> str:
    """What each result of a die means, equal neighbours in one."""
    faces = [row.holds[f"d6_{n}"] for n in range(1, 7) if f"d6_{n}" in row.holds]
    sentences = []
    for what, same in groupby(enumerate(faces, 1), key=lambda each: each[1]):
        numbers = [n for n, _what in same]
        sentences.append(f"{_range(numbers[0], numbers[-1])} {what.replace('-', ' ')}")
    return ", ".join(sentences)


def _range(low: int, high: int) -> str:
    if low == high:
        return str(low)
    if low <= -OPEN_END:
        return f"≤ {high}"
    return f"{low}+" if high >= OPEN_END else f"{low}–{high}"
