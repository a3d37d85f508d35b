"""Making, using and revoking the keys with which programs act for a person."""

import secrets
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.digests import digest_of
from accounts.models import ApiToken, User
from accounts.queries import live_tokens
from acts.failures import Missing, Reason, Refused
from acts.recording import record_act
from web.lines import tidied, what_is_wrong_with

PREFIX = "tb_"
MOST_LIVE_TOKENS = 20
USE_IS_NOTED_EVERY = timedelta(hours=1)


def create_token(
    *, actor: User, name: str, now: datetime, secret: str = ""
) -> tuple[ApiToken, str]:
    """Make a token; the secret beside it is told here and never again. A `secret` is given by
    whoever has to be able to tell it again."""
    name = tidied(name)
    secret = secret or PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        # The person's row is the lock: two requests at once must not both take the last place.
        # Without its key, so that receipts written for the same person meanwhile do not deadlock.
        User.objects.select_for_update(no_key=True).get(pk=actor.pk)
        if reasons := why_no_token(actor=actor, name=name):
            raise Refused(*reasons)
        token = ApiToken.objects.create(
            user=actor,
            name=name,
            digest=digest_of(secret),
            hint=secret[:8],
            created_at=now,
        )
        record_act("accounts.create_token", actor=actor, now=now, token=str(token.uuid))
    return token, secret


def why_no_token(*, actor: User, name: str) -> list[Reason]:
    most = ApiToken._meta.get_field("name").max_length or 0
    reasons = what_is_wrong_with(name, subject="name", at_most=most)
    taken = list(live_tokens(actor).values_list("name", flat=True))
    if name in taken:
        reasons.append(
            Reason("name_taken", _("You already have a token of this name."), subject="name")
        )
    if len(taken) >= MOST_LIVE_TOKENS:
        full = _("%(most)d tokens is a full key ring. Revoke one that nothing uses any more.")
        reasons.append(Reason("too_many_tokens", full % {"most": MOST_LIVE_TOKENS}))
    return reasons


def revoke_token(*, actor: User, uuid: UUID, now: datetime) -> ApiToken:
    """Make one of the actor's own tokens worthless, at once and for good."""
    with transaction.atomic():
        token = live_tokens(actor).select_for_update().filter(uuid=uuid).first()
        if token is None:
            raise Missing.because("no_such_token", _("You have no such token, or no longer."))
        token.revoked_at = now
        token.save(update_fields=["revoked_at"])
        record_act("accounts.revoke_token", actor=actor, now=now, token=str(token.uuid))
    return token


def note_use(token: ApiToken, *, now: datetime) -> None:
    """Remember that a token was used, without a write for every request."""
    before = now - USE_IS_NOTED_EVERY
    if token.last_used_at is None or token.last_used_at <= before:
        unnoted = Q(last_used_at=None) | Q(last_used_at__lte=before)
        ApiToken.objects.filter(unnoted, pk=token.pk).update(last_used_at=now)
