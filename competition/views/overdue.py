"""Matches that were not played in time, for whoever runs the league."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.sessions import SignedInRequest
from acts.sent_forms import once_per_form
from competition.commands.overdue import settle_overdue
from competition.forms.dates import RuleOverdue
from competition.queries.overdue import line_in, overdue_page
from league.permissions import must_run
from league.views.frame import frame
from web.posting import answer_form, given


@never_cache
@login_required
@require_safe
def overdue(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    page = overdue_page(request.user, uuid, now=timezone.now())
    return render(
        request, "competition/overdue.html", {"page": page, **frame(page.league, page.own)}
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rule_overdue(request: SignedInRequest, uuid: UUID, fixture: UUID) -> HttpResponse:
    now = timezone.now()
    page = overdue_page(request.user, uuid, now=now)
    must_run(request.user, page.league)
    late = line_in(page, fixture)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                settle_overdue(actor=request.user, fixture=late.fixture, now=now, **fields)
                sent.keep()
        messages.success(request, _("Ruled, and on record."))
        return redirect("competition:overdue", page.league.uuid)

    initial = {"ruling": late.drafted.value, "until": late.more_time, "reason": late.because}
    form = RuleOverdue(given(request), initial=initial)
    context = {"late": late, "page": page, **frame(page.league, page.own)}
    return answer_form(request, "competition/rule_overdue.html", form, carry_out, **context)
