"""Every address of the site: how it is asked, and what of the world it names."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.core.files.base import ContentFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.permissions.world import Things, World
from web.api.documentation import Operation, documentation

UUIDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
METHODS = ("get", "post", "put", "patch", "delete")
# What a UUID names, by the part of the address before it.
NAMED = {
    "adjustments": "adjustment",
    "drafts": "draft",
    "fixtures": "fixture",
    "import": "job",
    "jobs": "job",
    "leagues": "league",
    "matches": "match",
    "players": "player",
    "proposals": "proposal",
    "stages": "stage",
    "teams": "team",
    "tokens": "token",
    "tournaments": "stage",
}
# Addresses that want a thing in another state than the rest.
INSTEAD = {
    "accounts:let-in": {"person": "waiting"},
    "accounts:send-away": {"person": "waiting"},
    "league:invite-to-place": {"member": "place"},
    "competition:change-stage": {"stage": "planned"},
    "competition:drop-stage": {"stage": "planned"},
    "competition:start-stage": {"stage": "planned"},
    "competition:take-back": {"fixture": "played"},
    "api-call-off": {"match": "begun"},
    "api-start-stage": {"stage": "planned"},
    "api-correction-proposal": {"proposal": "correction_proposal"},
    "matches:answer-proposal": {"proposal": "correction_proposal"},
    "api-fixture-take-back": {"fixture": "played"},
}


def _a_result(its: Things) -> dict[str, Any]:
    return {
        "home": its["team"],
        "away": its["their_team"],
        "played_on": "2026-03-07",
        "score": {"home": 2, "away": 1},
        "crowd": {"home": 1, "away": 0},
    }


# What is sent where neither nothing nor the documentation's example reaches the gate.
SENT: Mapping[str, Callable[[Things], dict[str, Any]]] = {
    "competition:tournament": lambda its: {"do": "pair"},
    "api-correction-proposal": lambda its: {"accepts": False},
    "api-answer-trade": lambda its: {"answer": "withdraw"},
    "api-arrange": lambda its: {"home": its["entry"], "away": its["their_entry"]},
    "api-begin-match": lambda its: {
        "home": its["team"],
        "away": its["their_team"],
        "played_on": "2026-03-07",
    },
    "api-coaches": lambda its: {"coach": its["member"], "kind": "second"},
    "api-join": lambda its: {"secret": its["secret"]},
    "api-late": lambda its: {"team": its["team"]},
    "api-matches": _a_result,
    "api-member": lambda its: {"role": "viewer"},
    "api-register": lambda its: {"team": its["team"]},
    "api-swap-players": lambda its: {"one": its["entry"], "other": its["their_entry"]},
    "api-team-players": lambda its: {"players": [{"uuid": its["player"], "number": 42}]},
    "api-trades": lambda its: {
        "team": its["team"],
        "to": its["their_team"],
        "gives": {"gold": 20_000},
    },
    "api-try-result": _a_result,
}


@dataclass(frozen=True)
class Address:
    name: str
    route: str
    view: Any

    @property
    def is_api(self) -> bool:
        return self.route.startswith("api/v1/")

    @property
    def methods(self) -> list[str]:
        """A page may take two; a view of the API says what it takes."""
        view = getattr(self.view, "view_class", None)
        if view is None:
            return ["get", "post"]
        return [method for method in METHODS if hasattr(view, method)]

    def things(self) -> Iterator[tuple[str, str]]:
        """Its arguments, each with the thing that it names."""
        for before, argument in re.findall(r"(?:(\w+)/)?<\w+:(\w+)>", self.route):
            thing = NAMED[before] if argument == "uuid" else argument
            yield argument, INSTEAD.get(self.name, {}).get(thing, thing)

    def is_of_a_league(self, world: World) -> bool:
        """Whether it can be of a public league or of a private one."""
        of_the_site = self._of_the_site(world)
        return any(thing not in of_the_site for _argument, thing in self.things())

    def path(self, world: World, visibility: str) -> str:
        there = self._there(world, visibility)
        return reverse(self.name, kwargs={name: there[thing] for name, thing in self.things()})

    def sent(self, method: str, world: World, visibility: str) -> tuple[bytes, str]:
        """A body that is in shape, so that only the gate can refuse it; and its media type."""
        if method == "get":
            return b"", ""
        told = SENT.get(self.name)
        if not self.is_api:
            form = told(self._there(world, visibility)) if told else {}
            return urlencode(form).encode(), "application/x-www-form-urlencoded"
        if told:
            body = json.dumps(told(self._there(world, visibility)), default=str)
            return body.encode(), "application/json"
        operation = _operation(method, self.route)
        if operation.example_files:
            files = {name: ContentFile(b"?", name) for name in operation.example_files}
            return encode_multipart(BOUNDARY, files), MULTIPART_CONTENT
        return (operation.example_body or "{}").encode(), "application/json"

    def _of_the_site(self, world: World) -> Things:
        return {**world.site[""], **world.site.get(self.name, {})}

    def _there(self, world: World, visibility: str) -> Things:
        state = "season"
        if "tournament" in self.route:
            state = "cup"
        elif "re-draft" in self.route:
            state = "downtime"
        return {**world.leagues[visibility][state], **self._of_the_site(world)}


def of_nothing(path: str) -> str:
    """The same address for things that do not exist."""
    return UUIDS.sub(lambda found: str(uuid4()), path)


def addresses() -> list[Address]:
    """Everything with a name; the rest leads on or says that there is nothing."""
    return list(_below(get_resolver(), "", ""))


def _below(resolver: URLResolver, before: str, space: str) -> Iterator[Address]:
    for pattern in resolver.url_patterns:
        route = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            inner = f"{pattern.namespace}:" if pattern.namespace else space
            yield from _below(pattern, route, inner)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield Address(f"{space}{pattern.name}", route, pattern.callback)


def _operation(method: str, route: str) -> Operation:
    path = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
    return next(
        operation
        for section in documentation()
        for operation in section.operations
        if (operation.method.lower(), operation.path) == (method, path)
    )
