"""Owing somebody a mail, but never so many that it becomes a nuisance."""

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts import throttle
from accounts.models import User
from jobs.failures import TooMany
from jobs.outbox import enqueue


def owe_mail(
    kind: str,
    *,
    email: str,
    client: str,
    now: datetime,
    owner: User | None = None,
    **payload: Any,
) -> None:
    """Owe a mail that a request asked for.

    Raises TooMany where the client asks too often. Where the mailbox has had enough nothing is sent
    and nothing said: whoever asks learns no more about an address than that it was typed.
    """
    throttle.count({throttle.MAILS_ASKED_FROM: client}, now=now)
    try:
        throttle.count({throttle.MAILS_TO_ADDRESS: email}, now=now)
    except TooMany:
        return
    with transaction.atomic():
        enqueue(kind, now=now, owner=owner, email=email, **payload)
