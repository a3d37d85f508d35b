"""A person's own tokens: made, seen once, revoked."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.commands.tokens import create_token, revoke_token
from accounts.sessions import SignedInRequest
from accounts.token_queries import live_tokens
from web.forms import Form
from web.posting import answer_form, given


class NewToken(Form):
    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=60,
        help_text=gettext_lazy("A name that will tell you later which program holds it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: SignedInRequest) -> HttpResponse:
    """The secret is shown in the answer to the form and kept nowhere, so nothing redirects."""

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        token, secret = create_token(actor=request.user, name=fields["name"], now=timezone.now())
        page = {"made": token, "secret": secret, "form": NewToken(), "tokens": owned}
        return render(request, "accounts/tokens.html", page, status=201)

    owned = live_tokens(request.user)
    form = NewToken(given(request))
    return answer_form(request, "accounts/tokens.html", form, carry_out, tokens=owned)


@never_cache
@login_required
@require_POST
def revoke(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    token = revoke_token(actor=request.user, uuid=uuid, now=timezone.now())
    gone = _("“%(name)s” is revoked. Whatever used it is locked out from now on.")
    messages.success(request, gone % {"name": token.name})
    return redirect("accounts:tokens")
