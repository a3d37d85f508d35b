"""One error shape everywhere."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.views import set_rollback

from acts.failures import Conflict, Failure, Later, Reason
from web import trouble


class ErrorSerializer(serializers.Serializer):
    code = serializers.CharField(help_text=_("What went wrong, for programs."))
    message = serializers.CharField(help_text=_("The same as a sentence for people."))
    subject = serializers.CharField(
        allow_blank=True, help_text=_("The field or thing that it is about; empty for the whole.")
    )
    params = serializers.DictField(
        help_text=_(
            "What the sentence is made of, as data: what was told, how many may be, what is near."
        )
    )


class ErrorsSerializer(serializers.Serializer):
    """Every reason why nothing was done, never only the first."""

    errors = ErrorSerializer(many=True)  # type: ignore[assignment]  # DRF's own attribute of forms


def answer_failure(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: whatever went wrong, the answer has the one shape."""
    headers = {}
    match error:
        case Failure():
            status, reasons = error.status, list(error.reasons)
            if isinstance(error, Later):
                headers["Retry-After"] = str(error.retry_after)
        case Http404():
            return answer_failure(exceptions.NotFound(), context)
        case PermissionDenied():
            return answer_failure(exceptions.PermissionDenied(), context)
        case (
            exceptions.NotAuthenticated()
            | exceptions.AuthenticationFailed()
            | exceptions.PermissionDenied()
        ) if throttled := too_often(context):
            return answer_failure(throttled, context)
        case exceptions.APIException():
            status, reasons = error.status_code, list(_reasons(error.get_full_details(), ""))
            if challenge := getattr(error, "auth_header", None):
                headers["WWW-Authenticate"] = challenge
            if isinstance(error, exceptions.Throttled):
                headers["Retry-After"] = str(getattr(error, "wait", None) or 60)
        case _ if failure := trouble.trouble_in(error):
            trouble.note(error, failure)
            response = answer_failure(failure, context)
            if response is not None:
                response.trouble = error  # type: ignore[attr-defined]
            return response
        case _:
            return None
    set_rollback()
    body: dict[str, Any] = {"errors": [reason.as_dict() for reason in reasons]}
    if isinstance(error, Conflict) and error.present is not None:
        body["present"] = error.present
    return Response(body, status=status, headers=headers)


def too_often(context: dict[str, Any]) -> exceptions.Throttled | None:
    """Count a call that was turned away: DRF itself counts only those that it lets through."""
    try:
        context["view"].check_throttles(context["request"])
    except exceptions.Throttled as throttled:
        return throttled
    return None


def _reasons(details: Any, subject: str) -> Iterator[Reason]:
    """DRF nests its details by field and index; the one shape is a flat list with a path."""
    if _is_reason(details):
        yield Reason(str(details["code"]), str(details["message"]), subject)
    elif isinstance(details, dict):
        for key, below in details.items():
            here = "" if key == "non_field_errors" else str(key)
            yield from _reasons(below, ".".join(part for part in (subject, here) if part))
    else:
        nested = not all(map(_is_reason, details))
        for index, below in enumerate(details):
            yield from _reasons(below, f"{subject}.{index}" if nested else subject)


def _is_reason(details: Any) -> bool:
    """A leaf of DRF's details; two fields called message and code would hold lists instead."""
    return (
        isinstance(details, dict)
        and set(details) == {"message", "code"}
        and isinstance(details["code"], str)
    )
