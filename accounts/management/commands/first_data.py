"""manage.py first_data: an operator for an empty site, and a link that lets one in."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.commands.links import issue_sign_in_link
from accounts.commands.people import add_person
from accounts.models import User

FIRST_OPERATOR = "operator@example.org"
LIFETIME = timedelta(hours=1)


class Command(BaseCommand):
    help = "Make the first operator of an empty site, and print a link that signs one in, once."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--origin", default="http://127.0.0.1:8000")

    def handle(self, *args: Any, origin: str, **options: Any) -> str:
        now = timezone.now()
        if not User.objects.exists():
            add_person(
                actor=None, name=_("Operator"), email=FIRST_OPERATOR, now=now, is_operator=True
            )
        operator = User.objects.filter(is_operator=True, is_active=True).order_by("id").first()
        if operator is None:
            return _("nobody is operator yet: .venv/bin/python manage.py create_operator EMAIL")
        link = issue_sign_in_link(actor=None, user=operator, now=now, lifetime=LIFETIME)
        return _("%(link)s\n(as %(email)s, once, within the hour)") % {
            "link": origin + link.path,
            "email": operator.email,
        }
