"""Deals between two teams."""

from rules.book import Book
from rules.editions.lrb4.questions import question
from rules.engine.circumstances import Trade
from rules.engine.rulings import Ruling
from rules.engine.trading import traded
from rules.knobs import _


@question("trade", _("Whether two teams may trade these players and this gold."))
def trade(book: Book, at: Trade) -> Ruling:
    """Money and players change hands between teams of two coaches, never of one (3757-3768)."""
    return traded(book, at)
