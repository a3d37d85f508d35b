"""manage.py verify_ledger: fold every team's events and find no difference."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from teams.models import Team
from teams.verifying import differences


class Command(BaseCommand):
    help = "Compare what every team's rows say with what its events say."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--league", metavar="UUID", help="only this league's teams")

    def handle(self, *args: Any, league: str | None, **options: Any) -> None:
        teams = Team.objects.order_by("id")
        if league:
            teams = teams.filter(league__uuid=league)
        count = found = 0
        for team in teams.iterator():
            count += 1
            for difference in differences(team):
                found += 1
                self.stdout.write(str(difference))
        told = ngettext("%(n)d team verified", "%(n)d teams verified", count) % {"n": count}
        if found:
            wrong = ngettext("%(n)d difference", "%(n)d differences", found) % {"n": found}
            self.stdout.write(f"{told}: {wrong}.")
            sys.exit(1)
        self.stdout.write(_("%(told)s, no difference.") % {"told": told})
