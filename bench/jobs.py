"""How many short jobs a second go through the outbox, against bare inserts."""

from django.db import transaction
from django.utils import timezone

from acts.recording import record_act
from bench.measuring import Measured, record, seconds_of
from jobs import runner
from jobs.outbox import enqueue

COUNT = 100


def owe_and_run() -> None:
    now = timezone.now()
    for _ in range(COUNT):
        with transaction.atomic():
            enqueue("jobs.tidy", now=now)
    runner.run_due(now=now)


def insert_only() -> None:
    for _ in range(COUNT):
        with transaction.atomic():
            record_act("bench", actor=None, now=timezone.now())


def run() -> None:
    whole, bare = seconds_of(owe_and_run, rounds=5), seconds_of(insert_only, rounds=5)
    record(
        "Jobs",
        [
            Measured("owed, claimed and carried out", f"{COUNT / whole:.0f} a second"),
            Measured("against one insert each", f"{whole / bare:.1f} ×"),
        ],
    )
