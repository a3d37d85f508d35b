"""A player as written on a roster."""

from rules.book import Book
from rules.editions.bb2016.growth import skills_of
from rules.editions.bb2016.questions import question
from rules.engine.circumstances import OfPlayer
from rules.engine.profile import profiled
from rules.engine.rulings import Ruling
from rules.knobs import _


@question("player-profile", _("A player's characteristics and skills as they are now."))
def player_profile(book: Book, at: OfPlayer) -> Ruling:
    """Skills are given, gained or lent (1149); a journeyman is a Loner until hired (1387)."""
    return profiled(book, at, skills_of)
