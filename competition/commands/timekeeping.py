"""What the clock does in a season: rounds opened and closed, coaches reminded, what is overdue."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Min, Q

from accounts.models import User
from competition.clock import SHORTEST_GRACE, grace_of, open_and_dated, overdue, today_of
from competition.commands.owing import owe_pairing
from competition.commands.rounds import close_round, locked_stage, open_round
from competition.endings import UNPLAYED
from competition.models import Downtime, Fixture, Round, Stage
from competition.people import people_behind, people_coaching, people_in_office
from competition.redrafts import yet_to_redraft
from jobs.outbox import enqueue
from league.models import Season

MAIL_REMINDER = "competition.mail_reminder"
MAIL_REDRAFT = "competition.mail_redraft"
MAIL_OVERDUE = "competition.mail_overdue"
KEEP_STAGE = "competition.keep_stage"
# How long before the deadline of the re-draft coaches are reminded of it.
BEFORE_REDRAFT = timedelta(days=3)


def owe_timekeeping(*, now: datetime) -> int:
    """Owe a job for each stage in which the clock has something to do; how many there are."""
    due = stages_due(now=now)
    with transaction.atomic():
        for stage in due:
            enqueue(KEEP_STAGE, now=now, key=f"time/{stage.uuid}/{now:%Y-%m-%dT%H}", stage=stage.pk)
    return len(due)


def stages_due(*, now: datetime) -> list[Stage]:
    """The running stages that the clock may change. Three statements."""
    running = Stage.objects.filter(
        state=Stage.State.RUNNING,
        season__state=Season.State.RUNNING,
        season__league__closed_at=None,
    )
    # It is tomorrow already in some zone; the stage's own calendar decides later.
    begins = Q(state=Round.State.PLANNED, starts_on__lte=(now + timedelta(days=1)).date())
    ends = Q(state=Round.State.OPEN, due_at__lte=now) & ~Q(fixtures__state__in=UNPLAYED)
    by_round = Round.objects.filter(begins | ends, stage__in=running).values_list("stage")
    dated = open_and_dated(Fixture.objects.filter(stage__in=running)).order_by()
    late = overdue(
        Fixture.objects.filter(stage__in=running), now=now, grace=SHORTEST_GRACE
    ).exclude(overdue_since=F("due"))
    soon = (
        dated.filter(due__gt=now, match=None)
        .exclude(reminded_of=F("due"))
        .values("stage", "stage__remind_days")
        .annotate(first=Min("due"))
    )
    wanted = {
        each["stage"]
        for each in soon
        if each["first"] - timedelta(days=each["stage__remind_days"]) <= now
    }
    found = running.filter(Q(pk__in=by_round) | Q(pk__in=late.values("stage")) | Q(pk__in=wanted))
    return list(found.order_by("pk"))


def keep_time(*, stage: Stage, now: datetime) -> dict[str, int]:
    """Do what the clock owes a stage by now. Twice is as good as once."""
    with transaction.atomic():
        # The season before the stage, as everywhere: a round that opens may bring other rules.
        Season.objects.select_for_update(no_key=True).get(pk=stage.season_id)
        stage = locked_stage(stage)
        if not _is_played(stage) or stage.season.league.closed_at:
            return {}
        return {
            "opened": _open_rounds(stage, now=now),
            "closed": _close_rounds(stage, now=now),
            "reminded": _remind(stage, now=now),
            "overdue": _note_overdue(stage, now=now),
        }


def _is_played(stage: Stage) -> bool:
    playing = stage.season.state == Season.State.RUNNING
    return playing and stage.state == Stage.State.RUNNING


def _open_rounds(stage: Stage, *, now: datetime) -> int:
    today = today_of(stage, now=now)
    begun = list(stage.rounds.filter(state=Round.State.PLANNED, starts_on__lte=today))
    for each in begun:
        open_round(actor=None, of=each, now=now)
    return len(begun)


def _close_rounds(stage: Stage, *, now: datetime) -> int:
    unplayed = stage.fixtures.filter(state__in=UNPLAYED).values("round")
    over = stage.rounds.filter(state=Round.State.OPEN, due_at__lte=now).exclude(pk__in=unplayed)
    closed = list(over)
    for each in closed:
        close_round(actor=None, of=each, now=now)
    paired = stage.rounds.count()
    if closed and stage.format == Stage.Format.SWISS and paired < stage.swiss_rounds:
        owe_pairing(stage, now=now)
    return len(closed)


def _remind(stage: Stage, *, now: datetime) -> int:
    """Once for every fixture, person and deadline."""
    until = now + timedelta(days=stage.remind_days)
    soon = (
        open_and_dated(stage.fixtures.exclude(round__state=Round.State.CLOSED))
        .filter(due__gt=now, due__lte=until, match=None)
        .exclude(reminded_of=F("due"))
        .select_related("home", "away")
    )
    owed = 0
    for fixture in soon:
        for person in _both(fixture, at=now):
            owed += 1
            enqueue(
                MAIL_REMINDER,
                now=now,
                key=f"remind/{fixture.uuid}/{person.uuid}/{fixture.due:%Y-%m-%dT%H:%MZ}",
                fixture=fixture.pk,
                person=person.pk,
                due=fixture.due.isoformat(),
            )
        Fixture.objects.filter(pk=fixture.pk).update(reminded_of=fixture.due)
    return owed


def _both(fixture: Fixture, *, at: datetime) -> Iterable[User]:
    people = {*people_behind(fixture.home, at=at), *people_behind(fixture.away, at=at)}
    return sorted(people, key=lambda person: person.pk)


def _note_overdue(stage: Stage, *, now: datetime) -> int:
    """Tell whoever runs the league, once for each deadline that passed."""
    found = overdue(stage.fixtures.all(), now=now, grace=grace_of(stage.season))
    late = list(found.exclude(overdue_since=F("due")))
    if not late:
        return 0
    for fixture in late:
        Fixture.objects.filter(pk=fixture.pk).update(overdue_since=fixture.due)
    last = max(each.due for each in late)
    for person in people_in_office(stage.season.league):
        enqueue(
            MAIL_OVERDUE,
            now=now,
            key=f"overdue/{stage.uuid}/{person.uuid}/{last:%Y-%m-%dT%H:%MZ}/{late[0].pk}",
            stage=stage.pk,
            person=person.pk,
            fixtures=[each.pk for each in late],
        )
    return len(late)


def remind_of_redrafts(*, now: datetime) -> int:
    """Owe a mail to everybody whose team has yet to be re-drafted, once for each deadline; how many
    are owed."""
    soon = Downtime.objects.filter(
        due_at__gt=now, due_at__lte=now + BEFORE_REDRAFT, season__league__closed_at=None
    ).exclude(season__state=Season.State.OVER)
    owed = 0
    for downtime in soon.exclude(reminded_of=F("due_at")).order_by("pk"):
        with transaction.atomic():
            Downtime.objects.select_for_update().get(pk=downtime.pk)
            downtime.refresh_from_db()
            if downtime.reminded_of != downtime.due_at:
                owed += _remind_of(downtime, now=now)
    return owed


def _remind_of(downtime: Downtime, *, now: datetime) -> int:
    owed = 0
    for team in yet_to_redraft(downtime.season):
        for person in people_coaching(team.pk, at=now):
            owed += 1
            enqueue(
                MAIL_REDRAFT,
                now=now,
                key=f"redraft/{team.uuid}/{person.uuid}/{downtime.due_at:%Y-%m-%dT%H:%MZ}",
                team=team.pk,
                person=person.pk,
                downtime=downtime.pk,
                due=str(downtime.due_wall),
            )
    Downtime.objects.filter(pk=downtime.pk).update(reminded_of=downtime.due_at)
    return owed
