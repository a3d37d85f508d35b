"""Who calls the API: the person of a session, or the person of a token."""

from rest_framework import authentication
from rest_framework.request import Request

from accounts.models import ApiToken, User


class SessionAuthentication(authentication.SessionAuthentication):
    pass


class TokenAuthentication(authentication.BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        return None
