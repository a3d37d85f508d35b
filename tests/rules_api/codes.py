"""Every code that the rulebook's source can answer with, and the parameters that come with it."""

import ast
from dataclasses import dataclass

from django.conf import settings

SOURCE = settings.BASE_DIR / "rules"
MADE_BY = {"Reason": "reason", "fault": "reason", "Line": "line", "off": "reason"}


@dataclass(frozen=True)
class Use:
    """One place that makes a reason or a line; `params` is None where they are made elsewhere."""

    kind: str
    code: str
    params: frozenset | None
    place: str


@dataclass(frozen=True)
class Computed:
    """A place whose code is no constant."""

    kind: str
    expression: str
    file: str


def found():
    uses, computed = [], []
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text())
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                for call in calls(function):
                    look_at(call, function, path.name, uses, computed)
    return uses, computed


def calls(function):
    """Those of the function itself, not of functions within it."""
    waiting = [*ast.iter_child_nodes(function)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            continue
        if isinstance(node, ast.Call) and name_of(node.func) in MADE_BY and node.args:
            yield node
        waiting.extend(ast.iter_child_nodes(node))


def name_of(node):
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def look_at(call, function, file, uses, computed):
    kind = MADE_BY[name_of(call.func)]
    if name_of(call.func) == "off":
        params = frozenset({"rule", *(keyword.arg for keyword in call.keywords)})
        uses.append(Use(kind, "not-in-this-league", params, f"{file}:{call.lineno}"))
        return
    params = params_of(call, function)
    for code in codes_of(call.args[0]):
        if code is None:
            computed.append(Computed(kind, ast.unparse(call.args[0]), file))
        else:
            uses.append(Use(kind, code, params, f"{file}:{call.lineno}"))


def codes_of(node):
    if isinstance(node, ast.IfExp):
        both = [*codes_of(node.body), *codes_of(node.orelse)]
        return [*{*both}]
    return [node.value if isinstance(node, ast.Constant) else None]


def params_of(call, function):
    if name_of(call.func) == "fault":
        names = [keyword.arg for keyword in call.keywords]
        return None if None in names else frozenset(names)
    given = [*call.args[2:3], *(k.value for k in call.keywords if k.arg == "params")]
    return keys_of(given[0], function) if given else frozenset()


def keys_of(node, function):
    if isinstance(node, ast.Name):
        node = next(
            (
                each.value
                for each in ast.walk(function)
                if isinstance(each, ast.Assign)
                and name_of(each.targets[0]) == node.id
                and each.lineno < node.lineno
            ),
            None,
        )
    if not isinstance(node, ast.Dict) or None in node.keys:
        return None
    return frozenset(key.value for key in node.keys)
