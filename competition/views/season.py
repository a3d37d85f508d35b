"""The season desk: who takes part, divisions and seeds."""

from typing import Any
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
from competition.commands import divisions as dividing
from competition.commands import entries as commands
from competition.commands.joining_and_leaving import leave_season
from competition.forms import season as forms
from competition.models import Entry
from competition.queries import desk as queries
from competition.queries.stage_desk import what_is_left_by
from competition.scheduling.leaving import Leaving
from competition.season_words import next_steps, state_said
from competition.standings_words import lots_for_movers
from competition.views.telling import tell
from league.models import Season
from league.permissions import must_run, runs
from league.pins import book_of
from league.rulebook import answers_of, team_sheet_of
from league.views.frame import frame
from teams.models import Team
from web.posting import answer_form, given


@never_cache
@require_safe
def season(request: HttpRequest, uuid: UUID) -> HttpResponse:
    now = timezone.now()
    desk = queries.desk_of(request.user, uuid, now=now)
    book = book_of(desk.season.pin)
    context = {
        **frame(desk.league, desk.own),
        "desk": desk,
        "season": desk.season,
        "game": answers_of(book),
        "strength": team_sheet_of(book).strength,
        "state": state_said(desk, now=now),
        "todos": next_steps(desk),
    }
    return render(request, "competition/season.html", context)


@never_cache
@login_required
@require_POST
def register(request: SignedInRequest, uuid: UUID, team: UUID) -> HttpResponse:
    season, own = queries.season_for(request.user, uuid)
    entered = queries.team_in(season.league, team)
    done = _("%(team)s is in.") if runs(own) else _("%(team)s is registered.")
    tell(
        request,
        lambda: commands.register_team(
            actor=request.user, season=season, team=entered, now=timezone.now()
        ),
        done % {"team": entered},
    )
    return redirect("competition:season", uuid)


@never_cache
@login_required
@require_POST
def register_all(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    season, _own = queries.season_for(request.user, uuid)

    def carry_out() -> None:
        done = commands.register_every_team(actor=request.user, season=season, now=timezone.now())
        came = len(done.entries)
        words = ngettext("%(n)d team came in.", "%(n)d teams came in.", came)
        if came:
            messages.success(request, words % {"n": came})
        for each in done.left_out:
            why = " ".join(str(reason.message) for reason in each.reasons)
            messages.warning(request, f"{each.team}: {why}")

    tell(request, carry_out, "")
    return redirect("competition:season", uuid)


@never_cache
@login_required
@require_POST
def accept(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Those that are named, else every registration that is legal."""
    season, _own = queries.season_for(request.user, uuid)
    must_run(request.user, season.league)
    desk = queries.desk_of(request.user, uuid, now=timezone.now())
    named = set(request.POST.getlist("entry"))
    lines = [line for line in desk.waiting if str(line.entry.uuid) in named]
    chosen = [line.entry for line in (lines if named else desk.acceptable)]
    words = ngettext("%(n)d team is in now.", "%(n)d teams are in now.", len(chosen))
    tell(
        request,
        lambda: commands.accept_entries(
            actor=request.user, season=season, entries=chosen, now=timezone.now()
        ),
        words % {"n": len(chosen)},
    )
    return redirect("competition:season", uuid)


@never_cache
@login_required
@require_POST
def withdraw(request: SignedInRequest, uuid: UUID, entry: UUID) -> HttpResponse:
    season, _own = queries.season_for(request.user, uuid)
    found = queries.entry_in(season, entry)
    tell(
        request,
        lambda: commands.withdraw_entry(actor=request.user, entry=found, now=timezone.now()),
        _("%(team)s is no longer down for the season.") % {"team": found},
    )
    return redirect("competition:season", uuid)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: SignedInRequest, uuid: UUID, entry: UUID) -> HttpResponse:
    """One entry, for whoever runs the league: refused before the season begins, gone after."""
    season, own = queries.season_for(request.user, uuid)
    must_run(request.user, season.league)
    found = queries.entry_in(season, entry)
    page = {"entry": found, "season": season, **frame(season.league, own)}
    if season.state != Season.State.RUNNING:
        return _refuse(request, found, page)
    return _leave(request, found, page)


def _refuse(request: SignedInRequest, entry: Entry, page: dict[str, Any]) -> HttpResponse:
    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        commands.refuse_entry(
            actor=request.user, entry=entry, reason=fields["reason"], now=timezone.now()
        )
        messages.success(request, _("%(team)s was turned down.") % {"team": entry})
        return redirect("competition:season", entry.season.league.uuid)

    form = forms.Refuse(given(request))
    return answer_form(request, "competition/entry.html", form, carry_out, **page)


def _leave(request: SignedInRequest, entry: Entry, page: dict[str, Any]) -> HttpResponse:
    season = entry.season
    teams = list(season.league.teams.filter(state=Team.State.ACTIVE).exclude(pk=entry.team_id or 0))
    down = set(season.entries.filter(state=Entry.State.ACCEPTED).values_list("team", flat=True))
    free = {str(team.uuid): team for team in teams if team.pk not in down}

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        leave_season(
            actor=request.user,
            entry=entry,
            how=Leaving(fields["how"]),
            reason=fields["reason"],
            replacement=free.get(fields.get("replacement", "")),
            now=timezone.now(),
        )
        messages.success(request, _("%(team)s has left the season.") % {"team": entry})
        return redirect("competition:season", season.league.uuid)

    form = forms.Leave(given(request), left=what_is_left_by(entry), teams=list(free.values()))
    return answer_form(request, "competition/entry.html", form, carry_out, **page)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def divisions(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Names, then by draw, by seed or by hand; and the seeds. `names` may be asked for by GET, to
    be filled by hand before anything is saved."""
    season, own = queries.season_for(request.user, uuid)
    must_run(request.user, season.league)
    how = request.POST.get("how", "")

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        if how == forms.SEEDS:
            dividing.set_seeds(actor=request.user, season=season, seeds=form.told_seeds(), now=now)
            messages.success(request, _("The seeds are set."))
        elif how == forms.PROMOTE:
            by_lots = dividing.promote_and_relegate(
                actor=request.user,
                season=season,
                up=fields["up"] or 0,
                down=fields["down"] or 0,
                now=now,
            )
            messages.success(request, _("The divisions stand, with those who went up and down."))
            for sentence in lots_for_movers(by_lots):
                messages.info(request, sentence)
        else:
            dividing.divide(
                actor=request.user,
                season=season,
                names=[] if how == forms.NONE else form.called,
                how=how if how != forms.NONE else forms.DRAW,
                by_hand=form.told_by_hand(),
                now=now,
            )
            messages.success(request, _("The divisions stand."))
        return redirect("competition:divisions", uuid)

    form = forms.Divisions(
        given(request),
        entries=queries.entries_in(season),
        divisions=list(season.divisions.order_by("position")),
        names=request.GET.get("names"),
    )
    page = {
        "season": season,
        "why_not": dividing.why_not_divided(season),
        "before": dividing.divisions_before(season),
        "strength": team_sheet_of(book_of(season.pin)).strength,
        **frame(season.league, own),
    }
    return answer_form(request, "competition/divisions.html", form, carry_out, **page)
