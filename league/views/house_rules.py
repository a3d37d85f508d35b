"""House rules: shown to everybody who sees the league, changed by whoever runs it."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.sessions import SignedInRequest
from league import house_rules
from league.amendments import amended, earliest_round, is_amended
from league.commands.house_rules import change_house_rules
from league.house_form import HouseRules
from league.models import RulesPin, Season
from league.permissions import must_run
from league.pins import book_of, latest_pin
from league.queries import current_season, league_for
from league.registration import why_ended
from league.views.frame import frame
from web.posting import answer_form, given


@never_cache
@require_safe
def rules(request: HttpRequest, uuid: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)
    season = current_season(league)
    book = book_of(season.pin)
    chapters = house_rules.chapters(book)
    page = {
        "season": season,
        "book": book,
        "chapters": chapters,
        "differing": [chapter for chapter in chapters if chapter.differences],
        "words": house_rules.words(book),
        "amended": amended(season),
        "is_changeable": not why_ended(season),
        **frame(league, own),
    }
    return render(request, "league/rules.html", page)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)
    must_run(request.user, league)
    season = current_season(league)
    latest = latest_pin(season)
    book = book_of(latest)
    preset = request.GET.get("preset", "")
    chosen = dict(book.house.turned)
    if preset in book.house.knobs.presets:
        chosen = house_rules.with_preset(book.house.knobs, chosen, preset)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        pin = change_house_rules(
            actor=request.user,
            league=league,
            house=form.house(),
            pin=fields["pin"],
            now=timezone.now(),
            **form.amendment(),
        )
        messages.success(request, _said(latest, pin, current_season(league)))
        return redirect("league:rules", league.uuid)

    earliest = earliest_round(season) if is_amended(season) else 0
    form = HouseRules(given(request), book=book, chosen=chosen, pin=latest.uuid, earliest=earliest)
    page = {
        "season": season,
        "book": book,
        "presets": book.house.knobs.presets.values(),
        "preset": preset,
        "earliest": earliest,
        "is_changeable": not why_ended(season),
        **frame(league, own),
    }
    return answer_form(request, "league/edit_rules.html", form, carry_out, **page)


def _said(before: RulesPin, after: RulesPin, season: Season) -> str:
    if after == before:
        return _("Nothing was changed.")
    if after == season.pin:
        return _("The new house rules hold.")
    return _("The amendment is on record, and holds from its round on.")
