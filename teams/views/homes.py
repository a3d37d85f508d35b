"""A team's home stadium."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.sessions import SignedInRequest
from teams.commands.homes import give_up_home, name_home
from teams.forms.homes import NameHomeForm
from teams.permissions import must_act, team_for
from teams.queries.homes import home_for
from web.posting import answer_form, given


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def home(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    head, sheet = home_for(request.user, uuid)
    must_act(request.user, head.team)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        team = name_home(actor=request.user, team=head.team, now=timezone.now(), **fields)
        messages.success(request, _("They play at %(home)s.") % {"home": team.home_name})
        return redirect("teams:home", team.uuid)

    form = NameHomeForm(given(request), initial={"name": head.team.home_name})
    page = {"head": head, "team": head.team, "access": head.access, "sheet": sheet}
    return answer_form(request, "teams/home.html", form, carry_out, **page)


@never_cache
@login_required
@require_POST
def give_up(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    team, _hand = team_for(request.user, uuid)
    event = give_up_home(actor=request.user, team=team, now=timezone.now())
    told = _("The home is given up. It is entry %(seq)d of the ledger.")
    messages.success(request, told % {"seq": event.seq})
    return redirect("teams:roster", team.uuid)
