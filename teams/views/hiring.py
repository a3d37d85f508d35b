"""Hire & Fire, and the windows in which it is open."""

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
from django_htmx.http import HttpResponseClientRefresh

from accounts.sessions import SignedInRequest
from jobs.failures import Conflict, Failure, Refused
from jobs.sent_forms import once_per_form
from league.permissions import must_run
from league.queries import league_for
from teams.commands.hiring import change_basket, drop_basket, finish_hiring
from teams.commands.windows import (
    close_window,
    is_open,
    open_window,
    open_windows,
    unfinished,
)
from teams.forms.changing import OpenWindow, OpenWindows
from teams.forms.hiring import BasketForm
from teams.models import Team
from teams.permissions import Hand, must_act, must_run_for, team_for
from teams.queries.hiring import hiring_of
from teams.queries.windows import windows_of
from web.parts import render_part
from web.posting import answer_form, given
from web.templatetags.touchback import gold


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hire(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """The basket: kept at each tap, emptied into the team by Finish."""
    team, hand = team_for(request.user, uuid)
    must_act(request.user, team)
    if request.method != "POST":
        return _page(request, _form(None, team, hand), hand)
    try:
        if "finish" in request.POST:
            return _finish(request, team, hand)
        return _keep(request, team, hand)
    except (Refused, Conflict) as failure:
        if request.htmx:  # type: ignore[attr-defined]
            # The page around the part that a tap mends is behind: it is loaded anew.
            messages.warning(request, " ".join(failure.sentences))
            return HttpResponseClientRefresh()
        return _page(request, _form(None, team, hand), hand, refused=failure)


def _form(sent: Any, team: Team, hand: Hand) -> BasketForm:
    hiring = hiring_of(team, hand=hand, now=timezone.now())
    return BasketForm(sent, hiring=hiring, runs_league=hand.runs_league)


def _keep(
    request: SignedInRequest, team: Team, hand: Hand, *, refused: Refused | None = None
) -> HttpResponse:
    """Note what is wanted, and show what it comes to."""
    form = _form(request.POST, team, hand)
    if not form.is_valid():
        return _page(request, form, hand, status=422)
    change_basket(actor=request.user, team=team, now=timezone.now(), **form.wanted)
    saved = _form(None, team, hand)
    saved.keep_word(form)
    return _page(request, saved, hand, refused=refused)


def _finish(request: SignedInRequest, team: Team, hand: Hand) -> HttpResponse:
    """Buy and drop what the form says, once; what is refused is kept in the basket."""
    now = timezone.now()
    form = _form(request.POST, team, hand)
    is_fit = form.is_valid()
    try:
        with once_per_form(request, now=now) as sent:
            if sent.is_new and is_fit:
                finish_hiring(actor=request.user, team=team, now=now, **form.wanted, word=form.word)
                sent.keep()
    except Refused as refused:
        return _keep(request, team, hand, refused=refused)
    if sent.is_new:
        return _page(request, form, hand, status=422)
    team.refresh_from_db()
    done = _("Hire & Fire is done. %(left)s left in the treasury.")
    messages.success(request, done % {"left": gold(team.treasury)})
    return redirect("teams:hire", team.uuid)


def _page(
    request: SignedInRequest,
    form: BasketForm,
    hand: Hand,
    *,
    status: int = 200,
    refused: Failure | None = None,
) -> HttpResponse:
    hiring = form.hiring
    page = {
        "team": hiring.team,
        "hand": hand,
        "form": form,
        "hiring": hiring,
        "is_open": is_open(hiring.window, now=timezone.now()),
        "is_finish": "finish" in request.POST,
        "refused": refused.sentences if refused else [],
    }
    status = refused.status if refused else status
    return render_part(request, "teams/hire.html", page, "outcome", "purse", status=status)


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
    team, hand = team_for(request.user, uuid)
    must_run_for(request.user, team)
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
        hand=hand,
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
