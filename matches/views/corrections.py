"""Correcting a match: change it, see the difference, apply it."""

from dataclasses import dataclass, replace
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
from acts.failures import Conflict, Failure, Refused
from league.models import Membership
from league.views.frame import frame
from matches import forms, queries, reading
from matches.asked import asks_of, shape_of
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.proposing import (
    Proposed,
    agree_to_correction,
    drop_proposal,
    look_at_proposal,
    propose_correction,
)
from matches.forms.pitch_form import PitchForm
from matches.forms.typing_in import edited_in, prefix_of
from matches.models import Match
from matches.pitch import crowd
from matches.pitch.reports import MatchEnding
from matches.presentation.progress import crowd_before
from matches.presentation.telling import ask_sentence, names_of
from matches.reading import side_of
from matches.replay.correction import Correction
from matches.replay.differences import by_side, drifts_of
from matches.replay.replaying import Rerun, step_title
from matches.views.flow import ending_form
from rules import ask_steps
from rules.engine.lineup import CROWD
from rules.engine.match import SIDES
from web.posting import given

# So often may an answer lead to another ask in one look at a form.
MOST_ROUNDS = 10


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    match, membership = queries.match_for(request.user, uuid)
    # Also the door: whoever may not look may not correct.
    stands = look_at_correction(actor=request.user, match=match)
    is_anew = request.method == "POST" or "anew" in request.GET
    proposed = None if is_anew else look_at_proposal(actor=request.user, match=match)
    if proposed:
        return _proposed(request, match, membership, proposed)
    record, typed = stands.replay.record, given(request)
    form = _form(stands, typed)
    ending = ending_form(record, stands.access, typed, before=MatchEnding.of(record.told))
    pitch = PitchForm(record, typed)
    page = _Page(request, match, membership, form, ending, pitch)
    if not form.is_bound:
        return page.shown(stands)
    if not (form.is_valid() and ending.is_valid()):
        return page.shown(stands, status=422)
    wish: dict[str, Any] = {**form.told(), "ending": ending.told(), "taps": pitch.taps()}
    seen, failure = stands, None
    try:
        seen, wish["answers"] = _as_typed(request, match, wish)
        if request.POST.get("do") in ("apply", "propose"):
            _carry_out(request, match, form, wish)
            return redirect("matches:match", uuid=uuid)
    except (Refused, Conflict) as refused:
        failure = refused
    return page.shown(seen, looked=True, failure=failure)


def _carry_out(
    request: SignedInRequest, match: Match, form: forms.Correct, wish: dict[str, Any]
) -> None:
    applies = request.POST["do"] == "apply"
    (correct_match if applies else propose_correction)(
        actor=request.user,
        match=match,
        seen=request.POST.get("seen", ""),
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
        **wish,
    )
    messages.success(
        request,
        _("Corrected. What was there before stays on record.")
        if applies
        else _("Proposed. It holds as soon as the other coach agrees."),
    )


@never_cache
@login_required
@require_POST
def answer_proposal(request: SignedInRequest, uuid: UUID, proposal: UUID) -> HttpResponse:
    match, _membership = queries.match_for(request.user, uuid)
    about: dict[str, Any] = {"actor": request.user, "match": match, "proposal": proposal}
    try:
        if request.POST.get("do") == "accept":
            agree_to_correction(**about, now=timezone.now())
            messages.success(request, _("Agreed. What was there before stays on record."))
        else:
            drop_proposal(**about, now=timezone.now())
            messages.success(request, _("Everything stays as it was."))
    except (Refused, Conflict) as failure:
        messages.warning(request, " ".join(str(each.message) for each in failure.reasons))
        return redirect("matches:correct", uuid=uuid)
    return redirect("matches:match", uuid=uuid)


def _proposed(
    request: SignedInRequest, match: Match, membership: Membership | None, seen: Proposed
) -> HttpResponse:
    """What a coach would have otherwise, for the other to agree."""
    context = {
        **frame(match.league, membership),
        "match": match,
        "proposal": seen.proposal,
        "correction": seen.correction,
        "differences": by_side(seen.correction) if seen.correction else [],
        "lapsed": seen.correction is None,
        "may_accept": seen.may_accept,
        "sides": reading.load(match).sides,
    }
    return render(request, "matches/proposal.html", context)


def _form(stands: Correction, typed: Any) -> forms.Correct:
    record = stands.replay.record
    kept: dict[str, Any] = {
        f"{what}_{side}": n
        for what in ("score", CROWD)
        for side, n in record.told.get(what, {}).items()
    }
    before = {side: crowd_before(record.match.pin, record.events[side]) for side in SIDES}
    return forms.Correct(
        typed,
        initial=kept,
        by_score=record.match.by_score,
        crowd_before=before,
        crowd=crowd.to_choose(record, stands.access),
    )


def _as_typed(
    request: SignedInRequest, match: Match, wish: dict[str, Any]
) -> tuple[Correction, dict[tuple[str, str], dict[str, Any]]]:
    """Play again as often as typed answers lead to further asks that were typed too."""
    answers: dict[tuple[str, str], dict[str, Any]] = {}
    for _round in range(MOST_ROUNDS):
        seen = look_at_correction(actor=request.user, match=match, **wish, answers=answers)
        found = edited_in(seen.replay.reruns, request.POST)
        if found == answers:
            break
        answers = found
    return seen, answers


@dataclass(frozen=True, slots=True)
class _Page:
    request: SignedInRequest
    match: Match
    membership: Membership | None
    form: forms.Correct
    ending: forms.HowItEnded
    pitch: PitchForm

    def shown(
        self,
        correction: Correction,
        *,
        looked: bool = False,
        failure: Failure | None = None,
        status: int = 200,
    ) -> HttpResponse:
        told = {reason.message for reason in correction.conflicts}
        reasons = [each for each in failure.reasons if each.message not in told] if failure else []
        ready = looked and correction.changes and not correction.conflicts
        context = {
            **frame(self.match.league, self.membership),
            "match": self.match,
            "form": self.form,
            "ending": self.ending,
            "rows": self.pitch.rows(),
            "steps": [_fields(correction, rerun) for rerun in correction.replay.reruns],
            "correction": correction,
            "differences": by_side(correction) if looked else [],
            "drift": drifts_of(correction),
            "looked": looked,
            "may_apply": ready and correction.access.decides,
            "may_propose": ready and bool(correction.access.coaches),
            "reasons": reasons,
            "sides": correction.replay.record.sides,
        }
        status = failure.status if failure else status
        return render(self.request, "matches/correct.html", context, status=status)


def _fields(correction: Correction, rerun: Rerun) -> dict[str, Any]:
    """A finished step's dice and choices, to be changed, as far as the person may see them."""
    record = correction.replay.record
    side = side_of(rerun.run.side) if rerun.run.side else None
    fields = ask_steps.steps_of(
        record.book.catalogue,
        rerun.driven,
        rerun.given,
        called=names_of(record, side) if side else None,
        prefix=prefix_of(rerun.run),
    )
    asks = asks_of(rerun.driven)
    open_ = {ask.key for ask in asks.values() if ask.key not in rerun.given}
    return {
        "title": step_title(record, rerun.run),
        "side": rerun.run.side,
        "is_open": bool(open_ or rerun.supplied),
        "fields": [
            (
                replace(field, said=ask_sentence(record, asks[field.key], side)),
                shape_of(asks[field.key]),
                field.key in open_,
                field.key in rerun.thrown,
                field.key in rerun.followed,
            )
            for field in fields
            if correction.access.may_see(asks[field.key], side)
        ],
    }
