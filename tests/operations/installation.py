"""An installation of its own for a test: a folder, a database, and the real command line."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.operations import warm

ROOT = Path(__file__).resolve().parents[2]
LATER = "tests.operations.later_settings"
KEPT = ("PATH", "HOME", "LANG", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")


@dataclass
class Installation:
    folder: Path
    database: str = ""
    settings: str = "config.settings.base"

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        return kept | {
            "TOUCHBACK_VAR": str(self.folder),
            "DATABASE_URL": self.database,
            "DJANGO_SETTINGS_MODULE": self.settings,
            "PYTHONUNBUFFERED": "1",
        }

    @property
    def uploads(self) -> Path:
        return self.folder / "media"

    def python(self, *arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
        env = self.environment | options.pop("env", {})
        if not options:
            return warm.run([*map(str, arguments)], env)
        return subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            **options,
        )

    def manage(self, *arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
        return self.python("manage.py", *arguments, **options)

    def contents(self) -> dict[str, list[str]]:
        """Every row of every table, read past the program."""
        with closing(self.connect()) as connection:
            tables = connection.execute(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
                if self.database
                else "SELECT name FROM sqlite_master WHERE type = 'table'"
            ).fetchall()
            return {
                table: sorted(map(str, connection.execute(f'SELECT * FROM "{table}"').fetchall()))
                for (table,) in tables
            }

    def connect(self) -> psycopg.Connection | sqlite3.Connection:
        if self.database:
            return psycopg.connect(self.database)
        return sqlite3.connect(self.folder / "touchback.sqlite3")

    def rows(self, *arguments: object) -> str:
        """Run one of the errands in tests/operations/rows.py inside this installation."""
        done = self.python("-m", "tests.operations.rows", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def start(
        self,
        *arguments: object,
        stderr: int = subprocess.PIPE,
        stdin: int | None = None,
        **env: str,
    ) -> subprocess.Popen[str]:
        """A process in a group of its own, as a terminal would start it."""
        return subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            cwd=ROOT,
            env=self.environment | env,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            start_new_session=True,
        )


def assert_sentence(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """It said no as a person would: exit code 1, a sentence with these words, and no trace."""
    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    assert "Traceback" not in said
    for word in words:
        assert word in done.stderr, said
