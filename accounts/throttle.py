"""How often is too often: failed sign-ins, and mails that somebody asks us to send."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from accounts.models import Attempt
from acts.failures import Reason, TooMany
from web.net import network_of


@dataclass(frozen=True, slots=True)
class Limit:
    kind: str
    most: int
    within: timedelta


FAILURES_OF_ACCOUNT = Limit("sign-in-account", 10, timedelta(minutes=15))
# A whole club sits behind one Wi-Fi.
FAILURES_FROM_ADDRESS = Limit("sign-in-address", 100, timedelta(minutes=15))
# Counted apart from sign-ins, which any stranger can fail: nobody is kept from changing the lock.
FAILED_PROOFS = Limit("proof", 10, timedelta(minutes=15))
# One for each purpose: signing somebody up again and again uses up none of their reset mails.
SIGN_UP_MAILS = Limit("mail-sign-up", 5, timedelta(hours=1))
RESET_MAILS = Limit("mail-reset", 5, timedelta(hours=1))
NEW_EMAIL_MAILS = Limit("mail-new-email", 5, timedelta(hours=1))
# By invitation, without a mail: an answer tells whether an address is registered.
SIGN_UPS_FROM = Limit("sign-up-from", 100, timedelta(hours=1))
MAILS_ASKED_FROM = Limit("mail-from", 100, timedelta(hours=1))

LONGEST = timedelta(hours=1)
# How far apart the clocks of two machines may be.
SKEW = timedelta(minutes=2)


def count(tries: Mapping[Limit, str], *, now: datetime) -> list[Attempt]:
    """Count one try against each limit, or raise TooMany and count nothing.

    The try is written and committed before the others are counted: of any number of tries made at
    the same moment each sees those committed before it, so no more than the limit get through.
    """
    with transaction.atomic(durable=True):
        # Those of a clock that was ahead would count for as long as it was.
        Attempt.objects.filter(Q(at__lt=now - LONGEST) | Q(at__gt=now + SKEW)).delete()
        mine = Attempt.objects.bulk_create(
            Attempt(kind=limit.kind, key=key_of(who), at=now) for limit, who in tries.items()
        )
    counted = Q()
    for limit, who in tries.items():
        counted |= Q(kind=limit.kind, key=key_of(who), at__gt=now - limit.within)
    rows = list(Attempt.objects.filter(counted).order_by("at", "id").values_list("kind", "at"))
    free_at = max((_free_at(limit, rows, now) for limit in tries), default=now)
    if free_at > now:
        uncount(mine)
        raise too_many(free_at - now)
    return mine


def uncount(attempts: Iterable[Attempt]) -> None:
    Attempt.objects.filter(pk__in=[attempt.pk for attempt in attempts]).delete()


def clear(limit: Limit, who: str) -> None:
    """Start counting anew, for somebody who has shown who they are another way."""
    Attempt.objects.filter(kind=limit.kind, key=key_of(who)).delete()


def forget(*names: str) -> None:
    """Forget everything that was counted for somebody."""
    Attempt.objects.filter(key__in=[key_of(who) for who in names]).delete()


def reached(limit: Limit, among: Iterable[str], *, now: datetime) -> set[str]:
    """Which of these have used the limit up."""
    keys = {key_of(who): who for who in among}
    counts = (
        Attempt.objects.filter(
            kind=limit.kind, key__in=keys, at__gt=now - limit.within, at__lte=now + SKEW
        )
        .values_list("key")
        .annotate(times=Count("id"))
    )
    return {keys[key] for key, times in counts if times >= limit.most}


def key_of(who: str) -> str:
    """What stands for an account or a caller; a caller with a whole network counts as one."""
    return salted_hmac("accounts.attempts", network_of(who), algorithm="sha256").hexdigest()


def too_many(wait: timedelta) -> TooMany:
    seconds = max(1, math.ceil(wait.total_seconds()))
    minutes = math.ceil(seconds / 60)
    sentence = ngettext(
        "That was once too often. Try again in %(minutes)d minute.",
        "That was once too often. Try again in %(minutes)d minutes.",
        minutes,
    ) % {"minutes": minutes}
    return TooMany(Reason("too_many_tries", sentence), retry_after=seconds)


def _free_at(limit: Limit, rows: list[tuple[str, datetime]], now: datetime) -> datetime:
    """When this limit allows the try that has just been counted: now, or when an old one lapses."""
    times = [at for kind, at in rows if kind == limit.kind]
    return now if len(times) <= limit.most else times[-limit.most - 1] + limit.within
