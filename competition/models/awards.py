"""What a season's end leaves behind: who won what, and with which prize."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from acts.models import Act
from competition.models.seasons import Entry
from league.models import LONGEST_NAME, Season
from teams.models import Player


class Award(models.Model):
    """Something won in a season by an entry, or by a player of one. A `kind` was worked out from
    the records; without one it is the commissioner's own, with a title of their choice."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    season = models.ForeignKey(Season, models.PROTECT, related_name="awards")
    kind = models.CharField(max_length=20, blank=True)
    # Of a champion the stage and the division.
    title = models.CharField(_("title"), max_length=2 * LONGEST_NAME + 2, blank=True)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="awards")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="honours")
    # What they had of it: a whole number, or a share like 5/7.
    value = models.CharField(max_length=20, blank=True)
    gold = models.PositiveIntegerField(default=0)
    fan_factor = models.PositiveSmallIntegerField(default=0)
    inducement = models.CharField(max_length=40, blank=True)
    given_at = models.DateTimeField()
    act = models.ForeignKey(Act, models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["season", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(kind="") | ~Q(title=""), name="award_for_something")
        ]

    def __str__(self) -> str:
        return self.title or self.kind
