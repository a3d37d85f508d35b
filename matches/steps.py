"""Which steps of the edition's sequence are run, and where each stands in a match."""

from collections.abc import Mapping

from league.models import RulesPin
from league.pins import edition_of
from rules.book import Book
from rules.engine.sequence import SequenceStep

# The steps of the post-match that are run so far, by their keys.
RUN = ("report", "points", "fortune")
# The house rule that says how the dice of a step reach the record.
DICE_RULES: Mapping[str, str] = {
    "report": "dice.casualties",
    "settlement": "dice.money",
    "improvements": "dice.improvements",
    "fortune": "dice.money",
    "hire-and-fire": "dice.money",
    "next-match": "dice.money",
}


def sequence_of(pin: RulesPin) -> dict[str, tuple[int, SequenceStep]]:
    """The steps by their keys, in order, each with its place: the pre-match comes before."""
    edition = edition_of(pin)
    first = len(edition.pre_match)
    return {
        step.key: (first + number, step)
        for number, step in enumerate(edition.post_match)
        if step.key in RUN
    }


def only_server_rolls(book: Book, step: str) -> bool:
    rule = DICE_RULES.get(step)
    return rule is not None and book.house[rule] == "server"
