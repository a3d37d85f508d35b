"""`make soak`: what takes long, an evening at most. Many kills, load, a full crawl, the whole API.

With larger numbers in the environment (`SOAK_…`, below) it is a night.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.request import urlopen

from bench import hostile
from tests.operations.slow_sockets import slow_callers, visits
from tests.servers import free_port, postgres_url, redis_url, wait_for_port

REPORT = Path(__file__).parent / "soak.md"
BIN = Path(sys.executable).parent
PATIENCE_SECONDS = 300  # of a machine on which others work too
# After so long no further hostile file is sent: the rest of a night's are left for another.
IMPORT_MINUTES = float(os.environ.get("SOAK_IMPORT_MINUTES", "30"))
KILLS = int(os.environ.get("SOAK_KILLS", "20"))
MATCH_KILLS = os.environ.get("SOAK_MATCH_KILLS", "100")
LOAD_SECONDS = int(os.environ.get("SOAK_LOAD_SECONDS", "60"))
SLOW_TIMES = int(os.environ.get("SOAK_SLOW_TIMES", "4"))
SEASONS = os.environ.get("SOAK_SEASONS", "15")
LIVES = os.environ.get("SOAK_LIVES", "60")
UNTOUCHED = os.environ.get("SOAK_UNTOUCHED", "5")
FORGERIES = os.environ.get("SOAK_FORGERIES", "500")
TYPED = os.environ.get("SOAK_TYPED", "20")
EXAMPLES = os.environ.get("SOAK_EXAMPLES", "100")
EMBEDDED = {"DATABASE_URL": "", "REDIS_URL": ""}
PATHS = ("/", "/words/", "/styleguide/", "/api/v1/", "/healthz", "/readyz", "/sign-in/")


def pytest(*arguments: str, **env: str) -> str:
    """Run tests and give pytest's closing line; raises if any failed."""
    done = subprocess.run(
        [f"{BIN}/pytest", *arguments],
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )
    closing = (done.stdout.strip().splitlines() or ["no output"])[-1]
    if done.returncode:
        raise RuntimeError(f"{closing}\n{done.stdout[-4000:]}")
    return closing


def kills() -> str:
    """Servers and workers killed again and again, in both installations."""
    with ExitStack() as servers:
        grown_up = {
            "DATABASE_URL": servers.enter_context(postgres_url()),
            "REDIS_URL": servers.enter_context(redis_url()),
        }
        for _ in range(KILLS):
            pytest("tests/jobs/test_processes.py", **EMBEDDED)
            pytest("tests/jobs/test_processes.py", **grown_up)
    return f"{KILLS} rounds in each of two installations, none lost a job"


def match_kills() -> str:
    """Matches played over HTTP while the power fails at random, in both installations."""
    with ExitStack() as servers:
        grown_up = {
            "DATABASE_URL": servers.enter_context(postgres_url()),
            "REDIS_URL": servers.enter_context(redis_url()),
        }
        seed = f"{datetime.now(UTC):%Y-%m-%d %H:%M}"
        for where in (EMBEDDED, grown_up):
            pytest(
                "tests/faults/test_kills.py",
                **where,
                SOAK_MATCH_KILLS=MATCH_KILLS,
                SOAK_SEED=seed,
            )
    return f"{MATCH_KILLS} kills in each of two installations, nothing lost or doubled ({seed})"


def crawl() -> str:
    return pytest("-m", "browser", "-n", "2", CRAWL_AS_EVERYBODY="1", **EMBEDDED)


def seasons() -> str:
    """Seasons out of many seeds, under every preset and edition."""
    closing = pytest("tests/rules/test_seasons.py", "-n", "2", SOAK_SEASONS=SEASONS)
    return f"{SEASONS} seeds: {closing}"


def untouched() -> str:
    """The correction of every match of many seasons, sent as it came: nothing may differ."""
    closing = pytest(
        "tests/stories/test_untouched_corrections.py",
        "-n",
        "2",
        **EMBEDDED,
        SOAK_UNTOUCHED=UNTOUCHED,
    )
    return f"{UNTOUCHED} seeds, both editions, core and everything: {closing}"


def digests() -> str:
    """Leagues of both editions out of several seeds, to the last number as they once came out."""
    return pytest("tests/stories/test_digests.py", "-n", "2", **EMBEDDED, SOAK_DIGESTS="compare")


def lives() -> str:
    """Teams to whom anything happens in any order, and whose books stay true."""
    closing = pytest("tests/teams/test_lives.py", SOAK_LIVES=LIVES, SOAK_STEPS="60")
    return f"{LIVES} lives of 60 steps: {closing}"


def contract() -> str:
    """Every operation, every field, and as many calls more as there are examples."""
    with postgres_url() as url:
        closing = pytest(
            *("tests/api/test_contract.py", "-n", "2"),
            DATABASE_URL=url,
            CONTRACT_EXAMPLES=EXAMPLES,
        )
    return f"{EXAMPLES} examples an operation: {closing}"


