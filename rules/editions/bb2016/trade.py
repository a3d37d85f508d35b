"""Trades between two teams."""

from rules.book import Book
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.growth import star_places
from rules.editions.bb2016.questions import question
from rules.engine.circumstances import Trade
from rules.engine.rulings import Ruling, refused
from rules.engine.trading import traded
from rules.knobs import _


@question("trade", _("Whether two teams may trade these players and this gold."))
def trade(book: Book, at: Trade) -> Ruling:
    """No source speaks of trades; the rules of the roster hold for both teams afterwards."""
    faults = [
        fault
        for side, own, _other in at.sides()
        for fault in team_faults(book, own.team, f"{side}.team")
    ]
    return refused(faults) if faults else traded(book, at, places_taken=star_places)
