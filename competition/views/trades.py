"""Trades: listed, offered, and the page on which each is answered."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.sessions import SignedInRequest, signed_in_to_post
from acts.failures import Forbidden
from acts.sent_forms import once_per_form
from competition.commands.trades import answer_trade, offer_trade
from competition.forms.trades import AnswerForm, OfferForm, TradeTeamsForm
from competition.queries.trades import (
    row_of,
    squad_of,
    team_named,
    teams_to_ask,
    teams_to_offer,
    trade_page,
    trades_of,
)
from competition.trade_words import STANDS
from league.models import Role
from league.permissions import must_be_member, runs
from league.pins import book_of
from league.queries import current_season, league_for
from league.rulebook import must_play_with
from league.views.frame import frame
from web.posting import answer_form, given

A_PAGE = 30
COACHING = (Role.COACH, Role.DEPUTY, Role.COMMISSIONER)


@never_cache
@require_safe
def trades(request: HttpRequest, uuid: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)
    now = timezone.now()
    found = trades_of(league, own, now)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    context = {
        **frame(league, own),
        "page": page,
        "rows": [row_of(trade) for trade in page],
        "may_offer": league.closed_at is None and bool(teams_to_offer(own, league, now)),
    }
    return render(request, "competition/trades.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def offer(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """First which two teams, then who and what."""
    league, _own = league_for(request.user, uuid)
    own = must_be_member(request.user, league, *COACHING)
    must_play_with(league, "trade")
    now = timezone.now()
    mine, all_teams = teams_to_offer(own, league, now), teams_to_ask(league)
    if not mine:
        raise Forbidden.because(
            "no_team",
            _("Whoever offers a trade coaches a team, or runs the league for one on paper."),
        )
    team = team_named(mine, request.GET.get("team", ""))
    to = team_named(all_teams, request.GET.get("to", ""))
    context = {**frame(league, own), "team": team, "to": to}
    if team is None or to is None or team == to:
        others = all_teams if runs(own) else [each for each in all_teams if each not in mine]
        first = TradeTeamsForm(None, own=mine, others=others)
        context |= {"form": first, "is_same": team is not None and team == to}
        return render(request, "competition/offer_teams.html", context)

    def carry_out(_fields: dict[str, Any]) -> HttpResponse:
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                gives, gets = form.goods("gives"), form.goods("gets")
                made = offer_trade(
                    actor=request.user, team=team, to=to, gives=gives, gets=gets, now=now
                )
                sent.keep(trade=str(made.uuid))
        messages.success(request, _("The offer is made."))
        return redirect("competition:trade", league.uuid, sent.kept["trade"])

    book = book_of(current_season(league).pin)
    form = OfferForm(given(request), ours=squad_of(team, book), theirs=squad_of(to, book))
    return answer_form(request, "competition/offer.html", form, carry_out, **context)


@never_cache
@signed_in_to_post
@require_http_methods(["GET", "HEAD", "POST"])
def trade(request: HttpRequest, uuid: UUID, trade: UUID) -> HttpResponse:
    league, own = league_for(request.user, uuid)
    shown = trade_page(request.user, league, trade)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        done = answer_trade(
            actor=request.user,  # type: ignore[arg-type]
            trade=shown.trade,
            now=timezone.now(),
            **fields,
        )
        messages.success(request, str(STANDS[done.state]))
        return redirect("competition:trade", league.uuid, done.uuid)

    form = AnswerForm(given(request))
    context = {**frame(league, own), "shown": shown, "trade": shown.trade}
    return answer_form(request, "competition/trade.html", form, carry_out, **context)
