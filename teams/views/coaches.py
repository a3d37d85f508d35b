"""A team's coaches: who they were, who they are, and how the team changes hands."""

from datetime import datetime
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
from acts.failures import Forbidden
from teams.commands.coaches import end_tenure, put_in_charge
from teams.commands.retiring import bring_team_back, retire_team
from teams.forms.changing import CoachForm, SayWhy
from teams.models import Tenure
from teams.notice import may_be_turned_down
from teams.office import office_faults
from teams.permissions import TeamAccess, team_for
from teams.queries.coaches import (
    Coaching,
    coach_for,
    coaching_of,
    possible_coaches,
    tenure_of,
)
from web.posting import answer_form, given


@never_cache
@signed_in_to_post
@require_http_methods(["GET", "HEAD", "POST"])
def coaches(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Everybody who sees the team sees who coached it; its coach and the commissioner change it."""
    team, access = team_for(request.user, uuid)
    now = timezone.now()
    if request.method == "POST" and not access.chooses_coaches:
        raise Forbidden.because(
            "not_first_coach", _("This is for the team's first coach and the commissioner.")
        )

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        coach = coach_for(team, fields.pop("coach"))
        actor = cast("User", request.user)
        made = put_in_charge(actor=actor, team=team, coach=coach, now=now, **fields)
        text = _("%(name)s it is.")
        if made.has_notice:
            text = _("%(name)s follows in three days. The coach is told, and may turn it down.")
        messages.success(request, text % {"name": coach})
        return redirect("teams:coaches", team.uuid)

    members = possible_coaches(team, access) if access.chooses_coaches else []
    form = CoachForm(given(request), members=members, runs_league=access.runs_league)
    coaching = coaching_of(team, now=now)
    turnable = _turnable(request.user, coaching, access, now=now)
    from_office = (
        access.runs_league and not access.is_first_coach and team.state == team.State.ACTIVE
    )
    return answer_form(
        request,
        "teams/coaches.html",
        form,
        carry_out,
        team=team,
        access=access,
        coaching=coaching,
        notice=next(
            (each for each in coaching.planned if each.has_notice or each in turnable), None
        ),
        turnable=turnable,
        endable=[each for each in coaching.unfinished if access.may_end(each)],
        retiring=SayWhy(),
        hindered=office_faults(cast("User", request.user), team) if from_office else [],
    )


def _turnable(
    person: Any, coaching: Coaching, access: TeamAccess, *, now: datetime
) -> list[Tenure]:
    """Whom the team's first coach may turn down."""
    if not access.is_first_coach:
        return []
    return [each for each in coaching.planned if may_be_turned_down(each, person, now=now)]


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
