"""A match: what was put in (reports and answers) apart from what came of it (events of teams)."""

import uuid
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from jobs.models import Act
from league.models import League, NeverChanged, RulesPin, Season
from teams.models import Chapter, Team


class Match(models.Model):
    """Two teams on one pitch. `revision` counts everything that was ever put in."""

    class State(models.TextChoices):
        POST_MATCH = "post-match", _("post-match")
        OVER = "over", _("over")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey(League, models.PROTECT, related_name="matches")
    season = models.ForeignKey(Season, models.PROTECT, related_name="matches")
    pin = models.ForeignKey(RulesPin, models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.POST_MATCH)
    played_on = models.DateField(_("played on"))
    entered_at = models.DateTimeField()
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["-played_on", "-id"]
        indexes: ClassVar = [models.Index(fields=["league", "-played_on", "-id"])]

    def __str__(self) -> str:
        return f"{self.league_id} {self.played_on}"


class MatchSide(models.Model):
    """One team in a match: its chapter, and how it stood when the ball was kicked off."""

    class Side(models.TextChoices):
        HOME = "home", _("home")
        AWAY = "away", _("away")

    match = models.ForeignKey(Match, models.PROTECT, related_name="sides")
    side = models.CharField(max_length=4, choices=Side)
    team = models.ForeignKey(Team, models.PROTECT, related_name="sides")
    chapter = models.OneToOneField(Chapter, models.PROTECT, related_name="side")
    kick_off = models.JSONField()
    through_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["match", "-side"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "side"], name="match_side"),
            models.UniqueConstraint(fields=["match", "team"], name="match_team_once"),
            models.UniqueConstraint(
                fields=["team"],
                condition=models.Q(through_at=None),
                name="match_one_open_for_a_team",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.side}"


class OnlyAdded(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise NeverChanged("what was put in; a change is another version")

    def delete(self) -> NoReturn:
        raise NeverChanged("what was put in; a change is another version")


class PutIn(models.Model):
    """Something that somebody put in: never changed, only followed by another version."""

    version = models.PositiveSmallIntegerField(default=1)
    at = models.DateTimeField()

    objects = OnlyAdded.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise NeverChanged("what was put in; a change is another version")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise NeverChanged("what was put in; a change is another version")


class MatchReport(PutIn):
    """What happened on the pitch."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="reports")
    data = models.JSONField()
    act = models.ForeignKey(Act, models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["match", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "version"], name="match_report_version")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} report {self.version}"


class StepRun(models.Model):
    """A step of the sequence in one match, of one side or of both together.

    `place` is its number among the steps of a match. Once it is over, `asked` names the asks that
    led there; `facts` and `because` hold what it settled for the match and for no team.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="runs")
    side = models.CharField(max_length=4, choices=MatchSide.Side, blank=True)
    step = models.CharField(max_length=40)
    place = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField(default=0)
    asked = models.JSONField(default=list)
    facts = models.JSONField(default=list)
    because = models.JSONField(default=list)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["match", "place", "-side"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "side", "step"], name="step_run_once")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.step} {self.side or 'joint'}"


class Answer(PutIn):
    """What was answered to an ask; of several versions the last one holds."""

    class Source(models.TextChoices):
        TABLE = "table", _("at the table")
        SERVER = "server", _("by the server")

    run = models.ForeignKey(StepRun, models.PROTECT, related_name="answers")
    key = models.CharField(max_length=200)
    value = models.JSONField(null=True)
    # What was rolled, as the books write it; empty where nothing was.
    dice = models.CharField(max_length=8, blank=True)
    source = models.CharField(max_length=6, choices=Source, default=Source.TABLE)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    visible = models.CharField(max_length=6, default="public")

    class Meta:
        ordering: ClassVar = ["run", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "key", "version"], name="answer_version")
        ]

    def __str__(self) -> str:
        return f"{self.run_id} {self.key} {self.version}"
