"""A player as written on a roster: characteristics as they are now, and skills."""

from collections.abc import Callable, Iterator

from rules.book import Book
from rules.engine import effects as e
from rules.engine.circumstances import OfPlayer
from rules.engine.growth import characteristic, own_skills, player_faults
from rules.engine.rulings import Line, Ruling, allowed, refused
from rules.engine.state import Player

SkillsOf = Callable[[Book, str, Player], tuple[str, ...]]


def profiled(book: Book, at: OfPlayer, skills_of: SkillsOf = own_skills) -> Ruling:
    """Each difference from the position has its lines; skills are given, gained or lent."""
    if reasons := list(player_faults(book, at.race, at.player, "player")):
        return refused(reasons)
    names = book.catalogue.characteristics
    now = {name: characteristic(book, at.race, at.player, name) for name in names}
    given = book.position(at.race, at.player.position).skills
    gained = at.player.skills
    lent = skills_of(book, at.race, at.player)[len(given) + len(gained) :]
    return allowed(
        e.Fact("characteristics", now),
        e.Fact("skills", {"given": [*given], "gained": [*gained], "lent": [*lent]}),
        because=[line for name in names for line in _changes(book, at, name)],
    )


def _changes(book: Book, at: OfPlayer, name: str) -> Iterator[Line]:
    raised, lowered = at.player.raised.get(name, 0), at.player.lowered.get(name, 0)
    if raised or lowered:
        born = book.position(at.race, at.player.position).profile[name]
        yield Line("born-with", born, {"characteristic": name})
    sign = -1 if name in book.catalogue.lower_is_better else 1
    if raised:
        yield Line("risen", sign * raised, {"characteristic": name})
    if lowered:
        yield Line("lost-to-injury", -sign * lowered, {"characteristic": name})
