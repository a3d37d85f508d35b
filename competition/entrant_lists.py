"""A list of entrants as somebody pastes it: out of a spreadsheet, a forum, a mail."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from django.utils.translation import gettext as _

from acts.failures import Reason
from league.models import LONGEST_NAME
from rules.catalogue import Race
from web.lines import tidied, what_is_wrong_with

MOST_LINES = 200
HIGHEST_NUMBER = 99_999_999
COLUMNS = ("name", "club", "race", "number")
# What people write over their columns.
HEADINGS: Mapping[str, str] = {
    "name": "name",
    "coach": "name",
    "player": "name",
    "nick": "name",
    "club": "club",
    "team": "club",
    "city": "club",
    "race": "race",
    "roster": "race",
    "number": "number",
    "no": "number",
    "nr": "number",
    "naf": "number",
    "nafnumber": "number",
    "nafno": "number",
    "nafnr": "number",
}


@dataclass(slots=True)
class EntrantLine:
    """One entrant as read, by the number of the line in the list, with all that is wrong."""

    at: int
    name: str
    club: str = ""
    race: str = ""
    number: int | None = None
    faults: list[Reason] = field(default_factory=list)

    def find(self, code: str, message: str, column: str) -> None:
        self.faults.append(Reason(code, message, f"{self.at}.{column}"))


def read_list(text: str, races: Mapping[str, Race]) -> list[EntrantLine]:
    """Every line that says something. Columns are parted by tabs, semicolons or commas, whichever
    the line uses, and come as name, club, race, number unless a first line names them."""
    written = [
        (at, line) for at, line in enumerate(text.splitlines(), start=1) if line.strip(" \t,;")
    ]
    rows = [(at, _cells(line)) for at, line in written]
    columns: list[str | None] = [*COLUMNS]
    if rows and (named := _headings(rows[0][1])):
        columns, rows = named, rows[1:]
    lines = []
    for at, cells in rows:
        values = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
        line = read_entrant(values, races, at=at)
        if any(cells[len(columns) :]):
            line.find("too_many_columns", _("More columns than name, club, race, number."), "name")
        lines.append(line)
    return lines


def read_entrant(told: Mapping[str, str], races: Mapping[str, Race], *, at: int = 1) -> EntrantLine:
    """One entrant from what stands in each column; a missing one is empty."""
    name, club, race, number = (tidied(told.get(column, "")) for column in COLUMNS)
    line = EntrantLine(at, name, club)
    for column, text in (("name", name), ("club", club)):
        line.faults += what_is_wrong_with(
            text, subject=f"{at}.{column}", at_most=LONGEST_NAME, may_be_empty=column != "name"
        )
    _read_race(line, race, races)
    _read_number(line, number)
    return line


def _cells(line: str) -> list[str]:
    mark = next((mark for mark in "\t;" if mark in line), ",")
    try:
        return [tidied(cell) for cell in next(csv.reader([line], delimiter=mark))]
    except csv.Error:
        return [tidied(cell) for cell in line.split(mark)]


def _headings(cells: list[str]) -> list[str | None] | None:
    """The columns that a first line names; none if it is an entrant's."""
    found = [HEADINGS.get(_plain(cell)) for cell in cells]
    named = [column for column in found if column]
    return found if "name" in named and len(named) == len(set(named)) else None


def _plain(word: str) -> str:
    """Without capitals, spaces and plurals: Wood Elves are a wood-elf."""
    bare = "".join(char for char in word.casefold() if char.isalnum())
    if bare.endswith("ves"):
        return f"{bare[:-3]}f"
    return bare.removesuffix("s")


def _read_race(line: EntrantLine, told: str, races: Mapping[str, Race]) -> None:
    if not told:
        return
    known = _names_of(races)
    key = known.get(_plain(told))
    if key is not None:
        line.race = key
        return
    if near := get_close_matches(_plain(told), known, n=1):
        sentence = _("There is no race “%(told)s”. Is it %(near)s?")
        text = sentence % {"told": told, "near": races[known[near[0]]].name}
    else:
        text = _("There is no race “%(told)s”.") % {"told": told}
    line.find("no_such_race", text, "race")


def _names_of(races: Mapping[str, Race]) -> dict[str, str]:
    return {_plain(word): race.key for race in races.values() for word in (race.key, race.name)}


def _read_number(line: EntrantLine, told: str) -> None:
    digits = told.removeprefix("#")
    if not digits:
        return
    if digits.isascii() and digits.isdigit() and 0 < int(digits[:12]) <= HIGHEST_NUMBER:
        line.number = int(digits)
    else:
        line.find("no_number", _("“%(told)s” is not a number.") % {"told": told}, "number")
