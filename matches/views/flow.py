"""The way of a match, step by step: each view is one thing that whoever sits at it may do."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.commands.proof import Proof
from accounts.models import User
from accounts.sessions import SignedInRequest
from acts.failures import Conflict, Refused, TooMany
from league.rulebook import answers_of
from league.views.frame import frame
from matches import forms, queries
from matches.commands import beginning
from matches.commands.agreeing import agree_to_match
from matches.commands.interrupting import interrupt_match, resume_match
from matches.commands.lending import lend_side, take_back_side
from matches.commands.reporting import (
    confirm_report,
    dispute_report,
    submit_report,
    withdraw_report,
)
from matches.commands.witnessing import witness_dice
from matches.models import Match
from matches.permissions import MatchAccess, must_sit_at
from matches.pitch.reports import MatchEnding
from matches.pitch.shoot_out import may_type_shots
from matches.presentation.live import version_of
from matches.queries import OpenStep, Viewed
from matches.queries.flow import match_page
from matches.record import MatchRecord
from rules.engine.match import SIDES
from web.forms import Form
from web.net import client_address
from web.parts import render_part

View = Callable[..., HttpResponse]
Command = Callable[..., object]


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
        **frame(viewed.match.league, viewed.access.membership),
        "page": page,
        "match": viewed.match,
        "version": version_of(viewed.match, request.user),
        "access": viewed.access,
        "is_for_a_visitor": viewed.is_for_a_visitor,
        "ending": ending_form(viewed.record, viewed.access, withdrawn=page.withdrawn),
        "go_on": forms.GoOn(initial={"played_on": timezone.localdate()}),
        "calling_off": calling_off(),
        "disputing": disputing(),
        "password": forms.Password(),
        **(sent or {}),
    }
    return render_part(request, "matches/match.html", context, "steps", status=status)


def ending_form(
    record: MatchRecord,
    access: MatchAccess,
    typed: Any = None,
    before: MatchEnding | None = None,
    withdrawn: MatchEnding | None = None,
) -> forms.HowItEnded:
    teams: dict[str, str] = {side: str(record.team(side)) for side in SIDES}
    most = record.book.catalogue.traits.fields
    answers = answers_of(record.book)
    return forms.HowItEnded(
        typed,
        teams=teams,
        fields_at_most=most,
        before=before,
        withdrawn=withdrawn,
        types_shots=may_type_shots(record, access),
        never=[how for how in ("overtime", "penalties") if getattr(answers, how) is None],
    )


def carried_out(
    request: SignedInRequest, viewed: Viewed, name: str, form: Form, command: Command
) -> HttpResponse:
    """Do it with what the form says and go back to the match; what is refused stands at its form,
    what came too late is said."""
    if not viewed.access.plays_beside():
        must_sit_at(viewed.access)
    status = 422
    if form.is_valid():
        about = {"actor": request.user, "match": viewed.match, "now": timezone.now()}
        try:
            command(**about, **form.cleaned_data)
        except Conflict as late:
            messages.warning(request, " ".join(str(each.message) for each in late.reasons))
            return redirect("matches:match", uuid=viewed.match.uuid)
        except (Refused, TooMany) as failure:
            form.take(failure)
            status = failure.status
        else:
            return redirect("matches:match", uuid=viewed.match.uuid)
    return show_match(request, viewed, sent={name: form}, status=status)


def button(view: View) -> View:
    return never_cache(login_required(require_POST(view)))


def one_command(command: Command, *, form: Callable[[Any], Form] = Form, name: str = "") -> View:
    """The view of a button, or of a form whose fields are what the command wants to know."""

    def view(request: SignedInRequest, uuid: UUID) -> HttpResponse:
        viewed = queries.view_match(request.user, uuid)
        return carried_out(request, viewed, name, form(request.POST), command)

    return button(view)


calling_off = partial(forms.Because, auto_id="call-off-%s")
disputing = partial(forms.Because, auto_id="dispute-%s")

agree = one_command(agree_to_match)
call_off = one_command(beginning.call_off, form=calling_off, name="calling_off")
interrupt = one_command(interrupt_match)
resume = one_command(resume_match, form=forms.GoOn, name="go_on")
confirm = one_command(confirm_report)
dispute = one_command(dispute_report, form=disputing, name="disputing")
withdraw = one_command(withdraw_report)


@button
def report(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    viewed = queries.view_match(request.user, uuid)
    form = ending_form(viewed.record, viewed.access, request.POST)

    def submit(*, actor: User, match: Match, now: datetime, **_fields: object) -> None:
        ending = form.told() or MatchEnding()
        submit_report(actor=actor, match=match, ending=ending, now=now)

    return carried_out(request, viewed, "ending", form, submit)


@button
def lend(request: SignedInRequest, uuid: UUID, side: str) -> HttpResponse:
    """By the side's own coach, or by their password on the other's phone."""
    viewed, lent = queries.view_match(request.user, uuid), queries.own_side_named(side)

    def hand_over(*, password: str = "", **about: Any) -> None:
        proof = Proof(client_address(request), password) if password else None
        lend_side(side=lent, proof=proof, **about)

    form = forms.Password(request.POST) if "password" in request.POST else Form(request.POST)
    return carried_out(request, viewed, "password", form, hand_over)


@button
def take_back(request: SignedInRequest, uuid: UUID, side: str) -> HttpResponse:
    viewed, own = queries.view_match(request.user, uuid), queries.own_side_named(side)
    command = partial(take_back_side, side=own)
    return carried_out(request, viewed, "", Form(request.POST), command)


@button
def witness(request: SignedInRequest, uuid: UUID, side: str, step: str) -> HttpResponse:
    viewed, whose = queries.view_match(request.user, uuid), queries.side_named(side)
    command = partial(witness_dice, side=whose, step=step)
    return carried_out(request, viewed, "", Form(request.POST), command)
