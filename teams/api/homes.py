"""Home stadiums for programs."""

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from teams.commands.homes import give_up_home, name_home
from teams.models import LONGEST_NAME, TeamEvent
from teams.permissions import team_for
from teams.queries.homes import HomeSheet, home_for
from web.api.bodies import Body
from web.api.shapes import shape
from web.api.writes import IdempotentWrites

TAG = ["Teams"]


HomeStadiumSerializer = shape(
    "HomeStadium",
    HomeSheet,
    "name attribute attribute_name=kind.name owned price_of_giving_up=price"
    " why_not_given_up=why_not",
    name=_("Empty until somebody names it."),
    why_not_given_up=_("Empty if it can be given up now."),
)


class HomeAndFundSerializer(serializers.Serializer):
    home = HomeStadiumSerializer(allow_null=True, help_text=_("Null as long as there is none."))
    fund = serializers.IntegerField(help_text=_("Gold saved towards buying one."))


class NameHomeSerializer(Body):
    name = serializers.CharField(max_length=LONGEST_NAME)


HomeGivenUpSerializer = shape(
    "HomeGivenUp",
    TeamEvent,
    "treasury=team.treasury event=seq",
    event=_("Its number in the ledger."),
)


def shown(request: Request, uuid: UUID) -> Response:
    head, sheet = home_for(request.user, uuid)
    return Response(HomeAndFundSerializer({"home": sheet, "fund": head.team.fund}).data)


class HomeView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="show_home_stadium",
        summary=_("A team's home stadium"),
        tags=TAG,
        responses=HomeAndFundSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return shown(request, uuid)

    @extend_schema(
        operation_id="name_home_stadium",
        summary=_("Name a team's home stadium, or give it another name"),
        description=_("No two homes of a league have the same name, however it is written."),
        tags=TAG,
        request=NameHomeSerializer,
        examples=[OpenApiExample("A rink", {"name": "The Frozen Bowl"}, request_only=True)],
        responses=HomeAndFundSerializer,
    )
    def patch(self, request: PersonRequest, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        wish = NameHomeSerializer.sent(request)
        name_home(actor=request.user, team=team, now=timezone.now(), **wish)
        return shown(request, uuid)

    @extend_schema(
        operation_id="give_up_home_stadium",
        summary=_("Give a team's home stadium up"),
        description=_("For what `price_of_giving_up` says. Whoever owns it gets nothing back."),
        tags=TAG,
        request=None,
        responses=HomeGivenUpSerializer,
    )
    def delete(self, request: PersonRequest, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        event = give_up_home(actor=request.user, team=team, now=timezone.now())
        return Response(HomeGivenUpSerializer(event).data)
