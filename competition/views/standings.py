"""Standings, points by hand and lots."""

import csv
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import SignedInRequest
from acts.failures import Refused
from acts.sent_forms import once_per_form
from competition.commands.lots import draw_lots
from competition.commands.points import adjust_points, take_back_points
from competition.fixture_rules import table_faults
from competition.forms.points import AdjustPoints
from competition.models import Stage
from competition.queries import deciding
from competition.queries.lots import lots_of
from competition.queries.seasons import SeasonView, stage_in_view
from competition.queries.standings import StandingsPage, standings_page
from league.permissions import must_hold_office
from league.views.frame import frame
from web.asked import number_in, uuid_in
from web.posting import answer_form, given


def _asked(request: HttpRequest, uuid: UUID) -> StandingsPage:
    return standings_page(
        request.user,
        uuid,
        season=number_in(request, "season"),
        stage=uuid_in(request, "stage"),
        after=number_in(request, "after"),
    )


@never_cache
@require_safe
def standings(request: HttpRequest, uuid: UUID) -> HttpResponse:
    page = _asked(request, uuid)
    context = {**frame(page.view.league, page.view.own), "page": page, "view": page.view}
    return render(request, "competition/standings.html", context)


@never_cache
@require_safe
def standings_csv(request: HttpRequest, uuid: UUID) -> HttpResponse:
    page = _asked(request, uuid)
    name = slugify(f"{page.view.league} standings {page.after}") or "standings"
    response = HttpResponse(
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )
    csv.writer(response).writerows(deciding.as_rows(page))
    return response


# --- points by hand


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def points(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    stage, view = stage_in_view(request.user, uuid)
    must_hold_office(request.user, view.league)
    now = timezone.now()

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                adjust_points(
                    actor=request.user,
                    stage=stage,
                    entry=deciding.entry_of(view, fields["entry"]),
                    points=fields["points"],
                    from_round=fields["from_round"],
                    reason=fields["reason"],
                    now=now,
                )
                sent.keep()
        messages.success(request, _("The table has been put right."))
        return redirect("competition:points", uuid=uuid)

    form = AdjustPoints(given(request), entrants=deciding.in_stage(view, stage))
    about = {
        **_around(view, stage),
        "adjustments": deciding.adjustments_of(view, stage),
        "why_not": table_faults(stage),
    }
    return answer_form(request, "competition/points.html", form, carry_out, **about)


@never_cache
@login_required
@require_POST
def undo_points(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    adjustment = deciding.adjustment_for(request.user, uuid)
    take_back_points(actor=request.user, adjustment=adjustment, now=timezone.now())
    messages.success(request, _("These points are taken back."))
    return redirect("competition:points", uuid=adjustment.stage.uuid)


# --- lots


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def lots(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    stage, view = stage_in_view(request.user, uuid)
    must_hold_office(request.user, view.league)
    if request.method == "POST":
        try:
            draw_lots(
                actor=request.user,
                stage=stage,
                entries=deciding.entries_of(view, request.POST.getlist("entry")),
                now=timezone.now(),
            )
        except Refused as refused:
            for reason in refused.reasons:
                messages.warning(request, str(reason.message))
        return redirect("competition:lots", uuid=uuid)
    about = {
        **_around(view, stage),
        "level": deciding.level_in(view, stage),
        "drawn": lots_of(view, stage),
    }
    return render(request, "competition/lots.html", about)


def _around(view: SeasonView, stage: Stage) -> dict[str, Any]:
    return {**frame(view.league, view.own), "view": view, "stage": stage}
