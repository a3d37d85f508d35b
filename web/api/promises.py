"""What a published schema promises, and what of it another one would break.

Callers rely on two things: what they send stays acceptable, and what they read stays there. So
sending may only become easier and reading may only become richer.
"""

from collections.abc import Iterator
from typing import Literal

from web.api.nodes import Node, flattened, resolved

# Whether callers send what a schema describes, or read it.
Use = Literal["sent", "read"]

METHODS = ("get", "put", "post", "delete", "patch", "head", "options", "trace")
UPPER_LIMITS = ("maxLength", "maximum", "maxItems", "maxProperties")
LOWER_LIMITS = ("minLength", "minimum", "minItems", "minProperties")
# (was, is): a caller who sent or read the first lives with the second.
WIDER = {"sent": {("integer", "number")}, "read": {("number", "integer")}}


def broken_promises(old: Node, new: Node) -> list[str]:
    """A sentence for everything that callers of the old schema would miss in the new one."""
    return list(Comparison(old, new).broken())


class Comparison:
    def __init__(self, old: Node, new: Node) -> None:
        self.old = old
        self.new = new
        self.compared: set[tuple[str, str, Use]] = set()

    def broken(self) -> Iterator[str]:
        for path, item in self.old.get("paths", {}).items():
            if path not in self.new.get("paths", {}):
                yield f"{path} is gone"
                continue
            for method in METHODS:
                if method in item:
                    now = self.new["paths"][path].get(method)
                    where = f"{method.upper()} {path}"
                    yield from self.operation(where, item[method], now)

    def operation(self, where: str, old: Node, new: Node | None) -> Iterator[str]:
        if new is None:
            yield f"{where} is gone"
            return
        if old.get("operationId") != new.get("operationId"):
            yield f"{where} is no longer called {old.get('operationId')}"
        now_accepted = ways_in(new)
        for way in ways_in(old) - now_accepted:
            yield f"{where} is no longer open to {' with '.join(sorted(way)) or 'everybody'}"
        yield from self.parameters(where, old, new)
        yield from self.request(where, old, new)
        yield from self.responses(where, old["responses"], new["responses"])

    def parameters(self, where: str, old: Node, new: Node) -> Iterator[str]:
        before = self.by_place_and_name(self.old, old)
        after = self.by_place_and_name(self.new, new)
        for key, parameter in before.items():
            label = f"{where}, {key[0]} parameter {key[1]}"
            if key not in after:
                yield f"{label} is gone"
                continue
            if after[key].get("required") and not parameter.get("required"):
                yield f"{label} is now required"
            yield from self.schema(
                label, parameter.get("schema", {}), after[key].get("schema", {}), "sent"
            )
        for place, name in after.keys() - before.keys():
            if after[place, name].get("required"):
                yield f"{where}, {place} parameter {name} is new and required"

    def by_place_and_name(self, document: Node, operation: Node) -> dict[tuple[str, str], Node]:
        found = [resolved(document, node) for node in operation.get("parameters", [])]
        return {(parameter["in"], parameter["name"]): parameter for parameter in found}

    def request(self, where: str, old: Node, new: Node) -> Iterator[str]:
        before = resolved(self.old, old.get("requestBody", {}))
        after = resolved(self.new, new.get("requestBody", {}))
        if before and not after:
            yield f"{where} no longer takes a body"
            return
        if after.get("required") and not before.get("required"):
            yield f"{where} now requires a body"
        yield from self.contents(f"{where}, body", before, after, "sent")

    def responses(self, where: str, old: Node, new: Node) -> Iterator[str]:
        for status, node in old.items():
            label = f"{where}, answer {status}"
            if status not in new:
                yield f"{label} is gone"
                continue
            before, after = resolved(self.old, node), resolved(self.new, new[status])
            for header in before.get("headers", {}).keys() - after.get("headers", {}).keys():
                yield f"{label}, header {header} is gone"
            yield from self.contents(label, before, after, "read")

    def contents(self, where: str, old: Node, new: Node, use: Use) -> Iterator[str]:
        after = new.get("content", {})
        for media_type, content in old.get("content", {}).items():
            if media_type not in after:
                yield f"{where} is no longer {media_type}"
                continue
            yield from self.schema(
                where, content.get("schema", {}), after[media_type].get("schema", {}), use
            )

    def schema(self, where: str, old: Node, new: Node, use: Use) -> Iterator[str]:
        if "$ref" in old or "$ref" in new:
            # A component may hold itself; and once is enough to say what it lost.
            key = (old.get("$ref", where), new.get("$ref", where), use)
            if key in self.compared:
                return
            self.compared.add(key)
        old, new = flattened(self.old, old), flattened(self.new, new)
        yield from self.variants(where, old, new, use)
        yield from kind(where, old, new, use)
        yield from values(where, old, new, use)
        if use == "sent":
            yield from limits(where, old, new)
        yield from self.members(where, old, new, use)
        if "items" in old and "items" in new:
            yield from self.schema(f"{where}, each", old["items"], new["items"], use)

    def variants(self, where: str, old: Node, new: Node, use: Use) -> Iterator[str]:
        for word in ("oneOf", "anyOf"):
            after = new.get(word, [])
            for number, variant in enumerate(old.get(word, []), start=1):
                matches = (
                    not any(Comparison(self.old, self.new).schema(where, variant, now, use))
                    for now in after
                )
                if not any(matches):
                    yield f"{where}: choice {number} is gone or narrower"

    def members(self, where: str, old: Node, new: Node, use: Use) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        required_before, required_after = set(old.get("required", [])), set(new.get("required", []))
        for name, member in before.items():
            if name not in after:
                yield f"{where}: {name} is gone"
                continue
            if use == "read" and name in required_before - required_after:
                yield f"{where}: {name} may now be absent"
            yield from self.schema(f"{where}: {name}", member, after[name], use)
        if use == "sent":
            for name in sorted(required_after - required_before):
                yield f"{where}: {name} is now required"
            if new.get("additionalProperties") is False and old.get("additionalProperties", True):
                yield f"{where} no longer takes further members"


