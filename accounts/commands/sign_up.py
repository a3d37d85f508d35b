"""Signing up: by a mailed link, or at once where somebody vouches for the newcomer."""

from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts import throttle
from accounts.commands.mails import may_mail
from accounts.commands.passwords import check_new_password
from accounts.models import User
from accounts.signed_links import SIGN_UP, read_link
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from jobs.outbox import enqueue


@dataclass(frozen=True, slots=True)
class Invited:
    """Whom a sign-up link was sent to."""

    email: str
    name: str


def ask_to_sign_up(*, name: str, email: str, origin: str, client: str, now: datetime) -> None:
    """Have a link sent. Which mail it becomes is decided when the job runs, out of sight."""
    if may_mail(throttle.SIGN_UP_MAILS, email, client=client, now=now):
        with transaction.atomic():
            enqueue("accounts.mail_sign_up", now=now, email=email, name=name, origin=origin)


def read_sign_up_link(token: str, *, now: datetime) -> Invited:
    """Whom the link is for. Raises Missing for a dead one, Conflict where it has been used."""
    invited = Invited(**read_link(SIGN_UP, token, now=now))
    if User.objects.filter(email=invited.email).exists():
        raise account_exists()
    return invited


def sign_up(*, token: str, name: str, time_zone: str, new_password: str, now: datetime) -> User:
    """Make the account of whoever followed the link."""
    invited = read_sign_up_link(token, now=now)
    user = User(name=name, email=invited.email, time_zone=time_zone, joined_at=now)
    try:
        return _made(user, new_password, now=now)
    except IntegrityError:  # the link was followed twice at the same moment
        raise account_exists() from None


def sign_up_vouched_for(
    *, name: str, email: str, time_zone: str, new_password: str, now: datetime
) -> User:
    """Make an account at once, for a caller that knows why: nobody has shown whose address it is.

    Whoever calls counts the tries first, since a refusal tells that an address is registered.
    """
    user = User(name=name, email=email, time_zone=time_zone, joined_at=now)
    try:
        return _made(user, new_password, now=now)
    except IntegrityError:
        raise Refused.because(
            "email_taken", _("There is an account with this address. Sign in with it."), "email"
        ) from None


def _made(user: User, new_password: str, *, now: datetime) -> User:
    check_new_password(new_password, user)
    user.set_password(new_password)
    with transaction.atomic():
        user.save(force_insert=True)
        record_act("accounts.sign_up", actor=user, now=now)
    return user


def account_exists() -> Conflict:
    return Conflict(
        Reason(
            "account_exists", _("This link has done its work: the account exists. Sign in with it.")
        )
    )
