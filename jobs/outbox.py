"""Owing work: a job's row is written in the transaction that needs it done."""

from datetime import datetime
from typing import Any

from django.db import transaction

from jobs import wake
from jobs.models import Job
from jobs.registry import kind_named


def enqueue(
    kind: str,
    *,
    now: datetime,
    due_at: datetime | None = None,
    owner: Any = None,
    key: str | None = None,
    **payload: Any,
) -> Job:
    """Owe a job from this transaction on. Under a `key` it is owed once, however often asked,
    for as long as the job is kept, which is a month after its end."""
    kind_named(kind)
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("a job is owed by the transaction needing it")
    fields = {
        "kind": kind,
        "payload": payload,
        "owner": owner,
        "due_at": due_at or now,
        "created_at": now,
    }
    if key is None:
        owed, created = Job.objects.create(**fields), True
    else:
        owed, created = Job.objects.get_or_create(key=key, defaults=fields)
    if created and owed.due_at <= now:
        transaction.on_commit(lambda: wake.wake(owed), robust=True)
    return owed
