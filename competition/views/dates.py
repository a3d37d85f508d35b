"""Dates: of a stage's rounds, of one round, and what two coaches agree on."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.sessions import SignedInRequest
from acts.failures import Refused
from acts.sent_forms import once_per_form
from competition.clock import today_of
from competition.commands.dates import answer_proposal, must_have_side, propose_date
from competition.commands.timetables import look_at_dates, set_dates, set_round_dates
from competition.forms import dates as forms
from competition.queries import dates as queries
from competition.queries.stages import stage_for
from league.permissions import must_run
from league.views.frame import frame
from league.wall_time import instant_of
from web.posting import answer_form, given

READS_AND_POST = ["GET", "HEAD", "POST"]


@never_cache
@login_required
@require_http_methods(READS_AND_POST)
def stage_dates(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Typed, looked at round by round, and saved as it was seen."""
    stage, own = stage_for(request.user, uuid)
    league, now = stage.season.league, timezone.now()
    must_run(request.user, league)
    page = {"stage": stage, "rounds": queries.dates_of(stage), **frame(league, own)}
    form = forms.Dates.of(stage, given(request), today=today_of(stage, now=now))

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        about: dict[str, Any] = {"actor": request.user, "stage": stage, "timetable": form.told()}
        if "save" in request.POST and form.was_seen():
            set_dates(remind_days=fields["remind_days"], now=now, **about)
            messages.success(request, _("The dates stand."))
            return redirect("competition:stage-dates", stage.uuid)
        preview = queries.previewed(stage, look_at_dates(**about))
        form.data = {**form.data.dict(), "seen": form.mark()}  # type: ignore[attr-defined]
        return render(request, "competition/dates.html", {"form": form, "preview": preview, **page})

    return answer_form(request, "competition/dates.html", form, carry_out, **page)


@never_cache
@login_required
@require_http_methods(READS_AND_POST)
def round_dates(request: SignedInRequest, uuid: UUID, number: int) -> HttpResponse:
    stage, own = stage_for(request.user, uuid)
    must_run(request.user, stage.season.league)
    of = queries.round_in(stage, number)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        set_round_dates(actor=request.user, of=of, now=timezone.now(), **fields)
        messages.success(request, _("Saved."))
        return redirect("competition:stage-dates", stage.uuid)

    line = next(each for each in queries.dates_of(stage) if each.number == number)
    page = {"stage": stage, "line": line, **frame(stage.season.league, own)}
    form = forms.RoundDates.of(of, given(request))
    return answer_form(request, "competition/round_dates.html", form, carry_out, **page)


@never_cache
@login_required
@require_http_methods(READS_AND_POST)
def date(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    now = timezone.now()
    talk = queries.date_talk(request.user, uuid, now=now)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        at = instant_of(talk.league, fields["kick_off"], subject="kick_off")
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                propose_date(
                    actor=request.user,
                    fixture=talk.fixture,
                    kick_off_at=at,
                    venue=fields["venue"],
                    now=now,
                )
                sent.keep()
        messages.success(
            request, _("Proposed.") if talk.side != "league" else _("The date stands.")
        )
        return redirect("competition:date", talk.fixture.uuid)

    form = forms.Propose(given(request), initial={"venue": talk.fixture.venue})
    page = {"talk": talk, "page": talk.page, **frame(talk.league, talk.page.own)}
    return answer_form(request, "competition/date.html", form, carry_out, **page)


@never_cache
@login_required
@require_POST
def answer(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    proposal = queries.proposal_for(request.user, uuid)
    must_have_side(request.user, proposal.fixture)
    told = request.POST.get("answer")
    if told not in ("accept", "decline"):
        raise Refused.because("no_such_answer", _("Accept it, or decline it."), "answer")
    accepts = told == "accept"
    answer_proposal(actor=request.user, proposal=proposal, accepts=accepts, now=timezone.now())
    messages.success(request, _("The date stands.") if accepts else _("Declined."))
    return redirect("competition:date", proposal.fixture.uuid)
