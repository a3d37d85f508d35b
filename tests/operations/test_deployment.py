"""Compose, systemd and the table of settings say what the program does."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

from tests.operations.installation import ROOT
from tests.operations.test_production import COMPLETE
from tests.servers import free_port, redis_url

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
READ_BY_SHELL = {
    "BIND",
    "CONCURRENCY",
    "DJANGO_SETTINGS_MODULE",
    "PORT",
    "POSTGRES_PASSWORD",
    "TOUCHBACK_ENV",
}


def names_read():
    sources = [*(ROOT / "config/settings").glob("*.py"), *(ROOT / "config").glob("*.py")]
    text = "".join(path.read_text() for path in sources)
    return set(re.findall(r'\benv(?:\.\w+)?\(\s*"([A-Z_]+)"', text)) | READ_BY_SHELL


@pytest.mark.pure
def test_the_table_of_settings_has_every_variable_and_no_other():
    table = (ROOT / "docs/operations.md").read_text()
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", table, re.MULTILINE)) == names_read()


@pytest.mark.pure
@pytest.mark.parametrize("file", [".env.example", "compose.yaml", "deploy/start", "Dockerfile"])
def test_no_file_sets_a_variable_that_nobody_reads(file):
    text = (ROOT / file).read_text()
    used = set(re.findall(r"^(?:# )?([A-Z_]+)=", text, re.MULTILINE))
    used |= set(re.findall(r"\$\{([A-Z_]+)", text))
    for service in COMPOSE["services"].values() if file == "compose.yaml" else []:
        used |= set(service["environment"]) if service.get("build") else set()
    assert used <= names_read() | {"PATH", "BASH_REMATCH"}


@pytest.mark.pure
def test_compose_has_every_part_and_each_waits_for_what_it_needs():
    services = COMPOSE["services"]
    assert {"web", "worker", "beat", "postgres", "redis"} <= set(services)
    for name in ("web", "worker", "beat"):
        assert services[name]["depends_on"]["migrate"]["condition"].endswith("successfully")
    for name in ("postgres", "redis", "worker"):
        assert services[name]["healthcheck"]["test"]


@pytest.mark.pure
def test_no_part_may_do_more_than_it_needs_or_take_all_the_memory():
    unit = (ROOT / "deploy/touchback@.service").read_text()
    for line in ("NoNewPrivileges=true", "CapabilityBoundingSet=", "PrivateDevices=true"):
        assert f"\n{line}\n" in unit
    assert re.search(r"^MemoryMax=\d", unit, re.MULTILINE)
    for service in COMPOSE["services"].values():
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["mem_limit"]
        if "build" in service:
            assert service["cap_drop"] == ["ALL"]
            assert service["read_only"] is True


@pytest.mark.pure
def test_compose_and_systemd_run_the_same_programs():
    start = (ROOT / "deploy/start").read_text()
    for name in ("worker", "beat"):
        command = " ".join(COMPOSE["services"][name]["command"].split()[:4])
        assert f"{name}) exec {command}" in start
    in_image = re.findall(r'"([^"]+)"', (ROOT / "Dockerfile").read_text().rpartition("CMD")[2])
    assert f"exec {' '.join(in_image[:3])} --bind" in start


@pytest.mark.pure
def test_the_image_has_what_its_commands_name():
    image = (ROOT / "Dockerfile").read_text()
    kept_out = (ROOT / ".dockerignore").read_text().split()
    commands = [
        service["command"]
        for service in COMPOSE["services"].values()
        if "build" in service and "command" in service
    ]
    named = set(re.findall(r"[\w./-]+\.(?:py|txt)\b", " ".join([image, *commands])))
    assert {"requirements.txt", "manage.py", "config/gunicorn.py"} <= named
    for file in named:
        assert (ROOT / file).is_file()
        assert not any(fnmatch(part, rule) for part in Path(file).parts for rule in kept_out)


@pytest.mark.pure
def test_what_the_unit_starts_is_there_and_may_run():
    unit = (ROOT / "deploy/touchback@.service").read_text()
    program, part = re.search(
        r"^ExecStart=/srv/touchback/(\S+) (\S+)$", unit, re.MULTILINE
    ).groups()
    assert os.access(ROOT / program, os.X_OK)
    assert part == "%i"
    enabled = re.findall(r"touchback@(\w+)", unit.splitlines()[0])
    cases = re.findall(r"^  (\w+)\)", (ROOT / program).read_text(), re.MULTILINE)
    assert set(enabled) == {"web", "worker", "beat"} <= set(cases)
    for name in re.findall(r"exec (\w+)", (ROOT / program).read_text()):
        assert (Path(sys.executable).parent / name).exists()


@pytest.mark.pure
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_systemd_takes_the_unit(tmp_path):
    unit = (ROOT / "deploy/touchback@.service").read_text().replace("/srv/touchback", str(ROOT))
    (tmp_path / "touchback@web.service").write_text(unit)
    done = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / "touchback@web.service"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.processes
@pytest.mark.pure
def test_cron_and_a_person_get_the_settings_that_the_units_get(make_empty_site, tmp_path):
    """The night's backup knows nothing but its folder; it must not take an empty one next door."""
    site = make_empty_site()
    database = f"sqlite:///{site.folder}/touchback.sqlite3?timeout=5"
    stated = COMPLETE | {"DATABASE_URL": database, "TOUCHBACK_VAR": f'"{site.folder}"'}
    lines = ["# settings", "", *(f"{name}={value}" for name, value in stated.items())]
    (tmp_path / "env").write_text("\n".join(lines))
    bare = {"PATH": os.environ["PATH"], "TOUCHBACK_ENV": str(tmp_path / "env")}
    called = ("manage", "create_operator", "marta@example.org"), ("backup", str(tmp_path))
    for words in called:
        done = subprocess.run(
            [ROOT / "deploy/start", *words], env=bare, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    (backup,) = tmp_path.glob("touchback-*.zip")
    with zipfile.ZipFile(backup) as members:
        assert b"marta@example.org" in members.read("rows/accounts.user.jsonl")


@pytest.mark.processes
@pytest.mark.pure
def test_a_server_starts_with_nothing_but_its_environment(make_installation):
    """As systemd starts it: production settings, PostgreSQL, Redis, a worker."""
    site = make_installation("postgres", settings="config.settings.production")
    port = free_port()
    with redis_url() as broker:
        env = COMPLETE | {"DATABASE_URL": site.database, "REDIS_URL": broker}
        parts = [
            start(site, part, **env, BIND=f"127.0.0.1:{port}") for part in ("web", "worker", "beat")
        ]
        try:
            assert until(lambda: answer(f"http://127.0.0.1:{port}/readyz")) == 200
            ping = ("-m", "celery", "--app", "config", "inspect", "ping", "--timeout", "2")
            assert until(lambda: site.python(*ping, env=env).returncode == 0)
            assert answer(f"http://127.0.0.1:{port}/") == 400, "an unknown host name"
            assert all(part.poll() is None for part in parts)
        finally:
            logs = [stop(part) for part in parts]
    for line in logs[0].splitlines():
        assert line.startswith("{"), line
    assert "does not exist" not in logs[1], "no job before its tables"


def start(site, part, **env):
    return subprocess.Popen(
        ["deploy/start", part],
        cwd=ROOT,
        env=site.environment | env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def stop(process):
    if process.poll() is None:
        os.kill(process.pid, signal.SIGTERM)
    return process.communicate(timeout=60)[1]


def answer(url):
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def until(look, patience=180):
    deadline = time.monotonic() + patience
    while not (seen := look()) and time.monotonic() < deadline:
        time.sleep(0.2)
    return seen
