"""Fixtures: listed, shown, played, scored and ruled upon."""

from collections.abc import Callable
from functools import partial
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
from accounts.time_zones import zone_named
from acts.failures import Missing, Refused
from acts.sent_forms import once_per_form
from competition.commands.match_day import begin_fixture
from competition.commands.results import enter_score, play_fixture, take_back_result
from competition.commands.rulings import ENDINGS, SOMEBODY_AWAY, rule_fixture
from competition.fixture_rules import pin_of
from competition.fixture_words import consequences_said
from competition.forms import results as forms
from competition.permissions import access_at, must_enter_result
from competition.queries.fixture_page import FixturePage, fixture_page
from competition.queries.fixtures import fixtures_page
from competition.queries.late import late_looks
from league.permissions import must_hold_office
from league.pins import book_of, edition_of
from league.views.frame import frame
from matches.models import Match
from matches.pitch.crowd import to_tell
from matches.presentation.pdf import Pairing, squad_now
from matches.replay.dry_runs import DryRun
from matches.views.sheets import sheet as match_sheet
from rules.engine.match import SIDES
from teams.queries.rosters import roster_for
from web.asked import number_in, uuid_in
from web.forms import Form
from web.posting import answer_form, given

READS_AND_POST = ["GET", "HEAD", "POST"]


@never_cache
@require_safe
def fixtures(request: HttpRequest, uuid: UUID) -> HttpResponse:
    page = fixtures_page(
        request.user,
        uuid,
        season=number_in(request, "season"),
        stage=uuid_in(request, "stage"),
        number=number_in(request, "round"),
        team=uuid_in(request, "team"),
    )
    context = {**frame(page.view.league, page.view.own), "page": page, "view": page.view}
    return render(request, "competition/fixtures.html", context)


@never_cache
@require_safe
def fixture(request: HttpRequest, uuid: UUID) -> HttpResponse:
    page = fixture_page(request.user, uuid)
    return render(request, "competition/fixture.html", _around(page))


@never_cache
@require_safe
def sheet(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """To be printed and taken to the table."""
    page = fixture_page(request.user, uuid)
    fixture = page.fixture
    teams = [entry.team for entry in (fixture.home, fixture.away) if entry and entry.team]
    if len(teams) < len(SIDES):
        raise Missing.because("no_rosters", _("Both teams must have their rosters first."))
    home, away = (squad_now(roster_for(request.user, team.uuid)) for team in teams)
    about = " · ".join(part for part in (page.league.name, page.round) if part)
    return match_sheet(Pairing(home, away, about, book_of(pin_of(fixture))))


@never_cache
@login_required
@require_http_methods(READS_AND_POST)
def record(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    page = fixture_page(request.user, uuid)
    access_at(request.user, page.fixture)
    now = timezone.now()

    def played(*, in_its_place: bool) -> Match:
        about: dict[str, Any] = {
            "actor": request.user,
            "fixture": page.fixture,
            "played_on": form.cleaned_data["played_on"],
            "in_its_place": in_its_place,
            "now": now,
        }
        if request.POST.get("do") == "begin":
            return begin_fixture(**about)
        return play_fixture(**about, score=form.told(), crowd=form.crowd_told())

    looks: list[DryRun] = []

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        try:
            with once_per_form(request, now=now) as sent:
                if sent.is_new:
                    sent.keep(match=str(played(in_its_place=fields["in_its_place"]).uuid))
        except Refused:
            play = partial(played, in_its_place=True)
            looks.extend(late_looks(page.fixture, fields["played_on"], play))
            raise
        return redirect("matches:match", uuid=sent.kept["match"])

    today = now.astimezone(zone_named(page.league.time_zone)).date()
    crowd = to_tell(pin_of(page.fixture), decides=page.decides)
    about_it: dict[str, Any] = {"initial": {"played_on": today}, "crowd": crowd, **_counted(page)}
    form = forms.RecordMatch(given(request), **about_it)
    about = {**_around(page), "looks": looks}
    return answer_form(request, "competition/record.html", form, carry_out, **about)


@never_cache
@login_required
@require_POST
def begin(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    page = fixture_page(request.user, uuid)
    now = timezone.now()
    today = now.astimezone(zone_named(page.league.time_zone)).date()
    match = page.fixture.match or begin_fixture(
        actor=request.user, fixture=page.fixture, played_on=today, now=now
    )
    return redirect("matches:match", uuid=match.uuid)


@never_cache
@login_required
@require_http_methods(READS_AND_POST)
def score(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    page = fixture_page(request.user, uuid)
    must_enter_result(request.user, page.fixture, now=timezone.now())
    form = forms.EnterScore(given(request), initial=_as_it_is(page), **_counted(page))

    def enter(now: Any) -> None:
        enter_score(actor=request.user, fixture=page.fixture, score=form.told(), now=now)

    return _decided(request, page, "competition/score.html", form, enter)


@never_cache
@login_required
@require_http_methods(READS_AND_POST)
def rule(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    page = fixture_page(request.user, uuid)
    must_hold_office(request.user, page.league)
    form = forms.Rule(given(request), own=page.given_up_by, **_names(page))

    def decide(now: Any) -> None:
        rule_fixture(actor=request.user, fixture=page.fixture, now=now, **form.cleaned_data)

    house = book_of(page.stage.season.pin).house
    endings = SOMEBODY_AWAY if page.given_up_by else ENDINGS
    means = [(forms.RULINGS[ending], consequences_said(house, ending)) for ending in endings]
    return _decided(request, page, "competition/rule.html", form, decide, means=means)


@never_cache
@login_required
@require_http_methods(READS_AND_POST)
def take_back(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    page = fixture_page(request.user, uuid)
    must_hold_office(request.user, page.league)
    form = forms.TakeBack(given(request))

    def undo(now: Any) -> None:
        reason = form.cleaned_data["reason"]
        take_back_result(actor=request.user, fixture=page.fixture, reason=reason, now=now)

    return _decided(request, page, "competition/take_back.html", form, undo)


def _decided(
    request: SignedInRequest,
    page: FixturePage,
    template: str,
    form: Form,
    do: Callable[[Any], None],
    **about: Any,
) -> HttpResponse:
    """Carry a form out once, and go back to the fixture."""
    now = timezone.now()

    def carry_out(_fields: dict[str, Any]) -> HttpResponse:
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                do(now)
                sent.keep()
        messages.success(request, _("Done. The table says so already."))
        return redirect("competition:fixture", uuid=page.fixture.uuid)

    return answer_form(request, template, form, carry_out, **_around(page), **about)


def _around(page: FixturePage) -> dict[str, Any]:
    return {**frame(page.league, page.own), "page": page, "line": page.line}


def _names(page: FixturePage) -> dict[str, str]:
    return {"home": page.line.home.name, "away": page.line.away.name}


def _counted(page: FixturePage) -> dict[str, Any]:
    return {"pitch": edition_of(pin_of(page.fixture)).pitch, **_names(page)}


def _as_it_is(page: FixturePage) -> dict[str, Any]:
    """The score that stands, to be changed."""
    result = page.result
    if result is None:
        return {}
    how = ("ending", "winner", "at_fault")
    return result.numbers() | {name: getattr(result, name) for name in how}
