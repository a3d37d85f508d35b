"""The report of a match for programs: submitted, withdrawn, confirmed or disputed."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from matches import queries
from matches.api import day_json
from matches.api import day_shapes as shapes
from matches.api.results import present
from matches.api.shapes import MatchSerializer
from matches.commands.reporting import (
    confirm_report,
    dispute_report,
    submit_report,
    withdraw_report,
)
from matches.pitch.reports import MatchEnding
from web.api.writes import IdempotentWrites


class ReportView(IdempotentWrites, APIView):
    @extend_schema(
        operation_id="show_report",
        summary=_("What is reported of a match"),
        tags=["Matches"],
        responses=shapes.ReportSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(day_json.report_data(queries.view_match(request.user, uuid)))

    @extend_schema(
        operation_id="submit_report",
        summary=_("Submit the report of a match"),
        description=_(
            "For the two coaches and whoever runs the league, when everything is entered. The "
            "other coach then confirms or disputes it; whoever speaks for both sides confirms it "
            "with this."
        ),
        tags=["Matches"],
        request=shapes.EndingSerializer,
        examples=[
            OpenApiExample("Played to the end", {"ending": "played"}, request_only=True),
        ],
        responses=MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        body = shapes.EndingSerializer.sent(request)
        match, _membership = queries.match_for(request.user, uuid)
        ending = ending_in(body)
        submit_report(actor=request.user, match=match, ending=ending, now=timezone.now())
        return Response(present(request, uuid))


class WithdrawView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="withdraw_report",
        summary=_("Withdraw a report"),
        description=_(
            "For whoever submitted it, and whoever runs the league and does not play in it, until "
            "it is confirmed: the match goes back to the pitch."
        ),
        tags=["Matches"],
        request=None,
        responses=MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        match, _membership = queries.match_for(request.user, uuid)
        withdraw_report(actor=request.user, match=match, now=timezone.now())
        return Response(present(request, uuid))


class ConfirmView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="confirm_report",
        summary=_("Confirm a report"),
        description=_(
            "For the other coach, also after they disputed it, and for whoever runs the league and "
            "does not play in it. The post-match begins with it."
        ),
        tags=["Matches"],
        request=None,
        responses=MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        match, _membership = queries.match_for(request.user, uuid)
        confirm_report(actor=request.user, match=match, now=timezone.now())
        return Response(present(request, uuid))


class DisputeView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="dispute_report",
        summary=_("Dispute a report"),
        description=_(
            "For the other coach. Whoever runs the league and does not play in it confirms or "
            "withdraws it; until then the other coach may confirm it after all."
        ),
        tags=["Matches"],
        request=shapes.DisputeReasonSerializer,
        examples=[
            OpenApiExample(
                "Not how it ended", {"reason": "It ended 2-2, not 2-1."}, request_only=True
            )
        ],
        responses=MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        body = shapes.DisputeReasonSerializer.sent(request)
        match, _membership = queries.match_for(request.user, uuid)
        reason = body["reason"]
        dispute_report(actor=request.user, match=match, reason=reason, now=timezone.now())
        return Response(present(request, uuid))


def ending_in(told: dict[str, Any]) -> MatchEnding:
    return MatchEnding(
        how=told["ending"],
        side=told["side"],
        before_set_up=told["before_set_up"],
        could_field=told["could_field"],
        shots=tuple(told["shots"]),
        rerolls=told.get("rerolls") or {},
        throw=told["throw"],
    )
