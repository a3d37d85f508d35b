"""Standings for programs, points by hand and lots."""

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from competition.api import table_shapes as shapes
from competition.commands.lots import draw_lots
from competition.commands.points import adjust_points, take_back_points
from competition.queries import deciding
from competition.queries.seasons import stage_in_view
from competition.queries.standings import standings_page
from league.permissions import must_run
from web.api.writes import IdempotentWrites
from web.asked import number_in, uuid_in

SEASON = OpenApiParameter("season", int, description=_("Its number; the present one if left out."))
STAGE = OpenApiParameter("stage", UUID, description=_("The one that is on if left out."))
AN_ENTRY = "0b9e6a52-1c7d-4f0e-8d35-62b1f7c4e9d8"
ANOTHER = "a3c5d6f2-8b1d-4a39-9a3f-4f1f0d7f2b90"


class StandingsView(APIView):
    @extend_schema(
        operation_id="show_standings",
        summary=_("The tables of a season, and why"),
        description=_("Each row says what puts it above the next, as code, values and sentence."),
        tags=["Seasons"],
        parameters=[
            SEASON,
            STAGE,
            OpenApiParameter("after", int, description=_("As they stood after this round.")),
        ],
        responses=shapes.StandingsSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        asked = request._request
        page = standings_page(
            request.user,
            uuid,
            season=number_in(asked, "season"),
            stage=uuid_in(asked, "stage"),
            after=number_in(asked, "after"),
        )
        return Response(shapes.StandingsSerializer(page).data)


class AdjustmentsView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="adjust_points",
        summary=_("Give or take points"),
        description=_(
            "For commissioner and deputies, who give none to a team of their own. The table counts "
            "them at once."
        ),
        tags=["Seasons"],
        request=shapes.PointsBody,
        examples=[
            OpenApiExample(
                "A late roster",
                {"entry": AN_ENTRY, "points": -2, "from_round": 3, "reason": "Late roster"},
                request_only=True,
            )
        ],
        responses={201: shapes.AdjustmentSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        stage, view = stage_in_view(request.user, uuid)
        must_run(request.user, view.league)
        payload = shapes.PointsBody.sent(request)
        adjustment = adjust_points(
            actor=request.user,
            stage=stage,
            entry=deciding.entry_of(view, payload["entry"]),
            points=payload["points"],
            from_round=payload["from_round"],
            reason=payload["reason"],
            now=timezone.now(),
        )
        return Response(shapes.AdjustmentSerializer(adjustment).data, status=201)


class TakeBackAdjustmentView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="take_back_points",
        summary=_("Take points by hand back"),
        description=_("That they were given or taken stays on record."),
        tags=["Seasons"],
        request=None,
        responses=shapes.AdjustmentSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        adjustment = take_back_points(
            actor=request.user,
            adjustment=deciding.adjustment_for(request.user, uuid),
            now=timezone.now(),
        )
        return Response(shapes.AdjustmentSerializer(adjustment).data)


class LotsView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="draw_lots",
        summary=_("Draw lots between those who are level"),
        description=_("For commissioner and deputies. Refused where something else decides."),
        tags=["Seasons"],
        request=shapes.LotsBody,
        examples=[
            OpenApiExample("Two of them", {"entries": [AN_ENTRY, ANOTHER]}, request_only=True)
        ],
        responses={201: shapes.LotSerializer(many=True)},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        stage, view = stage_in_view(request.user, uuid)
        body = shapes.LotsBody.sent(request)
        lots = draw_lots(
            actor=request.user,
            stage=stage,
            entries=deciding.entries_of(view, body["entries"]),
            now=timezone.now(),
        )
        return Response(shapes.LotSerializer(lots, many=True).data, status=201)
