"""Jobs: what is still to do."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jobs.registry import title_of


class Job(models.Model):
    """Work owed since the transaction that wrote this row; claimed with a lease, run until done."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        DEAD = "dead", _("given up")
        DISCARDED = "discarded", _("discarded")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=80)
    payload = models.JSONField(default=dict)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="jobs"
    )
    key = models.CharField(max_length=200, null=True)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True)
    leased_until = models.DateTimeField(null=True)
    cursor = models.JSONField(null=True)
    percent = models.PositiveSmallIntegerField(default=0)
    words = models.CharField(max_length=200, blank=True)
    result = models.JSONField(null=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key"], name="job_once_per_key"),
            models.CheckConstraint(condition=Q(percent__lte=100), name="job_percent_at_most_100"),
        ]
        # One index serves claims and lists; running jobs are few enough to look through.
        indexes: ClassVar = [models.Index(fields=["state", "due_at", "id"], name="job_by_state")]

    def __str__(self) -> str:
        return f"{self.kind} {self.uuid}"

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens to it unless an operator says so."""
        return self.state not in (self.State.QUEUED, self.State.RUNNING)

    @property
    def title(self) -> str:
        return title_of(self.kind)
