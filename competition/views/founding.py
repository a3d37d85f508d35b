"""Founding a league."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.sessions import SignedInRequest
from acts.sent_forms import once_per_form
from competition.commands.founding import found_league
from competition.forms.founding import FoundLeague
from league.forms import presets_by_edition
from web.posting import answer_form, given


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_league(request: SignedInRequest) -> HttpResponse:
    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                league = found_league(actor=request.user, now=now, **form.told())
                sent.keep(league=str(league.uuid))
                messages.success(request, _("The league is founded. You are its commissioner."))
        return redirect("press:league", sent.kept["league"])

    form = FoundLeague(given(request), zone=request.user.time_zone)
    return answer_form(
        request, "competition/new_league.html", form, carry_out, books=presets_by_edition()
    )
