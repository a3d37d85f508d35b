"""Fixtures at the season desk: added, arranged, changed by hand, and scored a round at a time."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.sessions import SignedInRequest
from acts.failures import Refused
from acts.sent_forms import once_per_form
from competition.commands import rescheduling
from competition.commands.arranging import answer_invitation, arrange_match, must_answer
from competition.commands.score_sheet import enter_scores, locked_among
from competition.forms import fixtures as forms
from competition.models import Fixture, Stage
from competition.permissions import decides_on
from competition.queries import desk as queries
from competition.queries import stage_desk as stages
from competition.queries.fixture_page import fixture_for
from competition.views.stages import called
from competition.views.telling import tell
from league.permissions import COACHING, must_be_member, must_run
from league.views.frame import frame
from web.forms import Form
from web.posting import answer_form, given


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def arrange(request: SignedInRequest, uuid: UUID, stage: UUID) -> HttpResponse:
    """A match of open play, proposed by one who plays it or put down by whoever runs the league."""
    found, own = stages.stage_of_league(request.user, uuid, stage)
    must_be_member(request.user, found.season.league, *COACHING)
    desk = stages.stage_desk(request.user, uuid, stage)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                match = arrange_match(actor=request.user, stage=found, now=now, **form.told())
                sent.keep(fixture=str(match.uuid))
                messages.success(request, _arranged(match))
        return redirect("competition:stage", uuid, stage)

    entries = [place.entry for place in stages.places_of(found)]
    own_entries = desk.mine if len(desk.mine) < len(entries) else []
    form = forms.TwoTeams(given(request), entries=entries, own=own_entries)
    page = {"stage": found, **frame(found.season.league, own)}
    return answer_form(request, "competition/two_teams.html", form, carry_out, **page)


def _arranged(match: Fixture) -> str:
    if match.state == Fixture.State.PROPOSED:
        return _("Proposed. The other side was told, and it is down once they agree.")
    if match.is_friendly:
        return _("It is down as a friendly: they have met as often as counts.")
    return _("The match is down.")


@never_cache
@login_required
@require_POST
def answer(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Whether a match that was proposed in open play is to be played."""
    fixture, _own = fixture_for(request.user, uuid)
    now = timezone.now()
    must_answer(request.user, fixture, now=now)
    told = request.POST.get("answer")
    if told not in ("accept", "decline"):
        raise Refused.because("answer_missing", _("Say whether it is to be played."), "answer")
    accepts = told == "accept"
    answer_invitation(actor=request.user, fixture=fixture, accepts=accepts, now=now)
    messages.success(request, _("The match is down.") if accepts else _("The match is off."))
    return redirect("competition:fixture", uuid)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: SignedInRequest, uuid: UUID, stage: UUID, number: int) -> HttpResponse:
    """One more match in a round."""
    found, own = stages.stage_of_league(request.user, uuid, stage)
    must_run(request.user, found.season.league)
    of = stages.round_in(found, number)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        rescheduling.add_fixture(actor=request.user, of=of, now=timezone.now(), **form.told())
        messages.success(request, _("The match is on the schedule."))
        return redirect(_round_page(found, number))

    entries = [place.entry for place in stages.places_of(found)]
    form = forms.TwoTeams(given(request), entries=entries)
    page = {"stage": found, "round": of, **frame(found.season.league, own)}
    return answer_form(request, "competition/two_teams.html", form, carry_out, **page)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: SignedInRequest, uuid: UUID, fixture: UUID) -> HttpResponse:
    """Move a match to another round, or call it off."""
    season, own = queries.season_for(request.user, uuid)
    must_run(request.user, season.league)
    found = stages.fixture_in(season, fixture)
    does = request.POST.get("do", "")
    moving = forms.Move(
        given(request) if does == "move" else None,
        rounds=list(found.stage.rounds.order_by("number")),
        present=found.round,
    )
    cancelling = forms.Cancel(given(request) if does != "move" else None)
    form: Form = moving if does == "move" else cancelling

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        if does == "move":
            to = moving.rounds[fields["round"]]
            rescheduling.move_fixture(actor=request.user, fixture=found, to=to, now=now)
            messages.success(request, _("Moved to round %(n)d.") % {"n": to.number})
            return redirect(_round_page(found.stage, to.number))
        rescheduling.cancel_fixture(
            actor=request.user, fixture=found, reason=fields["reason"], now=now
        )
        messages.success(request, _("The match is off the schedule."))
        return redirect(_round_page(found.stage, found.round.number))

    page = {
        "stage": found.stage,
        "fixture": found,
        "line": stages.line_in(found),
        "moving": moving,
        "cancelling": cancelling,
        "is_bracket": found.stage.format == Stage.Format.KNOCK_OUT,
        "you_play": not decides_on(own, found, now=timezone.now()),
        **frame(season.league, own),
    }
    return answer_form(request, "competition/change_fixture.html", form, carry_out, **page)


@never_cache
@login_required
@require_POST
def swap(request: SignedInRequest, uuid: UUID, fixture: UUID) -> HttpResponse:
    season, _own = queries.season_for(request.user, uuid)
    found = stages.fixture_in(season, fixture)
    tell(
        request,
        lambda: rescheduling.swap_home(actor=request.user, fixture=found, now=timezone.now()),
        _("Home and away have changed places."),
    )
    return redirect(_round_page(found.stage, found.round.number))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def scores(request: SignedInRequest, uuid: UUID, stage: UUID, number: int) -> HttpResponse:
    """A round's scores on one sheet: all of them are saved, or none."""
    found, own = stages.stage_of_league(request.user, uuid, stage)
    must_run(request.user, found.season.league)
    of = stages.round_in(found, number)
    rounds = list(stages.rounds_of(found))

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        entered = enter_scores(actor=request.user, of=of, scores=form.told(), now=timezone.now())
        words = ngettext("%(n)d score entered.", "%(n)d scores entered.", len(entered))
        messages.success(request, words % {"n": len(entered)})
        following = next((each.number for each in rounds if each.number > number), None)
        if following is None or "stay" in request.POST:
            return redirect(_round_page(found, number))
        return redirect("competition:scores", uuid, stage, following)

    lines = stages.lines_of(of, own)
    locked = locked_among(own, [line.fixture for line in lines if line.is_mine], now=timezone.now())
    form = forms.ScoreSheet(given(request), stage=found, lines=lines, locked=locked)
    page = {
        "stage": found,
        "round": of,
        "round_name": called(found, of, len(rounds)),
        "has_next": number < len(rounds),
        **frame(found.season.league, own),
    }
    return answer_form(request, "competition/scores.html", form, carry_out, **page)


def _round_page(stage: Stage, number: int) -> str:
    page = reverse("competition:stage", args=[stage.season.league.uuid, stage.uuid])
    return f"{page}?round={number}"
