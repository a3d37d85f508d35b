"""Skills that no roll could give to a player, with one that leagues need not play with."""

from collections.abc import Iterator

from rules.book import Book
from rules.editions.bb2016.growth import is_played
from rules.engine import limits
from rules.engine.rulings import Reason
from rules.engine.state import Player


def open_faults(
    book: Book, race: str, player: Player, skill: str, subject: str
) -> Iterator[Reason]:
    """A known skill that is Extraordinary, in neither of their lists, or not played with (1542)."""
    if is_played(book, skill):
        yield from limits.open_faults(book, race, player, skill, subject)
    else:
        params = {"position": player.position, "skill": skill, "rule": "piling-on"}
        yield Reason("not-in-this-league", subject, params)
