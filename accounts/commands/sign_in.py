"""Signing in with e-mail and password."""

from datetime import datetime

from django.contrib.auth import authenticate
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import throttle
from accounts.models import User
from acts.failures import Refused
from acts.recording import record_act


def sign_in(*, email: str, password: str, client: str, now: datetime) -> User:
    """The person whom e-mail and password belong to.

    After too many failures even the right password is refused for a while: otherwise guessing on
    through the lock would pay. Unknown accounts fail and lock in the same way.
    """
    tries = throttle.count(
        {throttle.FAILURES_OF_ACCOUNT: email, throttle.FAILURES_FROM_ADDRESS: client}, now=now
    )
    user = authenticate(username=email, password=password)
    if not isinstance(user, User):
        raise Refused.because(
            "wrong_credentials", _("E-mail and password do not belong together."), "password"
        )
    with transaction.atomic():
        throttle.uncount(tries)
        throttle.clear(throttle.FAILURES_OF_ACCOUNT, email)
        record_act("accounts.sign_in", actor=user, now=now, by="password")
    return user
