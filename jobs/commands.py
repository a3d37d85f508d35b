"""What an operator does about jobs, and what the timetable does to old ones."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from acts.failures import Conflict
from acts.models import Receipt
from acts.recording import record_act
from jobs import wake
from jobs.models import Job
from jobs.outbox import enqueue
from jobs.permissions import must_be_operator
from jobs.states import State, move

JOBS_KEPT = timedelta(days=30)
RECEIPTS_KEPT = timedelta(days=7)


@transaction.atomic
def retry_job(*, actor: Any, job: Job, now: datetime) -> Job:
    """Have a job that was given up, or waits for its next try, tried again at once."""
    must_be_operator(actor)
    row = still_to_decide(job)
    move(row, State.QUEUED, due_at=now, attempts=0, finished_at=None)
    record_act("jobs.retry_job", actor=actor, now=now, job=str(row.uuid), kind=row.kind)
    transaction.on_commit(lambda: wake.wake(row), robust=True)
    return row


@transaction.atomic
def discard_job(*, actor: Any, job: Job, now: datetime) -> Job:
    """Decide that a job need not be done after all."""
    must_be_operator(actor)
    row = still_to_decide(job)
    move(row, State.DISCARDED, finished_at=now)
    record_act("jobs.discard_job", actor=actor, now=now, job=str(row.uuid), kind=row.kind)
    return row


def still_to_decide(job: Job) -> Job:
    # The lock keeps a runner from claiming the row between the look at its state and the write.
    row = Job.objects.select_for_update().get(pk=job.pk)
    if row.state not in (State.DEAD, State.QUEUED):
        raise Conflict.because(
            "job_not_waiting", _("This job is neither waiting nor given up any more."), "job"
        )
    return row


@transaction.atomic
def start_drill(*, actor: Any, now: datetime, steps: int = 10, seconds_a_step: float = 0.5) -> Job:
    """Owe a job that does nothing but be seen: so an operator knows that jobs run."""
    must_be_operator(actor)
    drill = enqueue("jobs.drill", now=now, owner=actor, steps=steps, seconds_a_step=seconds_a_step)
    record_act("jobs.start_drill", actor=actor, now=now, job=str(drill.uuid))
    return drill


def tidy(*, now: datetime) -> dict[str, int]:
    """Forget what is over: finished jobs and old receipts, but never a job that was given up."""
    over = Job.objects.filter(
        state__in=[State.DONE, State.DISCARDED], finished_at__lt=now - JOBS_KEPT
    )
    jobs, _each = over.delete()
    receipts, _each = Receipt.objects.filter(at__lt=now - RECEIPTS_KEPT).delete()
    return {"jobs": jobs, "receipts": receipts}
