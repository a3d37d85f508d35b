"""An adoption's sheet: what was typed or pasted, read as the team that arrives."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from jobs.failures import Reason
from rules.book import Book
from rules.catalogue import Catalogue
from teams.arriving.adoptees import Squad, read_rows
from teams.arriving.arrivals import Arrival
from teams.arriving.spellings import read_number
from teams.models import Adoption

STAFF = ("assistant-coach", "cheerleader", "apothecary")
RESULTS = ("won", "drawn", "lost")
# The most that each number of the team may be, by its name in the sheet.
FIGURES: Mapping[str, int] = {
    "treasury": 1_000_000_000,
    "rerolls": 99,
    "fan_factor": 999,
    "fund": 1_000_000_000,
    **{f"staff.{what}": 99 for what in STAFF},
    **{f"record.{result}": 9_999 for result in RESULTS},
}


# What a team has one of, or none, by its name in the sheet.
BELONGINGS = ("sponsor", "star", "home.attribute", "home.name", "home.owned")


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
    for name in figures_of(book.catalogue):
        number = read_number(sheet.get(name, ""), at_most=FIGURES[name])
        if number is None:
            sentence = _("A whole number from 0 to %(most)s.") % {"most": f"{FIGURES[name]:,}"}
            unread.append(Reason("not_a_count", sentence, name))
        _put(brings, name, number or 0)
    brings |= _belongings(sheet)
    arrival = Arrival(
        race=adoption.race,
        name=adoption.name,
        shirt=adoption.shirt,
        trim=adoption.trim,
        brings=brings,
        people=squad.people,
    )
    return ReadSheet(arrival, squad, (*unread, *squad.reasons))


def _belongings(sheet: Mapping[str, Any]) -> dict[str, Any]:
    told = {name: str(sheet[name]) for name in ("sponsor", "star") if sheet.get(name)}
    if not sheet.get("home.attribute"):
        return told
    home = {
        "attribute": str(sheet["home.attribute"]),
        "name": str(sheet.get("home.name", "")),
        "owned": bool(sheet.get("home.owned")),
    }
    return {**told, "home": home}


def staff_of(catalogue: Catalogue) -> list[str]:
    """The jobs that the edition's teams have."""
    table = catalogue.tables.get("draft")
    return [what for what in STAFF if table and f"{what}-cost" in table.named]


def figures_of(catalogue: Catalogue) -> list[str]:
    """The numbers of a team that a sheet asks for."""
    known = {f"staff.{what}" for what in staff_of(catalogue)}
    return [name for name in FIGURES if not name.startswith("staff.") or name in known]


def _put(brings: dict[str, Any], name: str, number: int) -> None:
    """`staff.apothecary` belongs under `staff`."""
    first, _dot, rest = name.partition(".")
    if rest:
        brings.setdefault(first, {})[rest] = number
    else:
        brings[first] = number
