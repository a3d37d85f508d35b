"""Writes that may be repeated."""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from jobs.failures import Refused
from jobs.receipts import keep, once


class IdempotentWrites:
    """A write that carries an Idempotency-Key happens once; a repeat gets the first answer.

    Mix into every API view that writes. `secret_fields` are answered once and never kept.
    """

    secret_fields: ClassVar[frozenset[str]] = frozenset()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)  # type: ignore[misc]
        key = request.headers.get("Idempotency-Key")
        if key is None or request.method in ("GET", "HEAD", "OPTIONS"):
            return
        if not (1 <= len(key) <= 100 and key.isascii() and key.isprintable()):
            raise Refused.because(
                "idempotency_key", _("A key has 1 to 100 printable characters."), "Idempotency-Key"
            )
        # DRF looks the handler up on the instance after this, and an instance lives one request.
        method = str(request.method).lower()
        handler = getattr(self, method, None)
        if handler is not None:
            setattr(self, method, partial(self._handle_once, handler, key))

    def _handle_once(
        self,
        handler: Callable[..., Response],
        key: str,
        request: Request,
        *args: Any,
        **kwargs: Any,
    ) -> Response:
        asked = f"{request.method} {request.get_full_path()}\n".encode() + request._request.body
        fingerprint = hashlib.sha256(asked).hexdigest()
        with once(
            actor=request.user, key=key, fingerprint=fingerprint, now=timezone.now()
        ) as receipt:
            if receipt.status is not None:
                replayed = {"Idempotency-Replayed": "true"}
                return Response(receipt.body, status=receipt.status, headers=replayed)
            response = handler(request, *args, **kwargs)
            keep(receipt, status=response.status_code, body=self._without_secrets(response.data))
        return response

    def _without_secrets(self, data: Any) -> Any:
        if isinstance(data, dict):
            return {name: value for name, value in data.items() if name not in self.secret_fields}
        return data
