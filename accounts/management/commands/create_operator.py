"""manage.py create_operator EMAIL: whoever runs this machine makes the first operator."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.commands.people import add_person, make_operator
from accounts.forms import AddPerson
from accounts.models import User


class Command(BaseCommand):
    help = "Make a person operator of this site, new or known, and print a sign-in link."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--name", default="", help="as people know them; default: the mailbox")
        parser.add_argument("--origin", default=settings.SITE_ORIGIN)

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"] or options["email"].partition("@")[0][:60]
        form = AddPerson({"name": name, "email": options["email"]})
        if not form.is_valid():
            raise CommandError(form.errors.as_text())
        now = timezone.now()
        email = form.cleaned_data["email"]
        known = User.objects.filter(email=email).first()
        if known:
            make_operator(actor=None, user=known, now=now)
        else:
            add_person(actor=None, **form.cleaned_data, is_operator=True, now=now)
        call_command("sign_in_link", email, origin=options["origin"], stdout=self.stdout)
