"""Who runs this installation."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from acts.failures import Forbidden


def must_be_operator(actor: Any) -> None:
    """None is the console: whoever reaches that runs the installation already."""
    if actor is not None and not getattr(actor, "is_operator", False):
        raise Forbidden.because("not_operator", _("This is for whoever runs the installation."))


def operator_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For a page of the operator's; no browser keeps it for whoever sits down next."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        must_be_operator(request.user)
        return view(request, *args, **kwargs)

    return never_cache(guarded)
