"""What several rulings ask of their circumstances, and the contracts that teams point at."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.book import Book
from rules.catalogue import CatalogueItem
from rules.engine import faults
from rules.engine.rulings import Reason
from rules.engine.state import Team
from rules.knobs import off

FURTHEST_FAME = 99


def sponsor(book: Book, key: str) -> CatalogueItem | None:
    return next((entry for entry in book.catalogue.shelves["sponsor"] if entry.key == key), None)


def contract(book: Book, key: str) -> Mapping[str, Any]:
    """The numbers of a major sponsor's contract; none without a sponsor."""
    entry = sponsor(book, key)
    return entry.holds["effects"] if entry else {}


def sponsor_says(book: Book, key: str) -> Mapping[str, Any]:
    """What a contract means today: nothing in a league that has put its sponsors away."""
    return contract(book, key) if book.house["sponsors"] else {}


def stadium_says(book: Book, attribute: str) -> Mapping[str, Any]:
    """The numbers of a stadium's attribute; none for a standard stadium."""
    return _attributes(book).get(attribute, {})


def _attributes(book: Book) -> dict[str, Mapping[str, Any]]:
    return {
        entry.key: entry.holds["effects"]
        for table in book.catalogue.shelves["stadium_table"]
        for entry in table.entries
    }


def fame_faults(fame: int, subject: str = "fame") -> Iterator[Reason]:
    if abs(fame) > FURTHEST_FAME:
        bounds = {"at_least": -FURTHEST_FAME, "at_most": FURTHEST_FAME}
        yield Reason("out-of-range", subject, bounds, integrity=True)


def stadium_faults(book: Book, attribute: str, subject: str = "stadium") -> Iterator[Reason]:
    """A match in a stadium that nobody knows, or in a league without special ones."""
    if not attribute:
        return
    if not book.house["stadiums"]:
        yield off("stadiums", subject)
    if attribute not in _attributes(book):
        yield Reason("no-such-stadium", subject, {"stadium": attribute}, integrity=True)


def team_faults(book: Book, team: Team, subject: str = "team") -> Iterator[Reason]:
    """A team that no fold could have built."""
    if team.sponsor and not sponsor(book, team.sponsor):
        where = f"{subject}.sponsor"
        yield Reason("no-such-sponsor", where, {"sponsor": team.sponsor}, integrity=True)
    yield from faults.team_faults(book, team, subject)
