"""Stages at the season desk: planned, started, played round by round, ended."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import SignedInRequest
from acts.sent_forms import once_per_form
from competition.commands import planning, rounds
from competition.commands.end_stage import end_stage
from competition.commands.joining_and_leaving import MOST_A_ROUND, let_in_late
from competition.commands.starting import start_stage
from competition.fixture_words import round_said
from competition.forms import season as forms
from competition.forms.stages import FORMATS, StagePlan
from competition.models import Round, Stage
from competition.queries import desk as queries
from competition.queries import stage_desk as stages
from competition.views.telling import tell
from jobs.queries import may_see
from league.permissions import must_run
from league.views.frame import frame
from web.posting import answer_form, given


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """First the format, then what that format lets one say."""
    season, own = queries.season_for(request.user, uuid)
    must_run(request.user, season.league)
    page = {"season": season, "formats": FORMATS, **frame(season.league, own)}
    of = request.GET.get("format", "")
    if of not in FORMATS:
        return render(request, "competition/choose_format.html", page)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                planned = planning.plan_stage(
                    actor=request.user, season=season, format=of, now=now, **form.told()
                )
                sent.keep(stage=str(planned.uuid))
                messages.success(request, _("%(stage)s is planned.") % {"stage": planned})
        return redirect("competition:season", uuid)

    earlier = [each for each in season.stages.all() if each.format != Stage.Format.KNOCK_OUT]
    form = StagePlan(given(request), format=of, earlier=earlier)
    page |= {"format_words": FORMATS[of]}
    return answer_form(request, "competition/plan_stage.html", form, carry_out, **page)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: SignedInRequest, uuid: UUID, stage: UUID) -> HttpResponse:
    found, own = stages.stage_of_league(request.user, uuid, stage)
    must_run(request.user, found.season.league)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        planning.change_stage(actor=request.user, stage=found, now=timezone.now(), **form.told())
        messages.success(request, _("Saved."))
        return redirect("competition:stage", uuid, stage)

    earlier = [
        each
        for each in found.season.stages.filter(position__lt=found.position)
        if each.format != Stage.Format.KNOCK_OUT
    ]
    form = StagePlan(given(request), format=found.format, earlier=earlier, stage=found)
    page = {
        "stage": found,
        "format_words": FORMATS[found.format],
        **frame(found.season.league, own),
    }
    return answer_form(request, "competition/plan_stage.html", form, carry_out, **page)


@never_cache
@require_safe
def stage(request: HttpRequest, uuid: UUID, stage: UUID) -> HttpResponse:
    desk = stages.stage_desk(request.user, uuid, stage, number=request.GET.get("round", ""))
    context = {
        **frame(desk.season.league, desk.own),
        "desk": desk,
        "stage": desk.stage,
        "season": desk.season,
        "format_words": FORMATS[desk.stage.format],
        "rounds": [(each, called(desk.stage, each, len(desk.rounds))) for each in desk.rounds],
        "shown_name": called(desk.stage, desk.shown, len(desk.rounds)) if desk.shown else "",
        "shows_job": desk.job is not None and may_see(request.user, desk.job),
    }
    context["may_change"] = context["runs"] and desk.stage.state == Stage.State.RUNNING
    return render(request, "competition/stage.html", context)


def called(stage: Stage, of: Round, rounds: int) -> str:
    return round_said(stage, of.number, rounds=rounds, name=of.name)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: SignedInRequest, uuid: UUID, stage: UUID) -> HttpResponse:
    found, own = stages.stage_of_league(request.user, uuid, stage)
    must_run(request.user, found.season.league)
    entries = [] if found.follows else queries.entries_in(found.season)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        chosen = None if found.follows else form.chosen()
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                job = start_stage(actor=request.user, stage=found, entries=chosen, now=now)
                sent.keep(job=str(job.uuid))
        return redirect("competition:stage", uuid, stage)

    form = forms.Start(given(request), entries=entries)
    if found.follows:
        del form.fields["entries"]
    page = {
        "stage": found,
        "season": found.season,
        "entries": entries,
        "format_words": FORMATS[found.format],
        **frame(found.season.league, own),
    }
    return answer_form(request, "competition/start_stage.html", form, carry_out, **page)


@never_cache
@login_required
@require_POST
def drop(request: SignedInRequest, uuid: UUID, stage: UUID) -> HttpResponse:
    found, _own = stages.stage_of_league(request.user, uuid, stage)
    tell(
        request,
        lambda: planning.drop_stage(actor=request.user, stage=found, now=timezone.now()),
        _("%(stage)s is off the plan.") % {"stage": found},
    )
    return redirect("competition:season", uuid)


@never_cache
@login_required
@require_POST
def end(request: SignedInRequest, uuid: UUID, stage: UUID) -> HttpResponse:
    found, _own = stages.stage_of_league(request.user, uuid, stage)
    tell(
        request,
        lambda: end_stage(actor=request.user, stage=found, now=timezone.now()),
        _("%(stage)s is over.") % {"stage": found},
    )
    return redirect("competition:stage", uuid, stage)


@never_cache
@login_required
@require_POST
def pair(request: SignedInRequest, uuid: UUID, stage: UUID) -> HttpResponse:
    found, _own = stages.stage_of_league(request.user, uuid, stage)
    tell(
        request,
        lambda: rounds.pair_round(actor=request.user, stage=found, now=timezone.now()),
        _("The round is paired."),
    )
    return redirect("competition:stage", uuid, stage)


@never_cache
@login_required
@require_POST
def open_round(request: SignedInRequest, uuid: UUID, stage: UUID, number: int) -> HttpResponse:
    of = _round_for(request, uuid, stage, number)
    tell(
        request,
        lambda: rounds.open_round(actor=request.user, of=of, now=timezone.now()),
        _("The round is open."),
    )
    return redirect("competition:stage", uuid, stage)


@never_cache
@login_required
@require_POST
def close_round(request: SignedInRequest, uuid: UUID, stage: UUID, number: int) -> HttpResponse:
    of = _round_for(request, uuid, stage, number)
    tell(
        request,
        lambda: rounds.close_round(actor=request.user, of=of, now=timezone.now()),
        _("The round is closed."),
    )
    return redirect("competition:stage", uuid, stage)


def _round_for(request: SignedInRequest, uuid: UUID, stage: UUID, number: int) -> Round:
    found, _own = stages.stage_of_league(request.user, uuid, stage)
    return stages.round_in(found, number)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def late(request: SignedInRequest, uuid: UUID, stage: UUID) -> HttpResponse:
    """A team comes into a stage that runs."""
    found, own = stages.stage_of_league(request.user, uuid, stage)
    must_run(request.user, found.season.league)
    teams = {str(team.uuid): team for team in stages.teams_outside(found)}
    divisions = {str(division.uuid): division for division in stages.divisions_of(found)}

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        team = teams[fields["team"]]
        let_in_late(
            actor=request.user,
            stage=found,
            team=team,
            division=divisions.get(fields.get("division", "")),
            now=timezone.now(),
            matches_a_round=fields.get("matches_a_round") or MOST_A_ROUND,
        )
        messages.success(request, _("%(team)s is in.") % {"team": team})
        return redirect("competition:stage", uuid, stage)

    form = forms.ComeLate(
        given(request),
        teams=list(teams.values()),
        divisions=list(divisions.values()),
        has_rounds=found.format == Stage.Format.ROUND_ROBIN,
    )
    page = {
        "stage": found,
        "teams": teams,
        "gift": stages.gift_for_late(found),
        **frame(found.season.league, own),
    }
    return answer_form(request, "competition/late.html", form, carry_out, **page)
