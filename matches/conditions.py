"""What may come up on the pitch: the tables of kick-offs and of the weather that a league uses."""

from collections.abc import Iterable

from rules.book import Book
from rules.catalogue import Entry


def kick_offs(book: Book) -> tuple[Entry, ...]:
    """The results of the kick-off table in use."""
    return kick_off_table(book).entries


def kick_off_table(book: Book) -> Entry:
    return in_use(book.catalogue.shelves["kickoff_table"], book.house["kick-off.table"])


def weathers(book: Book, table: str = "") -> list[Entry]:
    """The results of a weather table, or of all of them."""
    return [
        row
        for each in book.catalogue.shelves["weather_table"]
        for row in each.entries
        if each.key == (table or each.key)
    ]


def in_use(tables: Iterable[Entry], chosen: str) -> Entry:
    """The table that the league has chosen; where the home side picks, the ordinary one."""
    found = list(tables)
    return next((each for each in found if each.key == chosen), found[0])
