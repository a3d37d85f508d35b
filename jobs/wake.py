"""Telling whoever runs jobs that there is one: a worker through Redis, or the thread next door."""

import threading

import structlog
from django.conf import settings

from jobs.models import Job

log = structlog.get_logger("jobs")

# Set when a job is owed in this process; the embedded runner waits on it between its looks.
work_owed = threading.Event()


def wake(job: Job) -> None:
    """Only a hint: a job whose call is lost is found by the next sweep."""
    if not settings.REDIS_URL:
        work_owed.set()
        return
    from jobs.tasks import run_job  # noqa: PLC0415 (tasks register the kinds that enqueue checks)

    try:
        run_job.apply_async(args=[job.pk], retry=False)
    except run_job.OperationalError:
        log.warning("wake_up_call_lost", job=str(job.uuid))
