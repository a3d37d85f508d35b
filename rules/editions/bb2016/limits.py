"""How far a player may go: the skills that are open to them, the span of a characteristic."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from rules.book import Book
from rules.editions.bb2016.growth import is_played
from rules.editions.bb2016.improvement import may_rise
from rules.engine.growth import characteristic, may_fall
from rules.engine.rulings import Reason
from rules.engine.state import Player


def open_faults(
    book: Book, race: str, player: Player, skill: str, subject: str
) -> Iterator[Reason]:
    """A known skill that no roll could give them: Extraordinary, or in neither of their lists."""
    position = book.position(race, player.position)
    within_reach = book.catalogue.skills_in(position.normal + position.double)
    params = {"position": player.position, "skill": skill}
    if not is_played(book, skill):
        yield Reason("not-in-this-league", subject, params | {"rule": "piling-on"})
    elif skill not in {each.key for each in within_reach}:
        yield Reason("skill-not-open", subject, params)


def clash_faults(book: Book, skills: Iterable[str], subject: str) -> Iterator[Reason]:
    """Skills among these that nobody may have together (4775)."""
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
