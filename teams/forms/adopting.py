"""What a commissioner types and pastes at an adoption, parsed; the commands decide."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from acts.failures import Reason
from league.models import LONGEST_NAME as LONGEST_PERSON
from league.models import Membership
from league.rulebook import team_sheet_of
from rules.book import Book
from rules.words import name as called
from teams.arriving.adoptees import LONGEST_CELL, MOST_ROWS, Row, cells_of, field_at_fault
from teams.arriving.pasting import COLUMNS, LONGEST_PASTE
from teams.arriving.sheets import figures_of, labels_of
from teams.forms.belongings import add_belongings, say_what_is_off
from teams.forms.kits import kit_field
from teams.models import LONGEST_NAME, Adoption
from teams.on_record import LONGEST_REASON
from web.fields import LineField
from web.forms import Form

LONGEST_FIGURE = 40
EMPTY_ROWS = 11
MORE_ROWS = 4

NUMERIC = ("number", "completion", "touchdown", "interception", "casualty", "mvp", "spp")


class BeginAdoption(Form):
    race = forms.ChoiceField(label=_("Race"))
    coach = forms.ModelChoiceField(
        label=_("Coach"),
        queryset=Membership.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label=_("somebody without an account"),
    )
    coach_name = LineField(
        label=_("Name of a coach without an account"), max_length=LONGEST_PERSON, required=False
    )
    name = LineField(label=_("Team name"), max_length=LONGEST_NAME, required=False)

    @classmethod
    def of(cls, given: Any, *, coaches: Any, book: Book) -> "BeginAdoption":
        form = cls(given)
        form.fields["coach"].queryset = coaches  # type: ignore[attr-defined]
        form.fields["race"].choices = race_choices(book)  # type: ignore[attr-defined]
        return form


def race_choices(book: Book) -> list[tuple[str, str]]:
    """By name; what the league does not draft says so, and may be adopted by the commissioner's
    word."""
    drafted = book.house.get("draft.races") or book.catalogue.races
    barred = _("%(race)s (not drafted in this league)")
    races = (
        (key, race.name if key in drafted else str(barred % {"race": race.name}))
        for key, race in book.catalogue.races.items()
    )
    return sorted(races, key=lambda pair: pair[1])


class AdoptionForm(Form):
    """The whole sheet. It is always bound: to what was posted, or to what was kept."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, required=False)
    rows = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MOST_ROWS)
    name = LineField(label=_("Team name"), max_length=LONGEST_NAME, required=False)
    race = forms.ChoiceField(label=_("Race"))
    coach = forms.ModelChoiceField(
        label=_("Coach"),
        queryset=Membership.objects.none(),
        to_field_name="uuid",
        empty_label=None,
    )
    shirt = kit_field(_("Shirt"))
    trim = kit_field(_("Trim"))
    table = forms.CharField(
        label=_("The table, as copied from the spreadsheet"),
        required=False,
        max_length=LONGEST_PASTE,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "maxlength": None}),
        help_text=_(
            "With the line that names the columns: number, name, position, COMP, TD, INT, CAS, MVP,"
            " SPP, skills, injuries, MNG. Any order, any usual spelling; only the position is a"
            " must. It replaces the players below."
        ),
    )
    override = forms.BooleanField(label=_("Adopt them although these rules say no"), required=False)
    reason = LineField(
        label=_("Why"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("It stays on record, with your name."),
    )

    def __init__(self, data: Any, *, book: Book, coaches: Any) -> None:
        super().__init__(data)
        self.fields["race"].choices = race_choices(book)  # type: ignore[attr-defined]
        self.fields["coach"].queryset = coaches  # type: ignore[attr-defined]
        labels = labels_of(book)
        self.figures = [*labels]
        for name, label in labels.items():
            self.fields[name] = _cell(label, most=LONGEST_FIGURE, inputmode="numeric")
        self.belongings = team_sheet_of(book).belongings
        if self.belongings:
            add_belongings(self.fields, book.catalogue, {"": _("none")})
        self.choices = self._add_choices(book)
        say_what_is_off(self.fields, book)
        self.cells = cells_of(book.catalogue)
        self.count = _count(self.data.get("rows"))
        for index in range(self.count):
            self._add_row(index)

    def _add_choices(self, book: Book) -> list[str]:
        """A field for each choice of special rules or leagues that the list leaves to a team."""
        race = book.catalogue.races.get(self.data.get("race", ""))
        names = []
        for choice in race.choices if race else ():
            rules = [(rule, called(book.catalogue, rule)) for rule in choice.rules]
            names.append(f"rules.{choice.key}")
            self.fields[names[-1]] = forms.ChoiceField(
                label=choice.name, required=False, choices=[("", _("to be chosen")), *rules]
            )
        return names

    def _add_row(self, index: int) -> None:
        for name in self.cells:
            attrs = {"inputmode": "numeric"} if name in NUMERIC else {}
            if name == "position":
                attrs["list"] = "positions"
            self.fields[f"players.{index}.{name}"] = _cell(
                COLUMNS[name], most=LONGEST_CELL, autocomplete="off", **attrs
            )
        self.fields[f"players.{index}.gone"] = forms.BooleanField(
            label=_("Leave them out"), required=False
        )

    @classmethod
    def of(
        cls, adoption: Adoption, *, book: Book, coaches: Any, word: Mapping[str, Any] | None = None
    ) -> "AdoptionForm":
        """Bound to the sheet as it was kept, with rows to fill where there are none.

        A `word` that was given to override is not kept, and said again.
        """
        sheet = adoption.sheet
        rows = sheet.get("players") or [{}] * EMPTY_ROWS
        kept = {
            "revision": adoption.revision,
            "rows": len(rows),
            "name": adoption.name,
            "race": adoption.race,
            "coach": adoption.coach.uuid,
            "shirt": adoption.shirt,
            "trim": adoption.trim,
            **{name: sheet.get(name, "") for name in figures_of(book)},
            **{name: sheet.get(name, "") for name in team_sheet_of(book).belongings},
            **{name: said for name, said in sheet.items() if name.startswith("rules.")},
            **(word or {}),
        }
        for index, row in enumerate(rows):
            kept |= {f"players.{index}.{name}": said for name, said in row.items()}
        form = cls(kept, book=book, coaches=coaches)
        form.full_clean()
        return form

    def players(self) -> list[Row]:
        return [
            {name: self.cleaned_data[f"players.{index}.{name}"] for name in self.cells}
            for index in range(self.count)
            if not self.cleaned_data[f"players.{index}.gone"]
        ]

    def sheet(self, players: list[Row]) -> dict[str, Any]:
        """What is kept, with these players."""
        figures = {name: self.cleaned_data[name] for name in (*self.figures, *self.own_choices)}
        return {**figures, "players": players[:MOST_ROWS]}

    def word(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("override", "reason")}

    def identity(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("name", "race", "shirt", "trim")}

    def tell(self, reasons: Any, rows: tuple[int, ...]) -> None:
        """Each reason at the cell that it is about; `rows` says where each player stands."""
        for reason in reasons:
            name = field_of(reason, rows)
            sentence = forms.ValidationError(str(reason.message), code=reason.code)
            self.add_error(name if name in self.fields else None, sentence)

    @property
    def own_choices(self) -> tuple[str, ...]:
        return (*self.belongings, *self.choices)

    # --- for the page

    def figure_fields(self) -> list[BoundField]:
        return [self[name] for name in self.figures]

    def choice_fields(self) -> list[BoundField]:
        return [self[name] for name in self.choices]

    def belonging_fields(self) -> list[BoundField]:
        return [self[name] for name in self.belongings]

    def player_rows(self) -> list["PlayerRow"]:
        rows = [
            PlayerRow(
                index, {name: self[f"players.{index}.{name}"] for name in (*self.cells, "gone")}
            )
            for index in range(self.count)
        ]
        if first := next((row for row in rows if row.is_empty), None):
            first.is_open = True
        return rows


@dataclass
class PlayerRow:
    """A row of the sheet on its page: folded, unless something is wrong or next to be typed."""

    index: int
    fields: Mapping[str, BoundField]
    is_open: bool = False

    def __post_init__(self) -> None:
        self.is_open = self.is_wrong

    @cached_property
    def is_wrong(self) -> bool:
        return any(field.errors for field in self.fields.values())

    @cached_property
    def is_empty(self) -> bool:
        return not any(field.value() for field in self.fields.values())


def field_of(reason: Reason, rows: tuple[int, ...]) -> str:
    """The field of the form for what a reason is about."""
    first, _dot, rest = reason.subject.partition(".")
    if reason.subject == "home":
        return "home.attribute"
    if first == "record":
        return reason.subject if rest in ("won", "drawn", "lost") else "record.won"
    if first != "players":
        return reason.subject
    place, _dot, cell = rest.partition(".")
    if not place.isdecimal() or int(place) >= len(rows):
        return ""
    return f"players.{rows[int(place)]}.{field_at_fault(cell)}"


def _cell(label: Any, *, most: int, **attrs: str) -> forms.CharField:
    """A cell as somebody wrote it. How long it may be is checked, and never cut by the browser."""
    field = forms.CharField(label=label, required=False, max_length=most)
    field.widget.attrs.pop("maxlength", None)
    field.widget.attrs |= attrs
    return field


def _count(said: Any) -> int:
    text = str(said or "")
    return min(int(text), MOST_ROWS) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
