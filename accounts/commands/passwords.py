"""Choosing a new password: after forgetting the old one, or because one likes to."""

import uuid
from datetime import datetime

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import throttle
from accounts.commands.mails import may_mail
from accounts.commands.proof import Proof, prove
from accounts.models import User
from accounts.queries import live_tokens
from acts.failures import Missing, Reason, Refused
from acts.recording import record_act
from jobs.outbox import enqueue


def ask_for_reset(*, email: str, origin: str, client: str, now: datetime) -> None:
    """Have a link sent, if there is an account; the job finds out, out of sight."""
    if may_mail(throttle.RESET_MAILS, email, client=client, now=now):
        with transaction.atomic():
            enqueue("accounts.mail_reset", now=now, email=email, origin=origin)


def whose_reset(*, uid: uuid.UUID, token: str) -> User:
    """Whose password the link resets. Raises Missing once it is used, altered or out of date."""
    user = User.objects.filter(uuid=uid, is_active=True).first()
    return _checked(user, token)


def reset_password(*, uid: uuid.UUID, token: str, new_password: str, now: datetime) -> User:
    """Set a new password by a mailed link. Every session, link and token from before ends.

    Tokens too: who signed up by invitation has not shown whose address it is, and whoever owns the
    mailbox shall be alone with the account.
    """
    with transaction.atomic():
        # Locked, so that of two who follow the link together the second finds it used.
        locked = (
            User.objects.select_for_update(no_key=True).filter(uuid=uid, is_active=True).first()
        )
        user = _checked(locked, token)
        check_new_password(new_password, user)
        _set_password(user, new_password, now=now)
        live_tokens(user).update(revoked_at=now)
        throttle.clear(throttle.FAILURES_OF_ACCOUNT, user.email or "")
        throttle.clear(throttle.FAILED_PROOFS, str(user.uuid))
        record_act("accounts.reset_password", actor=user, now=now)
    return user


def change_password(
    *, user: User, proof: Proof, new_password: str, now: datetime, revoke_tokens: bool = False
) -> User:
    """Set another password. Every other session and every open link ends; tokens if wished."""
    weak = _weaknesses(new_password, user)
    try:
        prove(user, proof, now=now)
    except Refused as wrong:
        raise Refused(*wrong.reasons, *weak) from None
    if weak:
        raise Refused(*weak)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk, is_active=True)
        _set_password(user, new_password, now=now)
        if revoke_tokens:
            live_tokens(user).update(revoked_at=now)
        record_act("accounts.change_password", actor=user, now=now, tokens_too=revoke_tokens)
    return user


def check_new_password(password: str, user: User) -> None:
    """Refuse a password that is easily guessed, for every reason there is."""
    if weak := _weaknesses(password, user):
        raise Refused(*weak)


def _weaknesses(password: str, user: User) -> list[Reason]:
    try:
        validate_password(password, user)
    except ValidationError as invalid:
        return [
            Reason(error.code or "weak_password", " ".join(error.messages), "new_password")
            for error in invalid.error_list
        ]
    return []


def _set_password(user: User, password: str, *, now: datetime) -> None:
    """Sessions carry a hash of the password, so they end by themselves; links are ended here."""
    user.set_password(password)
    user.save(update_fields=["password"])
    user.sign_in_links.filter(used_at=None, expires_at__gt=now).update(expires_at=now)


def _checked(user: User | None, token: str) -> User:
    if user is None or not default_token_generator.check_token(user, token):
        raise Missing.because(
            "link_over", _("This link has been used or is out of date. Ask for a new one.")
        )
    return user
