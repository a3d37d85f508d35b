"""Writes at the same moment and calls to several processes, on a real server and database."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import requests

from tests.jobs.installation import installed

pytestmark = pytest.mark.processes

CALLERS = 12
MAKE_MARTA = """
from django.utils import timezone
from accounts.commands.tokens import create_token
from accounts.models import User
marta = User.objects.create(name="Marta", email="marta@example.org", joined_at=timezone.now())
print(create_token(actor=marta, name="Bot", now=timezone.now())[1])
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Touchback on two processes of four threads each: its address and a token of Marta's."""
    with installed(tmp_path_factory.mktemp("var")) as installation:
        installation.env |= {
            "API_ADDRESS_RATE": "5/min",
            "API_PERSON_RATE": "100000/min",
            "LOG_LEVEL": "WARNING",
        }
        secret = installation.tell(MAKE_MARTA).strip()
        installation.start_web()
        yield f"http://127.0.0.1:{installation.port}/api/v1/", secret


@pytest.fixture
def rename(site):
    address, secret = site

    def call(name, key):
        headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": key}
        return requests.patch(f"{address}me/", json={"name": name}, headers=headers, timeout=30)

    return call


@pytest.fixture
def renames_so_far(site):
    address, secret = site

    def count():
        headers = {"Authorization": f"Bearer {secret}"}
        asked = f"{address}me/acts/?name=accounts.change_profile"
        return requests.get(asked, headers=headers, timeout=30).json()["count"]

    return count


def at_once(calls):
    """Every call in a thread of its own, all let go together."""
    start = Barrier(len(calls))

    def run(call):
        start.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_the_same_key_at_the_same_moment_writes_once(rename, renames_so_far):
    before = renames_so_far()
    answers = at_once([lambda: rename("Anna", "one-key")] * CALLERS)
    assert {answer.status_code for answer in answers} == {200}
    assert all(answer.json() == answers[0].json() for answer in answers)
    replayed = Counter("Idempotency-Replayed" in answer.headers for answer in answers)
    assert replayed == {False: 1, True: CALLERS - 1}
    assert renames_so_far() == before + 1


def test_the_same_key_for_different_bodies_at_the_same_moment_writes_one(rename, renames_so_far):
    before = renames_so_far()
    calls = [lambda n=n: rename(f"Name {n}", "contested") for n in range(CALLERS)]
    statuses = Counter(answer.status_code for answer in at_once(calls))
    assert statuses == {200: 1, 409: CALLERS - 1}
    assert renames_so_far() == before + 1


def test_a_person_writing_under_many_keys_at_once_waits_for_nobody_forever(rename, renames_so_far):
    before = renames_so_far()
    calls = [lambda n=n: rename(f"Guise {n}", f"key-{n}") for n in range(CALLERS)]
    assert {answer.status_code for answer in at_once(calls)} == {200}
    assert renames_so_far() == before + CALLERS


def test_processes_count_calls_together(site):
    address, _ = site
    statuses = Counter(requests.get(address, timeout=30).status_code for _ in range(20))
    assert statuses == {200: 5, 429: 15}
