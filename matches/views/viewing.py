"""The match for whoever watches it."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.views.frame import frame
from matches import queries
from matches.presentation.live import live_of, unchanged
from matches.presentation.story import Story
from matches.queries import Viewed


@never_cache
@require_safe
def live(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Follows along: a page that has this version already is answered after two statements."""
    match, membership = queries.match_for(request.user, uuid)
    if answer := unchanged(request, match):
        return answer
    return show_story(request, queries.view_of(match, membership))


def show_story(request: HttpRequest, viewed: Viewed) -> HttpResponse:
    context = {
        **frame(viewed.match.league, viewed.access.membership),
        **Story(live_of(viewed)).about(request.user),
    }
    return render(request, "matches/viewer_page.html", context)
