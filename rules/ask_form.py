"""A form for any ruling, made from its circumstances and the house rules that it reads.

The form only turns what was typed into JSON. What is wrong with it, the rulebook says itself.
"""

import dataclasses
import json
import typing
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from django import forms
from django.utils.translation import gettext as _

from rules.bounds import LONGEST_TEXT, bounds_of
from rules.catalogue import Catalogue
from rules.describing import (
    PARTS,
    hints_of,
    is_mapping,
    is_record,
    is_required,
    is_several,
    names_in,
    optional_of,
    record_in,
)
from rules.engine.rulings import Reason
from rules.knobs import Choice, Flag, Knob, Several, Whole, Worths
from rules.words import label, name, reason_words

CIRCUMSTANCES = "at."
HOUSE = "house."
NOTHING = object()
# Parts of the catalogue short enough to choose from; the rest is typed.
CHOSEN_FROM = ("races", "sponsor", "stadium_table")


class Typed:
    """How a value stands in a form, and how it is read out of it."""

    def __init__(self, field: forms.Field) -> None:
        self.field = field

    def shown(self, value: Any) -> Any:
        return value

    def read(self, typed: Any) -> Any:
        """The value for JSON; NOTHING if the field was left empty."""
        return NOTHING if typed == "" else typed


class TypedNumber(Typed):
    def read(self, typed: Any) -> Any:
        if typed == "":
            return NOTHING
        try:
            return int(str(typed).replace(",", ""))
        except ValueError:
            return typed


class TypedFlag(Typed):
    def read(self, typed: Any) -> Any:
        return bool(typed)


class TypedList(Typed):
    """Several names, with commas between them."""

    def shown(self, value: Any) -> Any:
        return ", ".join(value)

    def read(self, typed: Any) -> Any:
        return [part.strip() for part in typed.split(",") if part.strip()]


class TypedCounts(Typed):
    """A name and a number to a line."""

    def shown(self, value: Any) -> Any:
        return "\n".join(f"{key}: {count}" for key, count in value.items())

    def read(self, typed: Any) -> Any:
        counts = {}
        for line in filter(str.strip, typed.splitlines()):
            key, _colon, count = line.rpartition(":")
            counts[key.strip() or count.strip()] = _number_in(count.strip() if key else "")
        return counts


class TypedLists(Typed):
    """A record to a line: a name, a colon, and several more with commas between them."""

    def __init__(self, field: forms.Field, record: type) -> None:
        super().__init__(field)
        self.name, self.several = (each.name for each in dataclasses.fields(record))

    def shown(self, value: Any) -> Any:
        return "\n".join(f"{each[self.name]}: {', '.join(each[self.several])}" for each in value)

    def read(self, typed: Any) -> Any:
        records = []
        for line in filter(str.strip, typed.splitlines()):
            name, _colon, several = line.partition(":")
            found = [part.strip() for part in several.split(",") if part.strip()]
            records.append({self.name: name.strip(), self.several: found})
        return records


class TypedJson(Typed):
    def shown(self, value: Any) -> Any:
        return _laid_out(value)

    def read(self, typed: Any) -> Any:
        if typed.strip() == "":
            return NOTHING
        try:
            return json.loads(typed, parse_constant=str)
        except (ValueError, RecursionError):
            return typed


def _number_in(text: str) -> Any:
    try:
        return int(text.replace(",", ""))
    except ValueError:
        return text


def _laid_out(value: Any) -> str:
    """JSON with a player to a line."""
    if isinstance(value, list):
        rows = ",\n".join(f"  {json.dumps(each, ensure_ascii=False)}" for each in value)
        return f"[\n{rows}\n]" if rows else "[]"
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    lines = []
    for key, below in value.items():
        if isinstance(below, dict) and any(isinstance(each, dict) for each in below.values()):
            inner = ",\n".join(
                f"    {json.dumps(id_)}: {json.dumps(each, ensure_ascii=False)}"
                for id_, each in below.items()
            )
            lines.append(f"  {json.dumps(key)}: {{\n{inner}\n  }}")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(below, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}"


# --- from a dataclass to fields


