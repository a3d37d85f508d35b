"""When fixtures are played: what one coach proposed and the other answered."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from competition.models.stages import Fixture
from league.models import LONGEST_NAME, Membership


class DateProposal(models.Model):
    """A date and a place for a fixture, proposed by one side to the other. Kept for the record:
    whoever asks later what each coach did about a match finds it here."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class Side(models.TextChoices):
        HOME = "home", _("home")
        AWAY = "away", _("away")
        LEAGUE = "league", _("the league")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    fixture = models.ForeignKey(Fixture, models.PROTECT, related_name="proposals")
    side = models.CharField(max_length=6, choices=Side)
    made_by = models.ForeignKey(Membership, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    kick_off_at = models.DateTimeField()
    venue = models.CharField(_("place"), max_length=LONGEST_NAME, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.PROPOSED)
    answered_by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["fixture", "id"]

    def __str__(self) -> str:
        return f"{self.fixture_id} {self.kick_off_at:%Y-%m-%d %H:%M}"
