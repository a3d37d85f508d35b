"""Signing up: ask for a link, follow it, choose a password."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts import forms
from accounts.commands import sign_up as commands
from accounts.sessions import (
    forget_way_on,
    remember_way_on,
    remembered_way_on,
    start_session,
    way_on,
)
from accounts.views.dead_links import answer_dead_link
from acts.failures import Conflict, Missing
from web.mail import mail_reaches_people
from web.net import client_address, origin_of
from web.posting import answer_form, given


@never_cache
def ask(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(way_on(request))

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        commands.ask_to_sign_up(
            **fields,
            origin=origin_of(request),
            client=client_address(request),
            now=timezone.now(),
        )
        sent = render(request, "accounts/sign_up_sent.html", _told(fields["email"]))
        remember_way_on(request, sent)
        return sent

    form = forms.SignUp(given(request))
    page = {"next": way_on(request), "sends_mail": mail_reaches_people()}
    return answer_form(request, "accounts/sign_up.html", form, carry_out, **page)


def _told(email: str) -> dict[str, Any]:
    return {"email": email, "sends_mail": mail_reaches_people()}


@never_cache
@sensitive_post_parameters()
def finish(request: HttpRequest, token: str) -> HttpResponse:
    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        user = commands.sign_up(token=token, **fields, now=timezone.now())
        start_session(request, user)
        arrived = redirect(remembered_way_on(request))
        forget_way_on(arrived)
        return arrived

    try:
        invited = commands.read_sign_up_link(token, now=timezone.now())
    except (Missing, Conflict) as failure:
        return answer_dead_link(request, failure, ways="sign-up")
    form = forms.FinishSignUp(given(request), initial={"name": invited.name})
    return answer_form(
        request, "accounts/finish_sign_up.html", form, carry_out, email=invited.email
    )
