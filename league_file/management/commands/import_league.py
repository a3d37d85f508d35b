"""manage.py import_league FILE --commissioner EMAIL: a league from another site, of any size."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Refused
from league_file.bringing import import_league


class Command(BaseCommand):
    help = "Bring a league in from its file, whole or not at all."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--commissioner", required=True, metavar="EMAIL", help="who runs it")

    def handle(self, *args: Any, file: Path, commissioner: str, **options: Any) -> None:
        person = User.objects.filter(email__iexact=commissioner, is_active=True).first()
        if person is None:
            told = _("Nobody here has the address %(email)s.")
            raise CommandError(told % {"email": commissioner})
        try:
            with file.open("rb") as opened:
                league = import_league(
                    actor=person, file=opened, now=timezone.now(), is_bounded=False
                )
        except OSError as error:
            told = _("%(file)s could not be read: %(why)s")
            raise CommandError(told % {"file": file, "why": error.strerror}) from error
        except Refused as refused:
            raise CommandError(" ".join(str(each.message) for each in refused.reasons)) from refused
        told = _("%(league)s is here, and %(person)s runs it.")
        self.stdout.write(told % {"league": league, "person": person})
