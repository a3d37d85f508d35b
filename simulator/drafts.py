"""What a coach begins with, as the edition thinks plausible."""

from typing import Any

from rules.book import Book
from rules.editions import edition


def plausible_wish(book: Book, race: str, variant: int = 0) -> dict[str, Any]:
    """A wish that a coach might have; another one with another variant, where there is one."""
    own = edition(book.house.edition)
    if own.plausible_wish is not None:
        return own.plausible_wish(book, race, variant)
    choices = book.race(race).choices
    rules = {"rules": {each.key: each.rules[variant % len(each.rules)] for each in choices}}
    squad = _smallest_squad(book, race, own.sheet.squad(book)[0])
    return {"players": squad} | (rules if choices else {})


def _smallest_squad(book: Book, race: str, wanted: int) -> dict[str, int]:
    """The list from its top, until there are enough."""
    players: dict[str, int] = {}
    listed = book.race(race)
    for key in listed.positions:
        players[key] = min(listed.room_for(key, players), wanted - sum(players.values()))
    return {key: count for key, count in players.items() if count}
