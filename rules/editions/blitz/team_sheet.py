"""What a team of this edition has: nothing but its cards and what its coach has learnt."""

from rules.book import Book
from rules.team_sheet import TeamSheet


def squad(book: Book) -> range:
    """Nobody is under contract: the cards of a team are its players."""
    return range(1)


SHEET = TeamSheet(figures=(), staff=(), strength=None, squad=squad)
