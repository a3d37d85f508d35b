"""The schema as people read it: sections, operations, fields, and a call to try."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from web.api.nodes import Node, flattened, resolved
from web.api.schema import current_schema
from web.api.writes import HEADER

# What OpenAPI calls type and format.
Form = tuple[str | None, str | None]

KINDS: dict[Form, Promise] = {
    ("string", None): _("text"),
    ("string", "uuid"): _("UUID"),
    ("string", "date-time"): _("time in UTC"),
    ("string", "email"): _("e-mail"),
    ("string", "uri"): _("address"),
    ("string", "binary"): _("a file"),
    ("integer", None): _("whole number"),
    ("number", None): _("number"),
    ("boolean", None): _("true or false"),
    ("array", None): _("list"),
    ("object", None): _("object"),
    (None, None): _("any JSON"),
}
EXAMPLE_UUID = "7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11"
DEEPEST = 4
FORM = "multipart/form-data"


@dataclass(frozen=True, slots=True)
class DocumentedField:
    name: str
    kind: str
    required: bool
    words: str


@dataclass(frozen=True, slots=True)
class Answer:
    status: str
    words: str
    fields: tuple[DocumentedField, ...]

    @property
    def is_failure(self) -> bool:
        return not self.status.startswith("2")


@dataclass(frozen=True, slots=True)
class Operation:
    name: str
    method: str
    path: str
    summary: str
    words: str
    open_to: tuple[str, ...]
    parameters: tuple[DocumentedField, ...]
    body: tuple[DocumentedField, ...]
    answers: tuple[Answer, ...]
    example_path: str
    example_body: str
    # The fields of a form that brings a file; empty where the body is JSON.
    example_files: tuple[str, ...]
    # Whether a repeat is told from the first by a key of the caller's.
    takes_key: bool

    @property
    def successes(self) -> list[Answer]:
        return [answer for answer in self.answers if not answer.is_failure]

    @property
    def failures(self) -> list[Answer]:
        return [answer for answer in self.answers if answer.is_failure]


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    operations: tuple[Operation, ...]


@cache
def documentation() -> tuple[Section, ...]:
    """Made once a process: the schema changes only with the code."""
    return Reading(current_schema()).sections()


def operation_named(name: str) -> Operation | None:
    operations = (each for section in documentation() for each in section.operations)
    return next((each for each in operations if each.name == name), None)


class Reading:
    def __init__(self, document: Node) -> None:
        self.document = document

    def sections(self) -> tuple[Section, ...]:
        """In the order in which the paths first mention them."""
        named = [
            (node["tags"][0], self.operation(path, method, node))
            for path, item in self.document["paths"].items()
            for method, node in item.items()
        ]
        order = list(dict.fromkeys(tag for tag, _operation in named))
        named.sort(key=lambda pair: order.index(pair[0]))
        return tuple(
            Section(tag, tuple(operation for _tag, operation in pairs))
            for tag, pairs in groupby(named, key=lambda pair: pair[0])
        )

    def operation(self, path: str, method: str, node: Node) -> Operation:
        sent = resolved(self.document, node.get("requestBody", {}))
        body = self.body_of(sent)
        return Operation(
            name=node["operationId"],
            method=method.upper(),
            path=path,
            summary=node.get("summary", ""),
            words=node.get("description", ""),
            open_to=tuple(name for way in node.get("security", [{}]) for name in way or ["all"]),
            parameters=tuple(self.parameters(node)),
            body=tuple(self.fields(body)) if body else (),
            answers=tuple(self.answers(node)),
            example_path=self.example_path(path, node),
            example_body=self.example_of(sent),
            example_files=tuple(self.files_of(sent)),
            takes_key=any(each["name"] == HEADER for each in node.get("parameters", [])),
        )

    def parameters(self, operation: Node) -> Iterator[DocumentedField]:
        for parameter in operation.get("parameters", []):
            if parameter["name"] != HEADER:
                yield DocumentedField(
                    name=parameter["name"],
                    kind=self.kind(parameter["schema"]),
                    required=parameter.get("required", False),
                    words=parameter.get("description", ""),
                )

    def answers(self, operation: Node) -> Iterator[Answer]:
        for status, node in operation["responses"].items():
            answer = resolved(self.document, node)
            body = self.body_of(answer)
            fields = tuple(self.fields(body)) if body and status.startswith("2") else ()
            yield Answer(status=status, words=answer["description"], fields=fields)

    def body_of(self, node: Node) -> Node:
        content = node.get("content", {})
        schema: Node = content.get("application/json", content.get(FORM, {})).get("schema", {})
        return schema

    def files_of(self, sent: Node) -> Iterator[str]:
        if FORM in sent.get("content", {}):
            yield from flattened(self.document, self.body_of(sent)).get("properties", {})

    def fields(self, node: Node, prefix: str = "", depth: int = 0) -> Iterator[DocumentedField]:
        schema = self.common(flattened(self.document, node))
        for name, member in schema.get("properties", {}).items():
            flat = flattened(self.document, member)
            path = f"{prefix}{name}"
            yield DocumentedField(
                name=path,
                kind=self.kind(flat),
                required=name in schema.get("required", []),
                words=flat.get("description", ""),
            )
            if depth < DEEPEST:
                yield from self.fields(flat, f"{path}.", depth + 1)
                yield from self.fields(flat.get("items", {}), f"{path}[].", depth + 1)

    def common(self, schema: Node) -> Node:
        """What all choices have; a member that differs among them is only said to be there."""
        choices = [flattened(self.document, choice) for choice in schema.get("anyOf", [])]
        if not choices:
            return schema
        first, *others = (choice.get("properties", {}) for choice in choices)
        shared = {
            name: member if all(other[name] == member for other in others) else {"type": "object"}
            for name, member in first.items()
            if all(name in other for other in others)
        }
        required = [
            name for name in shared if all(name in each.get("required", []) for each in choices)
        ]
        return {"properties": shared, "required": required}

    def kind(self, node: Node) -> str:
        schema = flattened(self.document, node)
        of_items = self.values(schema.get("items", {}))
        if values := self.values(schema):
            words = _("one of %(values)s") % {"values": _listed(values)}
        elif of_items:
            words = _("list, each one of %(values)s") % {"values": _listed(of_items)}
        else:
            words = str(KINDS.get(form_of(schema)) or KINDS[(schema.get("type"), None)])
        if "maxLength" in schema:
            most = schema["maxLength"]
            words += ", " + ngettext("%(n)d character", "up to %(n)d characters", most) % {
                "n": most
            }
        return words + (", " + str(_("or null")) if schema.get("nullable") else "")

    def values(self, node: Node) -> list[object]:
        """What a member may be, whether or not it may also be left open."""
        schema = flattened(self.document, node)
        values: list[object] = [*schema.get("enum", [])]
        for choice in schema.get("oneOf", []):
            values += self.values(choice)
        return values

    def example_path(self, path: str, operation: Node) -> str:
        """With what the view gives as examples in its gaps, or else a UUID, or a first number."""
        given = {
            parameter["name"]: example_value(parameter)
            for parameter in operation.get("parameters", [])
        }
        return re.sub(r"\{(\w+)\}", lambda gap: str(given.get(gap[1], EXAMPLE_UUID)), path)

    def example_of(self, sent: Node) -> str:
        """What the view gives as its example; a view that takes a body has to."""
        examples = sent.get("content", {}).get("application/json", {}).get("examples", {})
        return "".join(
            json.dumps(example["value"], ensure_ascii=False) for example in examples.values()
        )


def _listed(values: list[object]) -> str:
    """As JSON has them: nothing at all is a value too."""
    return ", ".join(
        '""' if value == "" else "null" if value is None else str(value) for value in values
    )


def form_of(schema: Node) -> Form:
    return schema.get("type"), schema.get("format")


def example_value(parameter: Node) -> object:
    for example in parameter.get("examples", {}).values():
        return example["value"]
    return 1 if parameter["schema"].get("type") == "integer" else EXAMPLE_UUID