def typed_fields(kind: type, catalogue: Catalogue, path: str = "") -> Iterator[tuple[str, Typed]]:
    """Every value that circumstances hold, by its path; small records are taken apart."""
    hints = hints_of(kind)
    for field in dataclasses.fields(kind):
        here, hint = f"{path}{field.name}", hints[field.name]
        if not path and _is_small(hint):
            yield from typed_fields(hint, catalogue, f"{here}.")
        else:
            typed = _typed(hint, field, catalogue)
            typed.field.label = label(here)
            typed.field.required = False
            yield here, typed


def _is_small(hint: Any) -> bool:
    """A record of numbers, words and counts."""
    if not is_record(hint):
        return False
    fields = hints_of(hint).values()
    return len(fields) <= 4 and all(each in (int, str, bool) or is_mapping(each) for each in fields)


def _typed(hint: Any, field: "dataclasses.Field[Any]", catalogue: Catalogue) -> Typed:
    typed: Typed = TypedJson(_json(hint))
    if typing.get_origin(hint) is Literal:
        typed = Typed(_choice([(each, name(catalogue, each)) for each in typing.get_args(hint)]))
    elif hint is bool:
        typed = TypedFlag(forms.BooleanField())
    elif hint is int:
        bounds = bounds_of(field.metadata)
        limits = {"min": bounds.at_least, "max": bounds.at_most}
        typed = TypedNumber(forms.CharField(widget=forms.NumberInput(attrs=limits)))
    elif hint is str:
        typed = Typed(_text(field, catalogue))
    elif record := _listing(hint):
        lines = forms.Textarea(attrs={"rows": 4})
        words = _("One to a line: a name, a colon, then names with commas between them.")
        typed = TypedLists(forms.CharField(widget=lines, help_text=words), record)
    elif is_several(hint) and not record_in(hint):
        typed = TypedList(forms.CharField(help_text=_("Names or keys, with commas between them.")))
    elif is_mapping(hint) and not record_in(hint):
        lines = forms.Textarea(attrs={"rows": 4})
        words = _("One to a line: a name, a colon, a number.")
        typed = TypedCounts(forms.CharField(widget=lines, help_text=words))
    return typed


def _listing(hint: Any) -> Any:
    """The record in a list of records that are a name and several more; None otherwise."""
    record = typing.get_args(hint)[0] if is_several(hint) else None
    if not (isinstance(record, type) and dataclasses.is_dataclass(record)):
        return None
    name, *rest = hints_of(record).values()
    return record if name is str and len(rest) == 1 and is_several(rest[0]) else None


def _text(field: "dataclasses.Field[Any]", catalogue: Catalogue) -> forms.Field:
    part = PARTS.get(field.name, "")
    if part in CHOSEN_FROM:
        known = [(key, said) for said, key in names_in(catalogue)[part].items()]
        return _choice(known if is_required(field) else [("", _("none")), *known])
    return forms.CharField(widget=forms.TextInput(attrs={"maxlength": LONGEST_TEXT}))


def _choice(options: list[tuple[str, str]]) -> forms.Field:
    """Any answer passes: whether it is an option, the rulebook says."""
    return forms.CharField(widget=forms.Select(choices=options))


def _json(hint: Any) -> forms.Field:
    several = record_in(hint) if is_several(hint) else None
    record = several or optional_of(hint) or hint
    fields = ", ".join(hints_of(record)) if is_record(record) else ""
    rows = 12 if several or "players" in fields else 4
    widget = forms.Textarea(attrs={"rows": rows, "spellcheck": "false", "class": "code"})
    about = _("JSON.")
    if several:
        about = _("A list in JSON; each entry may have %(fields)s.") % {"fields": fields}
    elif fields:
        about = _("JSON; it may have %(fields)s.") % {"fields": fields}
    return forms.CharField(widget=widget, help_text=about)


# --- house rules


def typed_knob(knob: Knob) -> Typed:
    typed = _typed_knob(knob)
    typed.field.label = _(knob.label)
    typed.field.help_text = _(knob.sentence)
    typed.field.required = False
    return typed


def _typed_knob(knob: Knob) -> Typed:
    match knob:
        case Flag():
            return TypedFlag(forms.BooleanField())
        case Whole():
            limits = {"min": knob.at_least, "max": knob.at_most, "step": knob.step}
            return TypedNumber(forms.CharField(widget=forms.NumberInput(attrs=limits)))
        case Choice():
            return Typed(_choice([(key, _(said)) for key, said in knob.options.items()]))
        case Worths():
            return TypedCounts(forms.CharField(widget=forms.Textarea(attrs={"rows": 3})))
        case Several():
            return TypedList(forms.CharField())
        case _:
            return Typed(forms.CharField())


