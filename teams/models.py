"""Teams, players and their money: the event log, and the present that it leaves behind."""

import uuid
from datetime import datetime
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from acts.models import Act
from league.models import League, Membership, NeverChanged, RulesPin, Season

LONGEST_NAME = 60
HIGHEST_NUMBER = 99


class Team(models.Model):
    """A team as it stands: its identity, and the projection of its events.

    `revision` is the number of its last event; a projection is true if it was written with it.
    """

    class State(models.TextChoices):
        ACTIVE = "active", _("active")
        RETIRED = "retired", _("retired")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey(League, models.PROTECT, related_name="teams")
    race = models.CharField(max_length=40)
    state = models.CharField(max_length=8, choices=State, default=State.ACTIVE)
    created_at = models.DateTimeField()

    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    shirt = models.CharField(max_length=12)
    trim = models.CharField(max_length=12)
    crest_shape = models.CharField(max_length=12, blank=True)
    crest_pattern = models.CharField(max_length=12, blank=True)
    # What its picture is called, for lists that show it in the crest's place.
    picture_digest = models.CharField(max_length=64, blank=True)
    motto = models.CharField(_("motto"), max_length=120, blank=True)
    story = models.TextField(_("story"), max_length=4000, blank=True)

    revision = models.PositiveIntegerField(default=0)
    treasury = models.IntegerField(default=0)
    rerolls = models.PositiveSmallIntegerField(default=0)
    fan_factor = models.PositiveSmallIntegerField(default=0)
    value = models.PositiveIntegerField(default=0)
    staff = models.JSONField(default=dict)
    star = models.CharField(max_length=60, blank=True)
    sponsor = models.CharField(max_length=60, blank=True)
    ongoing_sponsors = models.PositiveSmallIntegerField(default=0)
    blacklisted_by = models.JSONField(default=list)
    home = models.JSONField(null=True)
    # The name of the home, which is no other's in the league.
    home_name = models.CharField(max_length=LONGEST_NAME, blank=True)
    fund = models.IntegerField(default=0)
    record = models.JSONField(default=dict)
    inducements = models.JSONField(default=dict)
    marks = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(treasury__gte=0), name="team_treasury_not_negative"),
            models.CheckConstraint(condition=Q(fund__gte=0), name="team_fund_not_negative"),
            models.UniqueConstraint(
                "league", Lower("name"), condition=Q(state="active"), name="team_name_in_league"
            ),
            models.UniqueConstraint(
                fields=["league", "star"],
                condition=Q(state="active") & ~Q(star=""),
                name="team_star_in_league",
            ),
            models.UniqueConstraint(
                "league",
                Lower("home_name"),
                condition=Q(state="active") & ~Q(home_name=""),
                name="team_home_name_in_league",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Tenure(models.Model):
    """Who coached a team, from when until when; a stand-in until a day that is said.

    Both ends may lie ahead: whoever takes over in a week does not coach before. What held as soon
    as it was written down holds on, also if the clock was ahead then and is put right later.
    """

    class Kind(models.TextChoices):
        COACH = "coach", _("coach")
        SECOND = "second", _("second coach")
        STAND_IN = "stand-in", _("stand-in")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    team = models.ForeignKey(Team, models.PROTECT, related_name="tenures")
    coach = models.ForeignKey(Membership, models.PROTECT, related_name="tenures")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.COACH)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    # When its beginning and its end were written down; an end that comes by itself has none.
    made_at = models.DateTimeField(null=True)
    # Whose word put them there: their own, their predecessor's, or that of whoever runs the league.
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    ended_at = models.DateTimeField(null=True)
    # Planned by somebody who plays in the season: whoever it replaces may turn it down until then.
    has_notice = models.BooleanField(default=False)
    # When this coach last turned down who was to follow them.
    declined_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["since", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team"], condition=Q(until=None, kind="coach"), name="tenure_one_coach"
            ),
            models.UniqueConstraint(
                fields=["team", "coach"], condition=Q(until=None), name="tenure_once_per_coach"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_id}: {self.coach_id}"

    def is_over(self, at: datetime) -> bool:
        """Whether it was over at a time, by its dates."""
        return self.until is not None and self.until <= at

    def holds(self, at: datetime) -> bool:
        return self.since <= at and not self.is_over(at)

    def is_planned(self, now: datetime) -> bool:
        return self.since > max(now, self.made_at or now)

    def is_past(self, now: datetime) -> bool:
        return self.is_over(max(now, self.ended_at or now))

    def holds_now(self, now: datetime) -> bool:
        return not (self.is_planned(now) or self.is_past(now))

    @property
    def put_in_by(self) -> Any:
        """Who put them there, if it was somebody else."""
        return None if self.made_by_id == self.coach.user_id else self.made_by


