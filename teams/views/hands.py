"""A team's coaches: who they were, who they are, and how the team changes hands."""

from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.sessions import SignedInRequest, signed_in_to_post
from jobs.failures import Forbidden
from teams.commands.hands import end_tenure, put_in_charge
from teams.commands.retiring import bring_team_back, retire_team
from teams.forms.changing import CoachForm, SayWhy
from teams.permissions import team_for
from teams.queries.coaching import coach_for, coaching_of, possible_coaches, tenure_of
from web.posting import answer_form, given


@never_cache
@signed_in_to_post
@require_http_methods(["GET", "HEAD", "POST"])
def coaches(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Everybody who sees the team sees who coached it; its coach and the commissioner change it."""
    team, hand = team_for(request.user, uuid)
    now = timezone.now()
    if request.method == "POST" and not hand.chooses_coaches:
        raise Forbidden.because(
            "not_first_coach", _("This is for the team's first coach and the commissioner.")
        )

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        coach = coach_for(team, fields.pop("coach"))
        actor = cast("User", request.user)
        put_in_charge(actor=actor, team=team, coach=coach, now=now, **fields)
        messages.success(request, _("%(name)s it is.") % {"name": coach})
        return redirect("teams:coaches", team.uuid)

    members = possible_coaches(team) if hand.chooses_coaches else []
    form = CoachForm(given(request), members=members, runs_league=hand.runs_league)
    return answer_form(
        request,
        "teams/coaches.html",
        form,
        carry_out,
        team=team,
        hand=hand,
        coaching=coaching_of(team, now=now),
        retiring=SayWhy(),
    )


@never_cache
@login_required
@require_POST
def end(request: SignedInRequest, uuid: UUID, tenure: UUID) -> HttpResponse:
    team, _hand = team_for(request.user, uuid)
    ended = end_tenure(actor=request.user, tenure=tenure_of(team, tenure), now=timezone.now())
    messages.success(request, _("%(name)s steps back.") % {"name": ended.coach})
    return redirect("teams:coaches", team.uuid)


@never_cache
@login_required
@require_POST
def retire(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Retire a team, or bring it back."""
    team, _hand = team_for(request.user, uuid)
    reason = request.POST.get("reason", "")
    if "back" in request.POST:
        bring_team_back(actor=request.user, team=team, now=timezone.now(), reason=reason)
        messages.success(request, _("%(team)s are back.") % {"team": team})
    else:
        retire_team(actor=request.user, team=team, now=timezone.now(), reason=reason)
        messages.success(request, _("%(team)s are retired.") % {"team": team})
    return redirect("teams:coaches", team.uuid)
