"""`manage.py backup FILE`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext as _

from web.backups.swapping import finish_restore
from web.backups.writing import CannotBackUp, write_backup


class Command(BaseCommand):
    help = "Writes every row and upload of this moment to one file, while the site goes on."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="write over a file of that name")

    def handle(self, *args: Any, file: Path, force: bool, **options: Any) -> str:
        try:
            finish_restore()
            manifest = write_backup(path=file, force=force, now=timezone.now())
        except CannotBackUp as obstacle:
            raise CommandError(str(obstacle)) from obstacle
        except DatabaseError as error:
            raise CommandError(
                _("The database does not answer: %s") % str(error).strip()
            ) from error
        return _("%(rows)d rows and %(uploads)d uploads are safe in %(file)s.") % {
            "rows": sum(manifest.rows.values()),
            "uploads": len(manifest.uploads),
            "file": file,
        }
