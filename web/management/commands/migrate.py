"""`manage.py migrate`, whose database nobody else reads, and which ends what a kill cut short."""

from typing import Any

from django.core.management.commands import migrate

from web.backups.swapping import finish_restore
from web.serving import private_files


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with private_files():
            finish_restore(using=options["database"])
            super().handle(*args, **options)
