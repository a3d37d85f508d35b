"""Signing in, by password or by a one-time link, and out."""

from typing import Any

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import forms
from accounts.commands import links
from accounts.commands import sign_in as commands
from accounts.sessions import start_session, way_on
from accounts.views.dead_links import answer_dead_link
from jobs.failures import Missing
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
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """A look does not use the link up, since programs that preview links look too; a press does."""
    now = timezone.now()
    try:
        if request.method != "POST":
            person = links.whose_link(token, now=now)
            return render(request, "accounts/sign_in_link.html", {"person": person})
        user = links.use_sign_in_link(secret=token, now=now)
    except Missing as failure:
        return answer_dead_link(request, failure, ways="sign-in")
    start_session(request, user, link_used_at=now)
    return redirect("home" if user.has_usable_password() else "accounts:password")


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")
