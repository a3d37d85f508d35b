"""`make test`: every check there is, in one go, and a summary that says what ran where."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from tests.servers import postgres_url, redis_url

LOGS = Path("build/test")
BIN = Path(sys.executable).parent
# Compiled once for all the processes of all runs, even where bytecode is not written by habit.
EVERY_PROCESS = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPYCACHEPREFIX": str(Path("build/bytecode").resolve()),
}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@dataclass
class Check:
    """One command of the run, and where it ran."""

    name: str
    where: str
    command: list[str]
    env: dict[str, str] = field(default_factory=dict)
    code: int = -1
    seconds: float = 0.0

    @property
    def log(self) -> Path:
        return LOGS / (re.sub(r"\W+", "-", f"{self.name} {self.where}".lower()).strip("-") + ".log")

    @property
    def counts(self) -> dict[str, int]:
        """What pytest's closing line says, if this was pytest."""
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        closing = next((ln for ln in reversed(lines) if re.search(r" in [\d.]+s", ln)), "")
        found = re.findall(r"(\d+) (passed|failed|error|skipped)", closing)
        return {word: int(number) for number, word in found}

    def run(self) -> None:
        started = time.monotonic()
        env = os.environ | EVERY_PROCESS | self.env
        with self.log.open("w") as log:
            done = subprocess.run(
                self.command, stdout=log, stderr=subprocess.STDOUT, env=env, check=False
            )
        self.code, self.seconds = done.returncode, time.monotonic() - started

    def share_done(self) -> str:
        shares = re.findall(r"\[ *(\d+%)\]", self.log.read_text(errors="replace"))
        return shares[-1] if shares else "…"

    def verdict(self) -> str:
        if self.code != 0:
            return "FAILED"
        counts = self.counts
        return ", ".join(f"{n} {word}" for word, n in counts.items()) if counts else "clean"


# What runs side by side; the checks of a lane run one after the other.
Lanes = list[list[Check]]


def lint() -> Lanes:
    manage = [sys.executable, "manage.py"]
    test_settings = {"DJANGO_SETTINGS_MODULE": "config.settings.test"}
    return [
        [Check("types", "mypy", [f"{BIN}/mypy", "."])],
        [
            Check("templates", "djlint", [f"{BIN}/djlint", "--lint", "--quiet", "templates"]),
            Check("lint", "ruff", [f"{BIN}/ruff", "check", "."]),
            Check("format", "ruff", [f"{BIN}/ruff", "format", "--check", "."]),
            Check("contracts", "import-linter", [f"{BIN}/lint-imports"]),
            Check(
                "migrations",
                "none missing",
                [*manage, "makemigrations", "--check", "--dry-run"],
                test_settings,
            ),
        ],
    ]


def pytest(name: str, where: str, marks: str, *paths: str, workers: int = 2, **env: str) -> Check:
    at_once = ["-n", str(workers), "--dist", "worksteal"] if workers > 1 else []
    return Check(name, where, [f"{BIN}/pytest", *paths, "-m", marks, *at_once], dict(env))


def files_marked(mark: str) -> list[str]:
    """Where such tests stand: to collect all the others only to leave them out takes a minute."""
    marked = re.compile(rf"\bmark\.{mark}\b")
    return [
        str(path) for path in Path("tests").rglob("test_*.py") if marked.search(path.read_text())
    ]


