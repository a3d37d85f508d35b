"""The dice log of a match and of a league."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.queries import league_for
from league.views.frame import frame
from matches import queries
from matches.dice.dice_log import A_PAGE, Log, log_of_league, log_of_match


@never_cache
@require_safe
def of_match(request: HttpRequest, uuid: UUID) -> HttpResponse:
    viewed = queries.view_match(request.user, uuid)
    context = {
        **frame(viewed.match.league, viewed.access.membership),
        "match": viewed.match,
        "sides": viewed.record.sides,
    }
    return _page(request, log_of_match(viewed.match, viewed.access), context)


@never_cache
@require_safe
def of_league(request: HttpRequest, uuid: UUID) -> HttpResponse:
    league, membership = league_for(request.user, uuid)
    return _page(request, log_of_league(league), frame(league, membership))


def _page(request: HttpRequest, log: Log, context: dict[str, object]) -> HttpResponse:
    page = Paginator(log, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "matches/dice.html", {**context, "page": page, "tally": log.tally()})
