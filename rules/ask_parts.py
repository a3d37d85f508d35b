"""The parts of a form for circumstances: fields, records, numbers of a kind, rows to add to.

Each part stands at a path of the JSON that it makes, reads what was typed there, and finds the
field at which a fault is told.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.bounds import MOST_ENTRIES
from rules.engine.rulings import Reason

if TYPE_CHECKING:
    from rules.ask_form import QuestionForm

NOTHING = object()
MANY = "many"
ROWS = "rows"
MORE = "more"
ANOTHER = {
    "players": _("Another player"),
    "skilled": _("Another player"),
    "skills": _("Another skill"),
    "lent": _("Another skill"),
    "killer_skills": _("Another skill"),
    "inducements": _("Another inducement"),
    "stars": _("Another star"),
}
# Without these there is no player, and no home.
LEADING = ("position", "attribute")


def number_in(text: str) -> Any:
    """A number where it is one; what else was typed, the rulebook refuses."""
    try:
        return int(text.replace(",", ""))
    except ValueError:
        return text


def number_or_nothing(typed: str) -> Any:
    return number_in(typed) if typed.strip() else NOTHING


def text_or_nothing(typed: str) -> Any:
    return typed or NOTHING


def numbers_in(typed: str) -> Any:
    return [number_in(part.strip()) for part in typed.split(",") if part.strip()]


class Part:
    kind: ClassVar[str]
    label: str = ""
    help: str = ""

    def read(self) -> Any:
        """The value for JSON; NOTHING if nothing was typed."""
        raise NotImplementedError

    def leaves(self) -> "Iterator[Leaf]":
        raise NotImplementedError

    def find(self, path: Sequence[str]) -> "tuple[Leaf | None, Sequence[str]]":
        """The field where a fault below this part stands, and what of the path is left."""
        return next(self.leaves(), None), path

    @property
    def is_at_fault(self) -> bool:
        return any(leaf.bound.errors for leaf in self.leaves())


class Leaf(Part):
    """One field."""

    kind = "field"

    def __init__(
        self,
        form: "QuestionForm",
        name: str,
        field: forms.Field,
        reading: Callable[[str], Any] = text_or_nothing,
    ) -> None:
        self.form, self.name, self.reading = form, name, reading
        self.label = str(field.label or "")
        field.required = False
        form.fields[name] = field

    @property
    def field(self) -> forms.Field:
        return self.form.fields[self.name]

    @property
    def bound(self) -> forms.BoundField:
        return self.form[self.name]

    @property
    def typed(self) -> str:
        return self.form.typed_at(self.name)

    def read(self) -> Any:
        return self.reading(self.typed)

    def leaves(self) -> "Iterator[Leaf]":
        yield self


class Group(Part):
    """A record: short fields first, then what is longer; what nobody spoke of is folded away."""

    kind = "group"

    def __init__(
        self, label: str, parts: dict[str, Part], folded: Sequence[str] = (), *, optional: bool
    ) -> None:
        self.label, self.parts, self.optional = label, parts, optional
        self.folded_names = frozenset(folded)
        # A price that nobody typed is looked up.
        self.price: Callable[[Any], int | None] | None = None

    def read(self) -> Any:
        values = {name: part.read() for name, part in self.parts.items() if name != MANY}
        values = {
            name: value
            for name, value in values.items()
            if value is not NOTHING and value not in ([], {})
        }
        if self.optional and not any(values.values()):
            return NOTHING
        if self.price and "cost" not in values:
            cost = self.price(values.get("position"))
            values |= {} if cost is None else {"cost": cost}
        return values

    @property
    def is_left_out(self) -> bool:
        return any(self.parts[name].read() is NOTHING for name in LEADING if name in self.parts)

    def leaves(self) -> Iterator[Leaf]:
        for part in self.parts.values():
            yield from part.leaves()

    def find(self, path: Sequence[str]) -> tuple[Leaf | None, Sequence[str]]:
        if path and path[0] in self.parts:
            return self.parts[path[0]].find(path[1:])
        return super().find(path)

    def _parts(self, *, folded: bool, short: bool) -> list[Part]:
        return [
            part
            for name, part in self.parts.items()
            if (name in self.folded_names) == folded and (part.kind == "field") == short
        ]

    @property
    def fields(self) -> list[Part]:
        return self._parts(folded=False, short=True)

    @property
    def groups(self) -> list[Part]:
        return self._parts(folded=False, short=False)

    @property
    def folded_fields(self) -> list[Part]:
        return self._parts(folded=True, short=True)

    @property
    def folded_groups(self) -> list[Part]:
        return self._parts(folded=True, short=False)

    @property
    def is_fold_at_fault(self) -> bool:
        return any(self.parts[name].is_at_fault for name in self.folded_names)


class Counts(Part):
    """A number for each of a few names."""

    kind = "counts"

    def __init__(self, label: str, parts: dict[str, Leaf]) -> None:
        self.label, self.parts = label, parts

    @property
    def fields(self) -> list[Leaf]:
        return [*self.parts.values()]

    def read(self) -> Any:
        counts = {key: leaf.read() for key, leaf in self.parts.items()}
        return {key: count for key, count in counts.items() if count not in (NOTHING, 0)}

    def leaves(self) -> Iterator[Leaf]:
        yield from self.parts.values()

    def find(self, path: Sequence[str]) -> tuple[Leaf | None, Sequence[str]]:
        if path and path[0] in self.parts:
            return self.parts[path[0]], path[1:]
        return super().find(path)


class Rows(Part):
    """Several of a kind. A row that names nothing is left out."""

    kind = "rows"
    shape: ClassVar[str]

    def __init__(self, form: "QuestionForm", name: str, label: str, rows: Sequence[Part]) -> None:
        self.form, self.name, self.label, self.rows = form, name, label, rows
        # In which row an entry of the JSON stands, by its number or key.
        self.row_of: dict[str, Part] = {}

    def leaves(self) -> Iterator[Leaf]:
        for row in self.rows:
            yield from row.leaves()

    def find(self, path: Sequence[str]) -> tuple[Leaf | None, Sequence[str]]:
        if path and path[0] in self.row_of:
            return self.row_of[path[0]].find(path[1:])
        return super().find(path)

    @property
    def count_name(self) -> str:
        return f"{self.name}.{ROWS}"

    @property
    def more_name(self) -> str:
        return MORE

    @property
    def another(self) -> str:
        """What the button says that adds a row."""
        return str(ANOTHER.get(self.name.rpartition(".")[2], _("Another")))


class ChoiceRows(Rows):
    """A list of names, one to a field."""

    shape = "choices"

    def read(self) -> Any:
        rows = [row for row in self.rows if row.read() is not NOTHING]
        self.row_of = {str(number): row for number, row in enumerate(rows)}
        return [row.read() for row in rows]


class PairRows(Rows):
    """A name and what belongs to it, in two fields."""

    shape = "pairs"
    rows: Sequence[Group]

    def read(self) -> Any:
        values: dict[str, Any] = {}
        for row in self.rows:
            key, value = (part.read() for part in row.parts.values())
            if key is NOTHING:
                continue
            if key in values and isinstance(value, int) and isinstance(values[key], int):
                value += values[key]
            values[key] = "" if value is NOTHING else value
            self.row_of[key] = row
        return values


class RecordRows(Rows):
    """Records of a kind, the same one as often as is said; `is_by_id` where each has an id."""

    shape = "records"
    rows: Sequence[Group]
    is_by_id = False

    def _said(self) -> list[tuple[Group, Any, int]]:
        read = ((row, row.read(), self._many(row)) for row in self.rows if not row.is_left_out)
        return [(row, value, many) for row, value, many in read if value is not NOTHING and many]

    def _many(self, row: Group) -> int:
        leaf = next(row.parts[MANY].leaves())
        many = leaf.read()
        if many is NOTHING:
            return 1
        if not isinstance(many, int):
            self.form.mistyped[leaf.name] = Reason("not-a-whole-number")
        elif not 0 <= many <= MOST_ENTRIES:
            limits = {"at_least": 0, "at_most": MOST_ENTRIES}
            self.form.mistyped[leaf.name] = Reason("out-of-range", params=limits)
        else:
            return many
        return 1

    def read(self) -> Any:
        return self._by_id() if self.is_by_id else self._in_order()

    def _in_order(self) -> list[Any]:
        entries = [(row, value) for row, value, many in self._said() for _nth in range(many)]
        self.row_of = {str(number): row for number, (row, _value) in enumerate(entries)}
        return [value for _row, value in entries]

    def _by_id(self) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        said = self._said()
        first = [str(value.get("id", "")) for _row, value, _many in said]
        for (row, value, many), begins in zip(said, first, strict=True):
            ids = _ids_from(begins, {*entries, *(each for each in first if each != begins)})
            for _nth in range(many):
                id_ = next(ids)
                entries[id_] = {**value, "id": id_}
                self.row_of[id_] = row
        return entries


def _ids_from(first: str, taken: set[str]) -> Iterator[str]:
    """`p1`, `p2` and so on, without those that somebody else has."""
    if first and first not in taken:
        yield first
    stem, digits = re.fullmatch(r"(.*?)([0-9]{0,6})", first or "p1", re.DOTALL).groups()  # type: ignore[union-attr]
    number = int(digits or 1)
    while True:
        id_ = f"{stem}{number}"
        if id_ not in taken and id_ != first:
            yield id_
        number += 1
