"""Backups are whole, of one moment, and come back in either database."""

import json
import os
import resource
import shutil
import signal
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps

from tests.operations import archives
from tests.operations.archives import forge
from tests.operations.installation import LATER, assert_sentence
from web.backups.archive import NotABackup, open_archive
from web.backups.rows import kept_models
from web.backups.swapping import staged_uploads

pytestmark = [pytest.mark.processes, pytest.mark.pure]

DATABASES = ["sqlite", "postgres"]


def back_up(installation, file=None):
    file = file or installation.folder / "backup.zip"
    done = installation.manage("backup", file)
    assert done.returncode == 0, done.stderr
    return file


def restore(installation, file, *options):
    done = installation.manage("restore", file, *options)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def archive(filled, tmp_path_factory):
    """A good backup, for tests that only read or spoil it."""
    return back_up(filled("sqlite"), tmp_path_factory.mktemp("archive") / "backup.zip")


@pytest.fixture
def copy(archive, tmp_path):
    return shutil.copy(archive, tmp_path / "copy.zip")


def test_every_table_is_in_it_but_for_those_named(archive):
    counts = archives.manifest(archive)["rows"]
    assert set(counts) == {model._meta.label_lower for model in kept_models(apps)}
    assert all(counts.values()), "tests/operations/rows.py should fill every table"
    assert {"accounts.user", "jobs.job", "acts.act"} <= set(counts)
    assert not {"sessions.session", "acts.receipt", "accounts.attempt"} & set(counts)


def test_no_table_in_it_leans_on_one_that_is_left_out():
    kept = set(kept_models(apps))
    for model in kept:
        for field in model._meta.concrete_fields:
            assert not field.is_relation or field.related_model in kept, field


def test_from_sqlite_to_postgresql_and_back_nothing_changes(make_league, make_installation):
    laptop, server, again = make_league(), make_installation("postgres"), make_installation()
    first = back_up(laptop)
    restore(server, first)
    assert json.loads(server.rows("wrong")) == []
    second = back_up(server)
    restore(again, second)
    assert json.loads(again.rows("wrong")) == []
    third = back_up(again)
    assert archives.rows(first) == archives.rows(second) == archives.rows(third)
    assert (again.uploads / "crests/ünï/crest.svg").read_bytes() == b"<svg/>\x00\xff"
    assert (again.uploads / "empty").read_bytes() == b""
    assert int(server.rows("more")) > 5_000_000_000
    assert server.manage("migrate", "--check").returncode == 0


@pytest.mark.parametrize("database", DATABASES)
def test_it_holds_one_moment_while_others_write(make_empty_site, database, tmp_path):
    site = make_empty_site(database)
    site.rows("many")
    writer = site.start("-m", "tests.operations.rows", "write", tmp_path / "stop")
    try:
        while not (tmp_path / "count").exists():
            assert writer.poll() is None, writer.stderr.read()
            time.sleep(0.05)
        file = back_up(site)
    finally:
        (tmp_path / "stop").touch()
        written, said = writer.communicate(timeout=30)
    assert writer.returncode == 0, said
    rows = archives.rows(file)
    acts = [act["payload"]["n"] for act in rows["acts.act"] if act["name"] == "pair"]
    people = [int(user["email"][5:-12]) for user in rows["accounts.user"]]
    assert acts == people == list(range(len(acts)))
    assert 0 < len(acts) < int(written)


def test_only_its_owner_reads_it_and_nothing_is_written_over(archive, make_empty_site):
    assert archive.stat().st_mode & 0o777 == 0o600
    site = make_empty_site()
    before = archive.read_bytes()
    assert_sentence(site.manage("backup", archive), "there already")
    assert archive.read_bytes() == before
    precious = site.folder / "precious.txt"
    precious.write_text("old")
    assert site.manage("backup", precious, "--force").returncode == 0
    assert archives.manifest(precious)["product"] == "touchback"


def test_a_full_disk_leaves_no_half_file(make_league):
    site = make_league()
    (site.uploads / "large").write_bytes(os.urandom(3_000_000))

    def small_files_only():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    target = site.folder / "backups"
    target.mkdir()
    done = site.manage("backup", target / "backup.zip", preexec_fn=small_files_only)
    assert_sentence(done, "could not be written")
    assert list(target.iterdir()) == []


def test_an_empty_database_and_a_newer_one_are_not_backed_up(make_installation, make_empty_site):
    empty, newer = make_installation(), make_empty_site(settings=LATER)
    newer.settings = "config.settings.base"
    for site, words in ((empty, "nothing to back up"), (newer, "newer version")):
        assert_sentence(site.manage("backup", site.folder / "b.zip"), words)


@pytest.mark.parametrize("database", DATABASES)
def test_an_older_backup_is_brought_up_to_date(make_installation, archive, database):
    later = make_installation(database, settings=LATER)
    for options in ((), ("--replace",)):
        restore(later, archive, *options)
        assert "Former coach".upper() in str(later.contents()["accounts_user"])
    assert later.manage("migrate", "--check").returncode == 0


def test_a_database_that_waits_for_migrations_can_be_backed_up(make_league):
    site = make_league()
    site.settings = LATER
    file = back_up(site)
    assert "later" not in archives.manifest(file)["migrations"]["accounts"]
    assert "nickname" not in archives.rows(file)["accounts.user"][0]