# --- the form


class QuestionForm(forms.Form):
    """Circumstances and house rules, filled in as the example has them."""

    def __init__(
        self,
        kind: type,
        catalogue: Catalogue,
        knobs: Iterable[Knob],
        example: Mapping[str, Any],
        data: Any = None,
    ) -> None:
        super().__init__(data)
        self.catalogue = catalogue
        self.typed = dict(typed_fields(kind, catalogue))
        self.knobs = {knob.key: (knob, typed_knob(knob)) for knob in knobs}
        told = example["circumstances"]
        for path, typed in self.typed.items():
            given = _at(told, path)
            self._add(f"{CIRCUMSTANCES}{path}", typed, _default(kind, path, given))
        for key, (knob, typed) in self.knobs.items():
            value = example["house"].get(key, knob.default)
            self._add(f"{HOUSE}{key}", typed, value)

    def _add(self, field: str, typed: Typed, value: Any) -> None:
        typed.field.initial = "" if value is NOTHING else typed.shown(value)
        self.fields[field] = typed.field

    def circumstances(self) -> dict[str, Any]:
        """What was typed, as the JSON that a program would have sent."""
        told: dict[str, Any] = {}
        for path, typed in self.typed.items():
            value = typed.read(self._said(f"{CIRCUMSTANCES}{path}"))
            if value is not NOTHING:
                record, _dot, last = path.rpartition(".")
                (told.setdefault(record, {}) if record else told)[last] = value
        return told

    def house(self) -> dict[str, Any]:
        """The rules that differ from the book."""
        said = {
            key: (knob, typed.read(self._said(f"{HOUSE}{key}")))
            for key, (knob, typed) in self.knobs.items()
            if self._was_shown(key, knob)
        }
        return {
            key: value
            for key, (knob, value) in said.items()
            if value is not NOTHING and value != knob.default
        }

    def _was_shown(self, key: str, knob: Knob) -> bool:
        """A flag that is off sends nothing, so each says that it was there."""
        return f"{HOUSE}{key}" in self.data or f"shown.{HOUSE}{key}" in self.data

    def _said(self, field: str) -> Any:
        return self.data.get(field, "")

    def take(self, reasons: Iterable[Reason]) -> list[Reason]:
        """Shows each reason at its field; what has none is handed back."""
        homeless = []
        for reason in reasons:
            field = self._field_of(reason.subject)
            if field is None:
                homeless.append(reason)
            else:
                where = self._path_below(field, reason.subject)
                said = reason_words(self.catalogue, reason)
                self.add_error(field, f"{where}: {said}" if where else said)
        return homeless

    def _field_of(self, subject: str) -> str | None:
        if f"{HOUSE}{subject}" in self.fields:
            return f"{HOUSE}{subject}"
        parts = subject.split(".")
        paths = [".".join(parts[:count]) for count in range(len(parts), 0, -1)]
        return next(
            (f"{CIRCUMSTANCES}{path}" for path in paths if path in self.typed),
            None,
        )

    def _path_below(self, field: str, subject: str) -> str:
        if field.startswith(HOUSE):
            return ""
        return subject.removeprefix(field.removeprefix(CIRCUMSTANCES)).lstrip(".")

    @property
    def about_match(self) -> list[forms.BoundField]:
        """Short fields first: a whole team is a lot to scroll past."""
        fields = [self[name] for name in self.fields if name.startswith(CIRCUMSTANCES)]
        return sorted(fields, key=lambda field: isinstance(field.field.widget, forms.Textarea))

    @property
    def is_league_at_fault(self) -> bool:
        return any(name.startswith(HOUSE) for name in self.errors)

    @property
    def about_league(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(HOUSE)]


def _at(told: Any, path: str) -> Any:
    for part in path.split("."):
        if not isinstance(told, dict) or part not in told:
            return NOTHING
        told = told[part]
    return told


def _default(kind: type, path: str, given: Any) -> Any:
    """What the example says, or else what the circumstances take for granted."""
    first, _dot, _rest = path.partition(".")
    if given is not NOTHING or first != path:
        return given
    field = next(each for each in dataclasses.fields(kind) if each.name == path)
    plain = field.default is not dataclasses.MISSING and field.default not in (None, ())
    return field.default if plain else NOTHING
