"""Proud players: who leaves a team that gave up."""

from collections.abc import Generator
from typing import Any

from rules.book import Book
from rules.engine import effects as e
from rules.engine.asks import Ask, Roll, Who, together
from rules.engine.growth import points
from rules.engine.rulings import Allowed, Line, allowed
from rules.engine.state import Team

Leaving = Generator[tuple[Ask, ...], tuple[Any, ...], Allowed]


def players_leaving(book: Book, team: Team, who: Who = "side", how: str = "concession") -> Leaving:
    """Each player of as many points as the edition says leaves on a low die."""
    least = book.figure("concession", "spp-min")
    proud = [player for player in team.players.values() if points(book, player) >= least]
    row = book.catalogue.tables["concession"].named["leave-max"]
    dice: tuple[int, ...] = ()
    if proud:
        dice = yield from together(
            *(Roll(f"concession/{player.id}", dice=row["dice"], who=who) for player in proud)
        )
    rolled = list(zip(proud, dice, strict=True))
    gone = [e.Left(player.id, how) for player, die in rolled if die <= row["value"]]
    lines = [
        Line("loyalty-die", None, {"player": player.id, "die": die, "stays": die > row["value"]})
        for player, die in rolled
    ]
    return allowed(*gone, because=lines)
