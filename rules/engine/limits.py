"""How far a player may go: the skills that are open to them, the span of a characteristic."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from rules.book import Book
from rules.engine.growth import characteristic, may_fall
from rules.engine.rulings import Reason
from rules.engine.state import Player


def may_rise(book: Book, race: str, player: Player, name: str) -> bool:
    """So far above the start and no further, on the net value; and so high at most in all, where a
    game says so."""
    limits = book.catalogue.tables["characteristic-limits"].named
    if player.net(name) >= limits["gain-max"]["value"]:
        return False
    highest = limits.get("value-max")
    return highest is None or characteristic(book, race, player, name) < highest["value"]


def open_faults(
    book: Book, race: str, player: Player, skill: str, subject: str
) -> Iterator[Reason]:
    """A known skill that no roll could give them."""
    position = book.position(race, player.position)
    within_reach = book.catalogue.skills_in(position.normal + position.double)
    params = {"position": player.position, "skill": skill}
    if skill not in {each.key for each in within_reach}:
        yield Reason("skill-not-open", subject, params)


def clash_faults(book: Book, skills: Iterable[str], subject: str) -> Iterator[Reason]:
    """Skills among these that nobody may have together."""
    chosen = dict.fromkeys(skills)
    known = [book.catalogue.skills[key] for key in chosen if key in book.catalogue.skills]
    if clash := [skill.key for skill in known if chosen.keys() & {*skill.never_with}]:
        yield Reason("never-together", subject, {"skills": clash})


def need_faults(
    book: Book, skills: Iterable[str], known: Collection[str], subject: str
) -> Iterator[Reason]:
    """Skills learnt without another that they need."""
    for key in dict.fromkeys(skills):
        skill = book.catalogue.skills.get(key)
        if skill and skill.lacks(known):
            params = {"skill": key, "needs": [*skill.needs]}
            yield Reason("needs-another", subject, params)


def cap_faults(
    book: Book, race: str, player: Player, names: Iterable[str], subject: str = ""
) -> Iterator[Reason]:
    """Characteristics that improvements and injuries, in whatever order, could not have led to.

    The last step is enough to look at: those before it can be ordered to keep within the span.
    """
    for name in names:
        raised, lowered = player.raised.get(name, 0), player.lowered.get(name, 0)
        stands = characteristic(book, race, player, name)
        before = replace(player, raised={**player.raised, name: raised - 1})
        if raised > 0 and not may_rise(book, race, before, name):
            params = {"characteristic": name, "stands": stands}
            yield Reason("too-high", f"{subject}raised.{name}", params)
        before = replace(player, lowered={**player.lowered, name: lowered - 1})
        if lowered > 0 and not may_fall(book, race, before, name):
            params = {"characteristic": name, "stands": stands}
            yield Reason("too-low", f"{subject}lowered.{name}", params)
