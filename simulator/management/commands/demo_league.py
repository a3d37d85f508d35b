"""manage.py demo_league: something to look at on a site where nobody plays yet."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from league.models import League
from simulator.demo import make_demo_league


class Command(BaseCommand):
    help = "Make a small league with teams and results, unless there is a league already."
    requires_system_checks = ()

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        operator = User.objects.filter(is_operator=True, is_active=True).order_by("id").first()
        if operator is None or League.objects.exists():
            return
        league = make_demo_league(founder=operator, now=timezone.now())
        self.stdout.write(_("Made %(league)s, to look around in.") % {"league": league})
