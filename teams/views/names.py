"""Names and numbers of a team's players."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.sessions import SignedInRequest
from league.pins import book_of
from league.queries import current_season
from teams.commands.names import rename_players
from teams.forms.changing import ShirtsForm
from teams.permissions import must_act, team_for
from web.posting import answer_form, given


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def names(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    team, access = team_for(request.user, uuid)
    must_act(request.user, team)
    contracts = list(team.contracts.filter(until=None).select_related("player"))
    race = book_of(current_season(team.league).pin).race(team.race)
    positions = {key: position.name for key, position in race.positions.items()}

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        rename_players(actor=request.user, team=team, people=form.people, now=timezone.now())
        messages.success(request, _("Names and numbers are kept."))
        return redirect("teams:names", team.uuid)

    form = ShirtsForm(given(request), contracts=contracts, positions=positions)
    return answer_form(request, "teams/names.html", form, carry_out, team=team, access=access)
