"""What a person or a program sees when something went wrong: one page, one JSON shape."""

from collections.abc import Sequence

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from jobs.failures import Failure, Reason, TooMany

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


def answer(request: HttpRequest, status: int, reasons: Sequence[Reason]) -> HttpResponse:
    """The same reasons as JSON for the API and as a page for everybody else."""
    if is_api(request):
        return JsonResponse({"errors": [reason.as_dict() for reason in reasons]}, status=status)
    # A broken database must not break the page that says so: 500 asks nothing of the request.
    context_request = None if status == 500 else request
    page = render_to_string(
        [f"{status}.html", "error.html"],
        {"status": status, "reasons": reasons},
        request=context_request,
    )
    return HttpResponse(page, status=status)


def answer_failure(request: HttpRequest, failure: Failure) -> HttpResponse:
    response = answer(request, failure.status, failure.reasons)
    if isinstance(failure, TooMany):
        response.headers["Retry-After"] = str(failure.retry_after)
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    reason = UNKNOWN_HOST if isinstance(exception, DisallowedHost) else REASONS[400]
    return answer(request, 400, [reason])


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(request, 403, [REASONS[403]])


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(request, 404, [REASONS[404]])


def server_error(request: HttpRequest) -> HttpResponse:
    return answer(request, 500, [REASONS[500]])


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    stale = Reason(
        "csrf", _("This form was open for too long or in another window. Load the page again.")
    )
    return answer(request, 403, [stale])
