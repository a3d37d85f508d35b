"""The way from one season into the next: healing, who comes back, and what is bought."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models import Season
from teams.models import Team
from teams.on_record import LONGEST_REASON


class Downtime(models.Model):
    """The time before a season in which teams are re-drafted, and when it ends for coaches."""

    season = models.OneToOneField(Season, models.PROTECT, related_name="downtime")
    due_wall = models.CharField(max_length=16, blank=True)
    due_at = models.DateTimeField(null=True)
    # The deadline that coaches were reminded of.
    reminded_of = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.season_id} until {self.due_wall}"


class Redraft(models.Model):
    """A team on its way into a season, left and taken up again until it is finished.

    A try is the same without consequence: it heals nobody and is never finished. `returning` holds
    the rulebook's keys of whoever shall come back, `people` what the coach calls whoever joins.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    season = models.ForeignKey(Season, models.PROTECT, related_name="redrafts")
    team = models.ForeignKey(Team, models.PROTECT, related_name="redrafts")
    is_try = models.BooleanField(default=False)
    returning = models.JSONField(default=list)
    wish = models.JSONField(default=dict)
    people = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    begun_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["season", "team"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "team", "is_try"], name="redraft_once"),
            models.CheckConstraint(
                condition=models.Q(is_try=False) | models.Q(finished_at=None),
                name="redraft_try_never_finishes",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_id} into {self.season_id}"


class HealingDie(models.Model):
    """A die for a niggling injury, thrown once. Where it was typed wrong and put right, what was
    typed first stays."""

    class Source(models.TextChoices):
        TABLE = "table", _("at the table")
        SERVER = "server", _("by the server")

    redraft = models.ForeignKey(Redraft, models.PROTECT, related_name="dice")
    key = models.CharField(max_length=200)
    value = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=6, choices=Source)
    rolled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    rolled_at = models.DateTimeField()
    first_typed = models.PositiveSmallIntegerField(null=True)
    mended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    mended_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)

    class Meta:
        ordering: ClassVar = ["redraft", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["redraft", "key"], name="healing_die_once")
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.value}"
