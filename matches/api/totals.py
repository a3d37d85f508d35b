"""Totals from paper for programs: what a match counts, told at once."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from matches import queries
from matches.api import day_json
from matches.api import day_shapes as shapes
from matches.commands.totals import Casualty, EnteredSince, KnockOut, Totals, enter_totals
from web.api.writes import IdempotentWrites

A_TWO_ONE = {
    "revision": 0,
    "deeds": {"home": {"draft/2": {"touchdown": 2}}, "away": {"": {"touchdown": 1}}},
    "casualties": [
        {"side": "away", "player": "draft/1", "by": "draft/2", "how": "block", "dice": 42}
    ],
}


class TotalsView(IdempotentWrites, APIView):
    @extend_schema(
        operation_id="show_totals",
        summary=_("How often each player did what"),
        description=_("404 before the kick-off."),
        tags=["Matches"],
        responses=shapes.TotalsSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(day_json.totals_data(queries.view_match(request.user, uuid)))

    @extend_schema(
        operation_id="enter_totals",
        summary=_("Enter totals from paper"),
        description=_(
            "For the two coaches and whoever runs the league. Taps are added and the latest taken "
            "back until the match counts what is told; whoever is not mentioned stays as they are. "
            "Dice that a casualty still wants stand with its tap. If something was entered since, "
            "the answer is a 409 whose member present is how it stands now."
        ),
        tags=["Matches"],
        request=shapes.NewTotalsSerializer,
        examples=[OpenApiExample("Two to one, and a casualty", A_TWO_ONE, request_only=True)],
        responses=shapes.TotalsSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        body = shapes.NewTotalsSerializer.sent(request)
        match, _membership = queries.match_for(request.user, uuid)
        revision = body["revision"]
        totals = totals_in(body)
        try:
            enter_totals(
                actor=request.user,
                match=match,
                revision=revision,
                totals=totals,
                now=timezone.now(),
            )
        except EnteredSince as late:
            late.present = day_json.totals_data(queries.view_match(request.user, uuid))
            raise
        return Response(day_json.totals_data(queries.view_match(request.user, uuid)))


def totals_in(told: dict[str, Any]) -> Totals:
    return Totals(
        told.get("deeds") or {},
        [Casualty(**_named(each)) for each in told["casualties"]],
        [KnockOut(**_named(each)) for each in told["knock_outs"]],
    )


def _named(told: dict[str, Any]) -> dict[str, Any]:
    return told | {"tap": str(told["tap"]) if told["tap"] else ""}