class Player(models.Model):
    """One player for life, whoever they play for; the rest is the projection of their events."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    race = models.CharField(max_length=40)
    position = models.CharField(max_length=40)
    cost = models.PositiveIntegerField()
    value = models.PositiveIntegerField()
    skills = models.JSONField(default=list)
    lent = models.JSONField(default=list)
    raised = models.JSONField(default=dict)
    lowered = models.JSONField(default=dict)
    niggles = models.PositiveSmallIntegerField(default=0)
    misses_next = models.BooleanField(default=False)
    # Temporarily, until the season is over.
    retired = models.BooleanField(default=False)
    awards = models.JSONField(default=dict)
    extra = models.IntegerField(default=0)
    spent = models.PositiveIntegerField(default=0)
    improvements = models.PositiveSmallIntegerField(default=0)
    owed = models.JSONField(default=dict)
    seasons = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.name


class Contract(models.Model):
    """A player's time with a team. `key` is what the rulebook calls the player there."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="contracts")
    team = models.ForeignKey(Team, models.PROTECT, related_name="contracts")
    key = models.CharField(max_length=120)
    number = models.PositiveSmallIntegerField(_("number"))
    is_journeyman = models.BooleanField(default=False)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    ended = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering: ClassVar = ["number", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "key"], name="contract_key"),
            models.UniqueConstraint(
                fields=["team", "number"], condition=Q(until=None), name="contract_number"
            ),
            models.UniqueConstraint(
                fields=["player"], condition=Q(until=None), name="contract_one_team"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=HIGHEST_NUMBER),
                name="contract_number_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_id} #{self.number}"


class Chapter(models.Model):
    """A part of a team's life. Its position orders it, and is not history: a match that is entered
    late takes its place between two others."""

    class Kind(models.TextChoices):
        DRAFT = "draft", _("Draft")
        ADOPTION = "adoption", _("Adoption")
        MATCH = "match", _("Match")
        BETWEEN = "between", _("Between matches")
        SEASON_END = "season-end", _("End of season")
        REDRAFT = "redraft", _("Re-draft")

    team = models.ForeignKey(Team, models.PROTECT, related_name="chapters")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    season = models.ForeignKey(Season, models.PROTECT, related_name="+")
    # Matches live in a later room, which knows this one; here a match is its public name.
    match = models.UUIDField(null=True)
    opponent = models.ForeignKey(Team, models.PROTECT, null=True, related_name="+")
    opened_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["team", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "position"], name="chapter_position"),
            models.UniqueConstraint(
                fields=["team", "match"], condition=Q(match__isnull=False), name="chapter_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_id}/{self.position} {self.kind}"


class Draft(models.Model):
    """A team in the making: left and taken up again until it is finished.

    `people` holds what the coach calls whom, by each player's place among those of the position.
    What the coach leaves open is suggested; the lots count how often they asked for another
    suggestion.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    season = models.ForeignKey(Season, models.PROTECT, related_name="drafts")
    coach = models.ForeignKey(Membership, models.PROTECT, related_name="drafts")
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True)
    shirt = models.CharField(max_length=12)
    trim = models.CharField(max_length=12)
    race = models.CharField(max_length=40)
    wish = models.JSONField(default=dict)
    people = models.JSONField(default=dict)
    name_lot = models.PositiveSmallIntegerField(default=0)
    people_lot = models.PositiveSmallIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    begun_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    team = models.OneToOneField(Team, models.PROTECT, null=True, related_name="draft")

    class Meta:
        ordering: ClassVar = ["-changed_at", "-id"]

    def __str__(self) -> str:
        return self.name or self.race


class Adoption(models.Model):
    """A team that is being brought over from elsewhere: left and taken up until it is finished.

    `sheet` holds what was typed or pasted, as it was: what cannot be read yet is kept too.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    season = models.ForeignKey(Season, models.PROTECT, related_name="adoptions")
    coach = models.ForeignKey(Membership, models.PROTECT, related_name="adoptions")
    begun_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True)
    shirt = models.CharField(max_length=12)
    trim = models.CharField(max_length=12)
    race = models.CharField(max_length=40)
    sheet = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    begun_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    team = models.OneToOneField(Team, models.PROTECT, null=True, related_name="adoption")

    class Meta:
        ordering: ClassVar = ["-changed_at", "-id"]

    def __str__(self) -> str:
        return self.name or self.race


