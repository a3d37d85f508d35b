"""The clock owes each job once a slot, and forgets what is long over."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection

from acts.models import Receipt
from jobs import timetable
from jobs.commands import tidy
from jobs.models import Job
from jobs.runner import run_due

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


def tidy_jobs():
    return Job.objects.filter(kind="jobs.tidy")


def test_an_entry_is_owed_once_a_slot(settings):
    settings.REDIS_URL = ""
    timetable.tick(now=NOW)
    timetable.tick(now=NOW + timedelta(hours=3))
    assert [job.key for job in tidy_jobs()] == ["jobs.tidy 2026-03-07T00:00:00Z"]
    timetable.tick(now=NOW + timedelta(hours=4))
    assert tidy_jobs().count() == 2


def test_slots_that_nobody_ticked_in_are_not_made_up_for(settings):
    settings.REDIS_URL = ""
    timetable.tick(now=NOW)
    timetable.tick(now=NOW + timedelta(days=9))
    assert tidy_jobs().count() == 2


def test_a_tick_with_nothing_to_owe_only_looks(settings, django_assert_num_queries):
    settings.REDIS_URL = ""
    timetable.tick(now=NOW)
    with django_assert_num_queries(1):
        timetable.tick(now=NOW)


def test_a_period_must_end_before_its_job_is_forgotten():
    with pytest.raises(ValueError, match="month"):
        timetable.add("jobs.tidy", every=timedelta(days=31))


@pytest.mark.django_db(transaction=True)
def test_processes_that_tick_at_the_same_time_owe_one_job(settings):
    settings.REDIS_URL = ""
    together = Barrier(4)

    def tick():
        together.wait()
        try:
            timetable.tick(now=NOW)
        finally:
            connection.close()

    tickers = [Thread(target=tick) for _number in range(4)]
    for ticker in tickers:
        ticker.start()
    for ticker in tickers:
        ticker.join()
    assert tidy_jobs().count() == 1


def test_tidying_forgets_what_is_over_but_never_what_was_given_up(owe, marta):
    for state, days in [("done", 31), ("done", 29), ("discarded", 31), ("dead", 400)]:
        job = owe("test.note", what=f"{state} {days}")
        ended = NOW - timedelta(days=days)
        Job.objects.filter(pk=job.pk).update(state=state, finished_at=ended)
    for days in (8, 6):
        Receipt.objects.create(actor=marta, key=str(days), at=NOW - timedelta(days=days))
    assert tidy(now=NOW) == {"jobs": 2, "receipts": 1}
    assert [job.payload["what"] for job in Job.objects.all()] == ["done 29", "dead 400"]
    assert [receipt.key for receipt in Receipt.objects.all()] == ["6"]


def test_the_job_of_the_timetable_runs(settings):
    settings.REDIS_URL = ""
    timetable.tick(now=NOW)
    run_due(now=NOW)
    assert tidy_jobs().get().result == {"jobs": 0, "receipts": 0}
