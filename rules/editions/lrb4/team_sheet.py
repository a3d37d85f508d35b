"""What a team of this edition has."""

from collections.abc import Iterator

from rules.book import Book
from rules.catalogue import Race
from rules.engine.arriving import MOST_GOLD
from rules.engine.season_awards import WHOLE_GOLD
from rules.knobs import _
from rules.team_sheet import Figure, PlayerByHand, PrizePart, Strength, TeamSheet

STAFF = ("assistant-coach", "cheerleader", "apothecary")


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
        Figure(key="fan_factor", label=_("Fan factor"), word="FF"),
    ),
    staff=STAFF,
    strength=Strength(label=_("Team Rating"), word="TR", unit="count"),
    squad=squad,
    race_notes=race_notes,
    player_by_hand=PlayerByHand(
        experience=(
            Figure(key="points", label=_("SPP without a kind"), word="SPP", at_most=9_999),
        ),
        body=(Figure(key="niggles", label=_("Niggles"), word="Niggle", at_most=99),),
        parts=("awards", "skills", "characteristics", "misses-next"),
    ),
    prizes=(
        PrizePart(key="gold", label=_("Gold"), at_most=10_000_000, step=WHOLE_GOLD),
        PrizePart(key="fan_factor", label=_("Fan factor"), at_most=20),
    ),
)
