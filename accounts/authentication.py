"""Who calls the API: the person of a token, or the person of a session."""

import re

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from accounts.commands.tokens import note_use
from accounts.digests import digest_of
from accounts.models import ApiToken, User
from accounts.queries import token_by_digest


class PersonRequest(Request):
    """A request of which a permission has made sure that somebody is behind it."""

    user: User


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer tb_…`. Unknown, revoked, misspelt: always the same answer."""

    form = re.compile(r"tb_[A-Za-z0-9_-]{43}")

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        well_formed = self.form.fullmatch(secret.strip())
        token = token_by_digest(digest_of(well_formed[0])) if well_formed else None
        if token is None:
            raise exceptions.AuthenticationFailed(
                _("This token opens nothing here. It may have been revoked.")
            )
        note_use(token, now=timezone.now())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Touchback"'


class SessionAuthentication(authentication.SessionAuthentication):
    """Whoever is signed in. Writes carry X-CSRFToken, as forms carry their hidden field."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise exceptions.PermissionDenied(
                _("A write by session carries the header X-CSRFToken; this one did not match."),
                code="csrf",
            ) from None
