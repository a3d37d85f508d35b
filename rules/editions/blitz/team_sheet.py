"""What a team of this edition has: nothing but its cards and what its coach has learnt."""

from rules.book import Book
from rules.editions.blitz.traits import PREFIX, TRAITS, USED
from rules.knobs import _
from rules.team_sheet import MarkShelf, TeamSheet


def squad(book: Book) -> range:
    """Nobody is under contract: the cards of a team are its players."""
    return range(1)


SHEET = TeamSheet(
    figures=(),
    staff=(),
    strength=None,
    squad=squad,
    plays_cards=True,
    marks=MarkShelf(prefix=PREFIX, label=_("Coach traits"), table=TRAITS, used=USED),
)
