"""A whole installation in processes of its own, on the database that the environment names."""

import atexit
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.parse import urlencode, urlsplit, urlunsplit
from urllib.request import Request, build_opener

import psycopg

from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 120

SET_UP = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.utils import timezone
from accounts.models import User
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
opal = User.objects.create(
    name="Opal", email="opal@example.org", is_operator=True, joined_at=timezone.now()
)
session = SessionStore()
session[SESSION_KEY] = str(opal.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = opal.get_session_auth_hash()
session.save()
print(session.session_key)
"""


class Installation:
    """Processes that share a database: started, killed and looked at as an operator would."""

    def __init__(self, folder: Path, *, database_url: str, redis_url: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.env = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings.base",
            "TOUCHBACK_VAR": str(folder),
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "JOB_LEASE_SECONDS": "3",
            "PYTHONUNBUFFERED": "1",
        }
        self.running: list[subprocess.Popen] = []
        self.cookies: dict[str, str] = {}

    def manage(self, *command: str) -> str:
        """What a command of the operator's says, who is not refused."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def tell(self, program: str) -> str:
        """What a short program says that runs inside the installation."""
        return self.manage("shell", "--verbosity=0", "-c", program)

    def set_up(self) -> None:
        """Tables, static files, and an operator who is signed in."""
        self.cookies["sessionid"] = self.tell(SET_UP).strip()

    def start(self, *command: str) -> subprocess.Popen:
        """In a session of its own, so that a kill reaches its children too."""
        with (self.folder / "processes.log").open("ab") as log:
            process = subprocess.Popen(
                [str(Path(sys.executable).with_name(command[0])), *command[1:]],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.running.append(process)
        return process

    def start_web(self) -> subprocess.Popen:
        bind = f"127.0.0.1:{self.port}"
        web = self.start("gunicorn", "-c", "config/gunicorn.py", "-b", bind, "config.wsgi")
        self.wait_until(self.answers)
        return web

    def answers(self) -> bool:
        """A whole answer, not an open port: that may still belong to the process just killed."""
        try:
            self.visit("/healthz")
        except (ConnectionError, URLError):
            return False
        return True

    def start_worker(self) -> subprocess.Popen:
        return self.start("celery", "-A", "config", "worker", "--concurrency", "1")

    def start_beat(self) -> subprocess.Popen:
        return self.start("celery", "-A", "config", "beat", "--pidfile=")

    def start_site(self) -> None:
        """Everything that this installation runs on: workers and beat only where Redis is."""
        if self.env["REDIS_URL"]:
            self.start_worker()
            self.start_beat()
        self.start_web()

    def power_fails(self) -> None:
        """Every process is killed at once, and all are started again."""
        self.stop_all()
        self.start_site()

    def kill(self, process: subprocess.Popen) -> None:
        """As if the power had failed: nobody gets to say goodbye."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.running.remove(process)

    def stop(self, process: subprocess.Popen) -> int:
        process.terminate()
        self.running.remove(process)
        return process.wait(timeout=PATIENCE_SECONDS)

    def stop_all(self) -> None:
        for process in list(self.running):
            self.kill(process)

    def visit(self, path: str, **form: str) -> tuple[str, str]:
        """The address that a browser would end at, and its page."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        data = urlencode(form).encode() if form else None
        request = Request(f"http://127.0.0.1:{self.port}{path}", data, {"Cookie": cookies})
        with build_opener().open(request, timeout=PATIENCE_SECONDS) as answer:
            for cookie in answer.headers.get_all("Set-Cookie", []):
                name, value = cookie.split(";")[0].split("=", 1)
                self.cookies[name] = value
            return urlsplit(answer.url).path, answer.read().decode()

    def start_drill(self) -> str:
        """Press the operator's button; gives the address of the drill's page."""
        _path, page = self.visit("/operator/jobs/")
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
        path, _page = self.visit("/operator/jobs/drill/", csrfmiddlewaretoken=token)
        return path

    def watch(self, path: str, until: str) -> None:
        """Look at a page again and again until it says what is waited for."""
        self.wait_until(lambda: re.search(until, self.visit(path)[1]))

    def wait_until(self, holds: Callable[[], object]) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not holds():
            assert time.monotonic() < deadline, self.log()
            time.sleep(0.1)

    def log(self) -> str:
        return (self.folder / "processes.log").read_text(errors="replace")

    def job(self, path: str) -> tuple[str, int, list[dict]]:
        """State, attempts and result, read from the database itself."""
        job = uuid.UUID(path.split("/")[2]).hex
        asked = f"SELECT state, attempts, result FROM jobs_job WHERE uuid = '{job}'"
        if url := self.env["DATABASE_URL"]:
            with psycopg.connect(url) as connection:
                return connection.execute(asked).fetchone()
        with closing(sqlite3.connect(self.folder / "touchback.sqlite3", timeout=20)) as connection:
            state, attempts, result = connection.execute(asked).fetchone()
            return state, attempts, json.loads(result or "null")


@contextmanager
def installed(
    folder: Path, *, redis_url: str = "", prepared: bool = True
) -> Iterator[Installation]:
    """An installation of its own: a copy of one that is set up, or with nothing there yet."""
    model = set_up_once() if prepared else None
    with database(copied_from=model.env["DATABASE_URL"] if model else "") as database_url:
        installation = Installation(folder, database_url=database_url, redis_url=redis_url)
        if model:
            shutil.copytree(model.folder, folder, dirs_exist_ok=True)
            installation.cookies |= model.cookies
        try:
            yield installation
        finally:
            installation.stop_all()


@cache
def set_up_once() -> Installation:
    """To make tables and gather files takes long: once for all tests of this process."""
    kept = ExitStack()
    atexit.register(kept.close)
    folder = Path(kept.enter_context(TemporaryDirectory(prefix="touchback-model-")))
    made = kept.enter_context(installed(folder, prepared=False))
    made.set_up()
    return made


@contextmanager
def database(copied_from: str = "") -> Iterator[str]:
    """A new database in the given PostgreSQL; without one SQLite's file in the folder will do."""
    given = os.environ.get("DATABASE_URL", "")
    if not given.startswith("postgres"):
        yield ""
        return
    name = f"touchback_{uuid.uuid4().hex}"
    model = urlsplit(copied_from).path.strip("/") or "template1"
    with psycopg.connect(given, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {model}")
        try:
            yield urlunsplit(urlsplit(given)._replace(path=f"/{name}"))
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
