"""Totals from paper, in one form."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.sessions import SignedInRequest
from acts.failures import Conflict, Missing, Reason, Refused
from league.pins import edition_of
from league.views.frame import frame
from matches import queries
from matches.commands.totals import enter_totals
from matches.forms.totals_form import read_totals, totals_form
from matches.forms.typing_in import revision_in
from matches.models import Match
from matches.permissions import must_sit_at
from matches.pitch.lineups import field_of, standing_taps
from matches.queries import Viewed


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def totals(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    viewed = queries.view_match(request.user, uuid)
    must_sit_at(viewed.access)
    if not edition_of(viewed.match.pin).pitch.knows_players:
        sentence = _("In this game nobody counts what single players do.")
        raise Missing.because("no_totals", sentence)
    if viewed.match.state != Match.State.PLAYING:
        messages.warning(request, viewed.match.as_it_stands)
        return redirect("matches:match", uuid=uuid)
    if request.method != "POST":
        return _shown(request, viewed)
    taps = viewed.match.taps.order_by("number")
    told = read_totals(request.POST, field_of(viewed.record, standing_taps(taps)))
    try:
        match = enter_totals(
            actor=request.user,
            match=viewed.match,
            revision=revision_in(request.POST),
            totals=told,
            now=timezone.now(),
        )
    except Conflict as late:
        messages.warning(request, " ".join(str(each.message) for each in late.reasons))
        return redirect("matches:totals", uuid=uuid)
    except Refused as refused:
        return _shown(request, viewed, refused.reasons)
    if "more" in request.POST:
        return redirect("matches:totals", uuid=uuid)
    return redirect("matches:match", uuid=match.uuid)


def _shown(
    request: SignedInRequest, viewed: Viewed, reasons: Sequence[Reason] = ()
) -> HttpResponse:
    taps = [*viewed.match.taps.order_by("number")]
    context = {
        **frame(viewed.match.league, viewed.access.membership),
        "match": viewed.match,
        "sides": {side: viewed.record.team(side) for side in viewed.record.sides},
        "form": totals_form(viewed.record, taps, request.POST if reasons else None),
        "reasons": reasons,
    }
    return render(request, "matches/totals.html", context, status=422 if reasons else 200)
