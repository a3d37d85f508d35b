"""What exports and probes ask."""

import socket
from datetime import UTC, datetime

import pytest

from acts.recording import record_act
from jobs.queries import acts_of, broker_answers
from tests.servers import free_port, redis_url

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


def test_a_persons_acts_are_theirs_and_those_done_in_their_name(marta, operator):
    record_act("teams.hire_player", actor=marta, now=NOW, position="Blitzer")
    record_act("jobs.retry_job", actor=operator, now=NOW)
    record_act("teams.fire_player", actor=operator, on_behalf_of=marta, now=NOW, reason="asked")
    acts = list(acts_of(marta))
    assert [(act["name"], act["by_you"], act["reason"]) for act in acts] == [
        ("teams.hire_player", True, ""),
        ("teams.fire_player", False, "asked"),
    ]
    assert acts[0]["payload"] == {"position": "Blitzer"}
    assert acts[0]["at"] == "2026-03-07T20:00:00+00:00"


def test_without_redis_there_is_no_broker_to_wait_for(settings):
    settings.REDIS_URL = ""
    assert broker_answers()


def test_a_broker_that_is_there_answers(settings):
    with redis_url() as settings.REDIS_URL:
        assert broker_answers()


def test_a_broker_that_is_gone_or_mute_does_not_answer(settings):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert not broker_answers()
    with socket.create_server(("127.0.0.1", 0)) as mute:
        settings.REDIS_URL = f"redis://127.0.0.1:{mute.getsockname()[1]}/0"
        assert not broker_answers()
