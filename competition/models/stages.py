"""Stages of a season, their rounds and fixtures."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from competition.models.seasons import Division, Entry
from league.models import LONGEST_NAME, Season
from matches.models import Match, MatchSide


class Stage(models.Model):
    """A part of a season with one format. It `follows` the stage whose tables it is filled from;
    stages that follow nothing run side by side.

    `draw` is the seed of whatever is drawn by lot in it, so that a draw can be shown again.
    """

    class Format(models.TextChoices):
        ROUND_ROBIN = "round-robin", _("round robin")
        SWISS = "swiss", _("Swiss")
        KNOCK_OUT = "knock-out", _("knock-out")
        OPEN = "open", _("open play")

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        RUNNING = "running", _("running")
        OVER = "over", _("over")

    class Seeding(models.TextChoices):
        STANDINGS = "standings", _("by the standings")
        DRAW = "draw", _("by draw")
        HAND = "hand", _("by hand")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    season = models.ForeignKey(Season, models.PROTECT, related_name="stages")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    format = models.CharField(max_length=12, choices=Format)
    state = models.CharField(max_length=8, choices=State, default=State.PLANNED)
    follows = models.ForeignKey("self", models.PROTECT, null=True, related_name="followed_by")
    seeding = models.CharField(max_length=10, choices=Seeding, default=Seeding.DRAW)
    draw = models.CharField(max_length=32)

    # Round robin: times that every pair of a division meets; games across divisions for each.
    legs = models.PositiveSmallIntegerField(default=1)
    cross_games = models.PositiveSmallIntegerField(default=0)
    # Swiss.
    swiss_rounds = models.PositiveSmallIntegerField(default=5)
    # Knock-out: how many of each division come in, and how many of the next best of all.
    top_of_each = models.PositiveSmallIntegerField(default=0)
    wild_cards = models.PositiveSmallIntegerField(default=0)
    third_place = models.BooleanField(default=False)
    reseeds = models.BooleanField(default=False)
    # Open play: matches that a team has to play, may play, and of which the best count; 0 is any.
    fewest = models.PositiveSmallIntegerField(default=0)
    most = models.PositiveSmallIntegerField(default=0)
    best = models.PositiveSmallIntegerField(default=0)

    plays_ahead = models.BooleanField(default=False)
    # First day, cadence, deadline and holidays, for rounds that are still to be made too.
    timetable = models.JSONField(default=dict)
    # How many days before a deadline the two are reminded; 0 is never.
    remind_days = models.PositiveSmallIntegerField(default=3)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # Raised by everything that changes what pages of the stage show.
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["season", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "position"], name="stage_position"),
            models.CheckConstraint(condition=Q(legs__gte=1), name="stage_has_legs"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_knock_out(self) -> bool:
        return self.format == Stage.Format.KNOCK_OUT


class Place(models.Model):
    """Who takes part in a stage, in which division, and on which seed."""

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="places")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="places")
    division = models.ForeignKey(Division, models.PROTECT, null=True, related_name="places")
    seed = models.PositiveSmallIntegerField()
    # A late team takes part from a round on; one that left takes part until one.
    from_round = models.PositiveSmallIntegerField(default=1)
    until_round = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["stage", "seed", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "entry"], name="place_once_per_entry")
        ]

    def __str__(self) -> str:
        return f"{self.stage_id} {self.entry_id}"


class Round(models.Model):
    """A round of a stage. Its deadline is wall time in the league's zone, and the instant that is.

    The clock is a tournament's: it runs from `clock_from` for so many minutes.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("to come")
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.PLANNED)
    starts_on = models.DateField(null=True)
    due_wall = models.CharField(max_length=16, blank=True)
    due_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    clock_minutes = models.PositiveSmallIntegerField(default=0)
    clock_from = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["stage", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number")
        ]

    def __str__(self) -> str:
        return self.name or f"{self.stage_id}/{self.number}"


class Fixture(models.Model):
    """A match that is to be played. A slot that waits says what fills it: `W3`, the winner of the
    stage's third fixture, `L3`, its loser, or `R2.1`, the best by seed of those left after the
    second round. A bye has nobody in its second slot.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for its teams")
        PROPOSED = "proposed", _("proposed")
        OPEN = "open", _("to be played")
        PLAYED = "played", _("played")
        BYE = "bye", _("bye")
        CANCELLED = "cancelled", _("cancelled")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    round = models.ForeignKey(Round, models.PROTECT, related_name="fixtures")
    stage = models.ForeignKey(Stage, models.PROTECT, related_name="fixtures")
    # Counts through the stage, so that slots can name it.
    number = models.PositiveIntegerField()
    home = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="home_fixtures")
    away = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="away_fixtures")
    home_from = models.CharField(max_length=8, blank=True)
    away_from = models.CharField(max_length=8, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    # Arranged beyond what the book counts: played for fun, and not in the table.
    is_friendly = models.BooleanField(default=False)
    table = models.PositiveSmallIntegerField(null=True)
    # Of open play: which side was invited by the other, until it accepts; and when it was invited,
    # or the match put down.
    invited_side = models.CharField(max_length=4, choices=MatchSide.Side, blank=True)
    proposed_at = models.DateTimeField(null=True)

    # What the coaches agreed on, and an extension of the round's deadline.
    kick_off_at = models.DateTimeField(null=True)
    venue = models.CharField(_("place"), max_length=LONGEST_NAME, blank=True)
    extended_to = models.DateTimeField(null=True)
    # The deadline that both were reminded of, and the one that was found to have passed.
    reminded_of = models.DateTimeField(null=True)
    overdue_since = models.DateTimeField(null=True)

    match = models.OneToOneField(Match, models.PROTECT, null=True, related_name="fixture")
    # Of a knock-out whose draws are replayed: the match that decided nothing.
    drawn_match = models.OneToOneField(
        Match, models.PROTECT, null=True, related_name="replayed_fixture"
    )
    # What the server threw for rulings on it, by side and ask: it comes back with the next one.
    reserved_dice = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["stage", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "number"], name="fixture_number"),
            models.CheckConstraint(
                condition=Q(home=None) | Q(away=None) | ~Q(home=F("away")),
                name="fixture_two_teams",
            ),
            models.CheckConstraint(
                condition=~Q(state="open") | Q(home__isnull=False, away__isnull=False),
                name="fixture_open_has_both",
            ),
            models.CheckConstraint(
                condition=~Q(state="proposed")
                | Q(
                    home__isnull=False,
                    away__isnull=False,
                    invited_side__in=["home", "away"],
                    proposed_at__isnull=False,
                ),
                name="fixture_proposed_invites_somebody",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["state", "round"])]

    def __str__(self) -> str:
        return f"{self.stage_id} #{self.number}"

    @property
    def is_being_played(self) -> bool:
        """Its match has begun, and nothing is told of its end."""
        return self.match_id is not None and self.state == self.State.OPEN
