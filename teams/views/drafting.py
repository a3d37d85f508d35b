"""Drafting a team: choosing a race, and the draft itself, a tap at a time."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts.sessions import SignedInRequest
from acts.failures import Conflict, Failure, Refused
from acts.sent_forms import once_per_form
from league.models import Membership
from league.permissions import COACHING, must_be_member, runs
from league.pins import book_of
from league.queries import current_season, league_for
from league.rulebook import answers_of
from teams.commands.drafting import begin_draft, change_draft, drop_draft, finish_draft
from teams.drafts import name_of
from teams.forms.drafting import BeginDraft, DraftFields, read_taps
from teams.models import Draft
from teams.queries.draft_sheets import sheet_of
from teams.queries.drafts import (
    coaches,
    draft_for,
    found_among,
    names_in_league,
    open_drafts,
    race_cards,
)
from web.crests import Crest
from web.parts import render_part
from web.posting import answer_form, given

PART = "draft"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """The races to choose from, and the drafts that lie open."""
    league, _membership = league_for(request.user, uuid)
    own = must_be_member(request.user, league, *COACHING)
    season = current_season(league)
    season.league = league

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                draft = begin_draft(actor=request.user, season=season, now=now, **fields)
                sent.keep(draft=str(draft.uuid))
        return redirect("teams:draft", sent.kept["draft"])

    taken = names_in_league(season)
    drafts = [(draft, name_of(draft, taken), crest_of(draft)) for draft in open_drafts(league, own)]
    form = BeginDraft.of(given(request), coaches=coaches(league), own=own)
    book = book_of(season.pin)
    find = request.GET.get("find", "")
    cards = found_among(race_cards(book), find)
    return answer_form(
        request,
        "teams/begin_draft.html",
        form,
        carry_out,
        league=league,
        season=season,
        runs=runs(own),
        drafts=drafts,
        find=find,
        offered=[card for card in cards if not card.faults],
        barred=[card for card in cards if card.faults],
        catalogue=book.catalogue,
        game=answers_of(book),
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draft(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """The draft. Each tap sends the whole page: what is typed is kept with what is tapped."""
    found, own = draft_for(request.user, uuid)
    return change(request, found, own) if request.method == "POST" else show(request, found, own)


def change(request: SignedInRequest, found: Draft, own: Membership) -> HttpResponse:
    try:
        taps = read_taps(request.POST.dict())
        now = timezone.now()
        found = change_draft(
            actor=request.user, draft=found, now=now, revision=taps.revision, **taps.fields
        )
        if taps.is_finish:
            return finish(request, found, override=taps.is_override, reason=taps.reason)
    except (Refused, Conflict) as failure:
        return show(request, *draft_for(request.user, found.uuid), failure=failure)
    if request.htmx:  # type: ignore[attr-defined]
        return show(request, found, own)
    return redirect(f"{request.path}#{taps.anchor}" if taps.anchor else request.path)


def finish(request: SignedInRequest, found: Draft, *, override: bool, reason: str) -> HttpResponse:
    team = finish_draft(
        actor=request.user,
        draft=found,
        now=timezone.now(),
        revision=found.revision,
        override=override,
        reason=reason,
    )
    messages.success(request, _("%(team)s is drafted.") % {"team": team.name})
    return go_to(request, reverse("teams:roster", args=[team.uuid]))


@never_cache
@login_required
@require_POST
def drop(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    found, _own = draft_for(request.user, uuid)
    drop_draft(actor=request.user, draft=found, now=timezone.now())
    messages.success(request, _("The draft of %(team)s is dropped.") % {"team": name_of(found)})
    return redirect("teams:begin-draft", found.season.league.uuid)


def show(
    request: SignedInRequest, found: Draft, own: Membership, *, failure: Failure | None = None
) -> HttpResponse:
    """The draft as it stands, with what was typed if that was refused; not if it was stale."""
    if found.team is not None:
        return go_to(request, reverse("teams:roster", args=[found.team.uuid]))
    is_refused = isinstance(failure, Refused)
    sheet = sheet_of(
        found,
        names_taken=names_in_league(found.season),
        typed=request.POST.dict() if is_refused else None,
        refused=failure.reasons if failure and is_refused else (),
    )
    page = {
        "sheet": sheet,
        "draft": found,
        "league": found.season.league,
        "catalogue": sheet.catalogue,
        "form": DraftFields.of(sheet, reason=request.POST.get("reason", "")),
        "may_override": runs(own) and sheet.weighed.although is not None,
        "moved": failure.reasons if isinstance(failure, Conflict) else (),
    }
    status = failure.status if failure else 200
    return render_part(request, "teams/draft.html", page, PART, status=status)


def go_to(request: SignedInRequest, address: str) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(address)
    return redirect(address)


def crest_of(found: Draft) -> Crest:
    return Crest.of_team(found.uuid, name=name_of(found), shirt=found.shirt, trim=found.trim)