@pytest.mark.parametrize("database", DATABASES)
def test_a_newer_backup_is_refused(make_empty_site, make_installation, database):
    later, site = make_empty_site(settings=LATER), make_installation(database)
    done = site.manage("restore", back_up(later))
    assert_sentence(done, "newer version", "99.0", "accounts.later")


@pytest.mark.parametrize("database", DATABASES)
def test_a_league_in_the_way_is_only_replaced_when_asked(make_league, archive, database):
    site = make_league(database)
    site.rows("more")
    (site.uploads / "own").touch()
    assert_sentence(site.manage("restore", archive), "--replace")
    assert len(site.contents()["accounts_user"]) == 3
    restore(site, archive, "--replace")
    assert archives.rows(back_up(site)) == archives.rows(archive)
    assert not (site.uploads / "own").exists()
    assert [path.name for path in site.folder.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    ("database", "line"),
    [
        pytest.param("sqlite", b'{"id": 1}', id="other columns"),
        pytest.param("sqlite", b"[]", id="no row"),
        pytest.param("sqlite", None, id="points at nobody"),
        pytest.param("postgres", None, id="points at nobody, PostgreSQL"),
    ],
)
def test_rows_that_do_not_fit_leave_everything_as_it_was(make_league, copy, database, line):
    site = make_league(database)
    before = site.contents()
    if line is None:
        act = archives.rows(copy)["acts.act"][0] | {"actor_id": 77}
        line = json.dumps(act).encode()
    forge(copy, {"rows/acts.act.jsonl": line + b"\n"})
    assert_sentence(site.manage("restore", copy, "--replace"), "rows")
    assert site.contents() == before
    assert (site.uploads / "empty").exists()


def test_what_postgresql_cannot_hold_is_said(make_league, make_installation):
    laptop, server = make_league(), make_installation("postgres")
    laptop.rows("nul")
    assert_sentence(server.manage("restore", back_up(laptop)), "NUL")
    assert_sentence(server.manage("backup", server.folder / "b.zip"), "nothing to back up")


def cut(path):
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def flip_a_bit(path):
    content = bytearray(path.read_bytes())
    content[content.index(b"rows/acts.act.jsonl") + 60] ^= 1
    path.write_bytes(content)


SPOILT = {
    "missing": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("a letter"),
    "truncated": cut,
    "flipped": flip_a_bit,
    "swapped": lambda path: forge(path, {"rows/acts.act.jsonl": b""}, vouch=False),
    "added": lambda path: forge(path, {"rows/other.jsonl": b""}, vouch=False),
    "climbing": lambda path: forge(path, {"uploads/../../../climbed": b"x"}),
    "absolute": lambda path: forge(path, {"/tmp/climbed": b"x"}),
    "elsewhere": lambda path: forge(path, {"elsewhere/x": b"x"}),
    "newer format": lambda path: forge(path, {}, format=2),
    "other product": lambda path: forge(path, {}, product="ledger"),
    "odd manifest": lambda path: forge(path, {}, colour="claret"),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_file_is_left_alone(copy, how):
    SPOILT[how](copy)
    with pytest.raises(NotABackup), open_archive(copy):
        pass


def test_the_command_says_why_a_file_is_no_backup(make_installation, copy):
    site = make_installation()
    cut(copy)
    assert_sentence(site.manage("restore", copy), "was not restored")
    assert not site.uploads.exists()


# Restores, and is killed the moment before it calls for the given time what the given event names.
KILLED = """
import os, signal, sys
wanted, number = sys.argv.pop(1), int(sys.argv.pop(1))
seen = 0

def watch(event, arguments):
    global seen
    if event == wanted and ".restoring-" in str(arguments):
        seen += 1
        if seen == number:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(watch)
import manage
manage.main()
"""


@pytest.mark.parametrize(
    ("database", "moment", "is_there"),
    [
        pytest.param("sqlite", ("open", 2), False, id="while it unpacks"),
        pytest.param("sqlite", ("os.rename", 1), True, id="after the commit"),
        pytest.param("sqlite", ("os.rename", 2), True, id="between two names"),
        pytest.param("sqlite", ("shutil.rmtree", 1), True, id="before it tidies up"),
        pytest.param("postgres", ("open", 2), False, id="while it unpacks, PostgreSQL"),
        pytest.param("postgres", ("os.rename", 1), True, id="after the commit, PostgreSQL"),
    ],
)
def test_killed_at_any_moment_rows_and_uploads_agree(
    make_league, archive, database, moment, is_there
):
    site = make_league(database)
    site.uploads.joinpath("later.webp").write_bytes(b"not in the backup")
    assert site.contents()["django_session"], "which no backup holds"
    done = site.python("-c", KILLED, *moment, "restore", "--replace", archive)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert site.manage("migrate", "-v0").returncode == 0
    assert site.uploads.joinpath("later.webp").exists() is not is_there
    assert list(site.folder.glob(".restoring-*")) == []
    after = site.contents()
    assert "touchback_restored" not in after
    assert bool(after["django_session"]) is not is_there


def test_uploads_whose_rows_are_in_wait_for_whoever_starts_next(tmp_path, monkeypatch):
    def broken(*_paths):
        raise OSError("the folder is busy")

    monkeypatch.setattr(Path, "rename", broken)
    nothing = SimpleNamespace(manifest=SimpleNamespace(uploads=[]))
    with (
        pytest.raises(OSError, match="busy"),
        staged_uploads(nothing, tmp_path / "media") as staged,
    ):
        staged.take_place(None)
    assert staged.new.exists()
