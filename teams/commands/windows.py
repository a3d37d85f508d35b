"""Windows: when a team's coach may hire and fire, by the commissioner's word."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from league.models import League
from league.permissions import must_run
from league.rulebook import must_play_with
from teams import ledger
from teams.commands.coaches import FURTHEST_AHEAD
from teams.models import Team, Window
from teams.permissions import must_be_active, must_run_for
from teams.windows import following, next_window, unfinished


def open_window(
    *, actor: User, team: Team, now: datetime, closes_at: datetime | None = None
) -> Window:
    """Let a team's coach hire and fire, until a time if one is given; one that is open gets it."""
    must_run_for(actor, team)
    must_play_with(team.league, "hire")
    if reasons := closing_faults(closes_at, now=now):
        raise Refused(*reasons)
    with transaction.atomic():
        team = ledger.lock(team)
        must_be_active(team)
        (window,) = _opened([team], actor=actor, now=now, closes_at=closes_at)
        record_act(
            "teams.open_window",
            actor=actor,
            now=now,
            team=str(team.uuid),
            closes_at=closes_at.isoformat() if closes_at else None,
        )
    return window


def open_windows(
    *,
    actor: User,
    league: League,
    now: datetime,
    closes_at: datetime | None = None,
    teams: Collection[UUID] | None = None,
) -> list[Window]:
    """Let the coaches of these teams hire and fire, or those of all teams of the league."""
    must_run(actor, league)
    must_play_with(league, "hire")
    reasons = closing_faults(closes_at, now=now)
    with transaction.atomic():
        wanted = league.teams.filter(state=Team.State.ACTIVE).order_by("id")
        if teams is not None:
            wanted = wanted.filter(uuid__in=teams)
        # In the order of their ids: two commissioners at once wait, and never for each other.
        locked = list(wanted.select_for_update(no_key=True))
        if teams is not None and len(locked) < len(set(teams)):
            sentence = _("Not every team named here plays in this league.")
            reasons.append(Reason("no_such_team", sentence, "teams"))
        elif not locked:
            reasons.append(Reason("no_teams", _("There is no team to open it for."), "teams"))
        if reasons:
            raise Refused(*reasons)
        windows = _opened(locked, actor=actor, now=now, closes_at=closes_at)
        record_act(
            "teams.open_windows",
            actor=actor,
            now=now,
            league=str(league.uuid),
            teams=[str(team.uuid) for team in locked],
            closes_at=closes_at.isoformat() if closes_at else None,
        )
    return windows


def close_window(*, actor: User, team: Team, now: datetime) -> Window:
    """End a window before its coach has finished; the basket is forgotten. Raises Conflict."""
    must_run_for(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        window = unfinished(team)
        if window is None:
            raise Conflict.because("window_closed", _("The window is closed already."))
        close(window, now=now)
        record_act("teams.close_window", actor=actor, now=now, team=str(team.uuid))
    return window


def close(window: Window, *, now: datetime) -> None:
    """Inside the transaction of a command that holds the team."""
    window.closed_at = now
    window.save(update_fields=["closed_at"])


def new_window(team: Team, *, actor: User | None, now: datetime, is_for_coach: bool) -> Window:
    """The team's next window. The team is locked, and none is open."""
    window = next_window(team)
    window.opened_by, window.opened_at, window.is_for_coach = actor, now, is_for_coach
    window.save()
    return window


def closing_faults(closes_at: datetime | None, *, now: datetime) -> list[Reason]:
    if closes_at is None:
        return []
    if closes_at <= now:
        return [Reason("closes_in_the_past", _("It closes at a time to come."), "closes_at")]
    if closes_at > now + FURTHEST_AHEAD:
        sentence = _("A year ahead is as far as one can plan.")
        return [Reason("too_far_ahead", sentence, "closes_at")]
    return []


def _opened(
    teams: list[Team], *, actor: User, now: datetime, closes_at: datetime | None
) -> list[Window]:
    """Three statements, however many teams. What the commissioner had in hand makes way."""
    there = {
        window.team_id: window for window in Window.objects.filter(team__in=teams, closed_at=None)
    }
    last = {
        team: (number, revision)
        for team, number, revision in Window.objects.filter(team__in=teams)
        .values_list("team")
        .annotate(Max("number"), Max("revision"))
        .order_by("team")
    }
    for window in there.values():
        if not window.is_for_coach:
            window.is_for_coach, window.basket, window.people = True, {}, {}
            window.revision += 1
        window.closes_at = closes_at
    Window.objects.bulk_update(
        there.values(), ["is_for_coach", "basket", "people", "revision", "closes_at"]
    )
    fresh = Window.objects.bulk_create(
        Window(
            team=team,
            **following(*last.get(team.pk, (None, None))),
            opened_by=actor,
            opened_at=now,
            closes_at=closes_at,
        )
        for team in teams
        if team.pk not in there
    )
    return [*there.values(), *fresh]
