"""The way of a match, step by step: each view is one thing that whoever sits at it may do."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.commands.proof import Proof
from accounts.sessions import SignedInRequest
from jobs.failures import Conflict, Missing, Refused, TooMany
from league.views.frame import frame
from matches import forms, queries
from matches.commands.beginning import call_off as call_off_match
from matches.commands.interrupting import interrupt_match, resume_match
from matches.commands.lending import lend_side, take_back_side
from matches.commands.reporting import (
    confirm_report,
    dispute_report,
    submit_report,
    withdraw_report,
)
from matches.commands.witnessing import witness_dice
from matches.live import version_of
from matches.models import Match
from matches.permissions import must_sit_at
from matches.queries import OpenStep, Viewed
from matches.queries.flow import match_page
from rules.engine.match import SIDES, Side
from web.forms import Form
from web.net import client_address
from web.parts import render_part

Command = Callable[[Match, dict[str, Any], datetime], object]


def show_match(
    request: HttpRequest,
    viewed: Viewed,
    *,
    refused: OpenStep | None = None,
    sent: dict[str, Form] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a match; forms that were `sent` in vain are shown again."""
    page = match_page(viewed, refused=refused)
    context = {
        **frame(viewed.match.league, viewed.seat.membership),
        "page": page,
        "match": viewed.match,
        "version": version_of(viewed.match, request.user),
        "seat": viewed.seat,
        "ending": ending_form(viewed, None),
        "go_on": forms.GoOn(initial={"played_on": timezone.localdate()}),
        "calling_off": forms.Because(auto_id="call-off-%s"),
        "disputing": forms.Because(auto_id="dispute-%s"),
        "password": forms.Password(),
        **(sent or {}),
    }
    return render_part(request, "matches/match.html", context, "steps", status=status)


def ending_form(viewed: Viewed, typed: Any) -> forms.HowItEnded:
    teams: dict[str, str] = {side: str(viewed.play.team(side)) for side in SIDES}
    most = viewed.play.book.catalogue.traits.fields
    return forms.HowItEnded(typed, teams=teams, fields_at_most=most)


def carried_out(
    request: SignedInRequest, viewed: Viewed, name: str, form: Form, command: Command
) -> HttpResponse:
    """Do it and go back to the match; what is refused stands at its form, what came too late is
    said."""
    must_sit_at(viewed.seat)
    status = 422
    if form.is_valid():
        try:
            command(viewed.match, form.cleaned_data, timezone.now())
        except Conflict as late:
            messages.warning(request, " ".join(str(each.message) for each in late.reasons))
            return redirect("matches:match", uuid=viewed.match.uuid)
        except (Refused, TooMany) as failure:
            form.take(failure)
            status = failure.status
        else:
            return redirect("matches:match", uuid=viewed.match.uuid)
    return show_match(request, viewed, sent={name: form}, status=status)


def _simply(request: SignedInRequest, uuid: UUID, command: Command) -> HttpResponse:
    viewed = queries.view_match(request.user, uuid)
    return carried_out(request, viewed, "nothing", Form(request.POST), command)


def _side(name: str) -> Side:
    side = queries.side_named(name)
    if side is None:
        raise Missing.because("no_such_side", _("There is no such side."))
    return side


@never_cache
@login_required
@require_POST
def call_off(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    viewed = queries.view_match(request.user, uuid)
    form = forms.Because(request.POST, auto_id="call-off-%s")
    return carried_out(
        request,
        viewed,
        "calling_off",
        form,
        lambda match, fields, now: call_off_match(
            actor=request.user, match=match, reason=fields["reason"], now=now
        ),
    )


@never_cache
@login_required
@require_POST
def interrupt(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    return _simply(
        request,
        uuid,
        lambda match, _fields, now: interrupt_match(actor=request.user, match=match, now=now),
    )


@never_cache
@login_required
@require_POST
def resume(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    return carried_out(
        request,
        queries.view_match(request.user, uuid),
        "go_on",
        forms.GoOn(request.POST),
        lambda match, fields, now: resume_match(
            actor=request.user, match=match, played_on=fields["played_on"], now=now
        ),
    )


@never_cache
@login_required
@require_POST
def report(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    viewed = queries.view_match(request.user, uuid)
    form = ending_form(viewed, request.POST)
    return carried_out(
        request,
        viewed,
        "ending",
        form,
        lambda match, _fields, now: submit_report(
            actor=request.user, match=match, ending=form.told(), now=now
        ),
    )


@never_cache
@login_required
@require_POST
def confirm(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    return _simply(
        request,
        uuid,
        lambda match, _fields, now: confirm_report(actor=request.user, match=match, now=now),
    )


@never_cache
@login_required
@require_POST
def dispute(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    return carried_out(
        request,
        queries.view_match(request.user, uuid),
        "disputing",
        forms.Because(request.POST, auto_id="dispute-%s"),
        lambda match, fields, now: dispute_report(
            actor=request.user, match=match, reason=fields["reason"], now=now
        ),
    )


@never_cache
@login_required
@require_POST
def withdraw(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    return _simply(
        request,
        uuid,
        lambda match, _fields, now: withdraw_report(actor=request.user, match=match, now=now),
    )


@never_cache
@login_required
@require_POST
def lend(request: SignedInRequest, uuid: UUID, side: str) -> HttpResponse:
    """By the side's coach himself, or by his password on the other's phone."""
    viewed, lent = queries.view_match(request.user, uuid), _side(side)
    if "password" not in request.POST:
        return _simply(
            request,
            uuid,
            lambda match, _fields, now: lend_side(
                actor=request.user, match=match, side=lent, now=now
            ),
        )
    return carried_out(
        request,
        viewed,
        "password",
        forms.Password(request.POST),
        lambda match, fields, now: lend_side(
            actor=request.user,
            match=match,
            side=lent,
            now=now,
            proof=Proof(client_address(request), fields["password"]),
        ),
    )


@never_cache
@login_required
@require_POST
def take_back(request: SignedInRequest, uuid: UUID, side: str) -> HttpResponse:
    own = _side(side)
    return _simply(
        request,
        uuid,
        lambda match, _fields, now: take_back_side(
            actor=request.user, match=match, side=own, now=now
        ),
    )


@never_cache
@login_required
@require_POST
def witness(request: SignedInRequest, uuid: UUID, side: str, step: str) -> HttpResponse:
    whose = queries.side_named(side)
    return _simply(
        request,
        uuid,
        lambda match, _fields, now: witness_dice(
            actor=request.user, match=match, side=whose, step=step, now=now
        ),
    )
