"""Reading the rule files: strict about every key, and telling file and entry when one is wrong."""

import dataclasses
import tomllib
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

DATA = Path(__file__).parent / "data"

T = TypeVar("T")


class BadRules(Exception):
    """A rule file that must not be played by: which file, which entry, and why."""

    def __init__(self, file: str, entry: str, reason: str) -> None:
        super().__init__(f"{file}, {entry}: {reason}")
        self.file, self.entry, self.reason = file, entry, reason


def read_file(path: Path) -> dict[str, Any]:
    """The contents of one file of an edition."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        where = f"{path.parent.name}/{path.name}"
        raise BadRules(where, "the whole file", str(error)) from error


def read_as(kind: type[T], data: Mapping[str, Any], *, file: str, within: str = "") -> T:
    """An entry of a file as a dataclass. Unknown, missing and mistyped keys are refused."""
    entry = f"{within}{data.get('key') or data.get('name') or '?'}"
    hints = typing.get_type_hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    if strangers := sorted(set(data) - set(fields)):
        raise BadRules(file, entry, f"unknown {', '.join(strangers)}")
    values = {}
    for name, field in fields.items():
        if name in data:
            values[name] = _value(hints[name], data[name], file=file, entry=f"{entry}.{name}")
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise BadRules(file, entry, f"{name} is missing")
    return kind(**values)


def _value(hint: Any, value: Any, *, file: str, entry: str) -> Any:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, types.UnionType):
        hint = next(each for each in arguments if each is not type(None))
        return _value(hint, value, file=file, entry=entry)
    if origin is tuple:
        if not isinstance(value, list):
            raise BadRules(file, entry, "a list is wanted")
        return tuple(_value(arguments[0], each, file=file, entry=entry) for each in value)
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(value, dict):
            raise BadRules(file, entry, "a table is wanted")
        return {
            key: _value(arguments[1], each, file=file, entry=entry) for key, each in value.items()
        }
    if dataclasses.is_dataclass(hint):
        if not isinstance(value, dict):
            raise BadRules(file, entry, "a table is wanted")
        return read_as(typing.cast("type", hint), value, file=file, within=f"{entry} ")
    if hint is not Any and type(value) is not hint:
        raise BadRules(file, entry, f"{hint.__name__} is wanted, not {value!r}")
    return value
