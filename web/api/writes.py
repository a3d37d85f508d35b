"""Writes that may be repeated."""

import hashlib
import json
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from acts.receipts import keep, once
from web.uploads import whole_body

HEADER = "Idempotency-Key"
LONGEST_KEY = 100
READS = frozenset({"GET", "HEAD", "OPTIONS"})


class IdempotentWrites:
    """A write that carries an Idempotency-Key happens once; a repeat gets the first answer.

    Mix into every API view that writes. `secret_fields` are answered once and never kept.
    """

    secret_fields: ClassVar[frozenset[str]] = frozenset()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        key = None if request.method in READS else request.headers.get(HEADER)
        if key is not None:
            # Read whole before a parser takes the stream: the receipt wants its fingerprint.
            whole_body(request._request)
        super().initial(request, *args, **kwargs)  # type: ignore[misc]
        if key is None:
            return
        if not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
            sentence = _("A key has 1 to 100 printable ASCII characters.")
            raise ValidationError({HEADER: [sentence]}, code="idempotency_key")
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
        asked = f"{request.method} {request.get_full_path()}\n".encode() + told(request)
        fingerprint = hashlib.sha256(asked).hexdigest()
        with once(
            actor=request.user, key=key, fingerprint=fingerprint, now=timezone.now()
        ) as receipt:
            if receipt.status is not None:
                replayed = {"Idempotency-Replayed": "true"}
                return Response(receipt.body, status=receipt.status, headers=replayed)
            response = handler(request, *args, **kwargs)
            keep(receipt, status=response.status_code, body=self._to_be_kept(response.data))
        return response

    def _to_be_kept(self, data: Any) -> Any:
        """What the caller will read, as JSON, without what is told only once."""
        if isinstance(data, dict):
            data = {name: value for name, value in data.items() if name not in self.secret_fields}
        return json.loads(JSONRenderer().render(data) or b"null")


def told(request: Request) -> bytes:
    """What a request brings, however it is wrapped: the marks between the parts of a multipart
    body are drawn anew each time that it is sent."""
    if request._request.content_type != "multipart/form-data":
        return request._request.body
    fields = sorted(request.POST.lists())
    files = []
    for name, sent in sorted(request.FILES.lists()):
        for file in sent:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            file.seek(0)
            files.append((name, file.name, file.content_type, digest))
    return json.dumps([fields, files]).encode()
