"""What a coach buys with the first million."""

from collections import Counter
from typing import Any

from rules.book import Book

SQUAD = 11
REROLLS = 2
# Of the dear positions so many at least leave the cheap one its share.
PLAIN = 3


def plausible_wish(book: Book, race: str, variant: int) -> dict[str, Any]:
    """The cheapest eleven, some re-rolls, then dearer players, a healer, and fans for the rest."""
    listed = book.race(race)
    by_price = sorted(listed.positions.items(), key=lambda each: each[1].cost)
    players: Counter[str] = Counter()
    for key, _position in by_price:
        players[key] = min(listed.room_for(key, players), SQUAD - players.total())
    fan = book.figure("draft", "fan-factor-cost")
    left = book.house["draft.treasury"] - fan
    left -= sum(listed.positions[key].cost * count for key, count in players.items())
    rerolls = min(REROLLS + variant % 2, left // listed.reroll_cost)
    left -= rerolls * listed.reroll_cost
    plain, cheapest = by_price[0]
    for key, position in reversed(by_price[1:]):
        dearer = position.cost - cheapest.cost
        room = min(listed.room_for(key, players), players[plain] - PLAIN)
        count = max(0, min(room, left // dearer)) if dearer else 0
        players += Counter({key: count})
        players[plain] -= count
        left -= count * dearer
    healer = book.figure("draft", "apothecary-cost")
    staff = {"apothecary": 1} if listed.apothecary and left >= healer else {}
    left -= healer * len(staff)
    fans = min(book.figure("draft", "fan-factor-max"), 1 + left // fan)
    return {"players": dict(players), "rerolls": rerolls, "staff": staff, "fan_factor": fans}
