"""A player as they stand: what they are worth, what they can, and how far they have come."""

from rules.book import Book
from rules.editions.lrb4.questions import question
from rules.engine.circumstances import Experience, OfPlayer
from rules.engine.growth import level_reached, player_faults
from rules.engine.profile import profiled
from rules.engine.rulings import Line, Ruling, allowed, refused
from rules.knobs import _


@question("player-value", _("What a player is worth in gold."))
def player_value(book: Book, at: OfPlayer) -> Ruling:
    """The price of their position, whatever they have learnt: points count by themselves (4171)."""
    if reasons := list(player_faults(book, at.race, at.player, "player")):
        return refused(reasons)
    return allowed(because=[Line("position", at.player.cost, {"position": at.player.position})])


@question("player-profile", _("A player's characteristics and skills as they are now."))
def player_profile(book: Book, at: OfPlayer) -> Ruling:
    """Injuries and years take off what star player rolls have added (3860-3868, 4062-4136)."""
    return profiled(book, at)


@question("spp-level", _("A player's star player points, their level and the way to the next."))
def spp_level(book: Book, at: Experience) -> Ruling:
    """Points, level, rolls earned and open, and what is missing (3999-4033)."""
    return level_reached(book, at)
