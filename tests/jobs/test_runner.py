"""Jobs are carried out once in effect, tried again, and given up in the end."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from jobs.models import Job
from jobs.outbox import enqueue
from jobs.runner import (
    LONGEST_WAIT,
    HandedBack,
    LeaseLost,
    Run,
    carry_out,
    claim,
    run_due,
    wait_before,
)
from tests.jobs.kinds import note, noted

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


def much_later():
    """After every lease that a test has handed out, and after every wait."""
    return timezone.now() + timedelta(days=1)


def test_a_due_job_is_carried_out_once(owe):
    owed = owe("test.note", what="kick-off")
    assert run_due(now=NOW) == 1
    assert run_due(now=NOW) == 0
    owed.refresh_from_db()
    assert (owed.state, owed.result, owed.percent) == ("done", "kick-off", 100)
    assert noted() == ["kick-off"]


def test_a_job_is_left_alone_until_it_is_due(owe):
    owe("test.note", what="later", due_at=NOW + timedelta(hours=1))
    assert run_due(now=NOW + timedelta(minutes=59)) == 0
    assert run_due(now=NOW + timedelta(hours=1)) == 1


def test_a_job_is_told_what_time_it_is_for_whoever_runs_it(owe):
    owed = owe("test.tell_the_time")
    run_due(now=NOW + timedelta(minutes=5))
    owed.refresh_from_db()
    assert owed.result == (NOW + timedelta(minutes=5)).isoformat()


def test_a_key_is_owed_once(owe):
    first = owe("test.note", what="first", key="round 6")
    second = owe("test.note", what="second", key="round 6")
    assert first == second
    run_due(now=NOW)
    owe("test.note", what="third", key="round 6")
    run_due(now=NOW)
    assert noted() == ["first"]


@pytest.mark.django_db(transaction=True)
def test_a_job_is_owed_only_inside_a_transaction():
    with pytest.raises(TransactionManagementError):
        enqueue("test.note", now=NOW, what="nothing")
    assert not Job.objects.exists()


def test_an_atomic_job_that_fails_takes_its_effect_back_and_waits(owe):
    owed = owe("test.note_and_fail", what="mail")
    before = timezone.now()
    assert run_due(now=NOW) == 1
    owed.refresh_from_db()
    assert (owed.state, owed.attempts, owed.finished_at) == ("queued", 1, None)
    assert owed.due_at > before
    assert run_due(now=before) == 0
    assert noted() == []


def test_each_wait_is_about_twice_the_last_and_never_above_the_longest(settings):
    settings.JOB_RETRY_SECONDS = 100
    for attempt, about in [(2, 100), (3, 200), (4, 400), (8, 6400)]:
        for _again in range(20):
            assert 0.75 * about <= wait_before(attempt).total_seconds() <= 1.25 * about
    assert wait_before(30) == LONGEST_WAIT


def test_after_the_last_try_a_job_is_given_up_and_tells_no_secret(owe, caplog):
    owed = owe("test.note_and_fail", what="mail")
    for _attempt in range(3):
        run_due(now=much_later(), at_most=1)
    owed.refresh_from_db()
    assert (owed.state, owed.attempts) == ("dead", 3)
    assert owed.finished_at is not None
    assert owed.error == "ConnectionError: could not reach smtp://…@mail.example.org"
    logged = caplog.text
    assert "job_failed" in logged
    assert "hunter2" not in logged
    assert run_due(now=much_later()) == 0


def test_an_answer_that_cannot_be_kept_is_a_failure_and_not_an_effect(owe):
    owed = owe("test.note_and_answer_nonsense", what="mail")
    run_due(now=NOW)
    owed.refresh_from_db()
    assert owed.state == "queued"
    assert owed.error.startswith("TypeError: ")
    assert noted() == []


def test_a_job_that_nobody_here_knows_waits_for_somebody_who_does(owe):
    owed = owe("test.note", what="x")
    Job.objects.filter(pk=owed.pk).update(kind="test.of_a_newer_version")
    run_due(now=NOW)
    owed.refresh_from_db()
    assert (owed.state, owed.attempts) == ("queued", 1)
    assert owed.error == "UnknownKind: nobody here does 'test.of_a_newer_version'"


def test_a_job_in_steps_goes_on_where_it_stumbled(owe):
    owed = owe("test.walk", steps=5, stumble_at=3)
    run_due(now=NOW)
    owed.refresh_from_db()
    assert (owed.state, owed.percent, owed.words) == ("queued", 60, "step 3")
    run_due(now=much_later())
    owed.refresh_from_db()
    assert (owed.state, owed.result, owed.attempts) == ("done", "arrived", 2)
    assert noted() == [1, 2, 3, 4, 5]


def test_a_job_whose_process_dies_is_taken_up_when_its_lease_has_run_out(owe):
    owe("test.walk", steps=3)
    died = Run(claim(now=NOW), NOW)
    with died.step(cursor=1, percent=33, words="step 1"):
        note(1)
    assert run_due(now=timezone.now()) == 0
    assert run_due(now=much_later()) == 1
    assert noted() == [1, 2, 3]


def test_a_job_whose_process_dies_every_time_is_given_up(owe):
    owed = owe("test.walk", steps=3)
    for _attempt in range(3):
        assert claim(now=much_later()) is not None
    run_due(now=much_later())
    owed.refresh_from_db()
    assert owed.state == "dead"
    assert owed.error == "RuntimeError: its process died in every attempt"
    assert noted() == []


def test_a_run_that_lost_its_lease_leaves_no_trace_in_steps(owe):
    owed = owe("test.walk", steps=3)
    late = Run(claim(now=NOW), NOW)
    taken_up = claim(now=much_later())
    with pytest.raises(LeaseLost), late.step(cursor=1, percent=99, words="too late"):
        note("too late")
    carry_out(taken_up, now=NOW)
    owed.refresh_from_db()
    assert (owed.state, owed.words) == ("done", "step 3")
    assert noted() == [1, 2, 3]


@pytest.mark.parametrize("kind", ["test.note", "test.note_and_fail"])
def test_a_run_that_lost_its_lease_leaves_no_trace_at_its_end(owe, kind):
    owed = owe(kind, what="too late")
    late = claim(now=NOW)
    taken_up = claim(now=much_later())
    carry_out(late, now=NOW)
    owed.refresh_from_db()
    assert (owed.state, owed.lease, owed.error) == ("running", taken_up.lease, "")
    assert noted() == []


def test_a_stopped_runner_hands_its_job_back_between_two_steps(owe):
    owed = owe("test.walk", steps=3)
    stop_after = iter([False, True])
    carry_out(claim(now=NOW), now=NOW, stopping=lambda: next(stop_after))
    owed.refresh_from_db()
    assert (owed.state, owed.attempts, owed.cursor) == ("queued", 0, 2)
    run_due(now=timezone.now())
    assert noted() == [1, 2, 3]


def test_a_job_handed_back_too_late_stays_with_whoever_has_it(owe):
    owed = owe("test.walk", steps=3)
    late = claim(now=NOW)

    def stopping():
        claim(now=much_later())
        return True

    with pytest.raises(HandedBack), Run(late, NOW, stopping).step(cursor=1, percent=1, words=""):
        pass
    owed.refresh_from_db()
    assert (owed.state, owed.attempts) == ("running", 2)


@pytest.mark.django_db(transaction=True)
def test_runners_side_by_side_never_do_one_job_twice(owe):
    for number in range(20):
        owe("test.note", what=number)
    together = Barrier(4)
    done = []

    def run():
        together.wait()
        try:
            done.append(run_due(now=NOW))
        finally:
            connection.close()

    runners = [Thread(target=run) for _number in range(4)]
    for runner in runners:
        runner.start()
    for runner in runners:
        runner.join()
    assert sum(done) == 20
    assert sorted(noted()) == list(range(20))
    assert set(Job.objects.values_list("state", "attempts")) == {("done", 1)}
