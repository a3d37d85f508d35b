"""Leagues: listed, renamed, closed; how one is founded, the competition knows."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import SignedInRequest
from league import forms
from league.commands import leagues as commands
from league.models import Role, Season
from league.permissions import must_hold_office
from league.queries import league_for, listed_leagues
from league.views.frame import frame
from rules.editions import edition
from rules.loading import editions
from web.posting import answer_form, given

LEAGUES_A_PAGE = 30


@never_cache
@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    page = Paginator(listed_leagues(request.user), LEAGUES_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, **names_in_lists()}
    return render(request, "league/leagues.html", context)


def names_in_lists() -> dict[str, Any]:
    """What a list calls editions, states and roles, of which rows hold only the keys."""
    return {
        "editions": {key: edition(key).title for key in editions()},
        "states": dict(Season.State.choices),
        "roles": dict(Role.choices),
    }


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)
    must_hold_office(request.user, league)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        commands.change_league(actor=request.user, league=league, now=timezone.now(), **form.told())
        messages.success(request, _("Saved."))
        return redirect("league:settings", league.uuid)

    form = forms.Settings.of(league, given(request))
    return answer_form(request, "league/settings.html", form, carry_out, **frame(league, own))


@never_cache
@login_required
@require_POST
def close(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    league, _own = league_for(request.user, uuid)
    commands.close_league(actor=request.user, league=league, now=timezone.now())
    messages.success(request, _("The league is closed. It can be read, and opened again."))
    return redirect("press:league", league.uuid)


@never_cache
@login_required
@require_POST
def reopen(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    league, _own = league_for(request.user, uuid)
    commands.reopen_league(actor=request.user, league=league, now=timezone.now())
    messages.success(request, _("The league is open again."))
    return redirect("press:league", league.uuid)
