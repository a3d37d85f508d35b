"""What a person or a program sees when something went wrong: one page, one JSON shape."""

import sys
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from acts.failures import Failure, Later, Reason, Unavailable
from web.net import page_behind, page_of_the_button
from web.trouble import note, trouble_in

REASONS = {
    400: Reason("bad_request", _("The request could not be read.")),
    403: Reason("forbidden", _("This is not yours to see or to do.")),
    404: Reason("not_found", _("There is nothing at this address.")),
    405: Reason(
        "method_not_allowed", _("This address answers to a button on another page, not by itself.")
    ),
    411: Reason("length_required", _("A body comes whole, with its Content-Length.")),
    413: Reason("too_large", _("That was more than this page takes.")),
    500: Reason("server_error", _("Something broke on our side. Nothing was half-written.")),
}
# Said to whoever set the site up, since nothing else tells them what is amiss.
UNKNOWN_HOST = Reason(
    "bad_request",
    _("This site does not go by that name. Whoever runs it lists its names in ALLOWED_HOSTS."),
)


def too_large(at_most: int) -> Reason:
    """Where files are taken, how large they may be."""
    sentence = gettext("A file of %(most)d megabytes at most, please.")
    return Reason("too_large", sentence % {"most": at_most // 1024**2})


def is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def answer(
    request: HttpRequest, status: int, reasons: Sequence[Reason], **context: Any
) -> HttpResponse:
    """The same reasons as JSON for the API and as a page for everybody else."""
    if is_api(request):
        return JsonResponse({"errors": [reason.as_dict() for reason in reasons]}, status=status)
    # A broken database must not break the page that says so: it asks nothing of the request.
    context_request = None if status in (500, 503) else request
    page = render_to_string(
        [f"{status}.html", "error.html"],
        {"status": status, "reasons": reasons, "back": _way_back(request, status), **context},
        request=context_request,
    )
    return HttpResponse(page, status=status)


def _way_back(request: HttpRequest, status: int) -> str:
    """The page of a button that was pressed in vain, or whose address was opened by itself."""
    return page_behind(request) if status in (403, 405, 409, 422) else ""


def answer_failure(request: HttpRequest, failure: Failure) -> HttpResponse:
    if isinstance(failure, Unavailable):
        return answer_trouble(request, failure)
    if seen := _page_to_say_it_on(request, failure):
        for reason in failure.reasons:
            messages.error(request, str(reason.message), extra_tags=request.path)
        return redirect(seen)
    response = answer(request, failure.status, failure.reasons)
    if isinstance(failure, Later):
        response.headers["Retry-After"] = str(failure.retry_after)
    return response


def _page_to_say_it_on(request: HttpRequest, failure: Failure) -> str:
    """The page of the button that was refused, where a browser left it for the answer; a script
    that sent the form itself wants the status."""
    left = "text/html" in request.headers.get("Accept", "") and "HX-Request" not in request.headers
    if is_api(request) or not left or request.method != "POST" or failure.status not in (409, 422):
        return ""
    return page_of_the_button(request)


def answer_trouble(request: HttpRequest, failure: Unavailable) -> HttpResponse:
    """What was typed is in the page, to be sent again as it was."""
    response = answer(
        request, 503, failure.reasons, address=request.get_full_path(), sent=sent_fields(request)
    )
    response.headers["Retry-After"] = str(failure.retry_after)
    response.headers["Cache-Control"] = "no-store"
    return response


def sent_fields(request: HttpRequest) -> list[tuple[str, str]] | None:
    """What a form brought; None where it cannot be said again: a file, a password, or no form."""
    try:
        if request.method != "POST" or request.FILES:
            return None
        fields = [(name, value) for name, all_ in request.POST.lists() for value in all_]
    except Exception:
        # It could not be read to its end: the trouble may be in the very reading.
        return None
    return None if any("password" in name for name, _value in fields) else fields


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    reason = UNKNOWN_HOST if isinstance(exception, DisallowedHost) else REASONS[400]
    return answer(request, 400, [reason])


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(request, 403, [REASONS[403]])


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(request, 404, [REASONS[404]])


def server_error(request: HttpRequest) -> HttpResponse:
    """Of errors in a middleware too, where nobody else could tell trouble from a fault."""
    error = sys.exc_info()[1]
    if error and (trouble := trouble_in(error)):
        note(error, trouble)
        return answer_trouble(request, trouble)
    return answer(request, 500, [REASONS[500]])


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    stale = Reason(
        "csrf", _("This form was open for too long or in another window. Load the page again.")
    )
    return answer(request, 403, [stale])
