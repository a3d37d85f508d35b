"""Trades: players and gold between two teams."""

from rules.book import Book
from rules.editions.bb2020.questions import question
from rules.engine.circumstances import Trade
from rules.engine.rulings import Ruling
from rules.engine.trading import traded
from rules.knobs import _


@question("trade", _("Whether two teams may trade these players and this gold."))
def trade(book: Book, at: Trade) -> Ruling:
    """The book knows none; the rules of the roster hold for both teams afterwards."""
    return traded(book, at)
