"""One-time sign-in links: the way in without mail and without a password."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import throttle
from accounts.digests import digest_of
from accounts.models import SignInLink, User
from accounts.queries import open_link, unexpired_link
from acts.failures import Conflict, Missing, Reason, Refused
from acts.receipts import keep, once
from acts.recording import record_act
from jobs.permissions import must_be_operator

LIFETIME = timedelta(days=1)
PRESSED_TWICE_WITHIN = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class IssuedLink:
    """A link at the one moment at which its secret is known."""

    user: User
    secret: str
    expires_at: datetime

    @property
    def path(self) -> str:
        return reverse("accounts:sign-in-link", args=[self.secret])


def issue_sign_in_link(
    *,
    actor: User | None,
    user: User,
    now: datetime,
    lifetime: timedelta = LIFETIME,
    secret: str = "",
) -> IssuedLink:
    """A link that signs this person in, once; the operator hands it over. `actor` None means the
    console. A `secret` is given by whoever has to be able to tell it again."""
    must_be_operator(actor)
    secret = secret or secrets.token_urlsafe(24)
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if not person.is_active:
            raise Refused.because("former_coach", _("This account has been deleted."))
        link = SignInLink.objects.create(
            user=person,
            digest=digest_of(secret),
            issued_by=actor,
            issued_at=now,
            expires_at=now + lifetime,
        )
        record_act("accounts.issue_sign_in_link", actor=actor, on_behalf_of=person, now=now)
    return IssuedLink(user=person, secret=secret, expires_at=link.expires_at)


def whose_link(secret: str, *, now: datetime) -> User:
    """Whom a link would sign in. Raises Missing if it is used up, out of date or unknown."""
    link = open_link(digest_of(secret), now=now)
    if link is None:
        raise link_over()
    return link.user


def issued_link(secret: str) -> IssuedLink:
    """The link of this secret, to be told again."""
    link = SignInLink.objects.filter(digest=digest_of(secret)).select_related("user").first()
    if link is None:
        raise link_over()
    return IssuedLink(user=link.user, secret=secret, expires_at=link.expires_at)


def use_sign_in_link(*, secret: str, browser: str, now: datetime) -> User:
    """Use the link up; its person may sign in again even if locked out before.

    `browser` tells one browser from all others: the one that used the link may press twice.
    """
    digest = digest_of(secret)
    link = unexpired_link(digest, now=now)
    if link is None:
        raise link_over()
    try:
        with once(
            actor=link.user, key=f"sign-in-link {digest}", fingerprint=browser, now=now
        ) as receipt:
            if receipt.status is None:
                _use_up(link, now=now)
                keep(receipt, status=200, body=None)
            elif receipt.at < now - PRESSED_TWICE_WITHIN:
                raise link_over()
    except Conflict:
        raise link_over() from None
    return link.user


def _use_up(link: SignInLink, *, now: datetime) -> None:
    if not SignInLink.objects.filter(pk=link.pk, used_at=None).update(used_at=now):
        raise link_over()
    throttle.clear(throttle.FAILURES_OF_ACCOUNT, link.user.email or "")
    record_act("accounts.sign_in", actor=link.user, now=now, by="link")


def link_over() -> Missing:
    return Missing(
        Reason("link_over", _("This link has been used or is out of date. Ask for a new one."))
    )
