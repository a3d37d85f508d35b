"""What the tests of jobs share."""

from datetime import UTC, datetime

import pytest
from django.db import transaction

from jobs.outbox import enqueue
from tests.jobs import kinds as _registered  # noqa: F401

NOW = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


@pytest.fixture
def owe(db):
    """Owe a job in a transaction of its own."""

    def owe(kind, *, now=NOW, **options):
        with transaction.atomic():
            return enqueue(kind, now=now, **options)

    return owe
