"""A form for any ruling, made from its circumstances and the house rules that it reads.

The form only turns what was typed into JSON. What is wrong with it, the rulebook says itself.
"""

import dataclasses
import re
import typing
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from django import forms
from django.utils.translation import gettext as _

from rules.ask_choices import HIRED, Choices, Options
from rules.ask_parts import (
    LEADING,
    MANY,
    MORE,
    NOTHING,
    ROWS,
    ChoiceRows,
    Counts,
    Group,
    Leaf,
    PairRows,
    Part,
    RecordRows,
    number_in,
    number_or_nothing,
    numbers_in,
    text_or_nothing,
)
from rules.bounds import LONGEST_TEXT, MOST_ENTRIES, Bounds, bounds_of, short
from rules.describing import (
    hints_of,
    is_mapping,
    is_record,
    is_required,
    is_several,
    optional_of,
    record_in,
)
from rules.editions import Edition
from rules.engine.rulings import Reason
from rules.knobs import Choice, Flag, Knob, Several, Whole, Worths
from rules.words import label, name, reason_words

CIRCUMSTANCES = "at."
HOUSE = "house."
# A record within circumstances that has more fields than this folds some of them away.
MOST_SHOWN = 6

AnyField = dataclasses.Field[Any]


class QuestionForm(forms.Form):
    """Circumstances and house rules, filled in as the example has them."""

    def __init__(
        self,
        kind: type,
        rules: Edition,
        knobs: Iterable[Knob],
        example: Mapping[str, Any],
        data: Any = None,
    ) -> None:
        super().__init__(data)
        self.catalogue = rules.catalogue
        self.mistyped: dict[str, Reason] = {}
        self.knobs = {knob.key: knob for knob in knobs}
        building = Building(self, Choices(rules))
        self.about_match = building.record(kind, CIRCUMSTANCES[:-1], example["circumstances"])
        self.about_league = {
            key: building.knob(knob, example["house"].get(key, knob.default))
            for key, knob in self.knobs.items()
        }

    @property
    def wants_more(self) -> bool:
        """A row was asked for and no ruling."""
        return bool(self.is_bound and self.data.get(MORE))

    def typed_at(self, field: str) -> str:
        if self.is_bound:
            return str(self.data.get(field, ""))
        initial = self.fields[field].initial
        return "" if initial in (None, False) else str(initial)

    def rows_at(self, field: str, told: int) -> int:
        """So many rows stand there: those that were, and one that was asked for."""
        if not self.is_bound:
            return told
        rows = number_in(self.data.get(f"{field}.{ROWS}", ""))
        known = min(max(rows, 0), MOST_ENTRIES) if isinstance(rows, int) else told
        return known + (self.data.get(MORE) == field)

    def circumstances(self) -> Any:
        """What was typed, as the JSON that a program would have sent."""
        return self.about_match.read()

    def house(self) -> dict[str, Any]:
        """The rules that differ from the book."""
        values = {
            key: part.read()
            for key, part in self.about_league.items()
            if f"shown.{HOUSE}{key}" in self.data or f"{HOUSE}{key}" in self.data
        }
        return {
            key: value
            for key, value in values.items()
            if value is not NOTHING and value != self.knobs[key].default
        }

    def take_mistyped(self) -> bool:
        for field, reason in self.mistyped.items():
            self.add_error(field, reason_words(self.catalogue, reason))
        return bool(self.mistyped)

    def take(self, reasons: Iterable[Reason]) -> list[Reason]:
        """Shows each reason at its field; what has none is handed back."""
        homeless = []
        for reason in reasons:
            leaf, below = self._place_of(reason.subject)
            if leaf is None:
                homeless.append(reason)
                continue
            text = reason_words(self.catalogue, reason)
            text = f"{'.'.join(below)}: {text}" if below else text
            if text not in self.errors.get(leaf.name, []):
                self.add_error(leaf.name, text)
        return homeless

    def _place_of(self, subject: str) -> tuple[Leaf | None, Sequence[str]]:
        if subject in self.about_league:
            return self.about_league[subject].find([])
        path = subject.split(".")
        return self.about_match.find(path) if path[0] in self.about_match.parts else (None, [])

    @property
    def is_league_at_fault(self) -> bool:
        return any(part.is_at_fault for part in self.about_league.values())


