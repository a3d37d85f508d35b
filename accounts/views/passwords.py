"""A new password: forgotten, or changed."""

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts import forms
from accounts.commands import passwords as commands
from accounts.sessions import (
    SignedInRequest,
    asks_password,
    forget_way_on,
    named_way_on,
    proof_of,
    remember_way_on,
    remembered_way_on,
    start_session,
    way_on,
)
from accounts.views.dead_links import answer_dead_link
from acts.failures import Missing
from web.mail import mail_reaches_people
from web.net import client_address, origin_of
from web.posting import answer_form, given


@never_cache
def forgotten(request: HttpRequest) -> HttpResponse:
    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        commands.ask_for_reset(
            **fields,
            origin=origin_of(request),
            client=client_address(request),
            now=timezone.now(),
        )
        told = {"email": fields["email"], "sends_mail": page["sends_mail"]}
        sent = render(request, "accounts/forgotten_sent.html", told)
        remember_way_on(request, sent)
        return sent

    form = forms.Forgotten(given(request))
    page = {"next": way_on(request), "sends_mail": mail_reaches_people()}
    return answer_form(request, "accounts/forgotten.html", form, carry_out, **page)


@never_cache
@sensitive_post_parameters()
def reset(request: HttpRequest, uid: uuid.UUID, token: str) -> HttpResponse:
    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        user = commands.reset_password(uid=uid, token=token, **fields, now=timezone.now())
        start_session(request, user)
        messages.success(request, _("The new password holds. You are signed in."))
        arrived = redirect(remembered_way_on(request))
        forget_way_on(arrived)
        return arrived

    form = forms.ResetPassword(given(request))
    try:
        person = commands.whose_reset(uid=uid, token=token)
        return answer_form(request, "accounts/reset_password.html", form, carry_out, person=person)
    except Missing as failure:
        return answer_dead_link(request, failure, ways="forgotten")


@never_cache
@login_required
@sensitive_post_parameters()
def change(request: SignedInRequest) -> HttpResponse:
    now = timezone.now()
    # Whoever chooses their first one is on their way in.
    back = "accounts:password" if request.user.has_usable_password() else "home"

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        user = commands.change_password(
            user=request.user,
            proof=proof_of(request, password=fields.get("password", "")),
            new_password=fields["new_password"],
            revoke_tokens=fields["revoke_tokens"],
            now=now,
        )
        update_session_auth_hash(request, user)
        messages.success(request, _("The new password holds. Every other device is signed out."))
        return redirect(wanted or back)

    wanted = named_way_on(request)
    form = forms.NewPassword(given(request), password_is_asked=asks_password(request, now=now))
    return answer_form(request, "accounts/me/password.html", form, carry_out, next=wanted)
