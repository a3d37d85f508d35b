"""Reports that have waited long enough."""

from datetime import datetime

from django.db import transaction

from jobs.outbox import enqueue
from matches.models import Match

CONFIRM = "matches.confirm_unanswered"


def owe_confirmations(*, now: datetime) -> int:
    """Owe a job for each report that nobody answered in time; how many there are."""
    due = unanswered(now=now)
    with transaction.atomic():
        for match in due:
            # A report that was withdrawn and sent again has another revision, and waits anew.
            key = f"unanswered/{match.uuid}/{match.revision}"
            enqueue(CONFIRM, now=now, key=key, match=match.pk)
    return len(due)


def unanswered(*, now: datetime) -> list[Match]:
    """One statement."""
    waiting = Match.objects.filter(
        state=Match.State.REPORTED, confirms_at__lte=now, league__closed_at=None
    )
    return list(waiting.order_by("confirms_at", "id"))
