"""What came of fixtures: results, points given or taken by hand, lots, and the tables."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from acts.models import Act
from competition.models.seasons import Division, Entry
from competition.models.stages import Fixture, Stage
from league.models import RulesPin


class FixtureOutcome(models.Model):
    """How a fixture ended, as it was told."""

    class Ending(models.TextChoices):
        PLAYED = "played", _("played")
        OVERTIME = "overtime", _("after overtime")
        PENALTIES = "penalties", _("on penalties")
        CONCEDED = "conceded", _("conceded")
        FORFEIT = "forfeit", _("forfeit")
        WALKOVER = "walkover", _("walkover")
        RULED = "ruled", _("ruled")
        VOID = "void", _("void")

    class Side(models.TextChoices):
        HOME = "home", _("home")
        AWAY = "away", _("away")
        BOTH = "both", _("both")

    ending = models.CharField(max_length=10, choices=Ending, default=Ending.PLAYED)
    score_home = models.PositiveSmallIntegerField()
    score_away = models.PositiveSmallIntegerField()
    # What the edition counts besides, by key: home before away.
    tallies = models.JSONField(default=dict)
    # Who won where the score does not say it, and who conceded or stayed away.
    winner = models.CharField(max_length=4, choices=Side, blank=True)
    at_fault = models.CharField(max_length=4, choices=Side, blank=True)
    is_provisional = models.BooleanField(default=False)
    # Points are counted by the rules that held then, whatever is amended later.
    pin = models.ForeignKey(RulesPin, models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()
    act = models.ForeignKey(Act, models.PROTECT, related_name="+")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.score_home}-{self.score_away}"

    @property
    def score(self) -> dict[str, int]:
        return {"home": self.score_home, "away": self.score_away}

    @property
    def by_side(self) -> dict[str, dict[str, int]]:
        """The tallies."""
        return {key: {"home": home, "away": away} for key, (home, away) in self.tallies.items()}

    def numbers(self) -> dict[str, int]:
        """Score and tallies by side, as they are asked for: `score_home`, `<tally>_away`."""
        counts = {"score": (self.score_home, self.score_away), **self.tallies}
        return {
            f"{key}_{side}": count
            for key, pair in counts.items()
            for side, count in zip(("home", "away"), pair, strict=True)
        }


class Result(FixtureOutcome):
    """What the tables count of a fixture. A change overwrites it and leaves its act."""

    fixture = models.OneToOneField(Fixture, models.PROTECT, related_name="result")

    class Meta:
        ordering: ClassVar = ["fixture"]


# Endings of matches that were played; the others are rulings.
ON_THE_PITCH = (
    Result.Ending.PLAYED,
    Result.Ending.OVERTIME,
    Result.Ending.PENALTIES,
    Result.Ending.CONCEDED,
)


class ResultSetAside(FixtureOutcome):
    """The result of a fixture that is being told anew, until what replaces it is confirmed: it
    comes back if that is called off."""

    fixture = models.OneToOneField(Fixture, models.PROTECT, related_name="set_aside")

    class Meta:
        ordering: ClassVar = ["fixture"]


class Adjustment(models.Model):
    """Points that the commissioner gave or took, and why; taking it back leaves it on record."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    stage = models.ForeignKey(Stage, models.PROTECT, related_name="adjustments")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="adjustments")
    points = models.SmallIntegerField()
    from_round = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=500)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["stage", "id"]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.points:+d}"


class Lot(models.Model):
    """The number that an entry drew where everything else was level; the lowest stands first.

    Lots drawn together share their act.
    """

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="lots")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="lots")
    number = models.PositiveSmallIntegerField()
    after_round = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField()
    act = models.ForeignKey(Act, models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["stage", "act", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["act", "entry"], name="lot_once_per_entry"),
            models.UniqueConstraint(fields=["act", "number"], name="lot_number"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} drew {self.number}"


class Standing(models.Model):
    """A row of a table as it stands: the projection of results, adjustments and lots.

    `why` says why the row stands above the next: the rule that decided, and both values.
    """

    class Fate(models.TextChoices):
        OPEN = "", _("open")
        CHAMPION = "champion", _("champion")
        CLINCHED = "clinched", _("through")
        OUT = "out", _("out")

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="standings")
    division = models.ForeignKey(Division, models.PROTECT, null=True, related_name="standings")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="standings")
    rank = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    # Places gone up since the round before the last.
    moved = models.SmallIntegerField(default=0)
    played = models.PositiveSmallIntegerField()
    won = models.PositiveSmallIntegerField()
    drawn = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    points = models.SmallIntegerField()
    bonus = models.SmallIntegerField()
    adjusted = models.SmallIntegerField()
    score_for = models.PositiveSmallIntegerField()
    score_against = models.PositiveSmallIntegerField()
    # What the edition counts besides, by key: for before against.
    tallies = models.JSONField(default=dict)
    form = models.CharField(max_length=5, blank=True)
    streak = models.CharField(max_length=6, blank=True)
    fate = models.CharField(max_length=8, choices=Fate, blank=True)
    is_provisional = models.BooleanField(default=False)
    # Open play: matches missing to be ranked, and matches beyond those that count.
    short = models.PositiveSmallIntegerField(default=0)
    uncounted = models.PositiveSmallIntegerField(default=0)
    why = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["stage", "division__position", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "entry"], name="standing_once_per_entry")
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry_id}"
