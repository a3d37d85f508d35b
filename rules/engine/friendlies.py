"""Whether two teams meet for points or for nothing but the game."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book import Book
from rules.engine.faults import negative_faults
from rules.engine.rulings import Line, Reason


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two teams about to meet: how often they did this season, how often in a row by now."""

    same_division: bool = True
    met: int = 0
    in_a_row: int = 0
    open_play: bool = True


def pairing_faults(book: Book, at: Pairing) -> Iterator[Reason]:
    yield from negative_faults(met=at.met, in_a_row=at.in_a_row)
    if at.open_play and at.in_a_row >= (most := book.house["repeat.in-a-row"]):
        yield Reason("too-often-in-a-row", "in_a_row", {"at_most": most})


def why_friendly(book: Book, at: Pairing) -> Iterator[Line]:
    """Outside the division, or against a rival met often enough, as the league says; nothing of a
    match that counts."""
    if at.open_play and not at.same_division:
        yield Line("outside-the-division")
    if at.open_play and at.met >= (often := book.house["repeat.rival"]):
        yield Line("met-already", None, {"met": at.met, "at_most": often})
