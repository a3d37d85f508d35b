"""manage.py way_in: a link that lets the operator in, and where to."""

from datetime import timedelta
from typing import Any
from urllib.parse import quote

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.commands.links import issue_sign_in_link
from accounts.hooks import FirstPage
from accounts.models import User

LIFETIME = timedelta(hours=1)


class Command(BaseCommand):
    help = "Print a link that signs the operator in, once, and leads to the league if there is one."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--origin", default="http://127.0.0.1:8000")

    def handle(self, *args: Any, origin: str, **options: Any) -> str:
        operator = User.objects.filter(is_operator=True, is_active=True).order_by("id").first()
        if operator is None:
            return _("nobody is operator yet: .venv/bin/python manage.py create_operator EMAIL")
        link = issue_sign_in_link(actor=None, user=operator, now=timezone.now(), lifetime=LIFETIME)
        page = next(filter(None, FirstPage().send()), "")
        leads_to = f"?next={quote(page)}" if page else ""
        return _("as %(email)s, once, within the hour\n%(link)s") % {
            "link": origin + link.path + leads_to,
            "email": operator.email,
        }
