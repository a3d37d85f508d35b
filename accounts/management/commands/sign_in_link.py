"""manage.py sign_in_link EMAIL: let somebody in without mail and without a password."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.commands.links import LIFETIME, issue_sign_in_link
from accounts.models import User
from acts.failures import Failure


class Command(BaseCommand):
    help = "Print a link that signs a person in, once."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--minutes", type=int, default=int(LIFETIME.total_seconds() // 60))
        parser.add_argument(
            "--origin",
            default=settings.SITE_ORIGIN,
            help="scheme and host that the link starts with",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["minutes"] < 1:
            raise CommandError("A link works for a minute at least.")
        user = User.objects.filter(email=options["email"].lower(), is_active=True).first()
        if user is None:
            raise CommandError(f"Nobody has the address {options['email']}.")
        lifetime = timedelta(minutes=options["minutes"])
        try:
            issued = issue_sign_in_link(
                actor=None, user=user, now=timezone.now(), lifetime=lifetime
            )
        except Failure as failure:
            raise CommandError(str(failure)) from failure
        self.stdout.write(options["origin"].rstrip("/") + issued.path)
