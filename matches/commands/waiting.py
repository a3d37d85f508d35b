"""Reports that have waited long enough."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from jobs.outbox import enqueue
from matches.models import Match

CONFIRM = "matches.confirm_unanswered"


def owe_confirmations(*, now: datetime) -> int:
    """Owe a job for each report that nobody answered in time; how many there are."""
    wait_anew(now=now)
    due = unanswered(now=now)
    with transaction.atomic():
        for match in due:
            # A report that was withdrawn and sent again has another revision, and waits anew.
            key = f"unanswered/{match.uuid}/{match.revision}"
            enqueue(CONFIRM, now=now, key=key, match=match.pk)
    return len(due)


def wait_anew(*, now: datetime) -> int:
    """A report that came by a clock which was ahead waits from now on, for as long as it was to.
    How many there are."""
    ahead = Match.objects.filter(
        state=Match.State.REPORTED,
        confirms_at__isnull=False,
        # A simulated league may be behind the clock on the wall, and all others are not ahead.
        reported_at__gt=max(now, timezone.now()),
    )
    with transaction.atomic():
        found = list(ahead.select_for_update(no_key=True).order_by("id"))
        for match in found:
            if match.confirms_at and match.reported_at:
                match.confirms_at = now + (match.confirms_at - match.reported_at)
            match.reported_at = now
            match.save(update_fields=["confirms_at", "reported_at"])
    return len(found)


def unanswered(*, now: datetime) -> list[Match]:
    """One statement."""
    waiting = Match.objects.filter(
        state=Match.State.REPORTED, confirms_at__lte=now, league__closed_at=None
    )
    return list(waiting.order_by("confirms_at", "id"))