def typed() -> str:
    """Anything typed into any field of any page that asks the rulebook, again and again."""
    closing = pytest(
        *("tests/rules_api/test_pages.py", "-k", "whatever_is_typed", "-n", "2"),
        **EMBEDDED,
        SOAK_TYPED=TYPED,
    )
    return f"{TYPED} times each ruling: {closing}"


@contextmanager
def running_server():
    with running_site() as (origin, _folder, _process):
        yield origin


@contextmanager
def running_site():
    """Where a new site answers, the folder of its files, and its process."""
    with TemporaryDirectory(prefix="touchback-soak-") as folder:
        port = free_port()
        server = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            env=os.environ
            | {
                "TOUCHBACK_VAR": folder,
                "API_ADDRESS_RATE": "1000000/min",
                "API_PERSON_RATE": "1000000/min",
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for_port(port, patience=PATIENCE_SECONDS)
            yield f"http://127.0.0.1:{port}", folder, server.pid
        finally:
            server.terminate()
            server.wait(timeout=PATIENCE_SECONDS)


def load() -> str:
    """Eight callers for a while; every answer must be the expected one."""
    with running_server() as origin:
        until = time.monotonic() + LOAD_SECONDS

        def call(number: int) -> int:
            count = 0
            while time.monotonic() < until:
                with urlopen(origin + PATHS[(number + count) % len(PATHS)], timeout=30) as answer:
                    answer.read()
                count += 1
            return count

        try:
            with ThreadPoolExecutor(8) as callers:
                calls = sum(callers.map(call, range(8)))
        except HTTPError as error:
            raise RuntimeError(f"{error.url} answered {error.code}") from error
    return f"{calls} calls in {LOAD_SECONDS} s, all answered"


def imports() -> str:
    """Hostile files one after the other, then an honest one, while somebody else writes."""
    with running_site() as (origin, folder, process):
        good, laid = hostile.lay_out(folder, people=600)
        tokens = iter(laid["tokens"])
        bystander = hostile.Bystander(origin, next(tokens), laid["league"])
        bystander.start()
        until = time.monotonic() + 60 * IMPORT_MINUTES
        wrong, count = [], 0
        for name, file in hostile.shapes(good):
            if time.monotonic() > until:
                break
            count += 1
            came = hostile.send(origin, next(tokens), file)
            print(f"{came}: {name}", file=sys.stderr, flush=True)
            if came != "refused":
                wrong.append(f"{name}: {came}")
        hostile_wait, memory = bystander.longest, hostile.memory_of(process)
        bystander.longest = 0.0
        came = hostile.send(origin, next(tokens), good)
        bystander.over.set()
        bystander.join()
        if came != "here" or bystander.failures or wrong:
            raise RuntimeError(f"{came}; bystander {bystander.failures[:5]}; {wrong[:10]}")
    return (
        f"{count} hostile files refused, {bystander.writes} writes beside them, the longest "
        f"{hostile_wait:.1f} s, {memory} MB at most; beside an honest one {bystander.longest:.1f} s"
    )


def forgeries() -> str:
    """A value in a league's file is another: refused, or every page of it can be read."""
    seed = str(int(time.time()) * 1000)
    closing = pytest(
        *("tests/league_file/test_forged_files.py", "-k", "changed"),
        SOAK_FORGERIES=FORGERIES,
        SOAK_SEED_OF_FORGERIES=seed,
    )
    return f"{FORGERIES} files from seed {seed}: {closing}"


def slow_sockets() -> str:
    """Silent lines, headers and bodies a byte at a time, while a bystander turns pages."""
    with running_server() as origin:
        port = int(origin.rpartition(":")[2])
        visits(port, "/words/", times=5)
        waited: list[float] = []
        with slow_callers(port, times=SLOW_TIMES) as lines:
            until = time.monotonic() + LOAD_SECONDS
            while time.monotonic() < until:
                waited += visits(port, PATHS[len(waited) % len(PATHS)], times=1)
    return (
        f"{len(waited)} pages beside {len(lines)} slow lines in {LOAD_SECONDS} s, "
        f"median {median(waited):.2f} s, worst {max(waited):.2f} s"
    )


SOAKS: dict[str, Callable[[], str]] = {
    "kills": kills,
    "match-kills": match_kills,
    "load": load,
    "slow-sockets": slow_sockets,
    "crawl": crawl,
    "contract": contract,
    "seasons": seasons,
    "untouched": untouched,
    "digests": digests,
    "lives": lives,
    "typed": typed,
    "imports": imports,
    "forgeries": forgeries,
}


def main() -> int:
    """Run the soaks named on the command line, or all; append date, commit and result."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    ).stdout.strip()
    failed = False
    for name in sys.argv[1:] or SOAKS:
        started = time.monotonic()
        try:
            result = SOAKS[name]()
        except Exception as error:
            result, failed = f"FAILED: {str(error).splitlines()[0]}", True
            print(error)
        minutes = (time.monotonic() - started) / 60
        row = f"| {datetime.now(UTC):%Y-%m-%d} | {commit} | {name} | {minutes:.1f} | {result} |"
        print(row, flush=True)
        with REPORT.open("a") as report:
            report.write(row + "\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
