"""Stands in for a team's page until that page is there."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse

from teams.permissions import team_for


@login_required
def roster(request: HttpRequest, uuid: UUID) -> HttpResponse:
    team, _hand = team_for(request.user, uuid)
    return HttpResponse(team.name, content_type="text/plain; charset=utf-8")
