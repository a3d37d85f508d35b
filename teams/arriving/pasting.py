"""A table as it was copied out of a spreadsheet: its columns recognised, its rows as text."""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from acts.failures import Reason, Refused
from rules.catalogue import Catalogue
from teams.arriving.adoptees import CELLS, LONGEST_CELL, MOST_ROWS, Row, cells_of
from teams.arriving.spellings import DASHES, NOTHING, plainly, shown

LONGEST_PASTE = 200_000
MOST_COLUMNS = 60
# A title or two may stand over the line that names the columns.
HEADER_WITHIN = 6

# How sheets head their columns, in plain letters.
HEADS: Mapping[str, tuple[str, ...]] = {
    "number": ("number", "no", "nr", "num", "shirt", "jersey", "playerno", "playernumber"),
    "name": ("name", "player", "playername", "names"),
    "position": ("position", "pos", "positional", "role", "type", "playertype"),
    "completion": ("comp", "cp", "cmp", "com", "completion", "completions", "pass", "passes"),
    "touchdown": ("td", "tds", "touchdown", "touchdowns"),
    "interception": ("int", "in", "ints", "intercept", "interception", "interceptions"),
    "casualty": ("cas", "cs", "casualty", "casualties"),
    "mvp": ("mvp", "mvps", "mostvaluableplayer", "motm"),
    "spp": ("spp", "spps", "starplayerpoints", "xp", "exp", "experience", "points", "totalspp"),
    "skills": ("skills", "skill", "abilities", "improvements", "gained", "skillsandabilities"),
    "injuries": ("injuries", "injury", "inj", "injs"),
    "niggles": ("niggles", "niggle", "niggling", "nig", "ni", "n"),
    "misses_next": ("mng", "missnextgame", "missesnextgame", "misses", "m", "missnext"),
}
# Columns that every sheet has and that follow from the rest.
FOLLOWING = frozenset(
    ("ma", "st", "ag", "av", "pa", "value", "cost", "price", "val", "kcost", "upgrades", "level")
)
COLUMNS: Mapping[str, str | Promise] = {
    "number": later("Number"),
    "name": later("Name"),
    "position": later("Position"),
    "completion": later("COMP"),
    "touchdown": later("TD"),
    "interception": later("INT"),
    "casualty": later("CAS"),
    "mvp": later("MVP"),
    "spp": later("SPP"),
    "skills": later("Skills"),
    "injuries": later("Injuries"),
    "misses_next": later("MNG"),
}
# These may stand in several columns, a skill or an injury in each.
GATHERED = frozenset({"skills", "injuries"})
# Columns that only count an injury: under "niggles" a 2, under "-MA" a 1.
NIGGLES = "niggles"
LOSS = re.compile(r"-\s*1?\s*([a-z]{2})")


@dataclass(frozen=True, slots=True)
class Pasted:
    """Rows for the form, and what should be said about the table."""

    rows: tuple[Row, ...]
    missing: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()

    @property
    def notes(self) -> list[str]:
        sentences = []
        if self.missing:
            sentence = _("No column for %(names)s: taken as empty.")
            sentences.append(sentence % {"names": ", ".join(self.missing)})
        if self.strangers:
            sentence = _("Columns that nobody could read, and left out: %(names)s.")
            sentences.append(sentence % {"names": ", ".join(self.strangers)})
        return sentences


def read_table(text: str, catalogue: Catalogue) -> Pasted:
    """Raises Refused with everything that is wrong with the table as a whole."""
    if not text.strip():
        raise Refused.because("blank", _("Something has to stand here."), "table")
    if len(text) > LONGEST_PASTE:
        sentence = _("%(n)s characters at most.") % {"n": f"{LONGEST_PASTE:,}"}
        raise Refused.because("too_long", sentence, "table")
    lines = _cells(text)
    start, fields = _header(lines, catalogue)
    body = [line for line in lines[start + 1 :] if any(cell.strip() for cell in line)]
    rows = [_row(line, fields) for line in body]
    players = [row for row in rows if _is_somebody(row)]
    reasons = [*_column_faults(fields), *_width_faults(body, fields), *_row_faults(players)]
    if reasons:
        raise Refused(*reasons)
    return Pasted(
        tuple(players),
        tuple(
            str(COLUMNS[name])
            for name in cells_of(catalogue)
            if name not in {*fields, "position"} and not (name == "injuries" and _counts(fields))
        ),
        tuple(
            shown(lines[start][index].strip())
            for index, name in enumerate(fields)
            if not name and plainly(lines[start][index]) not in {"", *FOLLOWING}
        ),
    )


