"""Telling whoever runs jobs that there is one: a worker through Redis, or the thread next door."""

import threading

import structlog
from celery import current_app
from celery.exceptions import OperationalError
from django.conf import settings
from redis.exceptions import RedisError

from jobs.models import Job

log = structlog.get_logger("jobs")

# A call that no worker heard by then is dropped; the sweep calls again, and calls never pile up.
HEARD_WITHIN_SECONDS = 60

# Set when a job is owed in this process; the embedded runner waits on it between its looks.
work_owed = threading.Event()


def wake(job: Job) -> None:
    """Only a hint: a job whose call is lost is found by the next sweep."""
    if not settings.REDIS_URL:
        work_owed.set()
        return
    try:
        current_app.send_task("jobs.run", args=[job.pk], retry=False, expires=HEARD_WITHIN_SECONDS)
    except (OperationalError, RedisError, OSError):
        log.warning("wake_up_call_lost", job=str(job.uuid))
