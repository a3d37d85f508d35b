"""What a player may learn by the letters of their position, and why not the rest."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rules.book import Book
from rules.catalogue import Position
from rules.engine.growth import characteristic
from rules.engine.rulings import Line, Reason
from rules.engine.state import Player


def learnable(
    book: Book,
    position: Position,
    known: Collection[str],
    *,
    is_double: bool,
    beside: Collection[str] = (),
    barred: Collection[str] = (),
) -> Iterator[str]:
    """Skills of the position's letters that are not known yet, nor barred by what is known, nor in
    want of something that is neither known nor learnt `beside` it."""
    letters = position.normal + (position.double if is_double else "")
    for skill in book.catalogue.skills_in(letters):
        is_new = skill.key not in known and not set(skill.never_with) & set(known)
        if is_new and not skill.lacks({*known, *beside}) and skill.key not in barred:
            yield skill.key


def skills_withheld(
    book: Book,
    position: Position,
    known: Collection[str],
    player: Player,
    *,
    dice: Sequence[int],
    options: Collection[str],
    barred: Mapping[str, Reason],
) -> Iterator[tuple[str, Reason]]:
    """Every skill that these dice do not give, and why not."""
    by_doubles = {skill.key for skill in book.catalogue.skills_in(position.double)}
    by_letters = by_doubles | {each.key for each in book.catalogue.skills_in(position.normal)}
    for key, skill in book.catalogue.skills.items():
        if key in options:
            continue
        params = {"skill": key, "player": player.id, "position": player.position}
        if key in known:
            yield key, Reason("has-skill-already", "", params)
        elif key in barred:
            yield key, barred[key]
        elif clash := [each for each in known if each in skill.never_with]:
            yield key, Reason("skill-barred-by", "", {**params, "by_skill": clash[0]})
        elif key in by_letters and skill.lacks(known):
            yield key, Reason("skill-needs", "", {**params, "needs": [*skill.needs]})
        elif key in by_doubles:
            yield key, Reason("takes-a-double", "", {**params, "faces": [*dice]})
        else:
            yield key, Reason("skill-not-open", "", params)


def not_raised(
    book: Book,
    race: str,
    player: Player,
    name: str,
    *,
    choices: Collection[str],
    dice: Sequence[int],
) -> Reason:
    """Why a characteristic does not rise by these dice."""
    params = {"characteristic": name, "player": player.id}
    if name not in choices:
        return Reason("not-by-this-roll", "", {**params, "faces": [*dice]})
    stands = characteristic(book, race, player, name)
    return Reason("rises-no-further", "", {**params, "stands": stands})


def stands_as(book: Book, race: str, player: Player, skills: Sequence[str]) -> Line:
    """The player as they are, to choose beside."""
    names = book.catalogue.characteristics
    stands: dict[str, Any] = {
        "position": player.position,
        "characteristics": {name: characteristic(book, race, player, name) for name in names},
    }
    if skills:
        stands["skills"] = [*skills]
    return Line("stands-as", None, stands)
