"""manage.py export_league UUID FILE: a league as one file, to bring to another site."""

from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import League
from league_file.writing import keep_league


class Command(BaseCommand):
    help = "Write a league into a file that import_league and the pages of a site take in."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league", type=UUID)
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, league: UUID, file: Path, **options: Any) -> None:
        found = League.objects.filter(uuid=league).first()
        if found is None:
            raise CommandError(_("There is no such league."))
        try:
            keep_league(found, file, now=timezone.now())
        except FileExistsError as error:
            raise CommandError(_("%(file)s is there already.") % {"file": file}) from error
        except OSError as error:
            told = _("%(file)s could not be written: %(why)s")
            raise CommandError(told % {"file": file, "why": error.strerror}) from error
        told = _("%(league)s is in %(file)s.") % {"league": found, "file": file}
        self.stdout.write(told)
