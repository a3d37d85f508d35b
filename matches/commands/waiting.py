"""Reports that have waited long enough: said again, and then taken for confirmed."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from jobs.outbox import enqueue
from league.hooks import LeagueReopened
from league.models import Season
from league.pins import book_of
from matches.awaiting import OWN_PATIENCE, patience_of
from matches.commands.reporting import notice_of
from matches.models import Match, MatchSide
from matches.unscheduled import lapses_at

CONFIRM = "matches.confirm_unanswered"
REMIND = "matches.remind_of_report"
LAPSE = "matches.lapse"
# No league gives longer notice than this, so that it is looked at in time.
LONGEST_NOTICE = timedelta(days=1)
# No league lets invitations lapse sooner.
SHORTEST_INVITATION = timedelta(minutes=59)


def owe_confirmations(*, now: datetime) -> int:
    """Owe a job for each report that nobody answered in time; how many there are."""
    wait_anew(now=now)
    due = unanswered(now=now)
    with transaction.atomic():
        for match in due:
            # A report that was withdrawn and sent again has another revision, and waits anew.
            key = f"unanswered/{match.uuid}/{match.revision}"
            enqueue(CONFIRM, now=now, key=key, match=match.pk)
    return len(due)


def wait_anew(*, now: datetime) -> int:
    """A report that came by a clock which was ahead waits from now on, for as long as it was to.
    How many there are."""
    ahead = Match.objects.filter(
        state=Match.State.REPORTED,
        confirms_at__isnull=False,
        # A simulated league may be behind the clock on the wall, and all others are not ahead.
        reported_at__gt=max(now, timezone.now()),
    )
    with transaction.atomic():
        found = list(ahead.select_for_update(no_key=True).order_by("id"))
        for match in found:
            if match.confirms_at and match.reported_at:
                match.confirms_at = now + (match.confirms_at - match.reported_at)
            match.reported_at = now
            _remind_anew(match)
    return len(found)


def wait_since_reopening(told: LeagueReopened) -> None:
    """Whoever could answer nothing while a league was closed has their time again, a day at least.
    The league is held."""
    waiting = Match.objects.filter(
        league=told.league, state=Match.State.REPORTED, confirms_at__isnull=False
    )
    rules = waiting.select_related("pin__catalogue").defer("pin__catalogue__data")
    for match in rules.select_for_update(of=("self",), no_key=True).order_by("id"):
        match.confirms_at = told.now + max(patience_of(book_of(match.pin)), OWN_PATIENCE)
        _remind_anew(match)


def _remind_anew(match: Match) -> None:
    match.reminded_at = None
    # Under another revision jobs are owed again that were owed before.
    match.revision += 1
    match.save(update_fields=["confirms_at", "reported_at", "reminded_at", "revision"])


def owe_reminders(*, now: datetime) -> int:
    """Owe a job for each report whose silence counts soon; how many there are."""
    soon = _waiting().filter(confirms_at__lte=now + LONGEST_NOTICE, reminded_at=None)
    rules = soon.select_related("pin__catalogue").defer("pin__catalogue__data")
    due = [
        match
        for match in rules.order_by("confirms_at", "id")
        if match.confirms_at and match.confirms_at - notice_of(book_of(match.pin)) <= now
    ]
    with transaction.atomic():
        for match in due:
            key = f"remind-report/{match.uuid}/{match.revision}"
            enqueue(REMIND, now=now, key=key, match=match.pk)
    return len(due)


def owe_lapses(*, now: datetime) -> int:
    """Owe a job for each invitation that nobody answered in time, and for each of a season that is
    over; how many there are."""
    asked = Match.objects.filter(
        Q(state=Match.State.PRE_MATCH, entered_at__lt=now - SHORTEST_INVITATION)
        | Q(season__state=Season.State.OVER),
        pk__in=MatchSide.objects.filter(agreed_at=None, through_at=None).values("match"),
        league__closed_at=None,
    ).exclude(state=Match.State.CALLED_OFF)
    rules = asked.select_related("league", "season", "pin__catalogue").defer("pin__catalogue__data")
    due = [
        match
        for match in rules.order_by("id")
        if match.season.state == Season.State.OVER or lapses_at(match) <= now
    ]
    with transaction.atomic():
        for match in due:
            key = f"lapse-match/{match.uuid}/{now:%Y-%m-%dT%H}"
            enqueue(LAPSE, now=now, key=key, match=match.pk)
    return len(due)


def unanswered(*, now: datetime) -> list[Match]:
    """One statement."""
    silent = _waiting().filter(confirms_at__lte=now, reminded_at__isnull=False)
    return list(silent.order_by("confirms_at", "id"))


def _waiting() -> QuerySet[Match]:
    return Match.objects.filter(state=Match.State.REPORTED, league__closed_at=None)
