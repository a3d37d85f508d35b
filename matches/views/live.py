"""The scoreboard: taps by form, or in batches from a phone that keeps them while it is offline."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import SignedInRequest
from acts.failures import Conflict, Failure, Forbidden, Reason, Refused
from league.views.frame import frame
from matches import queries
from matches.commands.tapping import NewTap, enter_taps, enter_taps_at
from matches.forms.tap_forms import tap_in
from matches.models import Tap
from matches.presentation.board import Board
from matches.presentation.board_parts import changed
from matches.presentation.live import Live, differs_by_taps, live_of, unchanged, version_of
from matches.queries import Viewed


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def board(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    viewed = queries.view_match(request.user, uuid)
    _must_record(viewed, request)
    if not _is_on_the_board(viewed):
        return redirect("matches:match", uuid=uuid)
    if request.method != "POST":
        return _page(request, viewed)
    try:
        taps = [tap_in(request.POST)]
        enter_taps(actor=request.user, match=viewed.match, taps=taps, now=timezone.now())
    except (Refused, Conflict) as failure:
        return _page(request, viewed, reasons=failure.reasons, status=failure.status)
    return redirect("matches:board", uuid=uuid)


@never_cache
@require_safe
def state(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """The board as it stands and the taps since; 304 after two statements if nothing changed."""
    try:
        match, membership = queries.match_for(request.user, uuid)
        if answer := unchanged(request, match):
            return answer
        viewed = queries.view_of(match, membership)
        _must_record(viewed, request)
        since, version = _number(request.GET.get("since", "")), request.headers.get("If-None-Match")
        return _told(request, live_of(viewed), since=since, version=version or "")
    except Failure as failure:
        return _refusal(failure)


@never_cache
@require_POST
def taps(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """A batch of forms in the order in which they were filled in: all of them count, or none."""
    try:
        _must_be_signed_in(request)
        batch = _batch(request, uuid)
        entered = enter_taps_at(actor=request.user, uuid=uuid, taps=batch.taps, now=timezone.now())
        live = Live(queries.seen_at(entered.record, entered.access), entered.taps)
        return _told(request, live, since=batch.since, version=batch.version)
    except Failure as failure:
        return _refusal(failure)


@dataclass(frozen=True, slots=True)
class Batch:
    """What a phone sends, and what it has on its page: the last tap and the version."""

    taps: Sequence[NewTap]
    since: int
    version: str


def _batch(request: SignedInRequest, uuid: UUID) -> Batch:
    try:
        payload = json.loads(request.body)
        forms, since = payload["taps"], payload.get("since", 0)
        version = payload.get("version", "")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        forms, since, version = None, 0, ""
    try:
        if not isinstance(forms, list) or not all(isinstance(form, str) for form in forms):
            raise Refused.because("unreadable", _("Nothing here can be read as entries."))
        taps = [tap_in(QueryDict(form)) for form in forms]
    except Refused:
        # Whoever may not enter anything hears that first.
        _must_record(queries.view_match(request.user, uuid), request)
        raise
    return Batch(taps, since if isinstance(since, int) else 0, str(version))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _is_on_the_board(viewed: Viewed) -> bool:
    return all(row.kick_off for row in viewed.record.sides.values())


class SignedOut(Failure):
    """Nobody is signed in, or not any more."""

    status = 401


def _must_be_signed_in(request: HttpRequest) -> None:
    if not request.user.is_authenticated:
        raise SignedOut.because("signed_out", _("Sign in again, and it will be sent."))


def _must_record(viewed: Viewed, request: HttpRequest) -> None:
    _must_be_signed_in(request)
    if not viewed.access.may_record:
        raise Forbidden.because(
            "not_your_match", _("This is for the two coaches and the commissioner.")
        )


def _told(request: HttpRequest, live: Live, *, since: int, version: str) -> JsonResponse:
    """The taps since, and the parts of the page that are others by them."""
    match, person = live.match, request.user
    board = Board(live, person)
    known = [tap for tap in live.entered if tap.number <= since]
    lacking = len(live.entered) - len(known)
    knows = differs_by_taps(version, match, person, taps=lacking)
    before = Board(Live(live.viewed, known), person) if knows else None
    texts = {str(each.tap.uuid): each.in_one_line for each in board.moments}
    answer = JsonResponse(
        {
            "version": match.revision,
            "state": match.state,
            "last": live.last_number,
            "taps": [_as_json(tap, texts, person) for tap in live.entered if tap.number > since],
            **changed(before, board),
        }
    )
    answer.headers["ETag"] = version_of(match, person)
    return answer


def _as_json(tap: Tap, said: dict[str, str], person: Any) -> dict[str, Any]:
    return {
        "number": tap.number,
        "uuid": str(tap.uuid),
        "kind": tap.kind,
        "side": tap.side,
        "data": tap.data,
        "note": tap.words.text if tap.words else "",
        "said": said.get(str(tap.uuid), ""),
        "mine": tap.actor_id == person.pk,
    }


def _refusal(failure: Failure) -> JsonResponse:
    errors = [reason.as_dict() for reason in failure.reasons]
    return JsonResponse({"errors": errors}, status=failure.status)


def _page(
    request: SignedInRequest,
    viewed: Viewed,
    *,
    reasons: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:
    board = Board(live_of(viewed), request.user)
    context = {
        **frame(viewed.match.league, viewed.access.membership),
        **board.about(),
        "reasons": reasons,
    }
    return render(request, "matches/board_page.html", context, status=status)
