"""Who takes part in a season, and in which division."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models import LONGEST_NAME, Membership, Season
from teams.models import Team


class Division(models.Model):
    """A part of a season's teams with a table of its own; the first is the highest."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    season = models.ForeignKey(Season, models.PROTECT, related_name="divisions")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=LONGEST_NAME)

    class Meta:
        ordering: ClassVar = ["season", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "position"], name="division_position"),
            models.UniqueConstraint(fields=["season", "name"], name="division_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """Somebody who takes part in a season: a team of the league, or on tournament day a name.

    Whoever plays with a roster that nobody keeps has no team here, only a race and a club.
    """

    class State(models.TextChoices):
        REGISTERED = "registered", _("registered")
        ACCEPTED = "accepted", _("in")
        REFUSED = "refused", _("refused")
        LEFT = "left", _("left")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    season = models.ForeignKey(Season, models.PROTECT, related_name="entries")
    team = models.ForeignKey(Team, models.PROTECT, null=True, related_name="entries")
    # Of an entrant without a team; of a team what it was called when its season ended.
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True)
    coach = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="entries")
    race = models.CharField(_("race"), max_length=40, blank=True)
    club = models.CharField(_("club"), max_length=LONGEST_NAME, blank=True)
    number = models.PositiveIntegerField(_("number"), null=True)

    state = models.CharField(max_length=10, choices=State, default=State.REGISTERED)
    division = models.ForeignKey(Division, models.PROTECT, null=True, related_name="entries")
    seed = models.PositiveSmallIntegerField(null=True)
    registered_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True)
    left_at = models.DateTimeField(null=True)
    replaces = models.ForeignKey("self", models.PROTECT, null=True, related_name="replaced_by")

    class Meta:
        ordering: ClassVar = ["season", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["season", "team"],
                condition=Q(team__isnull=False),
                name="entry_once_per_team",
            ),
            models.UniqueConstraint(
                fields=["season", "number"],
                condition=Q(number__isnull=False),
                name="entry_number",
            ),
            models.CheckConstraint(
                condition=Q(team__isnull=False) | ~Q(name=""), name="entry_is_somebody"
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.team)
