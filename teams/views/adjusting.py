"""Adjusting a team by hand, and taking back what happened between matches."""

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
from acts.failures import Conflict, Refused
from league.pins import book_of
from league.queries import current_season
from teams import projection
from teams.adjusting import adjusting, propose
from teams.commands.adjusting import adjust_team
from teams.commands.taking_back import take_back
from teams.forms.adjusting import AdjustmentForm, SayWhyForm
from teams.office import office_faults
from teams.permissions import must_run_for
from teams.queries.adjusting import Preview, lately, preview_of, preview_of_reversal
from teams.queries.heads import Head, head_for
from teams.reversing import consider
from teams.words import kind_said
from web.posting import answer_form, given


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def adjust(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Differences are typed, shown with what they come to, and then confirmed."""
    head = head_for(request.user, uuid)
    must_run_for(request.user, head.team)
    book = book_of(current_season(head.team.league).pin)
    adjusting(book)
    contracts = projection.read(head.team).contracts.values()
    wanted = {"player": request.GET.get("player", ""), "revision": head.team.revision}
    form = AdjustmentForm(given(request), book=book, contracts=contracts, initial=wanted)
    if not form.is_bound or not form.is_valid():
        return show(request, head, form, status=422 if form.is_bound else 200)
    try:
        if request.POST.get("do") == "confirm":
            return confirm(request, head, form)
        return preview(request, head, form)
    except (Refused, Conflict) as failure:
        form.take(failure)
        return show(request, head, form, shown=still(head, form), status=failure.status)


def still(head: Head, form: AdjustmentForm) -> Preview | None:
    """What was to be confirmed, if it can be at all: a reason may be all that is missing."""
    try:
        return preview_of(propose(head.team, form.change(), player=form.cleaned_data["player"]))
    except (Refused, KeyError):
        return None


def preview(request: SignedInRequest, head: Head, form: AdjustmentForm) -> HttpResponse:
    """Rules that say no are shown with what they would not allow; the rest is at fault."""
    proposed = propose(head.team, form.change(), player=form.cleaned_data["player"])
    shown = preview_of(proposed)
    if shown is None:
        raise Refused(*proposed.reasons)
    return show(request, head, form, shown=shown)


def confirm(request: SignedInRequest, head: Head, form: AdjustmentForm) -> HttpResponse:
    event = adjust_team(
        actor=request.user,
        team=head.team,
        change=form.change(),
        player=form.cleaned_data["player"],
        reason=form.cleaned_data["reason"],
        override=form.cleaned_data["override"],
        revision=form.cleaned_data["revision"],
        now=timezone.now(),
    )
    messages.success(
        request, _("Adjusted. It is entry %(seq)d of the ledger.") % {"seq": event.seq}
    )
    return redirect("teams:roster", head.team.uuid)


def show(
    request: SignedInRequest,
    head: Head,
    form: AdjustmentForm,
    *,
    shown: Preview | None = None,
    status: int = 200,
) -> HttpResponse:
    page = {
        "head": head,
        "team": head.team,
        "access": head.access,
        "form": form,
        "preview": shown,
        "lately": lately(head.team),
        "hindered": office_faults(request.user, head.team),
    }
    return render(request, "teams/adjust.html", page, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def back(request: SignedInRequest, uuid: UUID, seq: int) -> HttpResponse:
    """What an entry did, what the team would be without it, and why it is taken back."""
    head = head_for(request.user, uuid)
    must_run_for(request.user, head.team)
    considered = consider(head.team, seq)

    def carry_out(fields: dict[str, object]) -> HttpResponse:
        reversal = take_back(
            actor=request.user,
            team=head.team,
            seq=seq,
            reason=str(fields["reason"]),
            override=bool(fields["override"]),
            now=timezone.now(),
        )
        about = {"seq": seq, "by": reversal.seq}
        messages.success(request, _("Entry %(seq)d is taken back by entry %(by)d.") % about)
        return redirect("teams:ledger", head.team.uuid)

    page = {
        "head": head,
        "team": head.team,
        "access": head.access,
        "considered": considered,
        "said": kind_said(considered.event.kind),
        "is_over": hasattr(considered.event, "reversed_by"),
        "preview": preview_of_reversal(head.team, considered),
        "hindered": office_faults(request.user, head.team),
    }
    return answer_form(
        request, "teams/take_back.html", SayWhyForm(given(request)), carry_out, **page
    )