class Window(models.Model):
    """A time in which a team's coach may hire and fire, and their basket until they finish.

    One that is not for the coach holds what the commissioner buys outside of all windows. `number`
    counts a team's windows: whoever is hired in one is called by it for life.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    team = models.ForeignKey(Team, models.PROTECT, related_name="windows")
    number = models.PositiveIntegerField()
    is_for_coach = models.BooleanField(default=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    basket = models.JSONField(default=dict)
    people = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["team", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "number"], name="window_number"),
            models.UniqueConstraint(
                fields=["team"], condition=Q(closed_at=None), name="window_one_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_id}/{self.number}"

    @property
    def key(self) -> str:
        """What the rulebook calls it."""
        return f"window/{self.number}"


class Picture(models.Model):
    """A team's picture as it was made anew from an upload; the file is called by its digest."""

    team = models.OneToOneField(Team, models.PROTECT, related_name="picture")
    digest = models.CharField(max_length=64)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    size = models.PositiveIntegerField()
    uploaded_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.digest[:8]


class Words(models.Model):
    """Free text that events point at, so that it can be taken back without touching them."""

    text = models.TextField()
    redacted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.text


class OnlyAdded(models.QuerySet["TeamEvent"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise NeverChanged("an event; what was wrong is reversed")

    def delete(self) -> NoReturn:
        raise NeverChanged("an event; what was wrong is reversed")


class TeamEvent(models.Model):
    """One ruling that came true for a team. Never changed, never deleted: reversed by another.

    `seq` says when it was written; chapter, step and ordinal say when it holds.
    """

    team = models.ForeignKey(Team, models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    act = models.ForeignKey(Act, models.PROTECT, related_name="team_events")
    chapter = models.ForeignKey(Chapter, models.PROTECT, related_name="events")
    step = models.PositiveSmallIntegerField(default=0)
    ordinal = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    schema = models.PositiveSmallIntegerField()
    effects = models.JSONField(default=list)
    because = models.JSONField(default=list)
    words = models.ForeignKey(Words, models.PROTECT, null=True, related_name="+")
    gold = models.IntegerField(default=0)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="events")
    pin = models.ForeignKey(RulesPin, models.PROTECT, related_name="+")
    visible = models.CharField(max_length=6, default="public")
    linked_team = models.ForeignKey(Team, models.PROTECT, null=True, related_name="+")
    reverses = models.OneToOneField("self", models.PROTECT, null=True, related_name="reversed_by")
    at = models.DateTimeField()

    objects = OnlyAdded.as_manager()

    class Meta:
        ordering: ClassVar = ["team", "seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "seq"], name="team_event_seq")
        ]

    def __str__(self) -> str:
        return f"{self.team_id}/{self.seq} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise NeverChanged("an event; what was wrong is reversed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise NeverChanged("an event; what was wrong is reversed")
