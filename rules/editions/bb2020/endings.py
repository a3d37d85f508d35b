"""How a drawn match finds a winner, and whether two teams meet for points."""

from rules.book import Book
from rules.editions.bb2020.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step
from rules.engine.circumstances import Overtime, Penalties
from rules.engine.deciding import decided_in_overtime, decided_on_penalties
from rules.engine.friendlies import Pairing, pairing_faults, why_friendly
from rules.engine.rulings import Line, Ruling, allowed, refused
from rules.knobs import _


@question("overtime", _("Who wins a match that was drawn after two halves."))
def overtime(book: Book, at: Overtime) -> Step:
    return (yield from decided_in_overtime(book, at))


@question("penalties", _("Who wins a penalty shoot-out."))
def penalties(book: Book, at: Penalties) -> Step:
    return (yield from decided_on_penalties(book, at))


@question("friendly", _("Whether a match is a friendly."))
def friendly(book: Book, at: Pairing) -> Ruling:
    """Outside the division, or against a rival met often enough, as the league says."""
    if faults := list(pairing_faults(book, at)):
        return refused(faults)
    lines = list(why_friendly(book, at))
    return allowed(
        e.Fact("friendly", bool(lines)),
        e.Fact("counts-for-points", not lines),
        because=lines or [Line("competition")],
    )
