"""Running jobs: claim with a lease, carry out, note the end; the dead process's job is taken up."""

import random
import re
import traceback
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from jobs.models import Job
from jobs.registry import kind_named, tries_of
from jobs.states import State, move

log = structlog.get_logger("jobs")

LONGEST_WAIT = timedelta(hours=6)


class LeaseLost(Exception):
    """Somebody else has taken the job up: this run must leave no more traces."""


class HandedBack(Exception):
    """The runner is being stopped between two steps; the next one goes on from there."""


class PutOff(Exception):
    """Not now: the job is due again after a while, and the attempt does not count."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(str(wait))
        self.wait = wait


def never() -> bool:
    return False


@dataclass
class Run:
    """One attempt at a job, as its function sees it; `now` is what time it is for whoever runs it.

    Leases and waits go by the clock on the wall, whatever a simulated league takes for the time.
    """

    job: Job
    now: datetime
    stopping: Callable[[], bool] = never

    @property
    def cursor(self) -> Any:
        """Where the last committed step of an earlier attempt left off, or None."""
        return self.job.cursor

    @contextmanager
    def step(self, *, cursor: Any, percent: int, words: str) -> Iterator[Job]:
        """One committed step: its effect, the progress and the renewed lease, all or nothing.

        Gives the job's locked row, whose `result` may grow from step to step.
        """
        with transaction.atomic():
            row = lock_job(self.job)
            yield row
            row.cursor, row.percent, row.words = cursor, percent, words[:200]
            row.leased_until = timezone.now() + lease_time()
            row.save(update_fields=["cursor", "percent", "words", "result", "leased_until"])
        self.job = row
        if self.stopping():
            raise HandedBack


def lease_time() -> timedelta:
    return timedelta(seconds=settings.JOB_LEASE_SECONDS)


def lock_job(job: Job) -> Job:
    """Lock and re-read the job's row, so that nobody takes it while this transaction writes."""
    row = Job.objects.select_for_update().filter(pk=job.pk, lease=job.lease).first()
    if row is None:
        raise LeaseLost(str(job.uuid))
    return row


def claimable(*, now: datetime) -> QuerySet[Job]:
    """What is due, and what was left running by a process that died: its lease has run out.

    What was owed, put off or leased by a clock that was ahead does not wait for as long: nothing
    is owed later than it was due, put off for longer than the longest wait, leased for two leases.
    """
    # By the clock on the wall, unless a simulated league is further on.
    wall = max(now, timezone.now())
    due = Q(due_at__lte=now) | Q(created_at__gt=wall, due_at__lte=F("created_at"))
    put_off = Q(attempts__gt=0, due_at__gt=wall + LONGEST_WAIT + lease_time())
    abandoned = Q(leased_until__lte=now) | Q(leased_until__gt=wall + 2 * lease_time())
    claimable = Q(state=State.QUEUED) & (due | put_off) | Q(state=State.RUNNING) & abandoned
    return Job.objects.filter(claimable).order_by("due_at", "id")


def claim(*, now: datetime, only: int | None = None) -> Job | None:
    """Take the next job, or `only` this one, for the length of a lease."""
    candidates = claimable(now=now)
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
        move(
            job,
            State.RUNNING,
            attempts=job.attempts + 1,
            lease=uuid.uuid4(),
            # From the clock, not from `now`: a sweep may have been at work for a while since then.
            leased_until=timezone.now() + lease_time(),
        )
    return job


def carry_out(job: Job, *, now: datetime, stopping: Callable[[], bool] = never) -> None:
    """Run a claimed job to its end, whatever that is. Nothing its function raises gets out."""
    with structlog.contextvars.bound_contextvars(
        job=str(job.uuid), kind=job.kind, attempt=job.attempts
    ):
        try:
            attempt(Run(job, now, stopping))
        except LeaseLost:
            log.warning("lease_lost")
        except HandedBack:
            hand_back(job, due_at=timezone.now())
        except PutOff as put_off:
            hand_back(job, due_at=timezone.now() + put_off.wait)
        except Exception as error:
            # The trace without the error itself, whose words may hold what they should not.
            trace = "".join(traceback.format_tb(error.__traceback__))
            log.error("job_failed", error=in_one_line(error), trace=trace)  # noqa: TRY400
            fail(job, error, now=timezone.now())


def attempt(run: Run) -> None:
    kind = kind_named(run.job.kind)
    if run.job.attempts > kind.tries:
        raise RuntimeError("its process died in every attempt")
    if kind.atomic:
        with transaction.atomic():
            row = lock_job(run.job)
            finish(row, result=kind.run(run, **run.job.payload))
    else:
        result = kind.run(run, **run.job.payload)
        with transaction.atomic():
            finish(lock_job(run.job), result=result)


def finish(row: Job, *, result: Any) -> None:
    move(
        row,
        State.DONE,
        result=result,
        percent=100,
        error="",
        lease=None,
        leased_until=None,
        finished_at=timezone.now(),
    )


def fail(job: Job, error: Exception, *, now: datetime) -> None:
    """Wait and try again, twice as long each time; after the last try an operator has to look."""
    with transaction.atomic():
        try:
            row = lock_job(job)
        except LeaseLost:
            return
        freed = {"error": in_one_line(error), "lease": None, "leased_until": None}
        if row.attempts >= tries_of(row.kind):
            move(row, State.DEAD, finished_at=now, **freed)
        else:
            move(row, State.QUEUED, due_at=now + wait_before(row.attempts + 1), **freed)


def hand_back(job: Job, *, due_at: datetime) -> None:
    """Being stopped, or put off, is no failure: the attempt does not count."""
    with transaction.atomic():
        try:
            row = lock_job(job)
        except LeaseLost:
            return
        freed = {"lease": None, "leased_until": None}
        move(row, State.QUEUED, due_at=due_at, attempts=row.attempts - 1, **freed)


def in_one_line(error: Exception) -> str:
    """What an operator may read: type and first line, without an address's password.

    Databases and servers put the data they choked on into the lines that follow.
    """
    first = (str(error).splitlines() or [""])[0]
    printable = "".join(char for char in first if char.isprintable())
    told = re.sub(r"://[^\s/]*@", "://…@", printable)
    return f"{type(error).__name__}: {told}"[:500]


def wait_before(attempt: int) -> timedelta:
    """Back-off with jitter, so that jobs that failed together do not come back together."""
    seconds = settings.JOB_RETRY_SECONDS * 2 ** (attempt - 2) * random.uniform(0.75, 1.25)  # noqa: S311
    return min(timedelta(seconds=seconds), LONGEST_WAIT)


def run_due(*, now: datetime, at_most: int = 1000, stopping: Callable[[], bool] = never) -> int:
    """Carry out what is due now, one after the other; says how many there were."""
    for count in range(at_most):
        claimed = None if stopping() else claim(now=now)
        if claimed is None:
            return count
        carry_out(claimed, now=now, stopping=stopping)
    return at_most
