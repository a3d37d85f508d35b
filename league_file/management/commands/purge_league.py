"""manage.py purge_league UUID --yes: a league and everything in it, gone for good."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import League
from league_file.purging import purge_league


class Command(BaseCommand):
    help = (
        "Delete a whole league, its events included. Make a backup first: nothing brings it back."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league", type=UUID)
        parser.add_argument("--yes", action="store_true", help="you mean it")

    def handle(self, *args: Any, league: UUID, yes: bool, **options: Any) -> None:
        found = League.objects.filter(uuid=league).first()
        if found is None:
            raise CommandError(_("There is no such league."))
        if not yes:
            sentence = _("%(league)s and everything in it would be gone for good. Add --yes.")
            raise CommandError(sentence % {"league": found})
        rows = purge_league(league=found, now=timezone.now())
        told = _("%(league)s is gone, with %(rows)d rows.")
        self.stdout.write(told % {"league": found, "rows": rows})
