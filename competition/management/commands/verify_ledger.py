"""manage.py verify_ledger: fold every team's events, work out every table, find no difference."""

import sys
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition import verifying
from competition.models import Stage
from teams.models import Team
from teams.verifying import differences


class Command(BaseCommand):
    help = (
        "Compare what rows say with what they are made of: teams with events, tables with results."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--league", metavar="UUID", help="only this league's teams and tables")

    def handle(self, *args: Any, league: str | None, **options: Any) -> None:
        teams = Team.objects.order_by("id")
        stages = Stage.objects.select_related("season__league", "season__pin__catalogue")
        if league:
            teams = teams.filter(league__uuid=league)
            stages = stages.filter(season__league__uuid=league)
        counts = [0, 0]
        found = 0
        for team in teams.iterator():
            counts[0] += 1
            found += self._tell(differences(team))
        for stage in stages.order_by("id").iterator():
            counts[1] += 1
            found += self._tell(verifying.differences(stage))
        told = _said(*counts)
        if found:
            wrong = ngettext("%(n)d difference", "%(n)d differences", found) % {"n": found}
            self.stdout.write(f"{told}: {wrong}.")
            sys.exit(1)
        self.stdout.write(_("%(told)s, no difference.") % {"told": told})

    def _tell(self, differing: Iterable[object]) -> int:
        told = [str(difference) for difference in differing]
        self.stdout.writelines(f"{line}\n" for line in told)
        return len(told)


def _said(teams: int, stages: int) -> str:
    told = ngettext("%(n)d team verified", "%(n)d teams verified", teams) % {"n": teams}
    if not stages:
        return told
    tables = ngettext("%(n)d stage verified", "%(n)d stages verified", stages) % {"n": stages}
    return f"{told}, {tables}"
