"""What a coach buys with the first million."""

from typing import Any

from rules.book import Book

SQUAD = 11
FEWEST_REROLLS = 2
FANS = 3


def plausible_wish(book: Book, race: str, variant: int) -> dict[str, Any]:
    """Eleven players, some of them dear, and with the rest re-rolls, fans and a healer."""
    listed, rerolls = book.race(race), FEWEST_REROLLS + variant % 2
    plain = next(key for key, each in listed.positions.items() if each.max >= SQUAD)
    each_fan = book.figure("draft", "fan-factor-cost")
    players = {plain: SQUAD}
    left = book.house["draft.treasury"] - SQUAD * listed.positions[plain].cost
    left -= rerolls * listed.reroll_cost + FANS * each_fan
    for key, position in sorted(listed.positions.items(), key=lambda each: -each[1].cost):
        dearer = position.cost - listed.positions[plain].cost
        most = min(listed.room_for(key, players), players[plain] - 3)
        if dearer > 0 and (count := min(most, left // dearer)) > 0:
            players |= {key: count, plain: players[plain] - count}
            left -= count * dearer
    healer = book.figure("draft", "apothecary-cost")
    staff = {"apothecary": 1} if listed.apothecary and left >= healer else {}
    left -= healer * len(staff)
    fans = min(book.figure("draft", "fan-factor-max"), FANS + max(0, left) // each_fan)
    return {"players": players, "rerolls": rerolls, "staff": staff, "fan_factor": fans}