def suites(database: str, redis: str) -> Lanes:
    """Tests of processes wait for them most of the time: they go beside the others.

    Those that share PostgreSQL and Redis with a suite are over when it begins.
    """
    grown_up = {"DATABASE_URL": database, "REDIS_URL": redis}
    embedded = {"DATABASE_URL": "", "REDIS_URL": ""}
    anywhere = "not browser and not processes"
    # What a page or an answer shows rests on queries and commands, which have tests of their own;
    # every address is asked for here, and only here, by tests/permissions, every operation by the
    # contract.
    but_what_is_shown = [
        "--ignore-glob=*/test_pages.py",
        "--ignore-glob=*_page.py",
        "--ignore-glob=*_pages.py",
        "--ignore-glob=*_api.py",
        "--ignore-glob=*/test_api*.py",
    ]
    processes, browsers = files_marked("processes"), files_marked("browser")
    return [
        [
            pytest("tests", "SQLite", f"{anywhere} and not grown_up", **embedded),
            pytest(
                "tests",
                "PostgreSQL, Redis",
                f"{anywhere} and not pure",
                *but_what_is_shown,
                **grown_up,
            ),
            pytest("browser", "Chromium", "browser", *browsers, **embedded),
        ],
        [
            pytest(
                "processes",
                "PostgreSQL, Celery",
                "processes and not pure",
                *processes,
                workers=1,
                **grown_up,
            ),
            pytest(
                "processes",
                "SQLite, thread",
                "processes and not grown_up",
                *processes,
                workers=1,
                **embedded,
            ),
        ],
    ]


def chromium_is_there() -> bool:
    """Any Chromium will do; where there is none and we may, Debian's is installed."""
    if any(map(shutil.which, CHROMIUM)):
        return True
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("installing Chromium for the browser tests …", flush=True)
        subprocess.run(["apt-get", "-qq", "update"], check=False)
        subprocess.run(
            ["apt-get", "-qq", "-y", "install", "--no-install-recommends", "chromium"],
            check=False,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        )
    return any(map(shutil.which, CHROMIUM))


def say(line: str) -> None:
    over = "\r\033[K" if sys.stdout.isatty() else ""
    print(f"{over}{line}", flush=True)


@contextmanager
def progress(check: Check, position: str) -> Iterator[None]:
    label = f"[{position}] {check.name}, {check.where}"
    say(f"{label} …")
    yield
    say(f"{label}: {check.verdict()} ({check.seconds:.0f} s)")
    if check.code != 0:
        say("\n".join(check.log.read_text(errors="replace").splitlines()[-120:]))


def run_all(lanes: Lanes) -> None:
    numbers = {id(check): n for n, check in enumerate(chain(*lanes), start=1)}
    running: list[Check] = []

    def run(lane: list[Check]) -> None:
        for check in lane:
            running.append(check)
            with progress(check, f"{numbers[id(check)]}/{len(numbers)}"):
                check.run()
            running.remove(check)

    with ThreadPoolExecutor(len(lanes)) as pool:
        under_way = [pool.submit(run, lane) for lane in lanes]
        while wait(under_way, timeout=2).not_done:
            if sys.stdout.isatty():
                told = (f"{each.name}, {each.where}: {each.share_done()}" for each in [*running])
                print(f"\r\033[K  {' | '.join(told)}", end="", flush=True)
        for lane in under_way:
            lane.result()


def summarise(checks: list[Check], seconds: float) -> int:
    print(f"\n{'what':<12}{'where':<24}{'result':<34}seconds")
    for check in checks:
        print(f"{check.name:<12}{check.where:<24}{check.verdict():<34}{check.seconds:>6.0f}")
    failed = [check for check in checks if check.code != 0]
    print(f"\n{len(checks) - len(failed)} of {len(checks)} checks passed in {seconds:.0f} s")
    passed = sum(check.counts.get("passed", 0) for check in checks)
    broken = sum(check.counts.get("failed", 0) + check.counts.get("error", 0) for check in checks)
    print(f"{passed} passed, {broken} failed")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["lint"])
    only = parser.parse_args().only
    LOGS.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    if only == "lint":
        run_all(lanes := lint())
        return summarise(list(chain(*lanes)), time.monotonic() - started)
    if not chromium_is_there():
        print(
            "The browser tests need Chromium or Chrome, and there is none.\n"
            "Install it (on Debian: apt-get install chromium) and run make test again."
        )
        return 1
    with ExitStack() as servers:
        slow = suites(servers.enter_context(postgres_url()), servers.enter_context(redis_url()))
        run_all(lanes := [*lint(), *slow])
    return summarise(list(chain(*lanes)), time.monotonic() - started)


if __name__ == "__main__":
    sys.exit(main())
