"""manage.py ruleset EDITION: everything that an edition states as fact."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.editions import NoSuchEdition, edition
from rules.loading import editions
from rules.ruleset import ruleset


class Command(BaseCommand):
    help = "Print an edition's catalogue as JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("edition", help=f"one of {', '.join(editions())}")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            catalogue = edition(options["edition"]).catalogue
        except NoSuchEdition:
            known = ", ".join(editions())
            raise CommandError(
                f"There is no edition {options['edition']}. There are: {known}."
            ) from None
        self.stdout.write(json.dumps(ruleset(catalogue), ensure_ascii=False, indent=2))
