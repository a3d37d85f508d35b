"""Uploads change places with the backup's once its rows are committed, whatever happens between.

The transaction that brings the rows leaves a mark in the database: a name, which is the folder's
where the new uploads wait. Whoever starts next and finds the mark puts them in place.
"""

import fcntl
import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from web.backups.archive import PIECE, UPLOADS, Archive

MARK = "touchback_restored"
FOLDERS = ".restoring-"


class StagedUploads:
    """The backup's uploads beside the present ones, in a folder that is locked while it is made."""

    def __init__(self, media: Path, name: str) -> None:
        self.media, self.name = media, name
        self.folder = media.parent / f"{FOLDERS}{name}"
        self.new, self.old = self.folder / "new", self.folder / "old"
        self.rows_are_in = False

    def unpack(self, archive: Archive) -> None:
        self.new.mkdir()
        for name in archive.manifest.uploads:
            target = self.new / name.removeprefix(UPLOADS)
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(name) as source, target.open("xb") as file:
                shutil.copyfileobj(source, file, PIECE)

    def mark(self, connection: BaseDatabaseWrapper) -> None:
        """Within the transaction: from its commit on the new uploads are the right ones."""
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS touchback_restored")
            cursor.execute("CREATE TABLE touchback_restored (name varchar(40))")
            cursor.execute("INSERT INTO touchback_restored VALUES (%s)", [self.name])

    def take_place(self, connection: BaseDatabaseWrapper) -> None:
        """Safe to break off anywhere and to begin again."""
        self.rows_are_in = True
        if self.new.exists():
            if self.media.exists():
                self.media.rename(self.old if not self.old.exists() else self.folder / "older")
            self.new.rename(self.media)
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS touchback_restored")
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def staged_uploads(archive: Archive, media: Path) -> Iterator[StagedUploads]:
    """Unpacked and waiting; thrown away if the rows do not come, and kept for whoever starts next
    if they do and something else goes wrong."""
    media.parent.mkdir(parents=True, exist_ok=True)
    staged = StagedUploads(media, uuid.uuid4().hex)
    staged.folder.mkdir(mode=0o700)
    with locked(staged.folder):
        try:
            staged.unpack(archive)
            yield staged
        except BaseException:
            if not staged.rows_are_in:
                shutil.rmtree(staged.folder, ignore_errors=True)
            raise


def finish_restore(using: str = "default") -> None:
    """Put uploads in place whose rows are there, and throw away those whose rows never came."""
    media = Path(settings.MEDIA_ROOT)
    connection = connections[using]
    committed = marked(connection)
    for folder in media.parent.glob(f"{FOLDERS}*"):
        try:
            with locked(folder):
                if folder.name != f"{FOLDERS}{committed}":
                    shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            # Somebody is restoring at this moment.
            return
    if committed:
        StagedUploads(media, committed).take_place(connection)


def marked(connection: BaseDatabaseWrapper) -> str:
    with connection.cursor() as cursor:
        if MARK not in connection.introspection.table_names(cursor):
            return ""
        cursor.execute("SELECT name FROM touchback_restored")
        row = cursor.fetchone()
    return str(row[0]) if row else ""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Raises OSError if somebody else is at it; a kill lets go."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)
