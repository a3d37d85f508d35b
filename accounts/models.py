"""The user, the links that sign one in, API tokens, and counted attempts."""

import uuid
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.time_zones import NEVER_CHOSEN

# What a scrubbed row is called: kept in English, translated where it is shown.
FORMER_COACH = gettext_noop("Former coach")


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser):
    """A person. The row outlives the account: a deleted one is scrubbed and stays."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=60)
    email = models.EmailField(_("e-mail"), null=True, unique=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default=NEVER_CHOSEN)
    reach_me = models.CharField(_("how to reach me"), max_length=200, blank=True)
    is_operator = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField()
    scrubbed_at = models.DateTimeField(null=True)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar = ["name"]

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            # With the unique column this makes an address one person's, however it is spelt.
            models.CheckConstraint(condition=Q(email=Lower("email")), name="user_email_lower"),
            models.CheckConstraint(
                condition=Q(scrubbed_at=None)
                | Q(name=FORMER_COACH, email=None, reach_me="", is_active=False, is_operator=False),
                name="user_scrubbed_keeps_nothing",
            ),
        ]

    def __str__(self) -> str:
        return gettext(FORMER_COACH) if self.scrubbed_at else self.name


class SignInLink(models.Model):
    """A link that signs its person in, once. Only the digest of its secret is kept."""

    user = models.ForeignKey(User, models.CASCADE, related_name="sign_in_links")
    digest = models.CharField(max_length=64, unique=True)
    issued_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    issued_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.user_id} until {self.expires_at:%Y-%m-%d %H:%M}"


class WaitingPerson(models.Model):
    """Somebody who asked for a link where no mail is sent: the operator hands it over."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=60)
    email = models.EmailField(unique=True)
    asked_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["asked_at", "id"]

    def __str__(self) -> str:
        return self.name


class ApiToken(models.Model):
    """A key that lets a program act for its person. Shown once; only the digest is kept."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=12)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"


class Attempt(models.Model):
    """Something that is only allowed so often: a failed sign-in, a mail asked for.

    The key is a keyed hash of whom it counts for; neither addresses nor accounts can be read here.
    """

    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["kind", "key", "at"], name="attempt_counted"),
            models.Index(fields=["at"], name="attempt_outdated"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%Y-%m-%d %H:%M}"
