"""Running jobs: claim with a lease, carry out, note the end; the dead process's job is taken up."""

import random
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from jobs.models import Job
from jobs.registry import Kind, kind_named

log = structlog.get_logger("jobs")

LONGEST_WAIT = timedelta(hours=6)


class LeaseLost(Exception):
    """Somebody else has taken the job up: this run must leave no more traces."""


@dataclass
class Run:
    """One attempt at a job, as its function sees it."""

    job: Job

    @property
    def cursor(self) -> Any:
        """Where the last committed step of an earlier attempt left off, or None."""
        return self.job.cursor

    @contextmanager
    def step(self, *, cursor: Any, percent: int, words: str) -> Iterator[None]:
        """One committed step: its effect, the progress and the renewed lease, all or nothing."""
        with transaction.atomic():
            held(self.job)
            yield
            self.job.cursor, self.job.percent, self.job.words = cursor, percent, words
            self.job.leased_until = timezone.now() + lease_time()
            self.job.save(update_fields=["cursor", "percent", "words", "leased_until"])


def lease_time() -> timedelta:
    return timedelta(seconds=settings.JOB_LEASE_SECONDS)


def held(job: Job) -> None:
    """Lock the job's row, so that no sweep takes it while this transaction writes on its behalf."""
    if not Job.objects.select_for_update().filter(pk=job.pk, lease=job.lease).exists():
        raise LeaseLost(str(job.uuid))


def claim(*, now: datetime, only: int | None = None) -> Job | None:
    """Take the next job that is due, or whose lease has run out, for the length of a lease."""
    due = Q(state=Job.State.QUEUED, due_at__lte=now)
    abandoned = Q(state=Job.State.RUNNING, leased_until__lte=now)
    candidates = Job.objects.filter(due | abandoned).order_by("due_at", "id")
    if only is not None:
        candidates = candidates.filter(pk=only)
    # A look without a lock first: an idle runner must not take SQLite's write lock every second.
    if not candidates.exists():
        return None
    with transaction.atomic():
        # Skipping locked rows lets many workers claim side by side without waiting in line.
        locked = candidates.select_for_update(skip_locked=connection.features.has_select_for_update)
        job = locked.first()
        if job is None:
            return None
        job.state = Job.State.RUNNING
        job.attempts += 1
        job.lease = uuid.uuid4()
        job.leased_until = now + lease_time()
        job.save(update_fields=["state", "attempts", "lease", "leased_until"])
    return job


def carry_out(job: Job) -> None:
    """Run a claimed job to its end, whatever that is. Nothing it raises gets out."""
    kind = kind_named(job.kind)
    try:
        if job.attempts > kind.tries:
            raise RuntimeError("its process died in every attempt")
        if kind.atomic:
            with transaction.atomic():
                held(job)
                finish(job, result=kind.run(Run(job), **job.payload))
        else:
            result = kind.run(Run(job), **job.payload)
            with transaction.atomic():
                held(job)
                finish(job, result=result)
    except LeaseLost:
        log.warning("lease_lost", job=str(job.uuid), kind=job.kind)
    except Exception as error:
        log.exception("job_failed", job=str(job.uuid), kind=job.kind, attempt=job.attempts)
        fail(job, kind, error, now=timezone.now())
    else:
        log.info("job_done", job=str(job.uuid), kind=job.kind, attempt=job.attempts)


def finish(job: Job, *, result: Any) -> None:
    job.state, job.result, job.percent, job.error = Job.State.DONE, result, 100, ""
    job.lease = job.leased_until = None
    job.finished_at = timezone.now()
    job.save(
        update_fields=[
            "state", "result", "percent", "error", "lease", "leased_until", "finished_at",
        ]
    )  # fmt: skip


def fail(job: Job, kind: Kind, error: Exception, *, now: datetime) -> None:
    """Wait and try again, twice as long each time; after the last try an operator has to look."""
    with transaction.atomic():
        try:
            held(job)
        except LeaseLost:
            return
        job.error = f"{type(error).__name__}: {error}"[:2000]
        job.lease = job.leased_until = None
        if job.attempts >= kind.tries:
            job.state, job.finished_at = Job.State.DEAD, now
        else:
            job.state, job.due_at = Job.State.QUEUED, now + wait_before(job.attempts + 1)
        job.save(update_fields=["state", "due_at", "error", "lease", "leased_until", "finished_at"])


def wait_before(attempt: int) -> timedelta:
    """Back-off with jitter, so that jobs that failed together do not come back together."""
    seconds = settings.JOB_RETRY_SECONDS * 2 ** (attempt - 2) * random.uniform(0.75, 1.25)  # noqa: S311
    return min(timedelta(seconds=seconds), LONGEST_WAIT)


def run_due(*, now: datetime, at_most: int = 1000) -> int:
    """Carry out what is due now, one after the other; says how many there were."""
    for count in range(at_most):
        claimed = claim(now=now)
        if claimed is None:
            return count
        carry_out(claimed)
    return at_most
