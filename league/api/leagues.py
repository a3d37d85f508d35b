"""Leagues: listed, shown, changed, closed; how one is founded, the competition knows."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework import generics, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from league.api.editions import EditionField
from league.commands import leagues as commands
from league.models import LONGEST_NAME, League, Role, Season
from league.queries import league_for, listed_league, listed_leagues
from web.api.bodies import Body
from web.api.fields import Instant
from web.api.shapes import shape
from web.api.writes import IdempotentWrites

LeagueSerializer = shape(
    "League",
    League,
    "uuid name about time_zone is_public teams_per_coach edition season state registration_until"
    " coaches my_role created_at closed_at",
    edition=EditionField(help_text=_("Which book is played by.")),
    season=serializers.IntegerField(source="season_number", help_text=_("The latest one.")),
    state=serializers.ChoiceField(
        choices=Season.State.choices, source="season_state", help_text=_("Of that season.")
    ),
    registration_until=Instant(
        allow_null=True, help_text=_("The deadline of that season's registration.")
    ),
    coaches=serializers.IntegerField(help_text=_("Whoever may have a team.")),
    my_role=serializers.ChoiceField(
        choices=Role.choices, allow_null=True, help_text=_("Null if you are not in it.")
    ),
)


class ChangeLeagueSerializer(Body):
    name = serializers.CharField(max_length=LONGEST_NAME, required=False)
    about = serializers.CharField(
        max_length=commands.LONGEST_ABOUT, required=False, allow_blank=True
    )
    time_zone = serializers.CharField(
        max_length=64, required=False, help_text=_("A name like Europe/Vienna.")
    )
    is_public = serializers.BooleanField(
        required=False, help_text=_("A private league is for its members alone.")
    )
    teams_per_coach = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=commands.MOST_TEAMS_A_COACH,
        help_text=_("How many teams one coach may have at a time."),
    )


@extend_schema_view(
    get=extend_schema(
        operation_id="list_leagues",
        summary=_("The leagues that you may see"),
        description=_("Your own first, then the newest."),
        tags=["Leagues"],
    )
)
class LeaguesView(generics.ListAPIView):
    serializer_class = LeagueSerializer
    queryset = League.objects.none()

    def get_queryset(self) -> QuerySet[League]:
        return listed_leagues(self.request.user)


class LeagueView(IdempotentWrites, APIView):
    @extend_schema(
        operation_id="show_league",
        summary=_("A league"),
        tags=["Leagues"],
        responses=LeagueSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(shown(request, uuid))

    @extend_schema(
        operation_id="change_league",
        summary=_("Change what a league says about itself"),
        description=_("For commissioner and deputies. What is left out stays as it is."),
        tags=["Leagues"],
        request=ChangeLeagueSerializer,
        examples=[OpenApiExample("Make it private", {"is_public": False}, request_only=True)],
        responses=LeagueSerializer,
    )
    def patch(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        wish = ChangeLeagueSerializer.sent(request)
        commands.change_league(actor=request.user, league=league, now=timezone.now(), **wish)
        return Response(shown(request, uuid))


class CloseView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="close_league",
        summary=_("Close a league"),
        description=_("For the commissioner. It can be read from then on, and opened again."),
        tags=["Leagues"],
        request=None,
        responses=LeagueSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        commands.close_league(actor=request.user, league=league, now=timezone.now())
        return Response(shown(request, uuid))


class ReopenView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="reopen_league",
        summary=_("Open a closed league again"),
        description=_("For the commissioner."),
        tags=["Leagues"],
        request=None,
        responses=LeagueSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        commands.reopen_league(actor=request.user, league=league, now=timezone.now())
        return Response(shown(request, uuid))


def shown(request: Request, uuid: UUID) -> Any:
    return LeagueSerializer(listed_league(request.user, uuid)).data