def _cells(text: str) -> list[list[str]]:
    """Split by what the table is separated with: tabs, else semicolons, else commas."""
    top = "\n".join(text.strip("\r\n").splitlines()[:HEADER_WITHIN])
    by = next((mark for mark in "\t;" if mark in top), ",")
    text = text.replace("\0", "").strip("\r\n")
    try:
        return list(csv.reader(StringIO(text, newline=""), delimiter=by))
    except csv.Error:
        raise Refused.because(
            "not_a_table",
            _("This cannot be read as a table. Copy the cells and paste again."),
            "table",
        ) from None


def _header(lines: Sequence[Sequence[str]], catalogue: Catalogue) -> tuple[int, list[str]]:
    """The line that names the columns, and what each column holds; "" is nothing we know."""
    words = {word: name for name in (*cells_of(catalogue), NIGGLES) for word in HEADS[name]}
    found = [
        (index, [_meant(cell, words) for cell in line[:MOST_COLUMNS]])
        for index, line in enumerate(lines[:HEADER_WITHIN])
    ]
    index, fields = max(found, key=lambda each: len(set(each[1])), default=(0, []))
    if len(set(fields) - {""}) < 2:
        sentence = _("No line says what the columns are. Put one on top: %(names)s.")
        names = ", ".join(str(COLUMNS[name]) for name in cells_of(catalogue))
        raise Refused.because("no_header", sentence % {"names": names}, "table")
    return index, fields


def _counts(fields: Sequence[str]) -> bool:
    return any(name == NIGGLES or name.startswith("-") for name in fields)


def _meant(cell: str, words: Mapping[str, str]) -> str:
    text = cell.strip().translate(DASHES).casefold()
    if text == "#":
        return "number"
    if loss := LOSS.fullmatch(text):
        return f"-{loss[1]}"
    return words.get(plainly(cell), "")


def _row(line: Sequence[str], fields: Sequence[str]) -> Row:
    row = dict.fromkeys(CELLS, "")
    for cell, field in zip(line, fields, strict=False):
        name, text = _counted(field, cell.strip())
        if name in GATHERED and row[name] and text:
            row[name] = f"{row[name]}, {text}"
        elif name:
            row[name] = row[name] or text
    return row


def _counted(field: str, said: str) -> tuple[str, str]:
    """A column that only counts becomes words among the injuries."""
    if field != NIGGLES and not field.startswith("-"):
        return field, said
    if said.casefold() in NOTHING:
        return "injuries", ""
    if not said.isdecimal():
        return "injuries", said
    return "injuries", f"{said}x niggle" if field == NIGGLES else f"-{said} {field[1:].upper()}"


def _is_somebody(row: Row) -> bool:
    """Sheets number sixteen lines, whoever stands on them."""
    told = (value for name, value in row.items() if name not in ("number", "misses_next"))
    return any(value.casefold() not in NOTHING for value in told)


def _column_faults(fields: Sequence[str]) -> list[Reason]:
    reasons = []
    if "position" not in fields:
        sentence = _("The column %(name)s is missing: nobody can be adopted without one.")
        text = sentence % {"name": COLUMNS["position"]}
        reasons.append(Reason("column_missing", text, "table"))
    for name in dict.fromkeys(fields):
        if name and name not in GATHERED and fields.count(name) > 1:
            text = _("Two columns say %(name)s.") % {"name": COLUMNS[name]}
            reasons.append(Reason("column_twice", text, "table"))
    return reasons


def _width_faults(body: Sequence[Sequence[str]], fields: Sequence[str]) -> list[Reason]:
    """A comma inside a cell makes two of it, and everything after it moves."""
    wide = [
        number
        for number, line in enumerate(body, start=1)
        if any(cell.strip() for cell in line[len(fields) :])
    ]
    if not wide:
        return []
    sentence = ngettext(
        "Row %(rows)s has more cells than there are columns. "
        "A cell that holds the separator goes in quotation marks.",
        "Rows %(rows)s have more cells than there are columns. "
        "A cell that holds the separator goes in quotation marks.",
        len(wide),
    )
    rows = ", ".join(map(str, wide[:10]))
    return [Reason("too_wide", sentence % {"rows": rows}, "table")]


def _row_faults(rows: Sequence[Row]) -> list[Reason]:
    if not rows:
        return [Reason("no_rows", _("There is nobody in this table."), "table")]
    reasons = []
    if len(rows) > MOST_ROWS:
        sentence = _("%(n)s rows, and %(most)s at most are read. Copy only the team.")
        about = {"n": f"{len(rows):,}", "most": MOST_ROWS}
        reasons.append(Reason("too_many_rows", sentence % about, "table"))
    long = [
        number
        for number, row in enumerate(rows[:MOST_ROWS], start=1)
        if any(len(cell) > LONGEST_CELL for cell in row.values())
    ]
    if long:
        sentence = _("Row %(rows)s: a cell holds %(most)d characters at most.")
        about = {"rows": ", ".join(map(str, long[:10])), "most": LONGEST_CELL}
        reasons.append(Reason("cell_too_long", sentence % about, "table"))
    return reasons
