"""A league's matches: listed, recorded, and the page of each."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.sessions import SignedInRequest
from accounts.time_zones import zone_named
from acts.failures import Reason, Refused
from acts.sent_forms import once_per_form
from league.models import League, Role
from league.permissions import must_be_member, runs
from league.queries import current_season, league_for
from league.views.frame import frame
from matches import forms, queries
from matches.commands.answering import Given, StepMoved, match_session
from matches.commands.beginning import begin_match
from matches.commands.recording import record_result
from matches.eligibility import Occasion
from matches.forms.typing_in import ALL, NOTHING_FOR_BOTH, ROLL, given_in, revision_in
from matches.models import Match
from matches.pitch.crowd import to_tell
from matches.presentation.live import unchanged
from matches.queries import Viewed, lists
from matches.replay.dry_runs import DryRun, try_out
from matches.replay.late import late_sides
from matches.unscheduled import only_friendlies, why_none_unscheduled
from matches.views.flow import show_match
from matches.views.viewing import show_story
from rules.engine.match import Side
from teams.models import Team
from web.posting import answer_form, given

A_PAGE = 30


@never_cache
@require_safe
def matches(request: HttpRequest, uuid: UUID) -> HttpResponse:
    league, membership = league_for(request.user, uuid)
    page = Paginator(lists.matches_of(league), A_PAGE).get_page(request.GET.get("page"))
    context = {
        **frame(league, membership),
        "page": page,
        "results": [lists.result_of(each) for each in page],
        "may_record": lists.may_record(membership)
        and league.closed_at is None
        and not why_none_unscheduled(current_season(league)),
    }
    return render(request, "matches/matches.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    league, _membership = league_for(request.user, uuid)
    membership = must_be_member(request.user, league, Role.COACH, Role.DEPUTY, Role.COMMISSIONER)
    teams = lists.teams_to_play(league)
    own = lists.team_of(membership)
    now = timezone.now()

    looks: list[DryRun] = []

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        sides = lists.teams_in(league, home=fields["home"], away=fields["away"])
        make = partial(_made, request.user, league, sides, form, now=now)
        try:
            with once_per_form(request, now=now) as sent:
                if sent.is_new:
                    match = make(in_its_place=fields["in_its_place"])
                    sent.keep(match=str(match.uuid))
        except Refused:
            if late_sides(sides, fields["played_on"], pin=current_season(league).pin):
                looks.append(try_out(partial(make, in_its_place=True), sides))
            raise
        return redirect("matches:match", uuid=sent.kept["match"])

    today = now.astimezone(zone_named(league.time_zone)).date()
    season = current_season(league)
    initial = {
        "played_on": today,
        "home": own.uuid if own and not runs(membership) else None,
        "is_friendly": only_friendlies(season),
    }
    crowd = to_tell(season.pin, decides=runs(membership) and own is None)
    form = forms.NewMatch(given(request), teams=teams, crowd=crowd, initial=initial)
    about = {**frame(league, membership), "teams": teams, "looks": looks}
    about["why_none"] = [each.message for each in why_none_unscheduled(season)]
    return answer_form(request, "matches/new.html", form, carry_out, **about)


def _made(
    actor: User,
    league: League,
    teams: Mapping[Side, Team],
    form: forms.NewMatch,
    *,
    now: datetime,
    in_its_place: bool,
) -> Match:
    """The match that a form begins, or tells by its score."""
    fields = form.cleaned_data
    about: dict[str, Any] = {
        "actor": actor,
        "league": league,
        "home": teams["home"],
        "away": teams["away"],
        "played_on": fields["played_on"],
        "now": now,
        "occasion": Occasion(is_friendly=fields["is_friendly"]),
        "in_its_place": in_its_place,
    }
    if form.begins:
        return begin_match(**about)
    return record_result(**about, **form.told())


@never_cache
@require_safe
def match(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """The story for whoever watches, and the working page for whoever has something to do there."""
    return _followed(request, uuid, is_work=False)


@never_cache
@require_safe
def steps(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Steps, rulings and effects, whoever asks."""
    return _followed(request, uuid, is_work=True)


def _followed(request: HttpRequest, uuid: UUID, *, is_work: bool) -> HttpResponse:
    """Follows along with the other phone, as the page of whoever watches does."""
    found, membership = queries.match_for(request.user, uuid)
    if answer := unchanged(request, found):
        return answer
    viewed = queries.view_of(found, membership)
    if is_work or not viewed.is_for_a_visitor:
        return show_match(request, viewed)
    return show_story(request, viewed)


@never_cache
@login_required
@require_POST
def answer(request: SignedInRequest, uuid: UUID, side: str, step: str) -> HttpResponse:
    whose = queries.side_named(side)
    for_both = NOTHING_FOR_BOTH in request.POST
    answers: list[Given] = []
    try:
        at = None if for_both else whose
        with match_session(actor=request.user, match=uuid, side=at, named=True) as seated:
            revision, now = revision_in(request.POST), timezone.now()
            seen = queries.seen_at(seated.record, seated.access)
            answers, roll_on = _typed(request, seen, side, step, revision)
            if for_both:
                own = queries.own_side_named(side)
                seated.answer_for_both(own, step, revision, answers, now=now)
            else:
                seated.answer(whose, step, revision, answers, now=now, roll_on=roll_on)
    except StepMoved as moved:
        messages.warning(request, " ".join(moved.sentences))
    except Refused as refused:
        viewed = queries.view_match(request.user, uuid)
        typed = {each.key: each.value for each in answers if not each.roll}
        wrong: tuple[Reason, ...] = tuple(refused.reasons)
        run = queries.run_for(viewed, side, step)
        shown = queries.open_step(viewed, run, typed=typed, reasons=wrong)
        return show_match(request, viewed, refused=shown, status=422)
    return redirect(reverse("matches:match", args=[uuid]) + f"#question-{side}")


def _typed(
    request: SignedInRequest, viewed: Viewed, side: str, step: str, revision: int
) -> tuple[list[Given], bool]:
    """What a form answers, and whether the server throws what is open. Raises Refused.

    A form that saw another step is not read: what it answers may be asked no more.
    """
    run = queries.run_for(viewed, side, step)
    roll_on = request.POST.get(ROLL) == ALL
    if run.finished_at or run.revision != revision:
        return [], roll_on
    answers = given_in(queries.open_step(viewed, run), request.POST)
    if not (answers or roll_on):
        raise Refused.because("nothing_answered", _("Nothing was answered yet."))
    return answers, roll_on
