"""Every page and every verb of the API, asked by every role: in a private league, and by those who
are none of its people in a public one too.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.shortcuts import resolve_url
from django.test import Client, override_settings

from tests.conftest import world_of_many_tests
from tests.permissions import unpainted
from tests.permissions.addresses import UUIDS, Address, addresses, of_nothing
from tests.permissions.who import OUTSIDERS, ROLES, WHO
from tests.permissions.world import World, build

SIGN_IN = "to sign in"
ONCE = re.compile(r'(csrfmiddlewaretoken|form_key)" value="[^"]*"')


@dataclass
class Visitors:
    """Somebody of every role, in a world in which nothing that they do lasts."""

    world: World
    client: Client
    sessions: dict[str, str]

    def ask(self, role: str, method: str, path: str, body: bytes, kind: str) -> Any:
        self.client.cookies.clear()
        if role in self.sessions:
            self.client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[role]
        with transaction.atomic():
            answer = self.client.generic(method.upper(), path, body, kind)
            answer.words = b"".join(answer) if answer.streaming else answer.content
            transaction.set_rollback(True)
        return answer


@pytest.fixture(scope="module")
def visitors(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[Visitors]:
    changed = override_settings(
        MEDIA_ROOT=tmp_path_factory.mktemp("media"), TEMPLATES=unpainted.templates()
    )
    with changed, world_of_many_tests(django_db_blocker):
        world, sessions = build(), {}
        for role in ROLES:
            if person := world.people[role]:
                client = Client()
                client.force_login(person)
                sessions[role] = client.cookies[settings.SESSION_COOKIE_NAME].value
        yield Visitors(world, Client(raise_request_exception=False), sessions)


# Gates are Python on top of plain lookups; that every address has a line is asked anywhere, below.
@pytest.mark.grown_up
@pytest.mark.django_db
@pytest.mark.parametrize("address", addresses(), ids=lambda address: address.name)
def test_whoever_may_gets_in_and_nobody_else(visitors, address):
    assert address.name in WHO, (
        f"Nobody has said who may open {address.name}: add a line for it to WHO in "
        "tests/permissions/who.py."
    )
    assert list(wrong_at(address, visitors)) == []


def test_nothing_is_said_of_addresses_that_are_gone():
    assert set(WHO) == {address.name for address in addresses()}


def wrong_at(address: Address, visitors: Visitors) -> Iterator[str]:
    """Everybody who got something else than the table says, each as a sentence."""
    who, world = WHO[address.name], visitors.world
    is_of_a_league = address.is_of_a_league(world)
    for method in address.methods:
        may = who.may(method)
        for visibility in world.leagues if is_of_a_league else ["public"]:
            path = address.path(world, visibility)
            sent = address.sent(method, world, visibility)
            if may is None:
                answer = visitors.ask("commissioner", method, path, *sent)
                if answer.status_code != 405:
                    yield f"{method} is not in the table, and answers {answer.status_code}"
                continue
            # What people may do in their own league hangs on their place in it.
            others_only = is_of_a_league and visibility == "public"
            for role in OUTSIDERS if others_only else ROLES:
                answer = visitors.ask(role, method, path, *sent)
                found = outcome(answer)
                expected = expectation(role, visibility, may, hidden=who.hidden)
                if found not in expected:
                    wanted = " or ".join(map(str, expected))
                    yield f"{method}, {visibility}: {role} gets {found}, not {wanted}"
                elif visibility == "private" and role in OUTSIDERS and found != "in":
                    nothing = visitors.ask(role, method, of_nothing(path), *sent)
                    if told(answer) != told(nothing):
                        yield f"{method}: {role} can tell what is private from what is missing"


def expectation(role: str, visibility: str, may: Any, *, hidden: bool) -> tuple[int | str, ...]:
    if role in may.of(visibility):
        return ("in",)
    is_secret = hidden or (visibility == "private" and role in OUTSIDERS)
    if role == "anonymous":
        return (SIGN_IN, 404) if is_secret else (SIGN_IN,)
    return (404,) if is_secret else (403,)


def outcome(answer: Any) -> int | str:
    status: int = answer.status_code
    asks = status == 302 and answer["Location"].startswith(f"{resolve_url(settings.LOGIN_URL)}?")
    if status == 401 or asks:
        return SIGN_IN
    is_in = status < 400 or status in (400, 409, 422)
    return "in" if is_in else status


def told(answer: Any) -> tuple[int, str, str]:
    """What a visitor can see of an answer, but for what is different each time."""
    page = ONCE.sub("", UUIDS.sub("…", answer.words.decode(errors="replace")))
    return answer.status_code, UUIDS.sub("…", answer.headers.get("Location", "")), page
