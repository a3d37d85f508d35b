"""A league moves between sites on different databases, by the command line alone."""

import pytest

from tests.league_file.league_files import told
from tests.operations.installation import assert_sentence

pytestmark = [pytest.mark.processes, pytest.mark.pure]


def take_along(site, league, name):
    file = site.folder / name
    done = site.manage("export_league", league, file)
    assert done.returncode == 0, done.stderr
    return file


def bring(site, file):
    done = site.manage("create_operator", "otto@example.org")
    assert done.returncode == 0, done.stderr
    done = site.manage("import_league", file, "--commissioner", "otto@example.org")
    assert done.returncode == 0, done.stderr


def said(file):
    with file.open("rb") as opened:
        return told(opened)


def test_from_sqlite_to_postgresql_and_back_nothing_changes(make_league, make_empty_site):
    laptop, server, again = make_league(), make_empty_site("postgres"), make_empty_site()
    ((league,),) = laptop.connect().execute("SELECT uuid FROM league_league").fetchall()
    first = take_along(laptop, league, "first.zip")
    bring(server, first)
    assert server.manage("verify_ledger").returncode == 0
    second = take_along(server, league, "second.zip")
    bring(again, second)
    third = take_along(again, league, "third.zip")
    assert said(first) == said(second) == said(third)
    assert_sentence(
        again.manage("import_league", first, "--commissioner", "otto@example.org"), "already"
    )
