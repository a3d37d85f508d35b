"""What a team of this edition has."""

from rules.book import Book
from rules.editions.bb2016.value import STAFF
from rules.knobs import _
from rules.team_sheet import Figure, Strength, TeamSheet


def squad(book: Book) -> range:
    house = book.house
    return range(house["draft.players-at-least"], house["draft.players-at-most"] + 1)


SHEET = TeamSheet(
    figures=(
        Figure(key="treasury", label=_("Treasury"), word="Treasury", unit="gold"),
        Figure(key="rerolls", label=_("Re-rolls"), word="RR"),
        Figure(key="fan_factor", label=_("Fan factor"), word="FF"),
    ),
    staff=STAFF,
    strength=Strength(label=_("Team Value"), word="TV"),
    squad=squad,
)
