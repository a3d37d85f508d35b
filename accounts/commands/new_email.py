"""Moving an account to another e-mail address."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import IntegrityError, transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import throttle
from accounts.commands.mails import may_mail
from accounts.commands.proof import Proof, prove
from accounts.models import User
from accounts.signed_links import NEW_EMAIL, read_link, sign_link
from acts.failures import Missing, Reason, Refused
from acts.recording import record_act
from jobs.outbox import enqueue


@dataclass(frozen=True, slots=True)
class Move:
    """What a link for a new address says: whose account, whereto, and as things stood when."""

    user: uuid.UUID
    email: str
    stand: str


def ask_for_new_email(*, user: User, email: str, proof: Proof, origin: str, now: datetime) -> None:
    """Have a link sent to the new address and a notice to the old one. Whether the new address is
    free is found out when the link is made: the answer here says nothing about it."""
    prove(user, proof, now=now)
    if email == user.email:
        raise Refused.because("same_email", _("This is your address already."), "email")
    if not may_mail(throttle.NEW_EMAIL_MAILS, email, client=proof.client, now=now):
        return
    owed = partial(enqueue, now=now, owner=user, origin=origin)
    with transaction.atomic():
        owed("accounts.mail_new_email", email=email, user=str(user.uuid))
        owed("accounts.mail_old_email", email=user.email, name=user.name)
        record_act("accounts.ask_for_new_email", actor=user, now=now)


def new_email_link(user: User, email: str, *, now: datetime) -> str:
    return sign_link(NEW_EMAIL, now=now, user=str(user.uuid), email=email, stand=_stand(user))


def read_new_email_link(token: str, *, now: datetime) -> Move:
    """What the link would do. Raises Missing if it is dead or things have changed since."""
    move = _read(token, now=now)
    _mover(User.objects.filter(uuid=move.user).first(), move)
    return move


def change_email(*, token: str, now: datetime) -> User:
    """Move the account to the address that the link was sent to."""
    move = _read(token, now=now)
    try:
        with transaction.atomic():
            locked = User.objects.select_for_update(no_key=True).filter(uuid=move.user).first()
            user = _mover(locked, move)
            user.email = move.email
            user.save(update_fields=["email"])
            record_act("accounts.change_email", actor=user, now=now)
    except IntegrityError:  # somebody signed up with the address at this very moment
        raise _link_over() from None
    return user


def _read(token: str, *, now: datetime) -> Move:
    facts = read_link(NEW_EMAIL, token, now=now)
    return Move(user=uuid.UUID(facts["user"]), email=facts["email"], stand=facts["stand"])


def _mover(user: User | None, move: Move) -> User:
    if (
        user is None
        or not user.is_active
        or not constant_time_compare(move.stand, _stand(user))
        or User.objects.filter(email=move.email).exists()
    ):
        raise _link_over()
    return user


def _stand(user: User) -> str:
    """Changes with address and password: a new password is how one stops a move not asked for."""
    return salted_hmac("accounts.new-email", f"{user.email} {user.password}").hexdigest()


def _link_over() -> Missing:
    return Missing(
        Reason("link_over", _("This link has been used, or things have changed since it was sent."))
    )
