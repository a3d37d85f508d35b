"""People in a league: who is in, in which role, and how they go."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import SignedInRequest
from acts.sent_forms import once_per_form
from league import forms, queries
from league.commands import members as commands
from league.commands.members import why_not_taken_away
from league.permissions import may_reach, must_run, powers_over
from league.queries import league_for
from league.views.frame import frame
from web.posting import answer_form, given

MEMBERS_A_PAGE = 60


@never_cache
@require_safe
def members(request: HttpRequest, uuid: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)
    present = Paginator(queries.members(league), MEMBERS_A_PAGE).get_page(request.GET.get("page"))
    reachable = {
        member.pk
        for member in present
        if member.user and member.user.reach_me and may_reach(request.user, own, member.user)
    }
    around = frame(league, own)
    requests = list(queries.open_requests(league)) if around["runs"] else []
    page = {"members": present, "reachable": reachable, "requests": requests, **around}
    return render(request, "league/members.html", page)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_coach(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)
    must_run(request.user, league)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                added = commands.add_coach_by_name(
                    actor=request.user, league=league, name=fields["name"], now=now
                )
                sent.keep(member=str(added.uuid))
                messages.success(request, _("%(name)s is in the league.") % {"name": added})
        return redirect("league:member", league.uuid, sent.kept["member"])

    form = forms.AddCoach(given(request))
    return answer_form(request, "league/add_coach.html", form, carry_out, **frame(league, own))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def member(request: SignedInRequest, uuid: UUID, member: UUID) -> HttpResponse:
    """One place in the league, for whoever runs it."""
    league, own = league_for(request.user, uuid)
    must_run(request.user, league)
    place = queries.member_of(league, member)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        changed = commands.change_role(
            actor=request.user, membership=place, role=fields["role"], now=timezone.now()
        )
        params = {"name": changed, "role": changed.get_role_display()}
        messages.success(request, _("%(name)s is %(role)s now.") % params)
        return redirect("league:members", league.uuid)

    powers, kept_by = powers_over(own, place), []
    if powers.may_remove:
        kept_by = why_not_taken_away(place, request.user)
        powers = powers.keeping_coach() if kept_by else powers
    form = forms.ChangeRole(given(request), role=place.role, roles=powers.roles)
    page = {"member": place, "powers": powers, "kept_by": kept_by, **frame(league, own)}
    return answer_form(request, "league/member.html", form, carry_out, **page)


@never_cache
@login_required
@require_POST
def remove(request: SignedInRequest, uuid: UUID, member: UUID) -> HttpResponse:
    league, _own = league_for(request.user, uuid)
    place = queries.member_of(league, member)
    commands.end_membership(actor=request.user, membership=place, now=timezone.now())
    messages.success(request, _("%(name)s has left the league.") % {"name": place})
    return redirect("league:members", league.uuid)


@never_cache
@login_required
@require_POST
def leave(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)
    if own is not None:
        commands.end_membership(actor=request.user, membership=own, now=timezone.now())
        messages.success(request, _("You have left %(league)s.") % {"league": league})
    return redirect("league:leagues")


@never_cache
@login_required
@require_POST
def hand_over(request: SignedInRequest, uuid: UUID, member: UUID) -> HttpResponse:
    league, _own = league_for(request.user, uuid)
    heir = queries.member_of(league, member)
    commands.hand_over(actor=request.user, membership=heir, now=timezone.now())
    messages.success(request, _("%(name)s is the commissioner now.") % {"name": heir})
    return redirect("league:members", league.uuid)
