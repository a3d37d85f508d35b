"""One line a request, with its id and its user, and never a secret."""

import json

import pytest
import structlog

from tests.operations.broken_site import ANSWERED, SECRET

pytestmark = [pytest.mark.processes, pytest.mark.pure]


@pytest.fixture(scope="module")
def asked(filled):
    """What the broken site answered last, and what it logged."""
    done = filled("sqlite").python("-m", "tests.operations.broken_site", env=HOSTS)
    assert done.returncode == 0, done.stderr
    return done


HOSTS = {"ALLOWED_HOSTS": "testserver"}


@pytest.fixture(scope="module")
def lines(asked):
    return [json.loads(line) for line in asked.stderr.splitlines()]


def test_every_request_has_one_line(lines):
    requests = [line for line in lines if line["event"] == "request"]
    assert [(line["path"], line["status"]) for line in requests] == [
        ("/api/fine/…/", 200),
        ("/api/broken/…/", 500),
        ("/api/nowhere/…/", 404),
        ("/api/fine/…/", 400),
        ("/api/line%0Abreak/", 404),
        ("/api/fine/…/", 200),
        ("/api/broken/…/", 500),
    ]
    for line in requests:
        assert line["method"] in ("GET", "POST")
        assert line["ms"] >= 0
        assert line["timestamp"]


def test_a_given_request_id_is_taken_over_and_another_made(lines):
    requests = [line for line in lines if line["event"] == "request"]
    assert requests[0]["request_id"] == ANSWERED
    assert len(requests[-1]["request_id"]) == 36


def test_the_line_says_who_it_was(asked, lines):
    requests = [line for line in lines if line["event"] == "request"]
    assert requests[0]["user"] is None
    assert requests[-2]["user"] == asked.stdout.splitlines()[-1]


def test_a_trace_goes_to_the_log_and_never_to_the_answer(asked, lines):
    status, request_id, answer = asked.stdout.splitlines()[0].split(maxsplit=2)
    assert status == "500"
    assert json.loads(answer)["errors"][0]["code"] == "server_error"
    assert "pitch" not in answer
    trace = next(line for line in lines if line["request_id"] == request_id and "exception" in line)
    assert "LookupError: the pitch is flooded" in trace["exception"]


def test_no_secret_is_in_any_line(asked):
    assert SECRET not in asked.stderr
    assert "x@y.z" not in asked.stderr


def test_a_person_can_ask_for_lines_to_read(filled):
    env = HOSTS | {"LOG_FORMAT": "console"}
    done = filled("sqlite").python("-m", "tests.operations.broken_site", env=env)
    assert "status=200" in done.stderr
    assert "LookupError: the pitch is flooded" in done.stderr
    assert SECRET not in done.stderr
    assert not done.stderr.startswith("{")


def test_the_id_ends_with_its_request(client, db):
    assert client.get("/robots.txt")["X-Request-ID"]
    assert structlog.contextvars.get_contextvars() == {}
