"""The re-draft: the board of a league, and a team's own page, in earnest or to try things out."""

from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.sessions import SignedInRequest, signed_in_to_post
from acts.failures import Conflict, Refused
from competition.commands.healing import mend_die, roll_healing
from competition.commands.redrafting import (
    begin_redraft_anew,
    change_redraft,
    finish_redraft,
    set_deadline,
)
from competition.forms.redrafts import DeadlineForm, HealingForm, MendForm
from competition.queries.redrafts import board_of, coached_by, sheet_of
from competition.views.telling import tell
from league.permissions import must_run
from league.queries import league_for
from league.views.frame import frame
from teams.permissions import must_act, team_for
from teams.views.baskets import BasketPage
from web.posting import answer_form, given


@never_cache
@signed_in_to_post
@require_http_methods(["GET", "HEAD", "POST"])
def board(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Who has come into the next season; the commissioner sets the deadline here."""
    league, own = league_for(request.user, uuid)
    sent = given(request)
    if sent is not None:
        must_run(request.user, league)
    shown = board_of(league)
    wall = shown.downtime.due_wall if shown.downtime else ""
    day, _t, clock = wall.partition("T")

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        set_deadline(actor=request.user, league=league, now=timezone.now(), **fields)  # type: ignore[arg-type]
        messages.success(request, _("The deadline is set."))
        return redirect("competition:redrafts", league.uuid)

    form = DeadlineForm(sent, initial={"day": day, "clock": clock or "20:00"})
    now = timezone.now()
    context = {
        **frame(league, own),
        "board": shown,
        "is_late": shown.is_late(now),
        "mine": coached_by(own, now),
    }
    return answer_form(request, "competition/redrafts.html", form, carry_out, **context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def redraft(request: SignedInRequest, uuid: UUID, *, is_try: bool = False) -> HttpResponse:
    """The wish: kept at each tap; in earnest, Finish takes the team into the season."""
    team, access = team_for(request.user, uuid)
    must_act(request.user, team)
    return BasketPage(
        request=request,
        access=access,
        template="competition/redraft.html",
        read=lambda: sheet_of(team, access, is_try=is_try, now=timezone.now()),
        change=partial(change_redraft, team=team, is_try=is_try),
        finish=None if is_try else partial(finish_redraft, team=team),
        done=_("The team is re-drafted."),
        about=lambda sheet: {
            "healing": HealingForm(None, sheet=sheet),
            "mending": MendForm(None, sheet=sheet),
        },
    ).answer()


@never_cache
@login_required
@require_POST
def heal(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Enter dice for injuries, or have the server throw them."""
    team, access = team_for(request.user, uuid)
    must_act(request.user, team)
    now = timezone.now()
    form = HealingForm(request.POST, sheet=sheet_of(team, access, is_try=False, now=now))
    if form.is_valid():
        try:
            roll_healing(
                actor=request.user,
                team=team,
                now=now,
                thrown=form.thrown,
                by_server="roll" in request.POST,
            )
        except (Refused, Conflict) as failure:
            for sentence in failure.sentences:
                messages.error(request, sentence)
    return redirect("competition:redraft", team.uuid)


@never_cache
@login_required
@require_POST
def mend(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Put a die right that was typed wrong."""
    team, access = team_for(request.user, uuid)
    must_act(request.user, team)
    now = timezone.now()
    form = MendForm(request.POST, sheet=sheet_of(team, access, is_try=False, now=now))
    if form.is_valid():
        tell(
            request,
            lambda: mend_die(actor=request.user, team=team, now=now, **form.cleaned_data),
            _("The die is put right, and what it was typed as stays to be seen."),
        )
    else:
        messages.error(request, _("Say which die, and what it shows."))
    return redirect("competition:redraft", team.uuid)


@never_cache
@login_required
@require_POST
def anew(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Begin again: everybody comes back, and all is kept."""
    team, _hand = team_for(request.user, uuid)
    is_try = "try" in request.POST
    begin_redraft_anew(actor=request.user, team=team, now=timezone.now(), is_try=is_try)
    return redirect("competition:try-redraft" if is_try else "competition:redraft", team.uuid)
