"""Putting a backup in the place of a database: all of it, or nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.core.management.color import no_style
from django.core.management.sql import emit_post_migrate_signal
from django.db import DatabaseError, OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from web import schema
from web.backups.archive import ROWS, Archive, Manifest, open_archive
from web.backups.rows import NotARow, kept_models, load_lines
from web.backups.swapping import finish_restore, staged_uploads
from web.backups.writing import uploads_in


class CannotRestore(Exception):
    """One sentence on what is in the way. The database and the uploads are as they were."""


def restore_backup(*, path: Path, replace: bool, using: str = "default") -> Manifest:
    """Make the database and the uploads what they were when the backup was made."""
    media = Path(settings.MEDIA_ROOT)
    with open_archive(path) as archive:
        check_age(archive.manifest)
        try:
            finish_restore(using)
            with staged_uploads(archive, media) as uploads:
                with one_transaction(using) as connection:
                    check_target(connection, media, replace=replace)
                    bring_rows(connection, archive)
                    uploads.mark(connection)
                uploads.take_place(connection)
        except OperationalError as error:
            raise CannotRestore(
                _("The database does not answer or is in use: %s") % str(error).strip()
            ) from error
        except OSError as error:
            raise CannotRestore(_("The uploads cannot be written: %s.") % error.strerror) from error
        except DatabaseError as error:
            raise CannotRestore(_("Its rows do not fit: %s") % str(error).strip()) from error
    cache.clear()
    return archive.manifest


def bring_rows(connection: BaseDatabaseWrapper, archive: Archive) -> None:
    drop_tables(connection)
    migrate(connection, schema.last_steps(archive.manifest.steps))
    load_rows(connection, archive)
    migrate(connection, MigrationExecutor(connection).loader.graph.leaf_nodes())
    emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)
    connection.check_constraints()


def check_age(manifest: Manifest) -> None:
    if unknown := sorted(manifest.steps - schema.known_steps()):
        app, name = unknown[-1]
        raise CannotRestore(
            _(
                "The backup was made by a newer version of Touchback (%(theirs)s; %(step)s is "
                "unknown to %(ours)s). Restore it with that one."
            )
            % {"theirs": manifest.version, "step": f"{app}.{name}", "ours": settings.VERSION}
        )


@contextmanager
def one_transaction(using: str) -> Iterator[BaseDatabaseWrapper]:
    """Everything happens at once, tables included, or nothing has happened."""
    connection = connections[using]
    # SQLite changes no table while foreign keys are on, and turns them off only out here.
    with connection.constraint_checks_disabled(), transaction.atomic(using=using):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '10s'")
        yield connection


def check_target(connection: BaseDatabaseWrapper, media: Path, *, replace: bool) -> None:
    if schema.steps_from_the_future(connection.alias):
        raise CannotRestore(_("The database there was made by a newer version of Touchback."))
    models = kept_models(schema.models_after(schema.applied_steps(connection.alias)))
    inhabited = any(model._base_manager.using(connection.alias).exists() for model in models)
    if (inhabited or uploads_in(media)) and not replace:
        raise CannotRestore(
            _("There is a league here already. --replace puts the backup in its place, for good.")
        )


def drop_tables(connection: BaseDatabaseWrapper) -> None:
    """Dropping asks no trigger that guards rows, and leaves a clean slate for any older schema."""
    state = schema.models_after(schema.applied_steps(connection.alias))
    ours = {model._meta.db_table for model in state.get_models(include_auto_created=True)}
    ours.add(MigrationRecorder.Migration._meta.db_table)
    cascade = " CASCADE" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for table in sorted(ours.intersection(connection.introspection.table_names(cursor))):
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)}{cascade}")


def migrate(connection: BaseDatabaseWrapper, targets: list[schema.Step]) -> None:
    MigrationExecutor(connection).migrate(targets)


def load_rows(connection: BaseDatabaseWrapper, archive: Archive) -> None:
    """Into the tables as they were then; the migrations since bring the rows up to date."""
    state = schema.models_after(archive.manifest.steps)
    models = {model._meta.label_lower: model for model in kept_models(state)}
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # A migration that adds a foreign key has it checked at once for the rest of this
            # transaction; but here a row may come before the one that it points at.
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        # Some migrations put rows of their own into new tables; the backup has them, or later ones.
        tables = [model._meta.db_table for model in models.values()]
        for statement in connection.ops.sql_flush(no_style(), tables, allow_cascade=True):
            cursor.execute(statement)
    for label, expected in archive.manifest.rows.items():
        try:
            with archive.open(f"{ROWS}{label}.jsonl") as lines:
                loaded = load_lines(models[label], lines, using=connection.alias)
        except (KeyError, NotARow) as error:
            raise CannotRestore(_("Its rows of %s fit no table of its time.") % label) from error
        if loaded != expected:
            raise CannotRestore(_("Its rows of %s are not all there.") % label)
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
            cursor.execute(statement)
