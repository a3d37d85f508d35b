"""Circumstances as JSON: what a ruling wants to know, and everything wrong with what it is told.

A ruling's dataclass is the one description; schema, API, form and refusals are made from it.
"""

import dataclasses
import inspect
import types
import typing
from collections.abc import Mapping, Set
from typing import Any, Literal

from django.utils.translation import gettext as _

from rules.bounds import LONGEST_TEXT, MOST_ENTRIES, Bounds, bounds_of, short
from rules.catalogue import Catalogue
from rules.engine.rulings import Reason

Schema = dict[str, Any]

# Fields that name something of the catalogue: by its key, or by the name that people read.
PARTS = {
    "race": "races",
    "position": "positions",
    "free": "positions",
    "players": "positions",
    "star": "stars",
    "stars": "stars",
    "rostered_elsewhere": "stars",
    "skills": "skills",
    "lent": "skills",
    "killer_skills": "skills",
    "inducements": "lasting",
    "skill_given": "skills",
    "skill_taken": "skills",
    "sponsor": "sponsor",
    "stadium": "stadium_table",
    "attribute": "stadium_table",
}


class Unfit(Exception):
    """These circumstances cannot be ruled on, for all these reasons."""

    def __init__(self, reasons: list[Reason]) -> None:
        super().__init__(", ".join(f"{reason.subject}: {reason.code}" for reason in reasons))
        self.reasons = tuple(reasons)


def read(
    kind: type, data: object, catalogue: Catalogue, *, by_name: bool = True, **known: Any
) -> Any:
    """Circumstances out of JSON. Raises Unfit with every fault, each under its path.

    What is `known` already is not asked for, and nobody may say otherwise. Whoever keeps what was
    said, and not what was read, takes keys alone and no names.
    """
    reading = _Reading(names_in(catalogue), by_name=by_name)
    circumstances = reading.record(kind, data, "", known)
    if reading.faults:
        raise Unfit(reading.faults)
    return circumstances


def names_in(catalogue: Catalogue) -> dict[str, dict[str, str]]:
    """Keys by the names that people know, for each part of the catalogue."""
    names: dict[str, dict[str, str]] = {
        "races": {race.name: key for key, race in catalogue.races.items()},
        "skills": {skill.name: key for key, skill in catalogue.skills.items()},
        "stars": {star.name: key for key, star in catalogue.stars.items()},
        "inducements": {each.name: key for key, each in catalogue.inducements.items()},
        "lasting": {each.name: key for key, each in catalogue.inducements.items()}
        | {star.name: f"star/{key}" for key, star in catalogue.stars.items()},
        "positions": {
            position.name: key
            for race in catalogue.races.values()
            for key, position in race.positions.items()
        },
        "sponsor": {entry.name: entry.key for entry in catalogue.shelves.get("sponsor", ())},
        "stadium_table": {
            entry.name: entry.key
            for table in catalogue.shelves.get("stadium_table", ())
            for entry in table.entries
        },
    }
    return names


