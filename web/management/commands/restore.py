"""`manage.py restore FILE`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext as _

from web.backups.archive import NotABackup
from web.backups.restoring import CannotRestore, restore_backup
from web.serving import private_files


class Command(BaseCommand):
    help = "Makes the database and the uploads what they were when a backup was made."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="give up what is in the database now"
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> str:
        try:
            with private_files():
                manifest = restore_backup(path=file, replace=replace)
        except NotABackup as reason:
            raise CommandError(
                _("%(file)s was not restored. %(reason)s") % {"file": file, "reason": reason}
            ) from reason
        except CannotRestore as obstacle:
            raise CommandError(str(obstacle)) from obstacle
        return _("%(rows)d rows and %(uploads)d uploads of %(made_at)s are back.") % {
            "rows": sum(manifest.rows.values()),
            "uploads": len(manifest.uploads),
            "made_at": manifest.made_at,
        }
