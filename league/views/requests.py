"""Asking to be let in, and the answer."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.sessions import SignedInRequest
from league import forms, queries
from league.commands.requests import answer_request, ask_to_join
from league.queries import league_for
from league.views.frame import frame
from web.net import origin_of
from web.posting import answer_form, given


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        ask_to_join(
            actor=request.user,
            league=league,
            now=timezone.now(),
            origin=origin_of(request),
            **fields,
        )
        messages.success(request, _("You have asked. The answer is for the commissioner to give."))
        return redirect("press:league", league.uuid)

    present = queries.own_request(request.user, league)
    waits = present if present and present.answered_at is None else None
    form = forms.AskToJoin(given(request), initial={"words": waits.words if waits else ""})
    page = {"asked": waits, **frame(league, own)}
    return answer_form(request, "league/ask.html", form, carry_out, **page)


@never_cache
@login_required
@require_POST
def answer(request: SignedInRequest, uuid: UUID, request_id: UUID) -> HttpResponse:
    league, _own = league_for(request.user, uuid)
    asked = queries.request_in(league, request_id)
    answered = answer_request(
        actor=request.user,
        request=asked,
        answer=request.POST.get("answer", ""),
        now=timezone.now(),
        origin=origin_of(request),
    )
    text = _("%(name)s is in the league.") if answered.accepted else _("%(name)s was declined.")
    messages.success(request, text % {"name": asked.user})
    return redirect("league:members", league.uuid)
