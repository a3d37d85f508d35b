"""What the operator does for people: add them, let them in again, share the office."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts import throttle
from accounts.models import User
from acts.failures import Refused
from acts.recording import record_act
from jobs.permissions import must_be_operator


def add_person(
    *, actor: User | None, name: str, email: str, now: datetime, is_operator: bool = False
) -> User:
    """Make an account for somebody whom the operator knows. It has no password yet."""
    must_be_operator(actor)
    person = User(name=name, email=email, joined_at=now, is_operator=is_operator)
    person.set_unusable_password()
    try:
        with transaction.atomic():
            person.save(force_insert=True)
            record_act("accounts.add_person", actor=actor, on_behalf_of=person, now=now)
    except IntegrityError:
        raise Refused.because(
            "email_taken", _("There is an account with this address already."), "email"
        ) from None
    return person


def make_operator(*, actor: User | None, user: User, now: datetime) -> User:
    """Give somebody the keys to the whole site."""
    must_be_operator(actor)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk, is_active=True)
        user.is_operator = True
        user.save(update_fields=["is_operator"])
        record_act("accounts.make_operator", actor=actor, on_behalf_of=user, now=now)
    return user


def lift_lock(*, actor: User, user: User, now: datetime) -> None:
    """Forget the failed sign-ins of somebody who is locked out."""
    must_be_operator(actor)
    with transaction.atomic():
        throttle.clear(throttle.FAILURES_OF_ACCOUNT, user.email or "")
        record_act("accounts.lift_lock", actor=actor, on_behalf_of=user, now=now)
