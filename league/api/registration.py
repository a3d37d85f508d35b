"""A season's registration: opened, and its deadline."""

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from league.api.leagues import LeagueSerializer, shown
from league.commands.seasons import change_deadline, open_registration
from league.queries import league_for
from web.api.bodies import Body
from web.api.fields import WallTime
from web.api.writes import IdempotentWrites


class DeadlineSerializer(Body):
    until = WallTime(
        allow_null=True,
        default=None,
        help_text=_("What the league's clock shows at the deadline, like 2099-03-28T20:00."),
    )


class RegistrationView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="open_registration",
        summary=_("Open the registration of the season that is being prepared"),
        description=_("For commissioner and deputies. The house rules are pinned by it."),
        tags=["Leagues"],
        request=DeadlineSerializer,
        examples=[OpenApiExample("Without a deadline", {"until": None}, request_only=True)],
        responses=LeagueSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        wish = DeadlineSerializer.sent(request)
        open_registration(actor=request.user, league=league, now=timezone.now(), **wish)
        return Response(shown(request, uuid))

    @extend_schema(
        operation_id="change_registration_deadline",
        summary=_("Give an open registration another deadline, or none"),
        description=_("For commissioner and deputies, who bring teams in after it too."),
        tags=["Leagues"],
        request=DeadlineSerializer,
        examples=[OpenApiExample("No deadline", {"until": None}, request_only=True)],
        responses=LeagueSerializer,
    )
    def put(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        wish = DeadlineSerializer.sent(request)
        change_deadline(actor=request.user, league=league, now=timezone.now(), **wish)
        return Response(shown(request, uuid))
