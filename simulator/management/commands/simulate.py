"""manage.py simulate: a league that is drafted and played out by itself, out of one seed."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from rules.editions import edition
from rules.loading import editions
from simulator.digests import digest
from simulator.leagues import Simulation
from simulator.people import somebody
from simulator.settings import EVERYTHING, Setting

FEWEST_TEAMS, MOST_TEAMS = 4, 40
MOST_SEASONS = 20
BAR = 30


class Command(BaseCommand):
    help = (
        "Found a league and play it out: drafts, matches from the coin to the last step, "
        "play-offs, awards, re-drafts. The same seed gives the same league."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--edition", choices=[*editions()], default="bb2016")
        parser.add_argument("--teams", type=int, default=20)
        parser.add_argument("--seasons", type=int, default=2)
        parser.add_argument("--seed", type=int, default=7)
        parser.add_argument("--rules", default=EVERYTHING, help="a preset of the edition")

    def handle(self, *args: Any, **options: Any) -> None:
        if not FEWEST_TEAMS <= options["teams"] <= MOST_TEAMS:
            raise CommandError(f"--teams is a number from {FEWEST_TEAMS} to {MOST_TEAMS}.")
        if not 1 <= options["seasons"] <= MOST_SEASONS:
            raise CommandError(f"--seasons is a number from 1 to {MOST_SEASONS}.")
        presets = edition(options["edition"]).knobs.presets
        if options["rules"] not in presets:
            raise CommandError(f"--rules is one of {', '.join(presets)}.")
        now = timezone.now()
        setting = Setting(
            seed=options["seed"],
            until=now,
            edition=options["edition"],
            teams=options["teams"],
            seasons=options["seasons"],
            rules=options["rules"],
        )
        operator = User.objects.filter(is_operator=True, is_active=True).order_by("id").first()
        commissioner = operator or somebody(_("The simulator"), now=now)
        league = Simulation(setting, commissioner, self._bar()).run()
        if self.stdout.isatty():
            self.stdout.write("")
        params = {"league": league, "uuid": league.uuid, "digest": digest(league)[:16]}
        self.stdout.write(_("%(league)s: /leagues/%(uuid)s/, digest %(digest)s") % params)

    def _bar(self) -> Any:
        """A bar on a terminal, and silence elsewhere."""

        def draw(played: int, of: int) -> None:
            if self.stdout.isatty():
                done = BAR * played // of
                bar = "█" * done + "·" * (BAR - done)
                self.stdout.write(f"\r{bar} {played} of {of} matches", ending="")
                self.stdout.flush()

        return draw
