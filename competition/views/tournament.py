"""A tournament's day: the desk, its people, the standings, and everything as files."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.sessions import SignedInRequest, signed_in_to_post
from acts.failures import Missing, Refused
from acts.sent_forms import once_per_form
from competition.commands.end_stage import end_stage
from competition.commands.tournament import (
    add_entrant,
    check_in,
    check_out,
    look_at_list,
    paste_entrants,
)
from competition.commands.tournament_rounds import pair_next, start_round, start_tournament
from competition.forms.tournament import USUAL_MINUTES, AddEntrant, Minutes, PasteEntrants
from competition.models import Fixture, Round
from competition.queries import tournament as queries
from competition.queries.tournament import Tournament, swiss_for, tournament_for
from competition.sheets import everything
from competition.views.projecting import is_projected, unchanged, version_of
from league.permissions import must_run
from league.pins import book_of
from league.queries import current_season, league_for
from league.views.frame import frame
from web.parts import render_part
from web.posting import answer_form, given


@never_cache
@require_safe
def of_league(request: HttpRequest, uuid: UUID) -> HttpResponse:
    league, _own = league_for(request.user, uuid)
    stage = queries.swiss_of(current_season(league))
    if stage is None:
        raise queries.no_such_tournament()
    return redirect("competition:tournament", stage.uuid)


@never_cache
@signed_in_to_post
@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, uuid: UUID) -> HttpResponse:
    day = tournament_for(request.user, uuid)
    failure: Refused | None = None
    if request.method == "POST":
        must_run(request.user, day.league)
        try:
            _go_on(request, day)
            return redirect("competition:tournament", uuid)
        except Refused as refused:
            failure, day = refused, tournament_for(request.user, uuid)
    context = page_of(day) | _as_it_stands(day) | {"failure": failure}
    status = failure.status if failure else 200
    return render(request, "competition/tournament/desk.html", context, status=status)


def _go_on(request: Any, day: Tournament) -> None:
    """One press of the button that leads on; a second press of the same does nothing."""
    now, last = timezone.now(), day.last
    with once_per_form(request, now=now) as sent:
        if not sent.is_new:
            return
        match request.POST.get("do"), last:
            case "start", _:
                start_tournament(actor=request.user, stage=day.stage, now=now)
            case "pair", _:
                pair_next(actor=request.user, stage=day.stage, now=now)
            case "begin", Round():
                minutes = _minutes(request)
                start_round(actor=request.user, of=last, minutes=minutes, now=now)
            case "end", _:
                end_stage(actor=request.user, stage=day.stage, now=now)
            case _:
                raise Missing.because("no_such_step", _("There is no such step."))
        sent.keep()


def _minutes(request: HttpRequest) -> int:
    form = Minutes(request.POST)
    if not form.is_valid():
        text = " ".join(str(error) for error in form.errors["minutes"])
        raise Refused.because("out_of_range", text, "minutes")
    minutes: int = form.cleaned_data["minutes"]
    return minutes


def _as_it_stands(day: Tournament) -> dict[str, Any]:
    last = day.last
    tables = queries.tables_in(day, last) if last else []
    to_play = [table for table in tables if table.fixture.state == Fixture.State.OPEN]
    before = max((each.clock_minutes for each in day.rounds), default=0)
    return {
        "last": last,
        "tables": tables,
        "matches": sum(table.away is not None for table in tables),
        "to_play": len(to_play),
        "clock": queries.clock_of(last, now=timezone.now()),
        "minutes": Minutes(initial={"minutes": before or USUAL_MINUTES}),
        "heed": queries.heed(day, last, tables),
        "first": next(iter(queries.ranking(day)), None) if day.stage.state == "over" else None,
    }


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entrants(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    day = tournament_for(request.user, uuid)
    must_run(request.user, day.league)
    form = PasteEntrants(given(request))
    lines, status = [], 200
    if form.is_bound and form.is_valid():
        text = form.cleaned_data["text"]
        try:
            lines = look_at_list(day.season, text)
            faulty = any(line.faults for line in lines)
            if request.POST.get("do") == "enter" and not faulty:
                made = paste_entrants(
                    actor=request.user, season=day.season, text=text, now=timezone.now()
                )
                sentence = ngettext("%(n)d entrant is in.", "%(n)d entrants are in.", len(made))
                messages.success(request, sentence % {"n": len(made)})
                return redirect("competition:check-in", uuid)
            status = 422 if faulty else 200
        except Refused as refused:
            form.take(refused)
            status = refused.status
    races = book_of(day.season.pin).catalogue.races
    context = page_of(day) | {
        "form": form,
        "lines": [(line, races[line.race].name if line.race else "") for line in lines],
        "faulty": sum(bool(line.faults) for line in lines),
    }
    return render(request, "competition/tournament/entrants.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def board(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Who is here. Each tap says of one, or of everybody, that they are here or gone."""
    day = tournament_for(request.user, uuid)
    must_run(request.user, day.league)
    if request.method == "POST":
        now = timezone.now()
        for field, command in (("here", check_in), ("gone", check_out)):
            if told := request.POST.get(field):
                everybody = told == "everybody"
                people = day.by_name if everybody else [day.person(told)]
                entries = [person.entry for person in people]
                command(actor=request.user, season=day.season, people=entries, now=now)
        if not getattr(request, "htmx", None):
            return redirect("competition:check-in", uuid)
        day = tournament_for(request.user, uuid)
    return render_part(request, "competition/tournament/board.html", page_of(day), "board")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Somebody who stands at the desk and is on no list."""
    day = tournament_for(request.user, uuid)
    must_run(request.user, day.league)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                entry = add_entrant(actor=request.user, season=day.season, now=now, **fields)
                sent.keep()
                text = _("%(name)s is in, and here: number %(number)d.")
                messages.success(request, text % {"name": entry, "number": entry.number})
        return redirect("competition:check-in", uuid)

    form = AddEntrant(given(request), races=book_of(day.season.pin).catalogue.races)
    return answer_form(request, "competition/tournament/add.html", form, carry_out, **page_of(day))


@never_cache
@require_safe
def standings(request: HttpRequest, uuid: UUID) -> HttpResponse:
    stage, own = swiss_for(request.user, uuid)
    if (answer := unchanged(request, stage)) is not None:
        return answer
    day = queries.tournament_of(stage, own)
    context = page_of(day) | {
        "lines": queries.ranking(day),
        "clock": queries.clock_of(day.last, now=timezone.now()),
        "projected": is_projected(request),
        "version": version_of(stage),
    }
    return render(request, "competition/tournament/standings.html", context)


@never_cache
@require_safe
def files(request: HttpRequest, uuid: UUID) -> HttpResponse:
    day = tournament_for(request.user, uuid)
    name = slugify(f"{day.league.name} {day.stage.name}") or "tournament"
    return HttpResponse(
        everything(day),
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}.zip"'},
    )


def page_of(day: Tournament) -> dict[str, Any]:
    return frame(day.league, day.own) | {"day": day, "stage": day.stage, "pitch": day.pitch}
