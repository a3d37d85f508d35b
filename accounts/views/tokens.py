"""A person's own tokens: made, seen once, revoked."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import forms
from accounts.commands.tokens import PREFIX, create_token, revoke_token
from accounts.digests import digest_of
from accounts.queries import live_tokens, token_by_digest
from accounts.sessions import SignedInRequest
from acts.sent_forms import once_per_form
from web.posting import answer_form, given


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: SignedInRequest) -> HttpResponse:
    """The secret is shown in the answer to the form and kept nowhere, so nothing redirects."""

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        with once_per_form(request, now=now) as sent:
            secret = PREFIX + sent.secret
            if sent.is_new:
                create_token(actor=request.user, name=fields["name"], now=now, secret=secret)
                sent.keep()
        page = {
            "made": token_by_digest(digest_of(secret)),
            "secret": secret,
            "form": forms.NewToken(),
            "tokens": owned,
        }
        return render(request, "accounts/tokens.html", page, status=201)

    owned = live_tokens(request.user)
    form = forms.NewToken(given(request))
    return answer_form(request, "accounts/tokens.html", form, carry_out, tokens=owned)


@never_cache
@login_required
@require_POST
def revoke(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    token = revoke_token(actor=request.user, uuid=uuid, now=timezone.now())
    gone = _("“%(name)s” is revoked. Whatever used it is locked out from now on.")
    messages.success(request, gone % {"name": token.name})
    return redirect("accounts:tokens")
