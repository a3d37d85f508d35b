"""Links that carry what they are for, signed: nothing is stored until somebody follows one."""

from datetime import datetime, timedelta
from typing import Any

from django.core import signing
from django.utils.translation import gettext_lazy as _

from acts.failures import Missing

SIGN_UP = "accounts.sign-up"
NEW_EMAIL = "accounts.new-email"

LIFETIME = timedelta(days=3)


def sign_link(purpose: str, *, now: datetime, **facts: Any) -> str:
    """A token for a link's address, good for LIFETIME and for this purpose only."""
    until = int((now + LIFETIME).timestamp())
    return signing.dumps({**facts, "until": until}, salt=purpose, compress=True)


def read_link(purpose: str, token: str, *, now: datetime) -> dict[str, Any]:
    """What a token says. Raises Missing for one that is altered, cut short or out of date."""
    try:
        facts: dict[str, Any] = signing.loads(token, salt=purpose)
    except signing.BadSignature:
        raise Missing.because(
            "link_unreadable",
            _("This link is not whole. Open it from the mail again, or ask for a new one."),
        ) from None
    if facts.pop("until") < now.timestamp():
        raise Missing.because(
            "link_expired", _("This link is too old: it worked for three days. Ask for a new one.")
        )
    return facts
