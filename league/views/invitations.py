"""Links that let people in: made, told once, revoked, followed."""

from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import SignUpAtOnce
from accounts.models import User
from accounts.sessions import SignedInRequest, start_session
from acts.sent_forms import once_per_form
from league import forms, queries
from league.commands import invitations as commands
from league.commands.members import ANOTHER_ROLE, SHOWN_OUT, accept_invitation, rises
from league.commands.newcomers import join_as_newcomer
from league.permissions import membership_of, must_run
from league.pins import edition_of
from league.queries import (
    invitation_of,
    league_for,
    was_given_another_role,
    was_shown_out,
)
from league.views.frame import frame
from web.handing_over import handed_over
from web.net import client_address
from web.posting import answer_form, given


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """The link is shown in the answer to the form and kept nowhere, so nothing redirects."""
    league, _own = league_for(request.user, uuid)
    own = must_run(request.user, league)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                commands.invite(
                    actor=request.user, league=league, now=now, secret=sent.secret, **form.told()
                )
                sent.keep()
        return tell(request, sent.secret)

    form = forms.Invite(given(request), own=own)
    page = {
        "invitations": queries.open_invitations(league, now=timezone.now()),
        **frame(league, own),
    }
    return answer_form(request, "league/invite.html", form, carry_out, **page)


@never_cache
@login_required
@require_POST
def invite_to_place(request: SignedInRequest, uuid: UUID, member: UUID) -> HttpResponse:
    league, _own = league_for(request.user, uuid)
    place = queries.member_of(league, member)
    now = timezone.now()
    with once_per_form(request, now=now) as sent:
        if sent.is_new:
            commands.invite_to_place(
                actor=request.user, membership=place, now=now, secret=sent.secret
            )
            sent.keep()
    return tell(request, sent.secret)


def tell(request: SignedInRequest, secret: str) -> HttpResponse:
    """Show the link this once, to be read out, copied or held up to a phone's camera."""
    invitation = invitation_of(secret, now=timezone.now())
    page = {
        "invitation": invitation,
        "handed": handed_over(request, reverse("league:join", args=[secret])),
        **frame(invitation.league, membership_of(request.user, invitation.league)),
    }
    return render(request, "league/invited.html", page, status=201)


@never_cache
@login_required
@require_POST
def revoke(request: SignedInRequest, uuid: UUID, invitation: UUID) -> HttpResponse:
    league, _own = league_for(request.user, uuid)
    link = queries.invitation_in(league, invitation)
    commands.revoke_invitation(actor=request.user, invitation=link, now=timezone.now())
    messages.success(request, _("The link lets nobody in any more."))
    return redirect("league:invite", league.uuid)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """Whoever has the link sees what it invites to; signing in leads back here."""
    if request.method == "POST" and isinstance(request.user, User):
        place = accept_invitation(actor=request.user, secret=secret, now=timezone.now())
        params = {"league": place.league, "role": place.get_role_display()}
        messages.success(request, _("You are in %(league)s, as %(role)s.") % params)
        return redirect("press:league", place.league.uuid)
    invitation = invitation_of(secret, now=timezone.now())
    season = queries.current_season(invitation.league)
    own = membership_of(request.user, invitation.league)
    page = {
        "invitation": invitation,
        "secret": secret,
        "season": season,
        "edition": edition_of(season.pin).title,
        "own": own,
        "may_accept": own is None or (invitation.place is None and rises(own.role, invitation)),
    }
    if isinstance(request.user, User) and was_shown_out(request.user, invitation):
        page["told"] = SHOWN_OUT
    elif own is not None and page["may_accept"] and was_given_another_role(own, invitation):
        page["told"] = ANOTHER_ROLE
    return render(request, "league/join.html", page)


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, secret: str) -> HttpResponse:
    """A newcomer's account and place in one step: the invitation is proof enough."""
    if request.user.is_authenticated:
        return redirect("league:join", secret)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        place = join_as_newcomer(
            secret=secret, client=client_address(request), now=timezone.now(), **fields
        )
        start_session(request, cast("User", place.user))
        params = {"league": place.league, "role": place.get_role_display()}
        messages.success(request, _("You are in %(league)s, as %(role)s.") % params)
        return redirect("press:league", place.league.uuid)

    invitation = invitation_of(secret, now=timezone.now())
    form = SignUpAtOnce(given(request))
    page = {"invitation": invitation, "join_path": reverse("league:join", args=[secret])}
    return answer_form(request, "league/join_sign_up.html", form, carry_out, **page)
