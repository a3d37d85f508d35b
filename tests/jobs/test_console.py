"""What an operator does without a browser."""

import uuid
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command

from acts.models import Act
from jobs.models import Job
from tests.jobs.kinds import noted

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


def test_jobs_lists_what_was_given_up_and_what_is_late(owe, capsys):
    call_command("jobs")
    assert capsys.readouterr().out == "No job was given up, and none is late.\n"
    late = owe("test.note", what="x")
    dead = owe("test.note", what="y")
    Job.objects.filter(pk=dead.pk).update(state="dead", attempts=8, error="OSError: disk full")
    call_command("jobs")
    first, second = capsys.readouterr().out.splitlines()
    assert first == (
        f"{dead.uuid}  given up  test.note  due 2026-03-07 20:00 UTC  tries 8  OSError: disk full"
    )
    assert second == f"{late.uuid}  late      test.note  due 2026-03-07 20:00 UTC  tries 0"


def test_jobs_tries_again_and_discards(owe, capsys):
    again, away = owe("test.note", what="again"), owe("test.note", what="away")
    Job.objects.update(state="dead", finished_at=NOW)
    call_command("jobs", retry=again.uuid)
    call_command("jobs", discard=away.uuid)
    assert set(Job.objects.values_list("state", flat=True)) == {"queued", "discarded"}
    assert set(Act.objects.values_list("name", "actor")) == {
        ("jobs.retry_job", None),
        ("jobs.discard_job", None),
    }
    with pytest.raises(CommandError, match="neither waiting nor given up"):
        call_command("jobs", retry=away.uuid)
    with pytest.raises(CommandError, match="There is no job"):
        call_command("jobs", discard=uuid.uuid4())


def test_run_jobs_once_carries_out_what_is_due(owe, capsys):
    owe("test.note", what="x")
    call_command("run_jobs", once=True)
    assert noted() == ["x"]
    # What the timetable owed is among them.
    assert Job.objects.filter(state="done").count() > 1
    assert capsys.readouterr().out == f"{Job.objects.count()} carried out.\n"