def hints_of(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def is_required(field: "dataclasses.Field[Any]") -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def optional_of(hint: Any) -> Any:
    """The type beside None in `Home | None`; None if there is none."""
    if isinstance(hint, types.UnionType):
        return next(each for each in typing.get_args(hint) if each is not type(None))
    return None


def is_mapping(hint: Any) -> bool:
    origin = typing.get_origin(hint)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def is_several(hint: Any) -> bool:
    origin = typing.get_origin(hint)
    return isinstance(origin, type) and issubclass(origin, tuple | list | Set)


def is_record(hint: Any) -> bool:
    return isinstance(hint, type) and dataclasses.is_dataclass(hint)


def record_in(hint: Any) -> Any:
    """The record that a mapping or a list holds several of; None if it holds none."""
    return next((each for each in typing.get_args(hint) if is_record(each)), None)


# --- reading


class _Reading:
    def __init__(self, names: Mapping[str, Mapping[str, str]], *, by_name: bool) -> None:
        self.names = names
        self.by_name = by_name
        self.faults: list[Reason] = []

    def fault(self, code: str, subject: str, **params: Any) -> None:
        self.faults.append(Reason(code, subject, params, integrity=True))

    def record(
        self, kind: type, data: object, subject: str, known: Mapping[str, Any] | None = None
    ) -> Any:
        """A dataclass, or None where something in it is at fault."""
        if not isinstance(data, dict):
            self.fault("not-an-object", subject)
            return None
        before = len(self.faults)
        hints = hints_of(kind)
        values = dict(known or {})
        fields = {
            field.name: field for field in dataclasses.fields(kind) if field.name not in values
        }
        for name in data:
            if name not in fields:
                self.fault("unknown-field", _below(subject, short(name)))
        for name, field in fields.items():
            if name in data:
                values[name] = self.value(hints[name], data[name], _below(subject, name), field)
            elif is_required(field):
                self.fault("missing", _below(subject, name))
        return None if len(self.faults) > before else kind(**values)

    def value(self, hint: Any, data: object, subject: str, field: "dataclasses.Field[Any]") -> Any:
        if other := optional_of(hint):
            return None if data is None else self.value(other, data, subject, field)
        if is_record(hint):
            return self.record(hint, data, subject)
        if is_mapping(hint):
            return self.mapping(typing.get_args(hint)[1], data, subject, field)
        if is_several(hint):
            return self.several(hint, data, subject, field)
        return self.plain(hint, data, subject, field)

    def mapping(
        self, hint: Any, data: object, subject: str, field: "dataclasses.Field[Any]"
    ) -> dict[str, Any] | None:
        if not isinstance(data, dict):
            self.fault("not-an-object", subject)
            return None
        if len(data) > MOST_ENTRIES:
            self.fault("too-many-entries", subject, at_most=MOST_ENTRIES)
            return None
        values = {}
        for key, below in data.items():
            where = _below(subject, short(key))
            self.text(key, where)
            known = key if is_record(hint) else self.key_of(field, key, where)
            values[known] = self.value(hint, below, where, field)
        return values

    def several(
        self, hint: Any, data: object, subject: str, field: "dataclasses.Field[Any]"
    ) -> Any:
        if not isinstance(data, list):
            self.fault("not-a-list", subject)
            return None
        if len(data) > MOST_ENTRIES:
            self.fault("too-many-entries", subject, at_most=MOST_ENTRIES)
            return None
        before = len(self.faults)
        of = typing.get_args(hint)[0]
        values = [
            self.value(of, each, _below(subject, str(number)), field)
            for number, each in enumerate(data)
        ]
        if len(self.faults) > before:
            return None
        make = typing.cast("type", typing.get_origin(hint))
        return make(values)

    def plain(self, hint: Any, data: object, subject: str, field: "dataclasses.Field[Any]") -> Any:
        if typing.get_origin(hint) is Literal:
            options = typing.get_args(hint)
            if not isinstance(data, str) or data not in options:
                self.fault("not-an-option", subject, options=[*options])
        elif hint is bool:
            if not isinstance(data, bool):
                self.fault("not-yes-or-no", subject)
        elif hint is int:
            self.number(data, subject, bounds_of(field.metadata))
        elif self.text(data, subject):
            return self.key_of(field, typing.cast("str", data), subject)
        return data

    def number(self, data: object, subject: str, bounds: Bounds) -> None:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fault("not-a-whole-number", subject)
        elif data < 0 and bounds.at_least == 0:
            self.fault("negative", subject)
        elif not bounds.hold(data):
            limits = {"at_least": bounds.at_least, "at_most": bounds.at_most}
            self.fault("out-of-range", subject, **limits)

    def text(self, data: object, subject: str) -> bool:
        before = len(self.faults)
        if not isinstance(data, str):
            self.fault("not-text", subject)
        elif len(data) > LONGEST_TEXT:
            self.fault("too-long", subject, at_most=LONGEST_TEXT)
        elif not data.isprintable():
            self.fault("not-printable", subject)
        return len(self.faults) == before

    def key_of(self, field: "dataclasses.Field[Any]", said: str, subject: str) -> str:
        names = self.names.get(PARTS.get(field.name, ""), {})
        key = names.get(said, said)
        if key != said and not self.by_name and said not in names.values():
            self.fault("not-a-key", subject, name=said, near=key)
        return key


def _below(subject: str, name: str) -> str:
    return f"{subject}.{name}" if subject else name


# --- describing


class Schemas:
    """JSON schemas of circumstances; records inside them are definitions, described once."""

    def __init__(self, place: str = "#/components/schemas/") -> None:
        self.place = place
        self.definitions: dict[str, Schema] = {}

    def record(self, kind: type) -> Schema:
        hints = hints_of(kind)
        fields = dataclasses.fields(kind)
        schema: Schema = {
            "type": "object",
            "properties": {field.name: self.field(hints[field.name], field) for field in fields},
            "additionalProperties": False,
        }
        if required := [field.name for field in fields if is_required(field)]:
            schema["required"] = required
        if words := words_about(kind):
            schema["description"] = words
        return schema

    def field(self, hint: Any, field: "dataclasses.Field[Any]") -> Schema:
        schema = self.value(hint, field)
        if field.name in PARTS and not record_in(hint):
            schema["description"] = _("By key, or by name.")
        if isinstance(field.default, str | int):
            schema["default"] = field.default
        return schema

    def value(self, hint: Any, field: "dataclasses.Field[Any]") -> Schema:
        if other := optional_of(hint):
            return {"allOf": [self.value(other, field)], "nullable": True}
        if is_record(hint):
            if hint.__name__ not in self.definitions:
                self.definitions[hint.__name__] = {}
                self.definitions[hint.__name__] = self.record(hint)
            return {"$ref": f"{self.place}{hint.__name__}"}
        if is_mapping(hint):
            below = self.value(typing.get_args(hint)[1], field)
            return {"type": "object", "additionalProperties": below, "maxProperties": MOST_ENTRIES}
        if is_several(hint):
            below = self.value(typing.get_args(hint)[0], field)
            return {"type": "array", "items": below, "maxItems": MOST_ENTRIES}
        return plain_schema(hint, bounds_of(field.metadata))


def plain_schema(hint: Any, bounds: Bounds) -> Schema:
    if typing.get_origin(hint) is Literal:
        return {"type": "string", "enum": [*typing.get_args(hint)]}
    if hint is bool:
        return {"type": "boolean"}
    if hint is int:
        return {"type": "integer", "minimum": bounds.at_least, "maximum": bounds.at_most}
    return {"type": "string", "maxLength": LONGEST_TEXT}


def words_about(kind: type) -> str:
    """What a record's author says about it; nothing where dataclasses made the words up."""
    words = inspect.getdoc(kind) or ""
    return "" if words.startswith(f"{kind.__name__}(") else words
