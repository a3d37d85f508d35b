"""What happens around every request: its log line, its limits, its failures, its way on."""

import re
import time
import uuid
from collections.abc import Callable
from typing import ClassVar

import structlog
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import close_old_connections
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
)
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import resolve_url
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from django.utils.encoding import escape_uri_path
from django.utils.functional import SimpleLazyObject

from acts.failures import Failure
from web import errors, trouble
from web.net import page_of_the_button
from web.uploads import largest_body, largest_file

COMPRESSED = ("text/html", "application/json")

log = structlog.get_logger("request")

# A database that was restarted is there again, more often than not.
SECONDS_BETWEEN_ATTEMPTS = 0.3


class RequestLog:
    """One line a request, with an id that the answer carries too."""

    given_id = re.compile(r"[A-Za-z0-9_-]{8,36}")
    secret_arguments: ClassVar = {"token", "secret"}
    # Under no address of ours: anything that long may be a mistyped link with a secret in it.
    long_word = re.compile(r"[A-Za-z0-9_:.=-]{20,}")
    public_id = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=self.request_id(request))
        try:
            return self.answer_and_log(request)
        finally:
            # The thread's next line may be the server's own, about no request of ours.
            structlog.contextvars.clear_contextvars()

    def answer_and_log(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        response.headers["X-Request-ID"] = structlog.contextvars.get_contextvars()["request_id"]
        log.info(
            "request",
            method=request.method,
            path=self.path_without_secrets(request),
            status=response.status_code,
            ms=round((time.perf_counter() - started) * 1000, 1),
            user=self.user_id(request),
        )
        return response

    def request_id(self, request: HttpRequest) -> str:
        given = request.headers.get("X-Request-ID", "")
        return given if self.given_id.fullmatch(given) else str(uuid.uuid4())

    def path_without_secrets(self, request: HttpRequest) -> str:
        """The path as the log may keep it: a secret in it is blotted out, a line break escaped."""
        path = escape_uri_path(request.path)
        if path.startswith(settings.STATIC_URL):
            return path[:200]
        try:
            # Whatever turned the request away early, a redirect to https say, resolved nothing.
            match = request.resolver_match or resolve(request.path_info)
        except Resolver404:
            return self.long_word.sub(self.unless_public, path)[:200]
        for name, value in match.kwargs.items():
            if name in self.secret_arguments:
                path = path.replace(escape_uri_path(str(value)), "…")
        return path[:200]

    def unless_public(self, word: re.Match[str]) -> str:
        return word[0] if self.public_id.fullmatch(word[0]) else "…"

    def user_id(self, request: HttpRequest) -> str | None:
        """Whoever the request turned out to be, without asking the database for it."""
        user = getattr(request, "user", None)
        if isinstance(user, SimpleLazyObject):
            user = getattr(request, "_cached_user", None)
        return str(user.uuid) if user is not None and user.is_authenticated else None


class ApiCaching:
    """Whatever the API says is for whoever asked, by token or session, and for nobody's cache to
    hand to another."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if errors.is_api(request):
            patch_vary_headers(response, ["Accept", "Authorization", "Cookie"])
            if "Cache-Control" not in response.headers:
                looks = request.method in ("GET", "HEAD") and response.status_code < 400
                response.headers["Cache-Control"] = "private, no-cache" if looks else "no-store"
        return response


class CompressedPages(GZipMiddleware):
    """Pages, and what their scripts ask for, compressed with a random padding (docs/decisions.md).

    Files are compressed already, and programs ask for little by versions that have to stay exact.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if kind not in COMPRESSED or response.streaming or errors.is_api(request):
            return response
        return super().process_response(request, response)


class BodyLimit:
    """Answers 413 before a body that is too large is read, and 411 where none can tell.

    Django reads as much as Content-Length says, so a body that comes in chunks would get lost.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "Transfer-Encoding" in request.headers:
            return errors.answer(request, 411, [errors.REASONS[411]])
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdigit():
            return errors.answer(request, 400, [errors.REASONS[400]])
        if int(length) > largest_body(request):
            most = largest_file(request)
            reason = errors.too_large(most) if most else errors.REASONS[413]
            return errors.answer(request, 413, [reason])
        return self.get_response(request)


class BackToThePage:
    """Whoever pressed a button after the session had ended signs in and is back at the button.

    The button's own address takes only presses, and would open as no page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        pressed = request.method not in ("GET", "HEAD")
        if pressed and self.asks_to_sign_in(response):
            return redirect_to_login(page_of_the_button(request) or resolve_url("home"))
        return response

    def asks_to_sign_in(self, response: HttpResponse) -> bool:
        sign_in = resolve_url(settings.LOGIN_URL)
        return isinstance(response, HttpResponseRedirect) and response.url.startswith(f"{sign_in}?")


class Failures:
    """A command's no that no form took, a method that no view takes, and a site in trouble, which
    is asked once more where that is safe, become a page or a JSON answer with the reasons."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.answer(request)
        # The API's views say it themselves, in the same shape.
        if isinstance(response, HttpResponseNotAllowed):
            page = errors.answer(request, 405, [errors.REASONS[405]])
            page.headers["Allow"] = response.headers["Allow"]
            return page
        return response

    def answer(self, request: HttpRequest) -> HttpResponse:
        attempts = trouble.Attempts(request)
        request.attempts = attempts  # type: ignore[attr-defined]
        if request.content_type == "application/json" and not attempts.only_looks:
            # Read whole, and so there for another attempt; BodyLimit has let it in.
            _ = request.body
        with attempts.watched():
            response = self.get_response(request)
            error = getattr(response, "trouble", None)
            if error is None or not attempts.may_go_again(error):
                return response
            attempts.left = 0
            time.sleep(SECONDS_BETWEEN_ATTEMPTS)
            close_old_connections()
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Failure):
            return errors.answer_failure(request, exception)
        if failure := trouble.trouble_in(exception):
            trouble.note(exception, failure)
            response = errors.answer_trouble(request, failure)
            response.trouble = exception  # type: ignore[attr-defined]
            return response
        return None
