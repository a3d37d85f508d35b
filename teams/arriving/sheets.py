"""An adoption's sheet: what was typed or pasted, read as the team that arrives."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from acts.failures import Reason
from league.rulebook import team_sheet_of
from rules.book import Book
from rules.catalogue import RuleChoice
from rules.words import name as called
from teams.arriving.adoptees import Squad, read_rows
from teams.arriving.arrivals import Arrival
from teams.arriving.spellings import read_number
from teams.models import Adoption

RESULTS = ("won", "drawn", "lost")
MOST_STAFF, MOST_RESULTS = 99, 9_999


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """The team that a sheet tells of, and what of it nobody can read."""

    arrival: Arrival
    squad: Squad
    unread: tuple[Reason, ...]


def read_sheet(book: Book, adoption: Adoption) -> ReadSheet:
    sheet: Mapping[str, Any] = adoption.sheet
    squad = read_rows(book, adoption.race, sheet.get("players", ()))
    brings: dict[str, Any] = {"players": squad.players}
    unread = []
    for name, most in figures_of(book).items():
        number = read_number(sheet.get(name, ""), at_most=most)
        if number is None:
            sentence = _("A whole number from 0 to %(most)s.") % {"most": f"{most:,}"}
            unread.append(Reason("not_a_count", sentence, name))
        _put(brings, name, number or 0)
    brings |= _belongings(sheet)
    if chosen := {key: str(sheet.get(f"rules.{key}", "")) for key in choices_of(book, adoption)}:
        brings["rules"] = chosen
    arrival = Arrival(
        race=adoption.race,
        name=adoption.name,
        shirt=adoption.shirt,
        trim=adoption.trim,
        brings=brings,
        people=squad.people,
    )
    return ReadSheet(arrival, squad, (*unread, *squad.reasons))


def choices_of(book: Book, adoption: Adoption) -> dict[str, RuleChoice]:
    """What a team of the list has to choose, by key."""
    race = book.catalogue.races.get(adoption.race)
    return {each.key: each for each in race.choices} if race else {}


def _belongings(sheet: Mapping[str, Any]) -> dict[str, Any]:
    values = {name: str(sheet[name]) for name in ("sponsor", "star") if sheet.get(name)}
    if not sheet.get("home.attribute"):
        return values
    home = {
        "attribute": str(sheet["home.attribute"]),
        "name": str(sheet.get("home.name", "")),
        "owned": bool(sheet.get("home.owned")),
    }
    return {**values, "home": home}


def own_labels_of(book: Book) -> dict[str, str]:
    """What is a team's own and counted, as it is called."""
    sheet = team_sheet_of(book)
    return {
        **{figure.key: _(figure.label) for figure in sheet.own_figures},
        **{f"staff.{what}": called(book.catalogue, what) for what in sheet.staff},
    }


def figures_of(book: Book) -> dict[str, int]:
    """The numbers of a team that a sheet asks for, each with the most that it may be."""
    sheet = team_sheet_of(book)
    return {
        **{figure.key: figure.at_most for figure in sheet.own_figures},
        **{f"staff.{what}": MOST_STAFF for what in sheet.staff},
        **{f"record.{result}": MOST_RESULTS for result in RESULTS},
    }


def labels_of(book: Book) -> dict[str, str]:
    """What each of them is called."""
    return {
        **own_labels_of(book),
        "record.won": _("Won"),
        "record.drawn": _("Drawn"),
        "record.lost": _("Lost"),
    }


def _put(brings: dict[str, Any], name: str, number: int) -> None:
    """`staff.apothecary` belongs under `staff`."""
    first, _dot, rest = name.partition(".")
    if rest:
        brings.setdefault(first, {})[rest] = number
    else:
        brings[first] = number