def ways_in(operation: Node) -> set[frozenset[str]]:
    return {frozenset(way) for way in operation.get("security", [{}])}


def kind(where: str, old: Node, new: Node, use: Use) -> Iterator[str]:
    was, now = old.get("type"), new.get("type")
    loosened = (now is None and use == "sent") or (was is None and use == "read")
    if was != now and not loosened and (was, now) not in WIDER[use]:
        yield f"{where} was {was or 'anything'} and is {now or 'anything'}"
    was, now = old.get("format"), new.get("format")
    loosened = now is None if use == "sent" else was is None
    if was != now and not loosened:
        yield f"{where} was of the form {was or 'any'} and is {now or 'any'}"
    if use == "sent" and old.get("nullable") and not new.get("nullable"):
        yield f"{where} may no longer be null"
    if use == "read" and new.get("nullable") and not old.get("nullable"):
        yield f"{where} may now be null"


def values(where: str, old: Node, new: Node, use: Use) -> Iterator[str]:
    was, now = old.get("enum"), new.get("enum")
    if was is None and now is not None and use == "sent":
        yield f"{where} now takes only some values"
    elif was is not None and now is None and use == "read":
        yield f"{where} may now be any value"
    elif was is not None and now is not None:
        for value in was:
            if value not in now:
                yield f"{where}: the value {value!r} is gone"


def limits(where: str, old: Node, new: Node) -> Iterator[str]:
    for name in UPPER_LIMITS:
        if name in new and new[name] < old.get(name, float("inf")):
            yield f"{where}: {name} is now {new[name]}"
    for name in LOWER_LIMITS:
        if name in new and new[name] > old.get(name, float("-inf")) and (name in old or new[name]):
            yield f"{where}: {name} is now {new[name]}"
    if "pattern" in new and new["pattern"] != old.get("pattern"):
        yield f"{where}: the pattern is now {new['pattern']}"
