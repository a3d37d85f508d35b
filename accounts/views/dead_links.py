"""The page behind a link that does not work any more."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from acts.failures import Failure


def answer_dead_link(request: HttpRequest, failure: Failure, *, ways: str) -> HttpResponse:
    """Say why, and show the ways on: `ways` names the page at which a new link is had."""
    context = {"reasons": failure.reasons, "ways": ways}
    return render(request, "accounts/dead_link.html", context, status=failure.status)
