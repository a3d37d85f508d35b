"""Correcting a match: change it, see the difference, apply it."""

from typing import Any
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
from jobs.failures import Conflict, Failure, Refused
from league.models import Membership
from league.views.frame import frame
from matches import forms, queries
from matches.asked import asks_of, shape_of
from matches.commands.correcting import correct_match, look_at_correction
from matches.correction import Correction
from matches.differences import by_side, drifts_of
from matches.models import Match
from matches.replaying import Rerun, step_title
from matches.running import side_of
from matches.telling import names_at_kick_off
from matches.typing_in import edited_in, prefix_of
from rules import ask_steps

# So often may an answer lead to another ask in one look at a form.
MOST_ROUNDS = 10


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    match, membership = queries.match_for(request.user, uuid)
    # Also the door: whoever may not look may not correct.
    stands = look_at_correction(actor=request.user, match=match)
    form = _form(request, stands)
    if not form.is_bound:
        return _page(request, match, membership, form, stands)
    if not form.is_valid():
        return _page(request, match, membership, form, stands, status=422)
    edits: dict[str, Any] = dict(form.told())
    seen, failure = stands, None
    try:
        seen, edits["answers"] = _as_typed(request, match, edits)
        if request.POST.get("do") == "apply":
            correct_match(
                actor=request.user,
                match=match,
                seen=request.POST.get("seen", ""),
                reason=form.cleaned_data["reason"],
                now=timezone.now(),
                **edits,
            )
            messages.success(request, _("Corrected. What was there before stays on record."))
            return redirect("matches:match", uuid=uuid)
    except (Refused, Conflict) as refused:
        failure = refused
    return _page(request, match, membership, form, seen, looked=True, failure=failure)


def _form(request: SignedInRequest, stands: Correction) -> forms.Correct:
    report = stands.replay.play.told
    kept = {
        f"{what}_{side}": n
        for what in ("touchdowns", "fame")
        for side, n in report.get(what, {}).items()
    }
    return forms.Correct(request.POST if request.method == "POST" else None, initial=kept)


def _as_typed(
    request: SignedInRequest, match: Match, edits: dict[str, Any]
) -> tuple[Correction, dict[tuple[str, str], dict[str, Any]]]:
    """Play again as often as typed answers lead to further asks that were typed too."""
    answers: dict[tuple[str, str], dict[str, Any]] = {}
    for _round in range(MOST_ROUNDS):
        seen = look_at_correction(actor=request.user, match=match, **edits, answers=answers)
        found = edited_in(seen.replay.reruns, request.POST)
        if found == answers:
            break
        answers = found
    return seen, answers


def _page(
    request: SignedInRequest,
    match: Match,
    membership: Membership | None,
    form: forms.Correct,
    correction: Correction,
    *,
    looked: bool = False,
    failure: Failure | None = None,
    status: int = 200,
) -> HttpResponse:
    told = {reason.message for reason in correction.conflicts}
    reasons = [each for each in failure.reasons if each.message not in told] if failure else []
    context = {
        **frame(match.league, membership),
        "match": match,
        "form": form,
        "steps": [_fields(correction, rerun) for rerun in correction.replay.reruns],
        "correction": correction,
        "differences": by_side(correction) if looked else [],
        "drift": drifts_of(correction),
        "looked": looked,
        "may_apply": looked and correction.changes and not correction.conflicts,
        "reasons": reasons,
        "sides": correction.replay.play.sides,
    }
    status = failure.status if failure else status
    return render(request, "matches/correct.html", context, status=status)


def _fields(correction: Correction, rerun: Rerun) -> dict[str, Any]:
    """A finished step's dice and choices, to be changed."""
    play = correction.replay.play
    fields = ask_steps.steps_of(
        play.book.catalogue,
        rerun.driven,
        rerun.given,
        called=names_at_kick_off(play, side_of(rerun.run.side)) if rerun.run.side else None,
        prefix=prefix_of(rerun.run),
    )
    asks = asks_of(rerun.driven)
    open_ = {ask.key for ask in asks.values() if ask.key not in rerun.given}
    return {
        "title": step_title(play, rerun.run),
        "side": rerun.run.side,
        "fields": [(field, shape_of(asks[field.key]), field.key in open_) for field in fields],
    }
