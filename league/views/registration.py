"""A season's registration: opened, and its deadline."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.sessions import SignedInRequest
from league import forms
from league.commands.seasons import change_deadline, open_registration
from league.models import Season
from league.permissions import must_run
from league.queries import current_season, league_for
from league.views.frame import frame
from web.posting import answer_form, given


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def registration(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)
    must_run(request.user, league)
    season = current_season(league)
    is_preparing = season.state == Season.State.PREPARING

    def carry_out(fields: dict[str, datetime | None]) -> HttpResponse:
        values: dict[str, Any] = {"actor": request.user, "league": league, "now": timezone.now()}
        if is_preparing:
            open_registration(until=fields["until"], **values)
            messages.success(request, _("Registration is open, and the house rules are pinned."))
        else:
            change_deadline(until=fields["until"], **values)
            messages.success(request, _("Saved."))
        return redirect("press:league", league.uuid)

    form = forms.Registration(given(request), initial={"until": season.registration_wall})
    page = {"season": season, "is_preparing": is_preparing, **frame(league, own)}
    return answer_form(request, "league/registration.html", form, carry_out, **page)
