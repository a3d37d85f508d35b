"""Hire & Fire for programs: windows, the basket, and what becomes of it."""

from typing import Any
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
from rules.api import WithheldSerializer
from rules.asking import withheld_data
from teams.api.purchases import (
    NewcomerSerializer,
    PurchaseBody,
    WordBody,
    purchase_of,
    word_of,
)
from teams.commands.hiring import change_basket, finish_hiring
from teams.commands.windows import close_window, open_window, open_windows
from teams.models import Team
from teams.permissions import Hand, team_for
from teams.queries.hiring import Hiring, hiring_of
from teams.reckoning import MOST_OF_ONE
from web.api.bodies import Body
from web.api.errors import ErrorSerializer
from web.api.fields import Instant
from web.api.writes import IdempotentWrites

TAG = ["Hire & Fire"]


class HireOfferSerializer(serializers.Serializer):
    key = serializers.CharField(help_text=_("What the basket calls it, like hire/lineman."))
    price = serializers.IntegerField(help_text=_("In gold, for one."))
    at_most = serializers.IntegerField()


class BasketSerializer(serializers.Serializer):
    """Only told to those who may change it."""

    entries = serializers.DictField(
        child=serializers.IntegerField(), help_text=_("How many of each offer.")
    )
    revision = serializers.IntegerField()
    price = serializers.IntegerField()
    left = serializers.IntegerField(help_text=_("Of the treasury; below zero if it is too dear."))
    value = serializers.IntegerField(help_text=_("Team Value after it."))
    newcomers = NewcomerSerializer(many=True)
    reasons = ErrorSerializer(many=True, help_text=_("Everything that stands against it."))


class WindowSerializer(serializers.Serializer):
    is_open = serializers.BooleanField(help_text=_("Whether the coach may hire and fire now."))
    closes_at = Instant(allow_null=True)
    treasury = serializers.IntegerField()
    offers = HireOfferSerializer(many=True)
    withheld = WithheldSerializer(
        many=True,
        help_text=_("What the team as it stands cannot have, or no more of, each with why not."),
    )
    basket = BasketSerializer(allow_null=True, help_text=_("Null for whoever may not act."))


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
        child=serializers.IntegerField(min_value=0, max_value=MOST_OF_ONE),
        required=False,
        help_text=_("How many of each offer; it takes the place of what was there."),
    )


class FinishSerializer(WordBody, ChangeBasketSerializer):
    pass


class DoneSerializer(serializers.Serializer):
    treasury = serializers.IntegerField()
    value = serializers.IntegerField()
    revision = serializers.IntegerField(help_text=_("The number of the team's last event."))


class OpenedSerializer(serializers.Serializer):
    opened = serializers.IntegerField(help_text=_("How many windows are open by this."))


def window_data(hiring: Hiring, hand: Hand) -> dict[str, Any]:
    window = hiring.window
    return WindowSerializer(
        {
            "is_open": hiring.is_open,
            "closes_at": window.closes_at,
            "treasury": hiring.team.treasury,
            "offers": hiring.offers.values(),
            "withheld": withheld_data(hiring.shop.withheld, hiring.book.catalogue),
            "basket": basket_data(hiring) if hand.may_act else None,
        }
    ).data


def basket_data(hiring: Hiring) -> dict[str, Any]:
    reckoned = hiring.reckoned
    return {
        "entries": hiring.basket,
        "revision": hiring.window.revision,
        "price": reckoned.price,
        "left": reckoned.left,
        "value": reckoned.value,
        "newcomers": hiring.newcomers,
        "reasons": [reason.as_dict() for reason in hiring.reasons],
    }


class WindowView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="show_window",
        summary=_("A team's window, what is on offer, and its basket"),
        tags=TAG,
        responses=WindowSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        team, hand = team_for(request.user, uuid)
        return Response(window_data(hiring_of(team, hand=hand, now=timezone.now()), hand))

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
        team, hand = team_for(request.user, uuid)
        wish = OpenSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        open_window(actor=request.user, team=team, now=timezone.now(), **wish.validated_data)
        return Response(window_data(hiring_of(team, hand=hand, now=timezone.now()), hand))

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
        wish = OpenAllSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        opened = open_windows(
            actor=request.user, league=league, now=timezone.now(), **wish.validated_data
        )
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
        team, hand = team_for(request.user, uuid)
        wish = ChangeBasketSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        said = wish.validated_data
        change_basket(
            actor=request.user,
            team=team,
            now=timezone.now(),
            basket=said.get("entries"),
            **purchase_of(said),
        )
        return Response(window_data(hiring_of(team, hand=hand, now=timezone.now()), hand))


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
        wish = FinishSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        said = wish.validated_data
        finish_hiring(
            actor=request.user,
            team=team,
            now=timezone.now(),
            basket=said.get("entries"),
            word=word_of(said),
            **purchase_of(said),
        )
        return Response(DoneSerializer(Team.objects.get(pk=team.pk)).data)
