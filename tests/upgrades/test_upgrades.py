"""What was written before is read for ever: a database and a league's file of 18 November 2026.

Both hold leagues that were played by the commands of that day. Migrations, effects and the shape
of a league's file are only added to since, and nobody writes these two files anew: a format that
comes later puts its own beside them.
"""

import json
import lzma
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from competition import verifying
from league_file.bringing import import_league
from simulator.digests import digest
from tests.operations.installation import Installation

BEFORE = Path(__file__).with_name("before")
NOW = datetime(2026, 11, 19, 12, tzinfo=UTC)
# As they were when they were played.
DIGESTS = {"bb2016": "3edd4ec8f9a46b64", "crp": "79a9296a82afec98"}


@pytest.mark.pure
@pytest.mark.processes
def test_a_database_of_before_is_brought_up_to_date_and_keeps_all_it_holds(tmp_path):
    site = Installation(tmp_path / "var")
    site.folder.mkdir()
    dump = lzma.decompress((BEFORE / "database.sql.xz").read_bytes()).decode()
    with closing(sqlite3.connect(site.folder / "touchback.sqlite3")) as database:
        database.executescript(dump)
    held = {table: len(rows) for table, rows in site.contents().items()}
    migrated = site.manage("migrate")
    assert migrated.returncode == 0, migrated.stderr
    now = {table: len(rows) for table, rows in site.contents().items()}
    grows = {"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence"}
    assert {table: now[table] for table in held.keys() - grows} == {
        table: count for table, count in held.items() if table not in grows
    }
    # A row of every table stands in a league of its own, which nobody played and no sum is true of.
    played = [line for line in site.manage("verify_ledger").stdout.splitlines() if line[0] != "Ω"]
    assert played == ["10 teams verified, 5 stages verified: 2 differences."]
    read = site.python("-m", "tests.upgrades.reading")
    assert read.returncode == 0, read.stderr
    assert json.loads(read.stdout) == {"digests": DIGESTS, "unanswered": {}}


@pytest.mark.pure
def test_a_league_file_of_before_comes_in_as_it_was_played(marta, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    with (BEFORE / "league.zip").open("rb") as file:
        league = import_league(actor=marta, file=file, now=NOW)
    assert digest(league).startswith(DIGESTS["bb2016"])
    assert [difference for batch in verifying.batches() for difference in batch()] == []
