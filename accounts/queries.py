"""What pages about people need to know."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts import throttle
from accounts.models import ApiToken, SignInLink, User, WaitingPerson


def open_link(digest: str, *, now: datetime) -> SignInLink | None:
    """The link of this digest if it still opens. One statement."""
    link = unexpired_link(digest, now=now)
    return link if link and link.used_at is None else None


def unexpired_link(digest: str, *, now: datetime) -> SignInLink | None:
    """The link of this digest until it runs out, used or not. One statement."""
    alive = SignInLink.objects.filter(expires_at__gt=now, user__is_active=True)
    return alive.filter(digest=digest).select_related("user").first()


def live_tokens(person: User) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(user=person, revoked_at=None).order_by("-id")


def token_by_digest(digest: str) -> ApiToken | None:
    """The live token of somebody who may still come in, with its person. One statement."""
    tokens = ApiToken.objects.select_related("user")
    return tokens.filter(digest=digest, revoked_at=None, user__is_active=True).first()


def people(*, matching: str = "") -> QuerySet[User]:
    """Everybody with an account, by name; `matching` is part of a name or an address."""
    everybody = User.objects.filter(is_active=True).order_by("name", "id")
    if not matching:
        return everybody
    return everybody.filter(Q(name__icontains=matching) | Q(email__icontains=matching))


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who asked for a link and whom no mail reaches."""

    uuid: UUID
    name: str
    email: str
    asked_at: datetime
    account: User | None


def waiting(*, matching: str = "") -> QuerySet[WaitingPerson]:
    """Who waits to be let in, who asked last first: nobody is pushed out of sight by strangers."""
    return WaitingPerson.objects.filter(
        Q(name__icontains=matching) | Q(email__icontains=matching)
    ).order_by("-asked_at", "-id")


def with_accounts(people: Sequence[WaitingPerson]) -> list[Waiting]:
    """With the accounts of their addresses. One statement."""
    known = {user.email: user for user in User.objects.filter(email__in=[p.email for p in people])}
    return [Waiting(p.uuid, p.name, p.email, p.asked_at, known.get(p.email)) for p in people]


def locked_out(persons: list[User], *, now: datetime) -> set[int]:
    """The ids of those who have failed to sign in too often. One statement."""
    by_email = {person.email: person.pk for person in persons if person.email}
    locked = throttle.reached(throttle.FAILURES_OF_ACCOUNT, by_email, now=now)
    return {by_email[email] for email in locked}


def export_of(user: User) -> dict[str, Any]:
    """All that accounts keeps about one person. Two statements besides the person's own row."""
    return {
        "id": user.uuid,
        "name": user.name,
        "email": user.email,
        "time_zone": user.time_zone,
        "how_to_reach_me": user.reach_me,
        "operator": user.is_operator,
        "joined_at": user.joined_at,
        "last_signed_in_at": user.last_login,
        "sign_in_links": list(
            user.sign_in_links.order_by("id").values("issued_at", "expires_at", "used_at")
        ),
        "api_tokens": list(
            user.api_tokens.order_by("id").values(
                "name", "hint", "created_at", "last_used_at", "revoked_at"
            )
        ),
    }
