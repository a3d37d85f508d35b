"""Hire & Fire, and the windows in which it is open."""

from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.sessions import SignedInRequest
from league.permissions import must_run
from league.queries import league_for
from league.rulebook import must_play_with
from teams.commands.hiring import change_basket, drop_basket, finish_hiring
from teams.commands.windows import close_window, open_window, open_windows
from teams.forms.changing import OpenWindow, OpenWindows
from teams.office import office_faults
from teams.permissions import must_act, must_run_for, team_for
from teams.queries.hiring import Hiring, hiring_of
from teams.queries.windows import windows_of
from teams.views.baskets import BasketPage
from teams.windows import is_open, unfinished
from web.posting import answer_form, given


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hire(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """The basket: kept at each tap, emptied into the team by Finish."""
    team, access = team_for(request.user, uuid)
    must_act(request.user, team)
    person = request.user

    def by_right(buying: Hiring) -> bool:
        """Whether they act as the team's coach, or not at all."""
        return not access.runs_league or (access.coaches and buying.is_open)

    return BasketPage(
        request=request,
        access=access,
        template="teams/hire.html",
        read=lambda: hiring_of(team, access=access, now=timezone.now()),
        change=partial(change_basket, team=team),
        finish=partial(finish_hiring, team=team),
        done=_("Hire & Fire is done."),
        about=lambda buying: {"hindered": [] if by_right(buying) else office_faults(person, team)},
    ).answer()


@never_cache
@login_required
@require_POST
def drop(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Empty the basket."""
    team, _hand = team_for(request.user, uuid)
    drop_basket(actor=request.user, team=team, now=timezone.now())
    return redirect("teams:hire", team.uuid)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def window(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Open the window of one team, or move the time at which it closes."""
    team, access = team_for(request.user, uuid)
    must_run_for(request.user, team)
    must_play_with(team.league, "hire")
    now = timezone.now()
    present = unfinished(team)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        open_window(actor=request.user, team=team, now=now, **fields)
        messages.success(request, _("The window is open."))
        return redirect("teams:hire", team.uuid)

    form = OpenWindow(given(request), initial={"closes_at": present and present.closes_at})
    return answer_form(
        request,
        "teams/window.html",
        form,
        carry_out,
        team=team,
        access=access,
        window=present,
        is_open=is_open(present, now=now),
    )


@never_cache
@login_required
@require_POST
def close(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    team, _hand = team_for(request.user, uuid)
    close_window(actor=request.user, team=team, now=timezone.now())
    messages.success(request, _("The window is closed."))
    return redirect("teams:window", team.uuid)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def windows(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """All windows of a league: the commissioner opens them for some teams or for all."""
    league, _membership = league_for(request.user, uuid)
    must_run(request.user, league)
    now = timezone.now()
    shown = windows_of(league, now=now)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        opened = open_windows(actor=request.user, league=league, now=now, **fields)
        messages.success(request, _("Windows open: %(n)d.") % {"n": len(opened)})
        return redirect("teams:windows", league.uuid)

    form = OpenWindows(given(request), teams=[row.team for row in shown])
    return answer_form(request, "teams/windows.html", form, carry_out, league=league, windows=shown)
