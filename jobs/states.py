"""What can become of a job, and the one place that writes it down."""

from typing import Any

import structlog
from django.db import transaction

from jobs.models import Job
from jobs.registry import give_up

log = structlog.get_logger("jobs")

State = Job.State

TRANSITIONS: dict[str, frozenset[str]] = {
    State.QUEUED: frozenset({State.QUEUED, State.RUNNING, State.DISCARDED}),
    # From running to running: its process died, and another takes it up.
    State.RUNNING: frozenset({State.RUNNING, State.QUEUED, State.DONE, State.DEAD}),
    State.DEAD: frozenset({State.QUEUED, State.DISCARDED}),
    State.DONE: frozenset(),
    State.DISCARDED: frozenset(),
}


class NoWay(Exception):
    """A job in this state never gets to that one."""


def move(job: Job, state: str, **changes: Any) -> None:
    """Write a job's new state and what changes with it; the caller holds the row."""
    before = job.state
    if state not in TRANSITIONS[before]:
        raise NoWay(f"{before} to {state}")
    job.state = state
    for name, value in changes.items():
        setattr(job, name, value)
    job.save(update_fields=["state", *changes])
    if state in (State.DEAD, State.DISCARDED):
        give_up(job.kind, job.payload)
    note = {"job": str(job.uuid), "kind": job.kind, "attempt": job.attempts}
    transaction.on_commit(lambda: log.info("job_moved", before=before, state=state, **note))
