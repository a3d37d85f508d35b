"""What a coach buys with the first million."""

from typing import Any

from rules.book import Book

SQUAD = 11
FEWEST_REROLLS = 2


def plausible_wish(book: Book, race: str, variant: int) -> dict[str, Any]:
    """Eleven players, the dear ones first, and with the rest re-rolls, a healer and fans."""
    listed, rerolls = book.race(race), FEWEST_REROLLS + variant
    plain = next(key for key, each in listed.positions.items() if each.max >= SQUAD)
    players = {plain: SQUAD}
    left = book.house["draft.treasury"] - SQUAD * listed.positions[plain].cost
    left -= rerolls * listed.reroll_cost
    for key, position in sorted(listed.positions.items(), key=lambda each: -each[1].cost):
        dearer = position.cost - listed.positions[plain].cost
        count = min(position.max, left // dearer, players[plain] - 3) if dearer > 0 else 0
        if count > 0:
            players |= {key: count, plain: players[plain] - count}
            left -= count * dearer
    healer = book.figure("draft", "apothecary-cost")
    staff = {"apothecary": 1} if listed.apothecary and left >= healer else {}
    left -= healer * len(staff)
    more = left // listed.reroll_cost
    fans = (left % listed.reroll_cost) // book.figure("draft", "fan-factor-cost")
    wish = {"players": players, "rerolls": rerolls + more, "staff": staff}
    return wish if book.house["fan-factor.free"] else {**wish, "fan_factor": min(fans, 9)}
