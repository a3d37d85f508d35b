"""What is typed on tournament day, parsed; the commands decide."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from acts.failures import Failure
from competition.commands.outcomes import Score, numbers_of, score_in
from competition.commands.results import MOST
from competition.commands.tournament_rounds import LONGEST_CLOCK
from competition.queries.tournament import Person, Table
from league.models import LONGEST_NAME
from rules.engine.lineup import Tally
from web.forms import Form

USUAL_MINUTES = 135


class PasteEntrants(Form):
    text = forms.CharField(
        label=gettext_lazy("The list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "A line for each: name, club, race, number. Copied from a spreadsheet, or with commas "
            "or semicolons between. Only the name is needed."
        ),
    )


class AddEntrant(Form):
    name = forms.CharField(label=gettext_lazy("Name"), required=False)
    club = forms.CharField(label=gettext_lazy("Club"), required=False)
    race = forms.ChoiceField(label=gettext_lazy("Race"), required=False)
    number = forms.CharField(
        label=gettext_lazy("Number"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy("Empty: the next free one."),
    )

    def __init__(self, *args: Any, races: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("name", "club"):
            self.fields[name].widget.attrs |= {"maxlength": LONGEST_NAME, "autocomplete": "off"}
        named = sorted((race.name, key) for key, race in races.items())
        self.fields["race"].choices = [("", "–"), *((key, name) for name, key in named)]  # type: ignore[attr-defined]


class Minutes(Form):
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"),
        min_value=0,
        max_value=LONGEST_CLOCK,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class Swap(Form):
    one = forms.ChoiceField(label=gettext_lazy("Who"))
    other = forms.ChoiceField(label=gettext_lazy("changes places with"))

    def __init__(self, *args: Any, people: Sequence[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [("", "–"), *((str(each.entry.uuid), each.name) for each in people)]
        for name in ("one", "other"):
            self.fields[name].choices = names  # type: ignore[attr-defined]


# --- the grid of scores


@dataclass(slots=True)
class Cell:
    name: str
    label: str
    value: str
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True)
class GridRow:
    """A table's line: what was saved when the page was made, what stands in it now."""

    table: Table
    was: str
    cells: dict[str, Cell]
    faults: list[str] = field(default_factory=list)
    # Whoever types plays in it: it is told, or changed, by somebody else.
    is_own: bool = False

    @property
    def is_saved(self) -> bool:
        return self.table.result is not None and self.now == _kept(self.table)

    @property
    def now(self) -> str:
        return "/".join(cell.value for cell in self.cells.values())

    @property
    def uuid(self) -> str:
        return str(self.table.fixture.uuid)

    @property
    def pairs(self) -> list[tuple[Tally, Cell, Cell]]:
        """Home and away of what the edition counts."""
        cells = [*self.cells.values()]
        return list(zip(self.table.pitch.counted, cells[::2], cells[1::2], strict=True))


def _kept(table: Table) -> str:
    numbers = table.result.numbers() if table.result else {}
    return "/".join(str(numbers.get(cell, "")) for cell in numbers_of(table.pitch))


class Grid:
    """The scores of a round, typed row by row. Rows that were not touched are left alone, so that
    two people may type at the same time."""

    def __init__(
        self,
        tables: Sequence[Table],
        data: Mapping[str, str] | None = None,
        *,
        locked: Collection[int] = (),
    ) -> None:
        self.locked = locked
        self.rows = [self._row(table, data) for table in tables if table.away is not None]

    def _row(self, table: Table, data: Mapping[str, str] | None) -> GridRow:
        kept, uuid, names = _kept(table), table.fixture.uuid, numbers_of(table.pitch)
        values = dict(zip(names, kept.split("/"), strict=True))
        if data is not None:
            values = {cell: data.get(f"{cell}.{uuid}", values[cell]).strip() for cell in names}
        was = kept if data is None else data.get(f"was.{uuid}", kept)
        cells = {cell: Cell(f"{cell}.{uuid}", _label(table, cell), values[cell]) for cell in names}
        return GridRow(table, was, cells, is_own=table.fixture.pk in self.locked)

    def told(self) -> dict[int, Score]:
        """The rows that were changed and can be read; the others say at their cells why not."""
        scores = {}
        for row in self.rows:
            if row.now != row.was and any(cell.value for cell in row.cells.values()):
                score = _read(row)
                if score is not None:
                    scores[row.table.fixture.pk] = score
        return scores

    @property
    def is_faulty(self) -> bool:
        return any(row.faults or any(c.faults for c in row.cells.values()) for row in self.rows)

    def take(self, failure: Failure) -> list[str]:
        """Put each reason at its cell or row; gives what is about neither."""
        rows = {row.uuid: row for row in self.rows}
        over = []
        for reason in failure.reasons:
            uuid, _dot, cell = reason.subject.partition(".")
            row = rows.get(uuid)
            if row is None:
                over.append(str(reason.message))
            elif cell in row.cells:
                row.cells[cell].faults.append(str(reason.message))
            else:
                row.faults.append(str(reason.message))
        return over


def _label(table: Table, cell: str) -> str:
    key, _under, side = cell.rpartition("_")
    whose = table.home if side == "home" else table.away
    tally = next((each for each in table.pitch.tallies if each.key == key), table.pitch.score)
    return _("Table %(table)s: %(what)s, %(name)s") % {
        "table": table.fixture.table,
        "what": _(tally.label),
        "name": whose.name if whose else "",
    }


def _read(row: GridRow) -> Score | None:
    numbers = {}
    for key, cell in row.cells.items():
        if not cell.value and not key.startswith("score_"):
            numbers[key] = 0
        elif not cell.value:
            cell.faults.append(_("Something has to stand here."))
        elif cell.value.isascii() and cell.value.isdigit() and len(cell.value) < 4:
            numbers[key] = int(cell.value)
        else:
            cell.faults.append(_("A whole number from 0 to %(most)d.") % {"most": MOST})
    if len(numbers) < len(row.cells):
        return None
    return score_in(numbers, row.table.pitch)
