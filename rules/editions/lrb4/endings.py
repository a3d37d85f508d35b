"""How a match ends that is drawn after two halves."""

from rules.book import Book
from rules.editions.lrb4.questions import question
from rules.engine.asks import Step
from rules.engine.circumstances import Overtime, Penalties
from rules.engine.deciding import decided_in_overtime, decided_on_penalties
from rules.knobs import _


@question("overtime", _("Who wins a match that was drawn after two halves."))
def overtime(book: Book, at: Overtime) -> Step:
    """The first touchdown wins, or else penalties do (1272-1279)."""
    return (yield from decided_in_overtime(book, at))


@question("penalties", _("Who wins a penalty shoot-out."))
def penalties(book: Book, at: Penalties) -> Step:
    """A die and a point for each unused re-roll; ties are rolled again (1277-1279)."""
    return (yield from decided_on_penalties(book, at))
