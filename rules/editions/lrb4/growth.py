"""A player as they stand: characteristics, skills, points and level."""

from rules.book import Book
from rules.editions.bb2016.growth import point_lines
from rules.engine.rulings import total
from rules.engine.state import Player


def points(book: Book, player: Player) -> int:
    """A player's star player points."""
    return total(point_lines(book, player.awards, player.extra))


def characteristic(book: Book, race: str, player: Player, name: str) -> int:
    """A characteristic as it is now, improvements, injuries and age included."""
    return book.position(race, player.position).profile[name] + player.net(name)


def skills_of(book: Book, race: str, player: Player) -> tuple[str, ...]:
    """Every skill, trait and racial characteristic that a player has now."""
    return (*book.position(race, player.position).skills, *player.skills, *player.lent)
