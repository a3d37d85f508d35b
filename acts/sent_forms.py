"""A form that is sent twice, by a double click or by loading the answer again, works once."""

import base64
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from acts.failures import Conflict
from acts.models import Receipt
from acts.receipts import keep, once

FIELD = "form_key"
REPEATED_WITHIN = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Sent:
    """One form as it was filled in once, however often it arrives.

    `secret` is the same whenever it arrives and can be told again without being kept: it is made
    from the key in the page, of which only a hash is written down.
    """

    receipt: Receipt
    secret: str

    @property
    def is_new(self) -> bool:
        return self.receipt.status is None

    @property
    def kept(self) -> Any:
        return self.receipt.body

    def keep(self, **facts: str) -> None:
        """Note that it was carried out, and what a repeat needs to know."""
        keep(self.receipt, status=200, body=facts)


@contextmanager
def once_per_form(request: HttpRequest, *, now: datetime) -> Iterator[Sent]:
    """The form that this request brings, in one transaction with what comes of it.

    A form that was filled in otherwise is another form, even if its page is the same. Raises
    Conflict where a form comes back long after it was carried out.
    """
    told = _told(request)
    key = salted_hmac("acts.sent_forms.key", told, algorithm="sha256").hexdigest()
    hidden = salted_hmac("acts.sent_forms.secret", told, algorithm="sha256").digest()
    secret = base64.urlsafe_b64encode(hidden).rstrip(b"=").decode()
    with once(actor=request.user, key=f"form {key}", fingerprint=key, now=now) as receipt:
        if receipt.status is not None and receipt.at < now - REPEATED_WITHIN:
            raise Conflict.because(
                "form_used", _("This has been done already, and its answer is told only once.")
            )
        yield Sent(receipt=receipt, secret=secret)


def _told(request: HttpRequest) -> str:
    """Everything that makes this sending what it is. Without a key it is one of a kind."""
    form_key = request.POST.get(FIELD) or secrets.token_urlsafe()
    fields = sorted(
        (name, values)
        for name, values in request.POST.lists()
        if name not in (FIELD, "csrfmiddlewaretoken")
    )
    return json.dumps([request.user.pk, request.path, form_key, fields])
