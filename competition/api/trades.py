"""Trades for programs: offered, accepted, approved by the same commands as on their pages."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import (
    OpenApiExample,
    extend_schema,
    extend_schema_view,
)
from rest_framework import generics, serializers
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from acts.failures import Refused
from competition.commands.trades import MOST_GOLD, Goods, answer_trade, offer_trade
from competition.forms.trades import ANSWERS
from competition.models import Trade
from competition.queries.trades import Giving, TradePage, TradeRow, row_of, trade_page, trades_of
from league.models import League
from league.queries import league_for
from teams.models import Contract, Team
from teams.on_record import LONGEST_REASON
from web.api.bodies import Body
from web.api.documentation import EXAMPLE_UUID
from web.api.errors import ErrorSerializer
from web.api.shapes import shape
from web.api.writes import IdempotentWrites

TAG = ["Trades"]
AN_OFFER = {
    "team": EXAMPLE_UUID,
    "to": "5f3c7f0e-0000-4000-8000-000000000002",
    "gives": {"gold": 20_000},
}


class TradedPlayerSerializer(serializers.ModelSerializer[Contract]):
    player = serializers.UUIDField(source="player.uuid")
    name = serializers.CharField(source="player.name")

    class Meta:
        model = Contract
        fields = ("player", "name", "number")


GivingSerializer = shape(
    "Giving", Giving, "team=team.uuid name=team.name players gold", players=TradedPlayerSerializer
)
TradeSerializer = shape(
    "Trade",
    TradeRow,
    "uuid=trade.uuid state=trade.state offering asked offered_by offered_at=trade.offered_at"
    " accepted_by accepted_at=trade.accepted_at ended_at=trade.ended_at",
    offered_by=serializers.CharField(
        source="trade.offered_by", help_text=_("Who made the offer, by name.")
    ),
    accepted_by=serializers.CharField(
        source="trade.accepted_by",
        allow_null=True,
        help_text=_("Who accepted it for the asked team, by name."),
    ),
)


class ConsideredTradeSerializer(TradeSerializer):  # type: ignore[misc, valid-type]
    reasons = ErrorSerializer(many=True, help_text=_("What stands against it as things are."))


class GoodsBody(Body):
    players = serializers.ListField(
        child=serializers.UUIDField(), max_length=50, required=False, default=list
    )
    gold = serializers.IntegerField(min_value=0, max_value=MOST_GOLD, default=0)


class OfferBody(Body):
    team = serializers.UUIDField(help_text=_("The team that offers."))
    to = serializers.UUIDField(help_text=_("The team that is asked."))
    gives = GoodsBody(required=False)
    gets = GoodsBody(required=False)


class AnswerBody(Body):
    answer = serializers.ChoiceField(choices=list(ANSWERS))
    reason = serializers.CharField(max_length=LONGEST_REASON, required=False, allow_blank=True)
    override = serializers.BooleanField(
        default=False, help_text=_("Approve against the rules that say no; integrity stays.")
    )


def trade_data(shown: TradePage) -> dict[str, Any]:
    reasons = [reason.as_dict() for reason in shown.reasons]
    return {**TradeSerializer(shown.row).data, "reasons": reasons}


def goods_of(said: dict[str, Any] | None) -> Goods:
    return Goods(said["players"], said["gold"]) if said else Goods()


def team_in(league: League, uuid: UUID, subject: str) -> Team:
    team = league.teams.select_related("league").filter(uuid=uuid).first()
    if team is None:
        raise Refused.because("no_such_team", _("There is no such team."), subject)
    return team


@extend_schema_view(
    get=extend_schema(
        operation_id="list_trades",
        summary=_("A league's trades, the latest first"),
        description=_(
            "What is done is for everybody; offers are told to the two teams and the officers."
        ),
        tags=TAG,
    )
)
class TradesView(IdempotentWrites, generics.ListAPIView):
    serializer_class = TradeSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    queryset = Trade.objects.none()

    def get_queryset(self) -> QuerySet[Trade]:
        league, membership = league_for(self.request.user, self.kwargs["uuid"])
        return trades_of(league, membership, timezone.now())

    def paginate_queryset(self, queryset: Any) -> list[Any]:
        return [row_of(trade) for trade in super().paginate_queryset(queryset) or ()]

    @extend_schema(
        operation_id="offer_trade",
        summary=_("Offer a trade"),
        tags=TAG,
        request=OfferBody,
        examples=[OpenApiExample("Gold for a favour", AN_OFFER, request_only=True)],
        responses={201: ConsideredTradeSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _membership = league_for(request.user, uuid)
        payload = OfferBody.sent(request)
        trade = offer_trade(
            actor=request.user,
            team=team_in(league, payload["team"], "team"),
            to=team_in(league, payload["to"], "to"),
            gives=goods_of(payload.get("gives")),
            gets=goods_of(payload.get("gets")),
            now=timezone.now(),
        )
        return Response(trade_data(trade_page(request.user, league, trade.uuid)), status=201)


class TradeView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="show_trade",
        summary=_("A trade, and what stands against it"),
        tags=TAG,
        responses=ConsideredTradeSerializer,
    )
    def get(self, request: Request, uuid: UUID, trade: UUID) -> Response:
        league, _membership = league_for(request.user, uuid)
        return Response(trade_data(trade_page(request.user, league, trade)))


class AnswerTradeView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="answer_trade",
        summary=_("Accept, decline, withdraw, approve or refuse a trade"),
        description=_(
            "The coaches of the asked team accept or decline, those of the other withdraw, the "
            "commissioner and the deputies approve or refuse, and speak for teams whose coach has "
            "no account; then another of them approves it, unless both teams are such."
        ),
        tags=TAG,
        request=AnswerBody,
        examples=[OpenApiExample("Yes", {"answer": "accept"}, request_only=True)],
        responses=ConsideredTradeSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, trade: UUID) -> Response:
        league, _membership = league_for(request.user, uuid)
        shown = trade_page(request.user, league, trade)
        body = AnswerBody.sent(request)
        answer_trade(actor=request.user, trade=shown.trade, now=timezone.now(), **body)
        return Response(trade_data(trade_page(request.user, league, trade)))
