"""Making a backup while everybody goes on writing."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connections, transaction
from django.utils.translation import gettext as _
from psycopg import IsolationLevel

from web import schema
from web.backups.archive import PIECE, ROWS, UPLOADS, ArchiveWriter, Manifest
from web.backups.rows import kept_models, lines_of

SNAPSHOT = "snapshot"


class CannotBackUp(Exception):
    """One sentence on what is in the way."""


def write_backup(*, path: Path, force: bool, now: datetime, using: str = "default") -> Manifest:
    """Write a whole backup to `path`, or nothing at all."""
    refuse_to_overwrite(path, force=force)
    try:
        # Readable by its owner only: it holds addresses and the hashes of passwords.
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise cannot_write(path, error) from error
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "wb") as file, snapshot(using) as moment:
            with ArchiveWriter(file, manifest_of(moment, now=now)) as writer:
                write_rows(writer, using=moment)
                write_uploads(writer, Path(settings.MEDIA_ROOT))
            file.flush()
            os.fsync(file.fileno())
        refuse_to_overwrite(path, force=force)
        unfinished.replace(path)
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        unfinished.unlink(missing_ok=True)
    return writer.manifest


def refuse_to_overwrite(path: Path, *, force: bool) -> None:
    if path.exists() and not force:
        raise CannotBackUp(_("%s is there already. Another name, or --force, please.") % path)


def cannot_write(path: Path, error: OSError) -> CannotBackUp:
    return CannotBackUp(
        _("The backup could not be written to %(path)s: %(error)s.")
        % {"path": path, "error": error.strerror}
    )


@contextmanager
def snapshot(using: str) -> Iterator[str]:
    """A second connection that sees one moment of the database and holds up no writer."""
    connection = connections[using].copy(alias=SNAPSHOT)
    if connection.vendor == "sqlite":
        # The house's own transactions take the write lock at once; this one only reads.
        connection.settings_dict["OPTIONS"]["transaction_mode"] = "DEFERRED"
    else:
        connection.settings_dict["OPTIONS"]["isolation_level"] = IsolationLevel.REPEATABLE_READ
    connections[SNAPSHOT] = connection
    try:
        with transaction.atomic(using=SNAPSHOT):
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION READ ONLY")
            yield SNAPSHOT
    finally:
        connection.close()
        del connections[SNAPSHOT]


def manifest_of(moment: str, *, now: datetime) -> Manifest:
    applied = schema.applied_steps(moment)
    if not applied:
        raise CannotBackUp(_("The database is empty: there is nothing to back up."))
    if applied - schema.known_steps():
        raise CannotBackUp(
            _("The database was made by a newer version of Touchback. Back it up with that one.")
        )
    migrations: dict[str, list[str]] = {}
    for app, name in sorted(applied):
        migrations.setdefault(app, []).append(name)
    return Manifest(version=settings.VERSION, made_at=now.isoformat(), migrations=migrations)


def write_rows(writer: ArchiveWriter, *, using: str) -> None:
    """Every table as the database has it, even where the program's own models are already ahead."""
    for model in kept_models(schema.models_after(writer.manifest.steps)):
        label = model._meta.label_lower
        count = 0
        with writer.member(f"{ROWS}{label}.jsonl") as member:
            for line in lines_of(model, using=using):
                member.write(line)
                count += 1
        writer.manifest.rows[label] = count


def write_uploads(writer: ArchiveWriter, folder: Path) -> None:
    for path in uploads_in(folder):
        try:
            file = path.open("rb")
        except FileNotFoundError:
            continue  # deleted since the folder was read
        with file, writer.member(UPLOADS + path.relative_to(folder).as_posix()) as member:
            shutil.copyfileobj(file, member, PIECE)


def uploads_in(folder: Path) -> list[Path]:
    return sorted(
        path
        for root, _folders, names in os.walk(folder)
        for path in (Path(root) / name for name in names)
        if path.is_file() and not path.is_symlink()
    )
