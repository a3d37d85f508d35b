"""A tournament's rounds: pairings on paper and on the wall, the clock, and the grid of scores."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import SignedInRequest
from acts.failures import Missing, Refused
from competition.commands.score_sheet import enter_scores, locked_among
from competition.commands.tournament_rounds import (
    add_minutes,
    set_clock,
    stop_clock,
    swap_players,
)
from competition.forms.tournament import Grid, Minutes, Swap
from competition.models import Fixture, Round
from competition.queries import tournament as queries
from competition.queries.fixtures import is_own
from competition.queries.tournament import Tournament, swiss_for, tournament_for
from competition.views.projecting import is_projected, unchanged, version_of
from competition.views.tournament import page_of
from league.permissions import must_run


def _round_asked(request: HttpRequest, day: Tournament) -> Round | None:
    """The round that the address names, or the latest. Raises Missing."""
    text = request.GET.get("round", "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 4):
        raise Missing.because("no_such_round", _("There is no such round."))
    return day.round_numbered(int(text) if text else None)


def _latest(day: Tournament) -> Round:
    if day.last is None:
        raise Missing.because("no_such_round", _("There is no such round."))
    return day.last


@never_cache
@require_safe
def pairings(request: HttpRequest, uuid: UUID) -> HttpResponse:
    stage, own = swiss_for(request.user, uuid)
    if (answer := unchanged(request, stage)) is not None:
        return answer
    day = queries.tournament_of(stage, own)
    of = _round_asked(request, day)
    return _pairings(request, day, of)


def _pairings(
    request: HttpRequest,
    day: Tournament,
    of: Round | None,
    *,
    swap: Swap | None = None,
    status: int = 200,
) -> HttpResponse:
    tables = queries.tables_in(day, of) if of else []
    seats = queries.seats_in(tables)
    to_come = of is not None and of.state == Round.State.PLANNED
    context = page_of(day) | {
        "round": of,
        "tables": tables,
        "seats": seats,
        "heed": queries.heed(day, of, tables),
        "swap": swap or Swap(people=[seat.person for seat in seats]) if to_come else None,
        "clock": queries.clock_of(of, now=timezone.now()),
        "projected": is_projected(request),
        "by_name": request.GET.get("by") == "name",
        "version": version_of(day.stage),
    }
    page = "competition/tournament/pairings.html"
    return render(request, page, context, status=status)


@never_cache
@login_required
@require_POST
def swap(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    day = tournament_for(request.user, uuid)
    must_run(request.user, day.league)
    of = _latest(day)
    paired = [seat.person for seat in queries.seats_in(queries.tables_in(day, of))]
    form = Swap(request.POST, people=paired)
    status = 422
    if form.is_valid():
        one, other = (day.person(form.cleaned_data[field]) for field in ("one", "other"))
        try:
            swap_players(
                actor=request.user, of=of, one=one.entry, other=other.entry, now=timezone.now()
            )
            text = _("%(one)s and %(other)s have changed places.")
            messages.success(request, text % {"one": one.name, "other": other.name})
            return redirect("competition:pairings", uuid)
        except Refused as refused:
            form.take(refused)
            status = refused.status
    return _pairings(request, day, of, swap=form, status=status)


@never_cache
@login_required
@require_POST
def clock(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    day = tournament_for(request.user, uuid)
    must_run(request.user, day.league)
    of, now = _latest(day), timezone.now()
    form = Minutes(request.POST)
    try:
        if request.POST.get("do") == "stop":
            stop_clock(actor=request.user, of=of, now=now)
        elif form.is_valid():
            command = add_minutes if request.POST.get("do") == "add" else set_clock
            command(actor=request.user, of=of, minutes=form.cleaned_data["minutes"], now=now)
        else:
            messages.error(request, " ".join(map(str, form.errors["minutes"])))
    except Refused as refused:
        messages.error(request, " ".join(refused.sentences))
    return redirect("competition:tournament", uuid)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def grid(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Every score of a round in one table, typed from the top to the bottom."""
    day = tournament_for(request.user, uuid)
    membership = must_run(request.user, day.league)
    of = _round_asked(request, day)
    tables = queries.tables_in(day, of) if of and of.state != Round.State.PLANNED else []
    theirs = set(day.season.entries.filter(is_own(membership)).values_list("pk", flat=True))
    own = [each.fixture for each in tables if {each.fixture.home_id, each.fixture.away_id} & theirs]
    locked = locked_among(membership, own, now=timezone.now())
    sheet = Grid(tables, request.POST if request.method == "POST" else None, locked=locked)
    over: list[str] = []
    status = 200
    if request.method == "POST" and of is not None:
        cleaned = sheet.told()
        status = 422
        if not sheet.is_faulty:
            try:
                results = enter_scores(
                    actor=request.user, of=of, scores=cleaned, now=timezone.now()
                )
                _say_saved(request, day, of, len(results))
                return redirect(f"{request.path}?round={of.number}")
            except Refused as refused:
                over, status = sheet.take(refused), refused.status
    context = page_of(day) | {
        "round": of,
        "grid": sheet,
        "over": over,
        "status": status,
        "to_play": sum(table.fixture.state == Fixture.State.OPEN for table in tables),
    }
    return render(request, "competition/tournament/grid.html", context, status=status)


def _say_saved(request: HttpRequest, day: Tournament, of: Round, saved: int) -> None:
    left = of.fixtures.filter(state=Fixture.State.OPEN).count()
    if not saved:
        messages.warning(request, _("Nothing was typed that is not saved already."))
        return
    text = ngettext("%(n)d result is saved.", "%(n)d results are saved.", saved) % {"n": saved}
    rest = (
        ngettext("%(n)d is missing.", "%(n)d are missing.", left) % {"n": left}
        if left
        else _("The round is complete.")
    )
    messages.success(request, f"{text} {rest}")
