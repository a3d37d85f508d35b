"""Forgetting what lets nobody in any more."""

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db.models import Q

from accounts.models import SignInLink, WaitingPerson

LINKS_KEPT = timedelta(days=7)
WAITS_FOR = timedelta(days=14)


def tidy(*, now: datetime) -> dict[str, int]:
    """Forget sessions that are over, links a week after they were used or ran out, and whoever
    asked to be let in and was not for two weeks."""
    sessions, _each = Session.objects.filter(expire_date__lt=now).delete()
    before = now - LINKS_KEPT
    over = SignInLink.objects.filter(Q(used_at__lt=before) | Q(expires_at__lt=before))
    links, _each = over.delete()
    waiting, _each = WaitingPerson.objects.filter(asked_at__lt=now - WAITS_FOR).delete()
    return {"sessions": sessions, "links": links, "waiting": waiting}
