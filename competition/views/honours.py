"""The end of a season, and the honours of all that ended."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.sessions import SignedInRequest
from competition.commands.season_end import end_season
from competition.forms.season_end import EndSeason
from competition.queries.honours import due, honours_of
from league.permissions import must_run
from league.pins import book_of
from league.queries import current_season, league_for
from league.views.frame import frame
from web.posting import answer_form, given


@never_cache
@require_safe
def honours(request: HttpRequest, uuid: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)
    catalogue = book_of(current_season(league).pin).catalogue
    page = {"seasons": honours_of(league, catalogue), **frame(league, own)}
    return render(request, "competition/honours.html", page)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def end(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)
    must_run(request.user, league)
    season = current_season(league)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        end_season(
            actor=request.user,
            season=season,
            own=form.own(),
            prizes=form.prizes(),
            now=timezone.now(),
        )
        told = {"number": season.number}
        messages.success(request, _("Season %(number)d is over. Its books are closed.") % told)
        return redirect("competition:honours", league.uuid)

    earned = due(season)
    form = EndSeason(
        given(request),
        due=earned,
        entries=season.entries.select_related("team"),
        catalogue=book_of(season.pin).catalogue,
    )
    page = {"season": season, "due": earned, **frame(league, own)}
    return answer_form(request, "competition/end_season.html", form, carry_out, **page)
