"""Sending mail that somebody asked for, but never so much that it becomes a nuisance."""

from datetime import datetime

from accounts import throttle
from acts.failures import TooMany


def may_mail(limit: throttle.Limit, email: str, *, client: str, now: datetime) -> bool:
    """Count one mail of this purpose to this address; says whether it may be sent.

    Raises TooMany where the client asks too often. Where the mailbox has had enough the answer is
    a quiet no: whoever asks learns no more about an address than that it was typed.
    """
    throttle.count({throttle.MAILS_ASKED_FROM: client}, now=now)
    try:
        throttle.count({limit: email}, now=now)
    except TooMany:
        return False
    return True
