"""Forgetting what lets nobody in any more."""

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db.models import Q

from accounts.models import SignInLink

LINKS_KEPT = timedelta(days=7)


def tidy(*, now: datetime) -> dict[str, int]:
    """Forget sessions that are over, and links a week after they were used or ran out."""
    sessions, _each = Session.objects.filter(expire_date__lt=now).delete()
    before = now - LINKS_KEPT
    over = SignInLink.objects.filter(Q(used_at__lt=before) | Q(expires_at__lt=before))
    links, _each = over.delete()
    return {"sessions": sessions, "links": links}
