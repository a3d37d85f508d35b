"""How gunicorn serves the site: few processes, some threads, and the jobs' thread in each.

How long callers may take is said in `web.arriving`; no thread waits for them.
"""

import gc
import os
import sqlite3
import sys
from importlib import import_module
from io import StringIO
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.utils.translation import gettext

worker_class = "web.server_worker.PatientWorker"
workers = 2
threads = 12
# Well below the files that a process may have open by default.
worker_connections = 512
# A line that says nothing costs next to nothing, and a phone that looks again finds it open.
keepalive = 15
# Loaded once and shared by all its processes; one that dies is replaced in no time.
preload_app = True
logger_class = "web.server_log.ServerLog"
# Requests are logged by the site itself, with their id and their user.
accesslog = None
control_socket_disable = True
# Whether a proxy is believed about https is for PROXY_HOPS to say, and for Django to do.
forwarded_allow_ips = ""
graceful_timeout = 20

STOP_PATIENCE_SECONDS = 10


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
try:
    _ = settings.VERSION
except ImproperlyConfigured as refusal:
    sys.exit(str(refusal))


def on_starting(server: Any) -> None:
    # Every page with all that it needs: nobody's first click waits for it.
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()
    _tell_the_way_in_at_enter()


def _tell_the_way_in_at_enter() -> None:
    """Where `manage.py serve` became this server at somebody's terminal."""
    from web import terminal  # noqa: PLC0415 (as above)

    origin = os.environ.get("SERVED_AT")
    if not origin or not terminal.is_read_here():
        return

    def told() -> str:
        way_in = call_command("way_in", origin=origin, stdout=StringIO())
        return terminal.table([(gettext("Sign in"), str(way_in))])

    terminal.answer_enter(told)


def post_worker_init(worker: Any) -> None:
    # Only now is Django set up: gunicorn reads this file before it loads the site.
    from jobs.embedded import Runner  # noqa: PLC0415

    worker.line = _line_to_sqlite()
    if settings.JOB_THREAD:
        worker.job_runner = Runner()
        worker.job_runner.start()


def _line_to_sqlite() -> sqlite3.Connection | None:
    """Whoever comes first has SQLite lay out its log anew, which a full disk has no room for: as
    long as this line is open nobody is the first, and pages can be read."""
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite3"):
        return None
    try:
        line = sqlite3.connect(f"file:{quote(str(database['NAME']))}?mode=rw", uri=True)
        line.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error:  # there is none yet, or it is in trouble: that is told to who asks
        return None
    return line


def worker_exit(server: Any, worker: Any) -> None:
    runner = getattr(worker, "job_runner", None)
    if runner is not None:
        runner.stop(patience=STOP_PATIENCE_SECONDS)
