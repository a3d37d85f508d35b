"""How a drawn match finds a winner, and whether two teams meet for points."""

from dataclasses import dataclass

from rules.book import Book
from rules.editions.bb2020.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step
from rules.engine.circumstances import Overtime, Penalties
from rules.engine.deciding import decided_in_overtime, decided_on_penalties
from rules.engine.faults import negative_faults
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.knobs import _


@question("overtime", _("Who wins a match that was drawn after two halves."))
def overtime(book: Book, at: Overtime) -> Step:
    return (yield from decided_in_overtime(book, at))


@question("penalties", _("Who wins a penalty shoot-out."))
def penalties(book: Book, at: Penalties) -> Step:
    return (yield from decided_on_penalties(book, at))


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two teams about to meet: how often they did this season, how often in a row by now."""

    same_division: bool = True
    met: int = 0
    in_a_row: int = 0
    open_play: bool = True


@question("friendly", _("Whether a match is a friendly."))
def friendly(book: Book, at: Pairing) -> Ruling:
    """Outside the division, or against a rival met often enough, as the league says."""
    faults = list(negative_faults(met=at.met, in_a_row=at.in_a_row))
    if at.open_play and at.in_a_row >= (most := book.house["repeat.in-a-row"]):
        faults.append(Reason("too-often-in-a-row", "in_a_row", {"at_most": most}))
    if faults:
        return refused(faults)
    lines = []
    if at.open_play and not at.same_division:
        lines.append(Line("outside-the-division"))
    if at.open_play and at.met >= (often := book.house["repeat.rival"]):
        lines.append(Line("met-already", None, {"met": at.met, "at_most": often}))
    return allowed(
        e.Fact("friendly", bool(lines)),
        e.Fact("counts-for-points", not lines),
        because=lines or [Line("competition")],
    )
