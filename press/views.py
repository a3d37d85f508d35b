"""Pages about everything at once."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import forms
from accounts.models import User
from accounts.sessions import SignedInRequest, asks_password, proof_of
from league.leaving import leagues_run_by
from league.queries import league_for
from league.views.frame import frame
from league.views.leagues import names_in_lists
from press.account_deletion import delete_account
from press.account_export import account_export
from press.coaches import coach_for
from press.forms import LeagueFile
from press.front_page import desk_of, newest_leagues
from press.league_file.arrivals import arrival_seen_by, send_in
from press.league_file.opening import LARGEST_FILE
from press.league_file.sending import sent_league
from press.league_home import league_home
from web import samples
from web.posting import answer_form, given
from web.uploads import takes_large_files


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if isinstance(request.user, User):
        return render(request, "press/desk.html", {"desk": desk_of(request.user)})
    page = {"leagues": newest_leagues(request.user), "sum": samples.WINNINGS, **names_in_lists()}
    return render(request, "press/front_page.html", page)


@never_cache
@require_safe
def league(request: HttpRequest, uuid: UUID) -> HttpResponse:
    home = league_home(request.user, uuid)
    return render(request, "press/league.html", {"home": home, **frame(home.league, home.own)})


@never_cache
@require_safe
def coach(request: HttpRequest, uuid: UUID, coach: UUID) -> HttpResponse:
    page = coach_for(request.user, uuid, coach)
    return render(request, "press/coach.html", {"page": page, **frame(page.league, page.own)})


@never_cache
@login_required
@require_POST
def take_along(request: SignedInRequest, uuid: UUID) -> FileResponse:
    league, _own = league_for(request.user, uuid)
    return sent_league(actor=request.user, league=league, now=timezone.now())


@takes_large_files(LARGEST_FILE)
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring_league(request: SignedInRequest) -> HttpResponse:
    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        job = send_in(actor=request.user, file=fields["file"].file, now=timezone.now())
        return redirect("press:arrival", job.uuid)

    form = LeagueFile(given(request), request.FILES or None)
    return answer_form(request, "press/bring_league.html", form, carry_out)


@never_cache
@require_safe
@login_required
def arrival(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """How far a file is that was sent in, and in the end the league or what is wrong with it."""
    page = {"arrival": arrival_seen_by(request.user, uuid), "form": LeagueFile()}
    return render(request, "press/arrival.html", page)


@never_cache
@login_required
def download_my_data(request: SignedInRequest) -> HttpResponse:
    return JsonResponse(
        account_export(request.user),
        headers={"Content-Disposition": 'attachment; filename="touchback-account.json"'},
        json_dumps_params={"indent": 2, "ensure_ascii": False},
    )


@never_cache
@login_required
@sensitive_post_parameters()
def delete_my_account(request: SignedInRequest) -> HttpResponse:
    now = timezone.now()

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        proof = proof_of(request, password=fields.get("password", ""))
        delete_account(user=request.user, proof=proof, now=now)
        logout(request)
        messages.success(request, _("Your account is deleted."))
        return redirect("home")

    form = forms.DeleteAccount(given(request), password_is_asked=asks_password(request, now=now))
    led = leagues_run_by(request.user)
    return answer_form(request, "accounts/me/delete.html", form, carry_out, leagues_run=led)
