"""Hire & Fire for programs: windows, the basket, and what becomes of it."""

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from league.queries import league_for
from rules.api import OfferSerializer, WithheldSerializer
from teams.api.purchases import BoughtSerializer, PurchaseBody, WordBody
from teams.commands.hiring import change_basket, finish_hiring
from teams.commands.windows import close_window, open_window, open_windows
from teams.models import Team
from teams.permissions import TeamAccess, team_for
from teams.queries.hiring import Hiring, hiring_of
from teams.quotes import MOST_OF_ONE
from web.api.bodies import Body
from web.api.fields import Instant
from web.api.shapes import shape
from web.api.writes import IdempotentWrites

TAG = ["Hire & Fire"]


class BasketSerializer(BoughtSerializer):
    """Only told to those who may change it."""

    entries = serializers.DictField(
        source="basket", child=serializers.IntegerField(), help_text=_("How many of each offer.")
    )
    value = serializers.IntegerField(
        source="reckoned.value", help_text=_("How strong the team is after it.")
    )


WindowSerializer = shape(
    "Window",
    Hiring,
    "is_open closes_at=window.closes_at treasury=team.treasury offers withheld basket",
    is_open=_("Whether the coach may hire and fire now."),
    offers=OfferSerializer(source="told_offers", many=True),
    withheld=WithheldSerializer(
        source="told_withheld",
        many=True,
        help_text=_("What the team as it stands cannot have, or no more of, each with why not."),
    ),
    basket=BasketSerializer(
        source="for_whoever_acts", allow_null=True, help_text=_("Null for whoever may not act.")
    ),
)


class OpenSerializer(Body):
    closes_at = Instant(
        required=False, allow_null=True, help_text=_("Left out, it closes when the coach is done.")
    )


class OpenAllSerializer(OpenSerializer):
    teams = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        max_length=500,
        help_text=_("Left out, all active teams of the league."),
    )


class ChangeBasketSerializer(PurchaseBody):
    entries = serializers.DictField(
        source="basket",
        child=serializers.IntegerField(min_value=0, max_value=MOST_OF_ONE),
        required=False,
        help_text=_("How many of each offer; it takes the place of what was there."),
    )


class FinishSerializer(WordBody, ChangeBasketSerializer):
    pass


DoneSerializer = shape(
    "Done",
    Team,
    "treasury value revision",
    revision=_("The number of the team's last event."),
)


class OpenedSerializer(serializers.Serializer):
    opened = serializers.IntegerField(help_text=_("How many windows are open by this."))


def shown(team: Team, access: TeamAccess) -> Response:
    hiring = hiring_of(team, access=access, now=timezone.now())
    return Response(WindowSerializer(hiring).data)


class WindowView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="show_window",
        summary=_("A team's window, what is on offer, and its basket"),
        tags=TAG,
        responses=WindowSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        team, access = team_for(request.user, uuid)
        return shown(team, access)

    @extend_schema(
        operation_id="open_window",
        summary=_("Open a team's window, or move its end"),
        description=_("For the commissioner and the deputies."),
        tags=TAG,
        request=OpenSerializer,
        examples=[
            OpenApiExample("Until Sunday", {"closes_at": "2099-11-22T20:00:00Z"}, request_only=True)
        ],
        responses=WindowSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        team, access = team_for(request.user, uuid)
        fields = OpenSerializer.sent(request)
        open_window(actor=request.user, team=team, now=timezone.now(), **fields)
        return shown(team, access)

    @extend_schema(
        operation_id="close_window",
        summary=_("Close a team's window"),
        description=_("The basket is forgotten. For the commissioner and the deputies."),
        tags=TAG,
        request=None,
        responses={204: None},
    )
    def delete(self, request: PersonRequest, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        close_window(actor=request.user, team=team, now=timezone.now())
        return Response(status=204)


class WindowsView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="open_windows",
        summary=_("Open the windows of a league's teams"),
        description=_("For the commissioner and the deputies."),
        tags=TAG,
        request=OpenAllSerializer,
        examples=[
            OpenApiExample("Until Sunday", {"closes_at": "2099-11-22T20:00:00Z"}, request_only=True)
        ],
        responses=OpenedSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _membership = league_for(request.user, uuid)
        fields = OpenAllSerializer.sent(request)
        opened = open_windows(actor=request.user, league=league, now=timezone.now(), **fields)
        return Response({"opened": len(opened)})


class BasketView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="change_basket",
        summary=_("Change the basket"),
        description=_("It may break every rule; the answer says which. Nothing is bought yet."),
        tags=TAG,
        request=ChangeBasketSerializer,
        examples=[
            OpenApiExample(
                "A lineman and a re-roll",
                {"entries": {"hire/lineman": 1, "reroll": 1}, "revision": 0},
                request_only=True,
            )
        ],
        responses=WindowSerializer,
    )
    def put(self, request: PersonRequest, uuid: UUID) -> Response:
        team, access = team_for(request.user, uuid)
        wanted = ChangeBasketSerializer.sent(request)
        change_basket(actor=request.user, team=team, now=timezone.now(), **wanted)
        return shown(team, access)


class PurchaseView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="finish_hiring",
        summary=_("Buy and drop what is in the basket, and close the window"),
        description=_("All of it or nothing. What is sent along takes the basket's place first."),
        tags=TAG,
        request=FinishSerializer,
        examples=[OpenApiExample("A lineman", {"entries": {"hire/lineman": 1}}, request_only=True)],
        responses=DoneSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        wanted = FinishSerializer.sent(request)
        finish_hiring(actor=request.user, team=team, now=timezone.now(), **wanted)
        return Response(DoneSerializer(Team.objects.get(pk=team.pk)).data)
