"""Signing in, by password or by a one-time link, and out."""

from typing import Any
from urllib.parse import quote

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import forms
from accounts.commands import links
from accounts.commands import sign_in as commands
from accounts.models import User
from accounts.sessions import (
    LINK_LEADS_TO,
    SignedInRequest,
    browser_of,
    came_by,
    forget_way_on,
    named_way_on,
    remembered_way_on,
    start_session,
    way_on,
)
from accounts.views.dead_links import answer_dead_link
from acts.failures import Missing
from web.net import client_address
from web.posting import answer_form, given


@never_cache
@sensitive_post_parameters()
def by_password(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(way_on(request))

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        user = commands.sign_in(**fields, client=client_address(request), now=timezone.now())
        start_session(request, user)
        return redirect(way_on(request))

    form = forms.SignIn(given(request))
    return answer_form(request, "accounts/sign_in.html", form, carry_out, next=way_on(request))


@never_cache
@csrf_exempt
def by_link(request: SignedInRequest, token: str) -> HttpResponse:
    """A second press arrives with the CSRF token from before signing in, and has nothing to do."""
    if request.method == "POST" and came_by(request, token):
        return redirect(request.session[LINK_LEADS_TO])
    return look_or_press(request, token)


@csrf_protect
def look_or_press(request: HttpRequest, token: str) -> HttpResponse:
    """A look does not use the link up, since programs that preview links look too; a press does."""
    now = timezone.now()
    try:
        if request.method != "POST":
            person = links.whose_link(token, now=now)
            return render(request, "accounts/sign_in_link.html", {"person": person})
        user = links.use_sign_in_link(secret=token, browser=browser_of(request), now=now)
    except Missing as failure:
        return answer_dead_link(request, failure, ways="sign-in")
    leads_to = way_in(request, user)
    start_session(request, user, link_used_at=now, link=token, leads_to=leads_to)
    arrived = redirect(leads_to)
    forget_way_on(arrived)
    return arrived


def way_in(request: HttpRequest, user: User) -> str:
    """Where a link leads: where it says, or to what this browser wanted when it asked for one;
    whoever has no password yet then chooses one on the way."""
    if named := named_way_on(request):
        return named
    wanted = remembered_way_on(request)
    if user.has_usable_password():
        return wanted
    choosing = resolve_url("accounts:password")
    on = "" if wanted == resolve_url("home") else f"?next={quote(wanted)}"
    return choosing + on


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")
