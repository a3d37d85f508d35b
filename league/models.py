"""Who plays, and under which rules: leagues, their people, seasons, rules pins and amendments."""

import uuid
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 60
LONGEST_WORDS = 300


class League(models.Model):
    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    about = models.TextField(_("about"), max_length=2000, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    is_public = models.BooleanField(default=True)
    teams_per_coach = models.PositiveSmallIntegerField(_("teams per coach"), default=1)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    # When it was last taken up again: whoever was waited for has their time from then on.
    reopened_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.name

    def waits_since(self, asked_at: datetime) -> datetime:
        """From when on somebody who was asked then had time to answer."""
        return max(asked_at, self.reopened_at or asked_at)


class Role(models.TextChoices):
    COMMISSIONER = "commissioner", _("commissioner")
    DEPUTY = "deputy", _("deputy")
    COACH = "coach", _("coach")
    VIEWER = "viewer", _("viewer")


class Membership(models.Model):
    """A person in a league; one without an account is known by name and may claim it later."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey(League, models.PROTECT, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="memberships"
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True)
    role = models.CharField(max_length=12, choices=Role)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["league", "user"],
                condition=Q(until=None, user__isnull=False),
                name="membership_once_per_person",
            ),
            models.UniqueConstraint(
                fields=["league"],
                condition=Q(until=None, role="commissioner"),
                name="membership_one_commissioner",
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | ~Q(name=""), name="membership_is_somebody"
            ),
        ]

    def __str__(self) -> str:
        return str(self.user) if self.user else self.name


class Invitation(models.Model):
    """A link that lets people in. Only the digest of its secret is kept."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey(League, models.PROTECT, related_name="invitations")
    digest = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=12, choices=Role)
    # The place of a coach entered by name, for them to take over; else the link makes new places.
    place = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="invitations")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    uses_left = models.PositiveSmallIntegerField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.league_id} as {self.role} until {self.expires_at:%Y-%m-%d}"


class JoinRequest(models.Model):
    """Somebody asks to be let into a public league; whoever runs it answers once."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey(League, models.PROTECT, related_name="join_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="join_requests")
    words = models.CharField(max_length=LONGEST_WORDS, blank=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    accepted = models.BooleanField(null=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["league", "user"],
                condition=Q(answered_at=None),
                name="join_request_one_open",
            ),
            models.CheckConstraint(
                condition=Q(answered_at=None, accepted=None)
                | Q(answered_at__isnull=False, accepted__isnull=False),
                name="join_request_answered_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id} {self.user_id}"


class NeverChanged(Exception):
    """Somebody tried to rewrite what is kept as it was."""


class KeptCatalogue(models.Model):
    """The rule data of an edition as they were, under their hash: old seasons read these.

    Kept as text: a database that knows JSON may put its keys in another order, and the order of
    skill categories or tables is part of the rules.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    edition = models.CharField(max_length=40)
    data = models.TextField()

    def __str__(self) -> str:
        return f"{self.edition} {self.digest[:8]}"


class RulesPin(models.Model):
    """An edition's data and a league's choices, as they hold for a season or a part of it."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    catalogue = models.ForeignKey(KeptCatalogue, models.PROTECT, related_name="pins")
    house = models.JSONField(default=dict)
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.catalogue_id[:8]} {self.made_at:%Y-%m-%d}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise NeverChanged("a rules pin; a change makes a new one")
        super().save(*args, **kwargs)


class Season(models.Model):
    """A season of a league. `pin` is what holds now; amendments say what held and what will.

    The deadline of registration is wall time in the league's zone, and the instant that is.
    """

    class State(models.TextChoices):
        PREPARING = "preparing", _("in preparation")
        REGISTRATION = "registration", _("registration")
        RUNNING = "running", _("running")
        # Asked for, and a job is at it; nothing in the season changes meanwhile.
        ENDING = "ending", _("being ended")
        OVER = "over", _("over")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey(League, models.PROTECT, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=State, default=State.REGISTRATION)
    pin = models.ForeignKey(RulesPin, models.PROTECT, related_name="seasons")
    registration_wall = models.CharField(max_length=16, blank=True)
    registration_until = models.DateTimeField(null=True)
    # The latest round that was opened; rounds count through the season, stage after stage.
    latest_round = models.PositiveSmallIntegerField(default=0)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["league", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "number"], name="season_number"),
            models.UniqueConstraint(
                fields=["league"], condition=~Q(state="over"), name="season_one_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.number}"


class Amendment(models.Model):
    """House rules changed once registration was open: from which round on, and why.

    `before` is what would hold from that round on without it.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    season = models.ForeignKey(Season, models.PROTECT, related_name="amendments")
    before = models.ForeignKey(RulesPin, models.PROTECT, related_name="+")
    pin = models.ForeignKey(RulesPin, models.PROTECT, related_name="amendments")
    from_round = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=LONGEST_WORDS)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        # Later ones never hold from an earlier round, so this is also the order in which they hold.
        ordering: ClassVar = ["season", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(from_round__gte=1), name="amendment_from_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.season_id} from round {self.from_round}"
