"""Pages about everything at once."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from accounts import forms
from accounts.commands.deletion import delete_account
from accounts.models import User
from accounts.sessions import SignedInRequest, asks_password, proof_of
from league.queries import leagues_run_by
from league.views.frame import frame
from league.views.leagues import names_in_lists
from press.account_export import account_export
from press.coaches import coach_for
from press.front_page import desk_of, newest_leagues
from press.league_home import league_home
from web import samples
from web.posting import answer_form, given


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
