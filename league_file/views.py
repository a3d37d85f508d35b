"""Pages for taking a league along and bringing one in."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import SignedInRequest
from league.queries import league_for
from league_file.arrivals import arrival_seen_by, send_in
from league_file.forms import LeagueFile
from league_file.opening import LARGEST_FILE
from league_file.sending import sent_league
from web.posting import answer_form, given
from web.uploads import takes_large_files


@never_cache
@login_required
@require_POST
def take_along(request: SignedInRequest, uuid: UUID) -> FileResponse:
    league, _own = league_for(request.user, uuid)
    return sent_league(actor=request.user, league=league, now=timezone.now())


@takes_large_files(LARGEST_FILE)
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring_league(request: SignedInRequest) -> HttpResponse:
    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        job = send_in(actor=request.user, file=fields["file"].file, now=timezone.now())
        return redirect("league_file:arrival", job.uuid)

    form = LeagueFile(given(request), request.FILES or None)
    return answer_form(request, "league_file/bring_league.html", form, carry_out)


@never_cache
@require_safe
@login_required
def arrival(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """How far a file is that was sent in, and in the end the league or what is wrong with it."""
    page = {"arrival": arrival_seen_by(request.user, uuid), "form": LeagueFile()}
    return render(request, "league_file/arrival.html", page)
