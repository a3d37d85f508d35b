"""`make run`: what it says, what it refuses, and that nothing outlives it."""

import json
import os
import pty
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from tests.operations.installation import LATER, ROOT, Installation, assert_sentence
from tests.servers import free_port
from web import serving

pytestmark = [pytest.mark.processes, pytest.mark.pure]

# Something for the runner to do at once: a mail last.
JOBS = """
from django.db import transaction
from django.utils import timezone
from jobs.outbox import enqueue
with transaction.atomic():
    enqueue("jobs.tidy", now=timezone.now())
    enqueue("accounts.mail_old_email", now=timezone.now(), email="operator@example.org")
"""
LINK = re.compile(r"http://127\.0\.0\.1:\d+/sign-in/link/\S+")


@dataclass
class Served:
    process: subprocess.Popen[str]
    port: int
    said: str = ""

    def get(self, path, **headers):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.read().decode()

    def wait(self):
        deadline = time.monotonic() + 180
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.process.communicate()
            try:
                return self.get("/healthz")
            except OSError:
                time.sleep(0.1)
        raise TimeoutError("the server never answered")

    def stop(self, how=signal.SIGTERM, *, group=False):
        if self.process.poll() is None:
            (os.killpg if group else os.kill)(self.process.pid, how)
        said, logged = self.process.communicate(timeout=60)
        self.said += said
        return logged


@contextmanager
def served(installation, *options, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, **env):
    port = free_port()
    command = ("manage.py", "serve", "--port", port, *options)
    site = Served(installation.start(*command, stderr=stderr, stdin=stdin, **env), port)
    try:
        site.wait()
        yield site
    finally:
        site.stop()


@pytest.fixture(scope="module")
def first_start(tmp_path_factory):
    """A new installation that was started once: itself, what it answered, said and logged."""
    site = Installation(tmp_path_factory.mktemp("prepared") / "var")
    with served(site) as first:
        answers = first.get("/")[0], json.loads(first.get("/readyz")[1])["status"]
        logged = first.stop()
    return site, answers, first, logged


@pytest.fixture(scope="module")
def prepared(first_start):
    """An installation for tests that do not mind what was before."""
    return first_start[0]


def group_of(pid):
    """Everything that still runs in the process group of `pid`."""
    running = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _parent, group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(group) == pid and state != "Z":
            running.append(stat.parent.name)
    return running


def test_the_first_start_prepares_everything_and_its_link_lets_one_in(first_start):
    site, answers, first, logged = first_start
    assert answers == (200, "ok")
    assert "Bringing the database up to date" in first.said
    assert "to look around in" in first.said
    # What the making of the demo league logs is nothing to greet a person with.
    assert "competition.make_fixtures" not in logged
    assert f"http://127.0.0.1:{first.port}/" in first.said
    with served(site) as second:
        pass
    assert "Bringing" not in second.said
    assert "Gathered" not in second.said
    assert LINK.search(second.said)[0] != LINK.search(first.said)[0]


def test_a_terminal_is_not_flooded_and_every_request_has_its_line_in_a_file(prepared):
    ours, terminal = pty.openpty()
    file = prepared.folder / "touchback.log"
    mails = prepared.folder / "mails"
    prepared.manage("shell", "--no-imports", "-c", JOBS)
    with served(prepared, stderr=terminal) as site:
        assert site.get("/words/")[0] == 200
        deadline = time.monotonic() + 60
        while not (mails.exists() and [*mails.iterdir()]) and time.monotonic() < deadline:
            time.sleep(0.1)
        site.stop()
    os.set_blocking(ours, False)
    with pytest.raises(BlockingIOError):
        print(os.read(ours, 10_000))
    assert "touchback.log" in site.said
    assert site.said.rstrip().endswith(LINK.search(site.said)[0])
    (mail,) = mails.iterdir()
    assert "To: operator@example.org" in mail.read_text()
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["path"] for line in lines if line["event"] == "request"] == ["/words/"]
    assert any(line["event"] == "job_moved" for line in lines)


def test_enter_shows_another_link_that_works_and_ends_with_the_server(prepared):
    ours, terminal = pty.openpty()
    with served(prepared, stdin=terminal) as site:
        first = LINK.search(read_until(site.process.stdout, "/sign-in/link/"))[0]
        os.write(ours, b"\n")
        another = LINK.search(read_until(site.process.stdout, "/sign-in/link/"))[0]
        assert another != first
        assert site.get(another.removeprefix(origin(another)))[0] == 200
        site.stop(signal.SIGKILL)
        deadline = time.monotonic() + 30
        while group_of(site.process.pid) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert group_of(site.process.pid) == []


def test_whatever_comes_first_makes_the_folder_private(make_installation, migrated):
    checked = make_installation()
    checked.manage("check")
    for site in (checked, migrated("sqlite")):
        assert open_to_others(site) == []


def open_to_others(site):
    kept = [site.folder, *site.folder.glob("*.sqlite3*")]
    return [path.name for path in kept if path.stat().st_mode & 0o077]


