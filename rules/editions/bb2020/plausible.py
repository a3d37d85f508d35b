"""What a coach buys with the first million."""

from typing import Any

from rules.book import Book

SQUAD = 11
FEWEST_REROLLS = 2


def plausible_wish(book: Book, race: str, variant: int) -> dict[str, Any]:
    """Eleven players, the dear ones first, and with the rest re-rolls, a healer and fans."""
    listed, rerolls = book.race(race), FEWEST_REROLLS + variant
    players = dict.fromkeys(listed.positions, 0)
    plain = listed.journeymen[0]
    players[plain] = min(SQUAD, listed.positions[plain].max)
    left = book.house["draft.treasury"] - players[plain] * listed.positions[plain].cost
    left -= rerolls * listed.reroll_cost
    for key, position in sorted(listed.positions.items(), key=lambda each: -each[1].cost):
        dearer = position.cost - listed.positions[plain].cost
        room = min(listed.room_for(key, players), players[plain] - 4)
        count = min(room, left // dearer) if dearer > 0 else 0
        if count > 0:
            players |= {key: count, plain: players[plain] - count}
            left -= count * dearer
    healer = book.figure("draft", "apothecary-cost")
    staff = {"apothecary": 1} if listed.apothecary and left >= healer else {}
    left -= healer * len(staff)
    more = min(max(0, left) // listed.reroll_cost, listed.reroll_max - rerolls)
    left -= more * listed.reroll_cost
    most = book.figure("draft", "fans-draft-max") - book.figure("draft", "fans-free")
    fans = min(max(0, left) // book.figure("draft", "fans-cost"), most)
    return {
        "players": {key: count for key, count in players.items() if count},
        "rerolls": rerolls + more,
        "staff": staff,
        "fan_factor": fans,
        "rules": {each.key: each.rules[variant % len(each.rules)] for each in listed.choices},
    }
