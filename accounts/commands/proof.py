"""Showing that it is really the person, and not somebody at their open laptop."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.hashers import check_password
from django.utils.translation import gettext_lazy as _

from accounts import throttle
from accounts.models import User
from accounts.permissions import password_is_asked
from acts.failures import Refused


@dataclass(frozen=True, slots=True)
class Proof:
    """What a request brings along: a password, or a one-time link followed not long ago."""

    client: str
    password: str = ""
    came_by_link_at: datetime | None = None


def prove(user: User, proof: Proof, *, now: datetime) -> None:
    """Pass, or raise Refused; after too many wrong passwords TooMany, for a while."""
    if not password_is_asked(user, came_by_link_at=proof.came_by_link_at, now=now):
        return
    tries = throttle.count(
        {
            throttle.FAILED_PROOFS: str(user.uuid),
            throttle.FAILURES_FROM_ADDRESS: proof.client,
        },
        now=now,
    )
    if not check_password(proof.password, user.password):
        raise Refused.because("wrong_password", _("This is not your password."), "password")
    throttle.uncount(tries)
