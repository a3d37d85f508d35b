"""Trades between teams: players and gold, either way."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from acts.models import Act
from league.models import League
from teams.models import Contract, Team


class Trade(models.Model):
    """An offer of one team's to another, and what became of it."""

    class State(models.TextChoices):
        OFFERED = "offered", _("offered")
        ACCEPTED = "accepted", _("waits for the commissioner")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        APPROVED = "approved", _("done")
        REFUSED = "refused", _("refused by the commissioner")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey(League, models.PROTECT, related_name="trades")
    offering = models.ForeignKey(Team, models.PROTECT, related_name="trades_offered")
    asked = models.ForeignKey(Team, models.PROTECT, related_name="trades_asked")
    gold_offered = models.PositiveIntegerField(default=0)
    gold_asked = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State, default=State.OFFERED)
    offered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    offered_at = models.DateTimeField()
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    accepted_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # The act that ended it, with the reason where there is one.
    act = models.ForeignKey(Act, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["-offered_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(offering=F("asked")), name="trade_of_two_teams")
        ]
        indexes: ClassVar = [models.Index(fields=["league", "state"])]

    def __str__(self) -> str:
        return f"{self.offering_id} to {self.asked_id}"


class TradedPlayer(models.Model):
    """A player whom a trade moves, by the contract that it would end."""

    trade = models.ForeignKey(Trade, models.PROTECT, related_name="players")
    contract = models.ForeignKey(Contract, models.PROTECT, related_name="trades")

    class Meta:
        ordering: ClassVar = ["trade", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["trade", "contract"], name="traded_once")
        ]

    def __str__(self) -> str:
        return f"{self.trade_id} {self.contract_id}"
