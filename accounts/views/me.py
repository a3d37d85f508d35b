"""A person's own settings."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts import forms
from accounts.commands import new_email
from accounts.commands.profile import change_profile
from accounts.sessions import SignedInRequest, asks_password, proof_of
from accounts.views.dead_links import answer_dead_link
from acts.failures import Missing
from web.mail import mail_reaches_people
from web.net import origin_of
from web.posting import answer_form, given


@never_cache
@login_required
def profile(request: SignedInRequest) -> HttpResponse:
    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        change_profile(actor=request.user, **fields, now=timezone.now())
        messages.success(request, _("Saved."))
        return redirect("accounts:me")

    form = forms.Profile.of(request.user, given(request))
    return answer_form(request, "accounts/me/profile.html", form, carry_out)


@never_cache
@login_required
@sensitive_post_parameters()
def email(request: SignedInRequest) -> HttpResponse:
    now = timezone.now()

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        new_email.ask_for_new_email(
            user=request.user,
            email=fields["email"],
            proof=proof_of(request, password=fields.get("password", "")),
            origin=origin_of(request),
            now=now,
        )
        return render(
            request,
            "accounts/me/email_sent.html",
            {"email": fields["email"], "sends_mail": mail_reaches_people()},
        )

    form = forms.NewEmail(given(request), password_is_asked=asks_password(request, now=now))
    return answer_form(request, "accounts/me/email.html", form, carry_out)


@never_cache
def confirm_email(request: HttpRequest, token: str) -> HttpResponse:
    """Open to whoever has the link: it was mailed to the new address, which may be read on a phone
    that is not signed in."""
    now = timezone.now()
    try:
        if request.method != "POST":
            move = new_email.read_new_email_link(token, now=now)
            return render(request, "accounts/confirm_email.html", {"email": move.email})
        new_email.change_email(token=token, now=now)
    except Missing as failure:
        return answer_dead_link(request, failure, ways="email")
    messages.success(request, _("The account has its new address. Sign in with it from now on."))
    return redirect("accounts:me")
