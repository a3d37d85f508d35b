"""The end of a season, and the honours of all that ended."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.sessions import SignedInRequest
from acts.sent_forms import once_per_form
from competition.commands.request_season_end import end_season
from competition.forms.season_end import EndSeason
from competition.queries.honours import due, honours_of
from competition.queries.season_end import ending_of, in_the_way, never_begun
from competition.records import CHAMPION
from jobs.queries import may_see
from league.permissions import must_run
from league.pins import book_of
from league.queries import current_season, league_for
from league.views.frame import frame
from web.posting import answer_form, given


@never_cache
@require_safe
def honours(request: HttpRequest, uuid: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)
    season = current_season(league)
    ending = ending_of(season)
    page = {
        "seasons": honours_of(league, book_of(season.pin).catalogue),
        "ending": ending,
        "shows_job": ending is not None and may_see(request.user, ending.job),
        **frame(league, own),
    }
    return render(request, "competition/honours.html", page)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def end(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Asked for here, and again where it came to nothing; how far it is, the honours show."""
    league, own = league_for(request.user, uuid)
    must_run(request.user, league)
    season = current_season(league)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                job = end_season(
                    actor=request.user,
                    season=season,
                    own=form.own(),
                    prizes=form.prizes(),
                    now=now,
                )
                sent.keep(job=str(job.uuid))
        return redirect("competition:honours", uuid)

    ending = ending_of(season)
    if ending and ending.is_under_way and not given(request):
        return redirect("competition:honours", uuid)
    earned = due(season)
    form = EndSeason(
        given(request),
        due=earned,
        entries=season.entries.select_related("team"),
        book=book_of(season.pin),
        asked=ending.asked if ending else None,
    )
    page = {
        "season": season,
        "due": earned,
        "no_champion": all(honour.kind != CHAMPION for honour in earned),
        "ending": ending,
        "never_begun": never_begun(season),
        "in_the_way": in_the_way(season),
        **frame(league, own),
    }
    return answer_form(request, "competition/end_season.html", form, carry_out, **page)
