"""One error shape everywhere."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from jobs.failures import Failure, Reason, TooMany


def answer_failure(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: whatever went wrong, the answer has the one shape."""
    headers = {}
    match error:
        case Failure():
            status, reasons = error.status, list(error.reasons)
            if isinstance(error, TooMany):
                headers["Retry-After"] = str(error.retry_after)
        case Http404():
            return answer_failure(exceptions.NotFound(), context)
        case PermissionDenied():
            return answer_failure(exceptions.PermissionDenied(), context)
        case exceptions.APIException():
            status, reasons = error.status_code, list(_reasons(error.get_full_details(), ""))
            if challenge := getattr(error, "auth_header", None):
                headers["WWW-Authenticate"] = challenge
            if wait := getattr(error, "wait", None):
                headers["Retry-After"] = str(int(wait) + 1)
        case _:
            return None
    set_rollback()
    body = {"errors": [reason.as_dict() for reason in reasons]}
    return Response(body, status=status, headers=headers)


def _reasons(details: Any, subject: str) -> Iterator[Reason]:
    """DRF nests its details by field and index; the one shape is a flat list with a path."""
    if isinstance(details, dict) and set(details) == {"message", "code"}:
        yield Reason(str(details["code"]), str(details["message"]), subject)
    elif isinstance(details, dict):
        for key, below in details.items():
            here = "" if key == "non_field_errors" else str(key)
            yield from _reasons(below, ".".join(part for part in (subject, here) if part))
    else:
        nested = any(not (isinstance(d, dict) and set(d) == {"message", "code"}) for d in details)
        for index, below in enumerate(details):
            yield from _reasons(below, f"{subject}.{index}" if nested else subject)
