"""What a team of this edition has."""

from rules.book import Book
from rules.knobs import _
from rules.sheet import Figure, Sheet, Strength


def squad(book: Book) -> range:
    house = book.house
    return range(house["draft.players-at-least"], house["draft.players-at-most"] + 1)


SHEET = Sheet(
    figures=(
        Figure(
            key="treasury",
            label=_("Treasury"),
            meaning=_("The gold that a team has and has not spent."),
            unit="gold",
        ),
        Figure(
            key="rerolls",
            label=_("Re-rolls"),
            meaning=_("How often in a half a team may roll its dice again."),
        ),
        Figure(
            key="fan_factor",
            label=_("Fan factor"),
            meaning=_("How many follow a team: they make FAME, and so gold."),
        ),
    ),
    strength=Strength(
        label=_("Team Value"),
        short=_("TV"),
        meaning=_("What everything is worth that a team brings to its next match."),
    ),
    squad=squad,
    experience="levels",
)
