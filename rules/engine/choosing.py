"""Special rules and leagues among which a team chooses, and those that it has."""

from collections.abc import Iterator, Mapping

from rules.book import Book
from rules.catalogue import Race
from rules.engine.effects import Marked
from rules.engine.rulings import Reason
from rules.engine.state import Team


def rules_of(book: Book, team: Team) -> tuple[str, ...]:
    """The special rules and leagues of a team, by key."""
    return book.race(team.race).rules_with(team.marks)


def choice_faults(race: Race, chosen: Mapping[str, str]) -> Iterator[Reason]:
    """A choice that is open, and whatever was chosen that is not up for choice."""
    known = {choice.key for choice in race.choices}
    for key in chosen:
        if key not in known:
            yield Reason("unknown", f"rules.{key}", {"name": key}, integrity=True)
    for choice in race.choices:
        options = [*choice.rules]
        if not (text := chosen.get(choice.key, "")):
            params = {"choice": choice.name, "rules": options}
            yield Reason("choose-one", f"rules.{choice.key}", params)
        elif text not in options:
            values = {"options": options}
            yield Reason("not-an-option", f"rules.{choice.key}", values, integrity=True)


def marks(chosen: Mapping[str, str]) -> Iterator[Marked]:
    """What a team keeps of its choices."""
    for key, rule in chosen.items():
        if rule:
            yield Marked(key, rule)
