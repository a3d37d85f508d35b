"""A player's page."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from teams.queries.careers import career_for


@never_cache
@require_safe
def player(request: HttpRequest, uuid: UUID) -> HttpResponse:
    career = career_for(request.user, uuid)
    page = {
        "career": career,
        "player": career.player,
        "team": career.team,
        "access": career.access,
        "catalogue": career.book.catalogue,
    }
    return render(request, "teams/player.html", page)
