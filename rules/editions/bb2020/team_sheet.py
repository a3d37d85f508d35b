"""What a team of this edition has."""

from collections.abc import Iterator

from rules.book import Book
from rules.catalogue import Race
from rules.engine.season_awards import WHOLE_GOLD
from rules.knobs import _
from rules.team_sheet import Figure, PlayerByHand, PrizePart, Strength, TeamSheet

STAFF = ("assistant-coach", "cheerleader", "apothecary")
MOST_GOLD = 1_000_000_000


def squad(book: Book) -> range:
    house = book.house
    return range(house["draft.players-at-least"], house["draft.players-at-most"] + 1)


def race_notes(race: Race) -> Iterator[tuple[str, int | None]]:
    yield _("Re-roll %(gold)s"), race.reroll_cost
    yield (_("may have an apothecary") if race.apothecary else _("no apothecary")), None


SHEET = TeamSheet(
    figures=(
        Figure(
            key="treasury", label=_("Treasury"), word="Treasury", unit="gold", at_most=MOST_GOLD
        ),
        Figure(key="rerolls", label=_("Re-rolls"), word="RR", at_most=99),
        Figure(key="fan_factor", label=_("Dedicated fans"), word="Fans", at_most=7),
    ),
    staff=STAFF,
    strength=Strength(label=_("Current team value"), word="CTV"),
    squad=squad,
    race_notes=race_notes,
    player_by_hand=PlayerByHand(
        experience=(
            Figure(key="points", label=_("SPP without a kind"), word="SPP", at_most=9_999),
            Figure(key="spent", label=_("SPP spent"), word="SPP", at_most=9_999),
        ),
        body=(Figure(key="niggles", label=_("Niggles"), word="Niggle", at_most=99),),
        parts=("awards", "skills", "characteristics", "misses-next"),
    ),
    prizes=(
        PrizePart(key="gold", label=_("Gold"), at_most=10_000_000, step=WHOLE_GOLD),
        PrizePart(key="fan_factor", label=_("Dedicated fans"), at_most=6),
    ),
)