def test_the_link_signs_in_over_plain_http_and_what_was_left_open_is_closed(prepared):
    prepared.folder.chmod(0o755)
    for file in prepared.folder.glob("*.sqlite3*"):
        file.chmod(0o644)
    assert len(open_to_others(prepared)) > 1
    with served(prepared) as site:
        assert open_to_others(prepared) == []
        site.said = read_until(site.process.stdout, "/sign-in/link/")
        link = LINK.search(site.said)[0]
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        page = browser.open(link).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
        arrived = browser.open(link, data=f"csrfmiddlewaretoken={token}".encode())
        assert "The Old Bridge League" in arrived.read().decode()
        assert "operator@example.org" in browser.open(f"{origin(link)}/me/email/").read().decode()


def read_until(stream, word):
    text = ""
    while word not in text:
        text += stream.readline()
    return text


def origin(link):
    return "/".join(link.split("/")[:3])


@pytest.mark.parametrize(
    ("how", "group"),
    [
        pytest.param(signal.SIGINT, True, id="Ctrl-C"),
        pytest.param(signal.SIGTERM, False, id="SIGTERM"),
        pytest.param(signal.SIGKILL, False, id="kill -9"),
    ],
)
def test_whatever_stops_it_stops_all_that_it_started(prepared, how, group):
    with served(prepared) as site:
        assert len(group_of(site.process.pid)) > 1
        site.stop(how, group=group)
        deadline = time.monotonic() + 30
        while group_of(site.process.pid) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert group_of(site.process.pid) == []


def test_on_the_local_network_it_prints_an_address_and_its_code(prepared):
    if not serving.lan_addresses():
        assert_sentence(prepared.manage("serve", "--lan", "--port", free_port()), "no network")
        return
    address = serving.lan_addresses()[0]
    with served(prepared, "--lan") as lan:
        host = f"{address}:{lan.port}"
        assert lan.get("/", Host=host)[0] == 200
        assert lan.get("/", Host="elsewhere.example.org")[0] == 400
    assert f"http://{host}/" in lan.said
    assert f"http://{host}/sign-in/" in lan.said  # so that the link works on the phone too
    assert "█" in lan.said


def test_with_redis_the_jobs_are_left_to_workers(prepared):
    dead = "redis://:hush@127.0.0.1:9/0"
    with served(prepared, REDIS_URL=dead) as site:
        status, body = site.get("/readyz")
        assert site.get("/healthz")[0] == 200
    assert (status, json.loads(body)["parts"]["broker"]) == (503, "no answer")
    assert "hush" not in body
    assert "Celery" in site.said


def test_a_port_in_use(make_installation):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = make_installation().manage("serve", "--port", port)
    assert_sentence(done, f"Port {port} is in use", f"PORT={port + 1}")


def test_a_folder_that_cannot_be_written(make_installation, tmp_path):
    site = make_installation()
    (tmp_path / "file").touch()
    site.folder = tmp_path / "file" / "var"
    assert_sentence(site.manage("serve", "--port", free_port()), "cannot write there")


def test_a_disk_that_takes_no_more(make_installation):
    def small_files_only():
        resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))

    done = make_installation().manage("serve", "--port", free_port(), preexec_fn=small_files_only)
    assert_sentence(done, "cannot write there")


def test_a_full_disk(make_installation):
    site = make_installation()
    site.folder.mkdir()
    small = f"mount -t tmpfs -o size=8m tmpfs {site.folder}"
    apart = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
    if not shutil.which("unshare") or subprocess.run([*apart, small], check=False).returncode:
        pytest.skip("this machine mounts no small disk for a test")
    serve = f"{sys.executable} manage.py serve --port {free_port()}"
    done = subprocess.run(
        [*apart, f"{small} && {serve}"],
        cwd=ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert_sentence(done, "disk is full")


def test_a_database_from_a_newer_version(make_empty_site):
    site = make_empty_site(settings=LATER)
    site.settings = "config.settings.base"
    done = site.manage("serve", "--port", free_port())
    assert_sentence(done, "newer version", "accounts.later")


def test_a_database_that_is_none(make_installation):
    site = make_installation()
    site.folder.mkdir()
    (site.folder / "touchback.sqlite3").write_text("a letter to the commissioner" * 100)
    assert_sentence(site.manage("serve", "--port", free_port()), "database does not answer")


def test_a_database_that_is_not_there(make_installation):
    site = make_installation(database="postgres://touchback:hush@127.0.0.1:9/touchback")
    done = site.manage("serve", "--port", free_port())
    assert_sentence(done, "database does not answer")
    assert "hush" not in done.stderr


def test_packages_of_another_version(tmp_path):
    pins = tmp_path / "requirements.txt"
    pins.write_text("django==1.0\n    # via somebody\nno-such-package==2.0\n")
    with pytest.raises(serving.CannotServe, match=r"django 1\.0 .*no-such-package 2\.0"):
        serving.check_packages(pins)
