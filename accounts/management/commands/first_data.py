"""manage.py first_data: an operator for an empty site."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.commands.people import add_person
from accounts.models import User

FIRST_OPERATOR = "operator@example.org"


class Command(BaseCommand):
    help = "Make the first operator of a site where nobody has an account yet."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        if not User.objects.exists():
            add_person(
                actor=None,
                name=_("Operator"),
                email=FIRST_OPERATOR,
                now=timezone.now(),
                is_operator=True,
            )
