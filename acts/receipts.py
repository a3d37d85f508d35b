"""A write under a key happens once; whoever repeats it gets the first answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from acts.failures import Conflict
from acts.models import Receipt


@contextmanager
def once(*, actor: Any, key: str, fingerprint: str, now: datetime) -> Iterator[Receipt]:
    """The receipt of this write: answered already, or new and to be kept inside the block.

    Receipt and effect share the block's transaction, so neither exists without the other. Raises
    Conflict where the key stands for something else.
    """
    with transaction.atomic():
        try:
            # The unique key is the lock: a second caller waits here until the first has committed.
            with transaction.atomic():
                receipt = Receipt.objects.create(
                    actor=actor, key=key, fingerprint=fingerprint, at=now
                )
        except IntegrityError:
            receipt = Receipt.objects.get(actor=actor, key=key)
            if receipt.fingerprint != fingerprint:
                raise Conflict.because(
                    "idempotency_key_reused",
                    _("This key already stands for another request."),
                    "Idempotency-Key",
                ) from None
        yield receipt


def keep(receipt: Receipt, *, status: int, body: Any) -> None:
    receipt.status, receipt.body = status, body
    receipt.save(update_fields=["status", "body"])
