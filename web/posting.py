"""How a page with a form answers: shown, carried out, or shown again with what was wrong."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from acts.failures import Conflict, Failure, Later, Refused, TooMany, Unavailable
from web import trouble
from web.forms import Form


def given(request: HttpRequest) -> Any:
    """What a form is bound to: the posted fields, even if there are none, or nothing at all."""
    return request.POST if request.method == "POST" else None


def answer_form(
    request: HttpRequest,
    template: str,
    form: Form,
    carry_out: Callable[[dict[str, Any]], HttpResponse],
    **context: Any,
) -> HttpResponse:
    """Carry out what the form asks, or show it; every refusal stands at its field.

    A form that could not be carried out answers 422, or the status of the command's own failure.
    """
    failure: Failure | None = None
    if form.is_bound and form.is_valid():
        try:
            return carry_out(form.cleaned_data)
        except (Refused, Conflict, TooMany) as refused:
            form.take(refused)
            failure = refused
        except Exception as error:
            if (failure := trouble_for_good(request, error)) is None:
                raise
            form.take(failure)
    status = failure.status if failure else 422 if form.errors else 200
    response = render(request, template, {"form": form, **context}, status=status)
    if isinstance(failure, Later):
        response.headers["Retry-After"] = str(failure.retry_after)
    return response


def trouble_for_good(request: HttpRequest, error: Exception) -> Unavailable | None:
    """What to say over the form if the site is in trouble and will not be asked once more."""
    attempts = getattr(request, "attempts", None)
    if attempts is None or attempts.may_go_again(error):
        return None
    failure = trouble.trouble_in(error)
    if failure:
        trouble.note(error, failure)
    return failure
