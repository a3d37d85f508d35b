"""Acts (who did what) and receipts (what a repeated call gets back)."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models


class Act(models.Model):
    """One command that was carried out. Never changed, never deleted."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=80)
    payload = models.JSONField(default=dict)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="acts"
    )
    on_behalf_of = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="acts_done_for"
    )
    reason = models.TextField(blank=True)
    override = models.BooleanField(default=False)
    request_id = models.CharField(max_length=36, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [models.Index(fields=["name", "at"])]

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M}"


class Receipt(models.Model):
    """What a write answered, kept under its caller's key so that a repeat answers the same."""

    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["actor", "key"], name="receipt_once_per_actor_and_key")
        ]

    def __str__(self) -> str:
        return f"{self.actor_id}:{self.key}"