class Building:
    """Makes the parts of a form, each filled in with what is told."""

    def __init__(self, form: QuestionForm, choices: Choices) -> None:
        self.form, self.choices = form, choices
        self.race = ""

    # --- records

    def record(
        self, kind: type, path: str, told: Any, *, heading: str = "", optional: bool = False
    ) -> Group:
        hints, before = hints_of(kind), self.race
        told = told if isinstance(told, dict) else {}
        if hints.get("race") is str:
            self.race = self._race(f"{path}.race", told)
        parts = {
            field.name: self.value(
                hints[field.name], field, f"{path}.{field.name}", _told(field, told)
            )
            for field in dataclasses.fields(kind)
        }
        group = Group(heading, parts, self._folded(kind, path, told), optional=optional)
        if {"cost", "position"} <= set(hints):
            race = self.race
            group.price = lambda position: self.choices.price(race, position)
        if "players" in parts and isinstance(parts["players"], RecordRows):
            players = parts["players"].read()
            if parts["players"].is_by_id:
                self.choices.keep_squad(path.rpartition(".")[2], players)
        self.race = before
        return group

    def _race(self, path: str, told: Mapping[str, Any]) -> str:
        typed = self.form.data.get(path) if self.form.is_bound else told.get("race")
        return self.choices.key_of_race(typed) if typed else self.race

    def _folded(self, kind: type, path: str, told: Mapping[str, Any]) -> list[str]:
        fields = dataclasses.fields(kind)
        if len(fields) <= MOST_SHOWN or f"{path}." == CIRCUMSTANCES:
            return []
        spoken_of = {*told, "treasury", "rerolls", "fan_factor", "players"}
        return [
            field.name
            for field in fields
            if field.name == "cost" or (field.name not in spoken_of and not is_required(field))
        ]

    def value(self, hint: Any, field: AnyField, path: str, told: Any) -> Part:
        heading = label(field.name)
        if other := optional_of(hint):
            return self.record(other, path, told, heading=heading, optional=True)
        if is_record(hint):
            return self.record(hint, path, told, heading=heading)
        if record := record_in(hint):
            return self.records(record, path, told, heading, by_id=is_mapping(hint))
        if is_mapping(hint):
            return self.mapping(typing.get_args(hint)[1], field, path, told)
        if is_several(hint):
            return self.several(typing.get_args(hint)[0], field, path, told)
        return self.plain(hint, field, path, told)

    # --- rows

    def records(self, kind: type, path: str, told: Any, heading: str, *, by_id: bool) -> RecordRows:
        entries = [*told.values()] if isinstance(told, dict) else [*_listed(told)]
        alike = _alike(entries)
        rows = []
        for number in range(self.form.rows_at(path, len(alike))):
            entry, many = alike[number] if number < len(alike) else ({}, 1)
            row = self.record(kind, f"{path}.{number}", entry, optional=True)
            count = self.number(f"{path}.{number}.{MANY}", _("How many"), Bounds(0, 100), many)
            row.parts = {MANY: count, **row.parts}
            if many > 1 and "id" in row.parts:
                next(row.parts["id"].leaves()).field.help_text = _("The first of them.")
            rows.append(row)
        part = RecordRows(self.form, path, heading, rows)
        part.is_by_id = by_id
        return part

    def mapping(self, below: Any, field: AnyField, path: str, told: Any) -> Part:
        told = told if isinstance(told, dict) else {}
        bounds = bounds_of(field.metadata)
        counted = self.choices.counted(field.name) if below is int else None
        if counted is not None:
            names = dict(counted) | {key: key for key in told if key not in dict(counted)}
            return self.counts(path, label(field.name), names, bounds, told)
        options = self.choices.of(field.name, self.race)
        rows = []
        for number in range(self.form.rows_at(path, len(told) or 1)):
            key, value = [*told.items()][number] if number < len(told) else ("", "")
            at = f"{path}.{number}"
            first = self.chosen(f"{at}.key", _("Name"), options, key)
            if below is int:
                second = self.number(f"{at}.value", _("How many"), bounds, value)
            elif is_several(below):
                shown = ", ".join(map(str, value))
                second = self.text(f"{at}.value", _("Dice, with commas"), shown, numbers_in)
            else:
                second = self.text(f"{at}.value", _("What"), value)
            rows.append(Group("", {"key": first, "value": second}, optional=False))
        return PairRows(self.form, path, label(field.name), rows)

    def several(self, below: Any, field: AnyField, path: str, told: Any) -> ChoiceRows:
        options = self.choices.of(field.name, self.race)
        if typing.get_origin(below) is Literal:
            options = self._literals(below)
        elif options is None and field.name in HIRED:
            options = self.choices.hired()
        return self.choice_rows(path, label(field.name), options, [*_listed(told)])

    def choice_rows(
        self, path: str, heading: str, options: Options | None, told: list[str]
    ) -> ChoiceRows:
        rows = [
            self.chosen(
                f"{path}.{number}",
                f"{heading} {number + 1}",
                options,
                told[number] if number < len(told) else "",
            )
            for number in range(self.form.rows_at(path, len(told) + 1))
        ]
        for row in rows:
            row.field.widget.attrs["aria-label"] = row.label
        return ChoiceRows(self.form, path, heading, rows)

    def counts(
        self,
        path: str,
        heading: str,
        names: Mapping[str, str],
        bounds: Bounds,
        told: Mapping[str, Any],
    ) -> Counts:
        leaves = {
            key: self.number(f"{path}.{key}", text, bounds, told.get(key, ""))
            for key, text in names.items()
        }
        return Counts(heading, leaves)

    # --- fields

    def plain(self, hint: Any, field: AnyField, path: str, told: Any) -> Leaf:
        words = label(field.name)
        if typing.get_origin(hint) is Literal:
            return self._select(path, words, self._literals(hint), told)
        if hint is bool:
            return self.flag(path, words, told)
        if hint is int:
            leaf = self.number(path, words, bounds_of(field.metadata), told)
            if field.name == "cost":
                leaf.field.help_text = _("Left empty: the price of the position.")
            return leaf
        if field.name == "id":
            return self.text(path, _("Called"), told)
        options = self.choices.of(field.name, self.race)
        is_leading = field.name in LEADING
        return self.chosen(path, words, options, told, blank=not is_required(field) or is_leading)

    def _literals(self, hint: Any) -> Options:
        return [(each, name(self.choices.catalogue, each)) for each in typing.get_args(hint)]

    def chosen(
        self, path: str, words: str, options: Options | None, told: Any, *, blank: bool = True
    ) -> Leaf:
        """One of the options, or whatever was typed where there are none."""
        if options is None:
            return self.text(path, words, told)
        return self._select(path, words, [("", "–"), *options] if blank else options, told)

    def _select(self, path: str, words: str, options: Options, told: Any) -> Leaf:
        """Any answer passes: whether it is an option, the rulebook says."""
        typed = self.form.data.get(path) if self.form.is_bound else told
        if typed and typed is not NOTHING and typed not in dict(options):
            options = [(str(typed), short(str(typed))), *options]
        widget = forms.Select(choices=options)
        return self._leaf(path, forms.CharField(widget=widget, label=words), told)

    def text(self, path: str, words: str, told: Any, reading: Any = text_or_nothing) -> Leaf:
        widget = forms.TextInput(attrs={"maxlength": LONGEST_TEXT})
        return self._leaf(path, forms.CharField(widget=widget, label=words), told, reading)

    def number(self, path: str, words: str, bounds: Bounds, told: Any, step: int = 1) -> Leaf:
        limits = {"min": bounds.at_least, "max": bounds.at_most, "step": step}
        field = forms.CharField(widget=forms.NumberInput(attrs=limits), label=words)
        return self._leaf(path, field, told, number_or_nothing)

    def flag(self, path: str, words: str, told: Any) -> Leaf:
        return self._leaf(path, forms.BooleanField(label=words), told is True, bool)

    def _leaf(
        self, path: str, field: forms.Field, told: Any, reading: Any = text_or_nothing
    ) -> Leaf:
        field.initial = "" if told is NOTHING else told
        return Leaf(self.form, path, field, reading)

    # --- house rules

    def knob(self, knob: Knob, value: Any) -> Part:
        path, words = f"{HOUSE}{knob.key}", _(knob.label)
        part = self._knob(knob, path, words, value)
        if isinstance(part, Leaf):
            part.field.help_text = _(knob.sentence)
        part.help = _(knob.sentence)
        return part

    def _knob(self, knob: Knob, path: str, words: str, value: Any) -> Part:
        match knob:
            case Flag():
                return self.flag(path, words, value)
            case Whole():
                bounds = Bounds(knob.at_least, knob.at_most)
                return self.number(path, words, bounds, value, knob.step)
            case Choice():
                options = [(key, _(text)) for key, text in knob.options.items()]
                return self._select(path, words, options, value)
            case Worths():
                names = {key: _(text) for key, text in knob.options.items()}
                bounds = Bounds(knob.at_least, knob.at_most)
                return self.counts(path, words, names, bounds, value)
            case Several():
                options = [(key, _(text)) for key, text in knob.options.items()]
                part = options or (self.choices.part(knob.of) if knob.of else None)
                return self.choice_rows(path, words, part, [*value])
            case _:
                return self.text(path, words, value)


def _told(field: AnyField, told: Mapping[str, Any]) -> Any:
    """What the example says, or else what the circumstances take for granted."""
    if field.name in told:
        return told[field.name]
    default = field.default
    is_plain = default is not dataclasses.MISSING and isinstance(default, str | int)
    return default if is_plain else NOTHING


def _listed(told: Any) -> Iterable[Any]:
    return told if isinstance(told, list | tuple) else ()


def _alike(entries: Iterable[dict[str, Any]]) -> list[tuple[dict[str, Any], int]]:
    """Entries with how often each comes in a row; ids that count on do not make them differ."""
    alike: list[tuple[dict[str, Any], int]] = []
    for entry in entries:
        if alike and _is_next(*alike[-1], entry):
            alike[-1] = (alike[-1][0], alike[-1][1] + 1)
        else:
            alike.append((entry, 1))
    return alike


def _is_next(first: dict[str, Any], many: int, entry: dict[str, Any]) -> bool:
    if {**first, "id": ""} != {**entry, "id": ""}:
        return False
    if "id" not in entry:
        return True
    begins = re.fullmatch(r"(.*?)([0-9]+)", first["id"])
    return bool(begins) and entry["id"] == f"{begins[1]}{int(begins[2]) + many}"  # type: ignore[index]
