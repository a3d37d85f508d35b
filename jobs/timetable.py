"""What the clock owes: declared once, owed once per slot however many processes tick."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction

from jobs import wake
from jobs.models import Job
from jobs.outbox import enqueue
from jobs.runner import claimable

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
LONGEST_PERIOD = timedelta(days=28)
CALLS_A_TICK = 100


@dataclass(frozen=True, slots=True)
class ScheduledJob:
    """A kind of job that is owed again and again; after a time of silence once, not for each."""

    kind: str
    every: timedelta

    def key(self, now: datetime) -> str:
        slot = EPOCH + (now - EPOCH) // self.every * self.every
        return f"{self.kind} {slot:%Y-%m-%dT%H:%M:%SZ}"


_entries: list[ScheduledJob] = []


def add(kind: str, *, every: timedelta) -> None:
    """Have a job of this kind, without payload, owed once in every period."""
    if every > LONGEST_PERIOD:
        raise ValueError("a finished job, and with it its slot, is forgotten after a month")
    _entries.append(ScheduledJob(kind, every))


def tick(*, now: datetime) -> None:
    """Owe what the timetable owes by now, and repeat the calls that no worker has heard."""
    owe_entries(now=now)
    if settings.REDIS_URL:
        for job in claimable(now=now)[:CALLS_A_TICK]:
            wake.wake(job)


def owe_entries(*, now: datetime) -> None:
    keys = {entry.key(now): entry.kind for entry in _entries}
    owed = set(Job.objects.filter(key__in=keys).values_list("key", flat=True))
    for key, kind in keys.items():
        if key not in owed:
            with transaction.atomic():
                enqueue(kind, now=now, key=key)
