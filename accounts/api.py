"""The API's view of oneself, one's tokens and one's acts."""

from typing import Any
from uuid import UUID

import django_filters
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework import generics, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from accounts.commands.profile import change_profile
from accounts.commands.tokens import create_token, revoke_token
from accounts.models import ApiToken, User
from accounts.queries import live_tokens
from acts.models import Act
from jobs.queries import acts_about
from web.api.bodies import Body
from web.api.fields import InstantFilter
from web.api.shapes import shape
from web.api.writes import IdempotentWrites


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": str(_("A token: tb_…"))}


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = "accounts.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        sentence = _("The cookie of whoever is signed in; writes also carry X-CSRFToken.")
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": str(sentence),
        }


MeSerializer = shape(
    "Me",
    User,
    "uuid name email time_zone reach_me joined_at",
    email=serializers.EmailField(allow_null=True),
)


class ProfileSerializer(Body):
    name = serializers.CharField(max_length=60, required=False)
    time_zone = serializers.CharField(
        max_length=64, required=False, help_text=_("A name like Europe/Vienna.")
    )
    reach_me = serializers.CharField(
        max_length=200, required=False, allow_blank=True, help_text=_("Told to league-mates only.")
    )


class MeView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="show_me",
        summary=_("Who you are"),
        tags=["You"],
        responses=MeSerializer,
    )
    def get(self, request: PersonRequest) -> Response:
        return Response(MeSerializer(request.user).data)

    @extend_schema(
        operation_id="change_profile",
        summary=_("Change your name, time zone or how to reach you"),
        description=_("What is left out stays as it is."),
        tags=["You"],
        request=ProfileSerializer,
        examples=[
            OpenApiExample("Move to Vienna", {"time_zone": "Europe/Vienna"}, request_only=True)
        ],
        responses=MeSerializer,
    )
    def patch(self, request: PersonRequest) -> Response:
        wishes = ProfileSerializer.sent(request)
        user = change_profile(actor=request.user, now=timezone.now(), **wishes)
        return Response(MeSerializer(user).data)


TokenSerializer = shape(
    "Token",
    ApiToken,
    "uuid name hint created_at last_used_at",
    hint=_("How the secret begins."),
    last_used_at=_("Noted once an hour; null if never used."),
)


class TokenNameSerializer(Body):
    name = serializers.CharField(
        max_length=60, help_text=_("What the token is for; each live token has its own name.")
    )


class NewTokenSerializer(TokenSerializer):  # type: ignore[misc, valid-type]
    secret = serializers.CharField(
        required=False, help_text=_("Told once: a repeat of the request is answered without it.")
    )


class TokensAreMadeInPerson(IsAuthenticated):
    """A token that leaks must not be able to make itself a successor."""

    message = _("A token cannot make another. Sign in and make it yourself.")
    code = "not_by_token"

    def has_permission(self, request: Request, view: APIView) -> bool:
        signed_in = super().has_permission(request, view)
        return signed_in and not (request.method == "POST" and request.auth is not None)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_tokens",
        summary=_("Your live tokens"),
        description=_("The newest first; never their secrets."),
        tags=["You"],
    )
)
class TokensView(IdempotentWrites, generics.ListAPIView):
    serializer_class = TokenSerializer
    permission_classes = (TokensAreMadeInPerson,)
    queryset = ApiToken.objects.none()
    request: PersonRequest
    secret_fields = frozenset({"secret"})

    def get_queryset(self) -> QuerySet[ApiToken]:
        return live_tokens(self.request.user)

    @extend_schema(
        operation_id="create_token",
        summary=_("Make a token"),
        description=_("Only for whoever is signed in by session; a token cannot make another."),
        tags=["You"],
        auth=[{"session": []}],  # type: ignore[list-item]
        request=TokenNameSerializer,
        examples=[OpenApiExample("For a bot", {"name": "The score bot"}, request_only=True)],
        responses={201: NewTokenSerializer},
    )
    def post(self, request: PersonRequest) -> Response:
        wish = TokenNameSerializer.sent(request)
        token, secret = create_token(actor=request.user, name=wish["name"], now=timezone.now())
        return Response(TokenSerializer(token).data | {"secret": secret}, status=201)


class TokenView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="revoke_token",
        summary=_("Revoke a token"),
        description=_("At once and for good. A token may revoke itself."),
        tags=["You"],
        request=None,
        responses={204: None},
    )
    def delete(self, request: PersonRequest, uuid: UUID) -> Response:
        revoke_token(actor=request.user, uuid=uuid, now=timezone.now())
        return Response(status=204)


ActSerializer = shape(
    "Act",
    Act,
    "uuid name at reason override",
    name=_("The command, like accounts.create_token."),
    override=_("Whether a rule was set aside for it."),
)


class ActFilter(django_filters.FilterSet):  # type: ignore[misc]
    name = django_filters.CharFilter(help_text=_("Only acts of this name."))
    since = InstantFilter("at", "gte", help_text=_("From this time on."))
    until = InstantFilter("at", "lt", help_text=_("Before this time."))


@extend_schema_view(
    get=extend_schema(
        operation_id="list_acts",
        summary=_("What was done in your name"),
        description=_("The newest first, whether by page, by token or by the house for you."),
        tags=["You"],
    )
)
class ActsView(generics.ListAPIView):
    serializer_class = ActSerializer
    permission_classes = (IsAuthenticated,)
    filterset_class = ActFilter
    queryset = Act.objects.none()
    request: PersonRequest

    def get_queryset(self) -> QuerySet[Act]:
        return acts_about(self.request.user).order_by("-id")
