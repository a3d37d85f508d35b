"""Structured logs: one JSON object a line on standard error, never a secret in it.

With a file they go there, and standard error is left to a person who reads what went wrong.
"""

import logging.config
import sys
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

SECRET_KEYS = ("password", "secret", "token", "authorization", "cookie", "csrf", "session")


def without_secrets(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    for key in event:
        if any(word in key.lower() for word in SECRET_KEYS):
            event[key] = "…"
    return event


class WithoutPath(logging.Filter):
    """Django's line about a broken request names its path; the request's own line does, safely."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = "request_failed", ()
        # Of a site in trouble one line is told already, and a trace says no more.
        return getattr(record, "status_code", None) != 503


SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    without_secrets,
]

LOGGERS: dict[str, dict[str, Any]] = {
    # Their warnings repeat the request's own line, path and secrets included.
    "django.request": {"level": "ERROR", "filters": ["without_path"]},
    "django.security": {"level": "CRITICAL"},
    "celery": {"level": "WARNING"},
    # It warns at every HEAD, whose body Django leaves to the server to drop.
    "gunicorn.http.wsgi": {"level": "ERROR"},
}


def configure(options: dict[str, Any]) -> None:
    """Django's LOGGING_CONFIG hook; `options` is settings.LOGGING."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    logging.captureWarnings(True)
    handlers = _handlers(options)
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "filters": {"without_path": {"()": WithoutPath}},
            "formatters": _formatters(),
            "handlers": handlers,
            "root": {"handlers": [*handlers], "level": options["level"]},
            "loggers": LOGGERS,
        }
    )


def _formatters() -> dict[str, dict[str, Any]]:
    renderers: dict[str, list[Processor]] = {
        "json": [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        "console": [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ],
    }
    bare = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    return {
        name: {
            "()": structlog.stdlib.ProcessorFormatter,
            "processors": [bare, *renderer],
            "foreign_pre_chain": SHARED,
        }
        for name, renderer in renderers.items()
    }


def _handlers(options: dict[str, Any]) -> dict[str, dict[str, Any]]:
    stderr = {"class": "logging.StreamHandler", "formatter": options["format"]}
    if not options.get("file"):
        return {"stderr": stderr}
    file = {
        "class": "logging.FileHandler",
        "filename": options["file"],
        "encoding": "utf-8",
        "delay": True,
        "formatter": "json",
    }
    return {"stderr": stderr | {"level": "WARNING"}, "file": file}
