"""Drafting a team: as in bb2020, and no more of the insignificant than of all others."""

from collections.abc import Iterator

from rules.book import Book
from rules.catalogue import PositionLimit
from rules.editions.bb2020.draft import Draft
from rules.editions.bb2020.draft import draft as drafted
from rules.editions.bb2025.questions import question
from rules.engine.rulings import Reason, Refused, Ruling, refused
from rules.engine.squads import together_fault

INSIGNIFICANT = "insignificant"


@question("draft", drafted.sentence)
def draft(book: Book, wish: Draft) -> Ruling:
    ruling = drafted(book, wish)
    if isinstance(ruling, Refused) and not ruling.overridable():
        return ruling
    if not (faults := list(insignificant_faults(book, wish))):
        return ruling
    if isinstance(ruling, Refused):
        return refused([*ruling.reasons, *faults], otherwise=ruling.otherwise)
    return refused(faults, otherwise=ruling)


def insignificant_faults(book: Book, wish: Draft) -> Iterator[Reason]:
    """They are limited by how many there are of the others."""
    positions = book.race(wish.race).positions
    lesser = tuple(key for key, each in positions.items() if INSIGNIFICANT in each.skills)
    others = sum(count for key, count in wish.players.items() if key not in lesser)
    name = book.catalogue.skills[INSIGNIFICANT].name
    limit = PositionLimit(INSIGNIFICANT, name, lesser, others)
    if limit.count(wish.players) > others:
        drafted_last = [key for key in lesser if wish.players.get(key)][-1]
        yield together_fault(limit, wish.players, f"players.{drafted_last}")
