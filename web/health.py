"""Is the process alive, and is it ready? Answered before anything that could be broken itself."""

from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse

from jobs.queries import broker_answers
from web import schema

log = structlog.get_logger("health")


class Health:
    """Stands first in line: a probe needs no host name, no https, no session and no log line."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.answers = {"/healthz": healthz, "/readyz": readyz}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answers.get(request.path, self.get_response)(request)


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return _answer({"process": "ok"})


def readyz(request: HttpRequest) -> HttpResponse:
    """Everything that a request may need answers as well."""
    parts = database_parts()
    if settings.REDIS_URL:
        parts["broker"] = "ok" if broker_answers() else "no answer"
    return _answer(parts)


def database_parts() -> dict[str, str]:
    try:
        future, to_go = schema.steps_from_the_future(), schema.steps_to_go()
    except DatabaseError as error:
        log.warning("not_ready", part="database", error=str(error))
        return {"database": "no answer", "migrations": "unknown"}
    if future:
        return {"database": "ok", "migrations": "database is newer than the program"}
    return {"database": "ok", "migrations": f"{len(to_go)} to apply" if to_go else "ok"}


def _answer(parts: dict[str, str]) -> HttpResponse:
    ready = all(state == "ok" for state in parts.values())
    response = JsonResponse(
        {"status": "ok" if ready else "unavailable", "parts": parts}, status=200 if ready else 503
    )
    response.headers["Cache-Control"] = "no-store"
    return response
