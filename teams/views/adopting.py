"""Adopting a team: begun, its sheet typed or pasted, checked, and finished."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.sessions import SignedInRequest
from acts.failures import Conflict, Failure, Refused
from acts.sent_forms import once_per_form
from league.models import Membership
from league.permissions import must_run
from league.pins import book_of
from league.queries import current_season, league_for
from league.rulebook import answers_of, must_have
from league.views.frame import frame
from teams.arriving.adoptees import Row
from teams.arriving.pasting import Pasted, read_table
from teams.commands.adopting import (
    begin_adoption,
    change_adoption,
    drop_adoption,
    finish_adoption,
)
from teams.forms.adopting import MORE_ROWS, AdoptionForm, BeginAdoption
from teams.models import Adoption
from teams.queries.adoptions import adoption_for, crest_of, open_adoptions, page_of
from teams.queries.drafts import coaches
from web.posting import answer_form, given


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Which race and whose team; and the adoptions that lie open."""
    league, own = league_for(request.user, uuid)
    must_run(request.user, league)
    book = book_of(current_season(league).pin)
    must_have(answers_of(book).adopt, "adopt")

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                begun = begin_adoption(actor=request.user, league=league, now=now, **fields)
                sent.keep(adoption=str(begun.uuid))
        return redirect("teams:adoption", league.uuid, sent.kept["adoption"])

    form = BeginAdoption.of(given(request), coaches=coaches(league), book=book)
    begun = [(each, crest_of(each)) for each in open_adoptions(league)]
    page = {"begun": begun, **frame(league, own)}
    return answer_form(request, "teams/begin_adoption.html", form, carry_out, **page)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def adoption(request: SignedInRequest, uuid: UUID, adoption: UUID) -> HttpResponse:
    """The sheet. Every button keeps what is typed first."""
    league, own = league_for(request.user, uuid)
    found = adoption_for(request.user, league, adoption)
    if request.method == "POST":
        return change(request, own, found)
    return show(request, own, found)


def change(request: SignedInRequest, own: Membership | None, found: Adoption) -> HttpResponse:
    league = found.season.league
    book = book_of(found.season.pin)
    form = AdoptionForm(request.POST, book=book, coaches=coaches(league))
    if not form.is_valid():
        return show(request, own, found, form=form, status=422)
    now, do = timezone.now(), request.POST.get("do", "check")
    try:
        pasted = read_table(form.cleaned_data["table"], book.catalogue) if do == "read" else None
        found = change_adoption(
            actor=request.user,
            adoption=found,
            sheet=form.sheet(rows_after(form, do, pasted)),
            coach=form.cleaned_data["coach"],
            revision=form.cleaned_data["revision"],
            now=now,
            **form.identity(),
        )
        if do == "finish":
            return finish(request, found, form)
    except Conflict as moved:
        found = adoption_for(request.user, league, found.uuid)
        return show(request, own, found, moved=moved)
    except Refused as refused:
        if do == "finish":
            return show(request, own, found, refused=refused, word=form.word(), status=422)
        form.take(refused)
        return show(request, own, found, form=form, status=422)
    if pasted:
        tell(request, pasted)
    return redirect(request.path + place_after(do, pasted))


def place_after(do: str, pasted: Pasted | None) -> str:
    """Where to look next: at the top if something is said there about the table."""
    if pasted and pasted.notes:
        return ""
    return "#players" if do in ("read", "add") else "#weighed"


def rows_after(form: AdoptionForm, do: str, pasted: Pasted | None) -> list[Row]:
    if pasted:
        return [*pasted.rows]
    empty: list[Row] = [dict.fromkeys(form.cells, "") for _ in range(MORE_ROWS)]
    return [*form.players(), *(empty if do == "add" else ())]


def tell(request: SignedInRequest, pasted: Pasted) -> None:
    count = len(pasted.rows)
    text = ngettext("%(n)d player read.", "%(n)d players read.", count) % {"n": count}
    if pasted.notes:
        messages.warning(request, " ".join([text, *pasted.notes]))
    else:
        messages.success(request, text)


def finish(request: SignedInRequest, found: Adoption, form: AdoptionForm) -> HttpResponse:
    team = finish_adoption(
        actor=request.user,
        adoption=found,
        now=timezone.now(),
        **form.word(),
    )
    welcome = _("%(team)s has joined the league. Its ledger begins with what it brought.")
    messages.success(request, welcome % {"team": team.name})
    return redirect("teams:roster", team.uuid)


def show(
    request: SignedInRequest,
    own: Membership | None,
    found: Adoption,
    *,
    form: AdoptionForm | None = None,
    word: Mapping[str, Any] | None = None,
    refused: Refused | None = None,
    moved: Failure | None = None,
    status: int = 200,
) -> HttpResponse:
    """The sheet as it was kept, with everything wrong at its cell, or as typed if not even kept."""
    page, league = page_of(found), found.season.league
    if form is None:
        form = AdoptionForm.of(found, book=page.book, coaches=coaches(league), word=word)
        if found.revision:
            reasons = refused.reasons if refused else page.weighed.reasons
            form.tell(reasons, page.read.squad.rows)
    rows = [(row, page.readings.get(row.index)) for row in form.player_rows()]
    shown = {
        "form": form,
        "rows": rows,
        "page": page,
        "catalogue": page.book.catalogue,
        "adoption": found,
        "moved": moved,
        "was_pasted": bool(page.players),
        **frame(league, own),
    }
    return render(request, "teams/adoption.html", shown, status=moved.status if moved else status)


@never_cache
@login_required
@require_POST
def drop(request: SignedInRequest, uuid: UUID, adoption: UUID) -> HttpResponse:
    league, _own = league_for(request.user, uuid)
    found = adoption_for(request.user, league, adoption)
    drop_adoption(actor=request.user, adoption=found, now=timezone.now())
    messages.success(request, _("The adoption of %(team)s is dropped.") % {"team": found})
    return redirect("teams:begin-adoption", league.uuid)
