"""The pitch for programs: who is on it, and what happens there, tap by tap."""

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from matches import queries
from matches.api import day_json
from matches.api import day_shapes as shapes
from matches.commands.tapping import NewTap, enter_taps
from web.api.writes import IdempotentWrites

SINCE = OpenApiParameter(
    "since", int, description=_("Only taps with a higher number, for whoever follows along.")
)
A_TOUCHDOWN = {
    "uuid": "4f2d9c1e-7a60-4b83-9f15-0d6e8b7c2a31",
    "kind": "touchdown",
    "side": "home",
    "data": {"player": "draft/2"},
}
A_CASUALTY = {
    "uuid": "9b1f6e24-35d7-4c0a-8e92-7f4a1d5c6b08",
    "kind": "casualty",
    "side": "away",
    "data": {"player": "draft/1", "by": "draft/2", "how": "block", "roll": [""]},
}


class LineupsView(APIView):
    @extend_schema(
        operation_id="show_lineups",
        summary=_("Both sides as they kicked off"),
        description=_("404 before the kick-off. Whoever joined later stands under joining."),
        tags=["Matches"],
        responses=shapes.LineupsSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(day_json.lineups_data(queries.view_match(request.user, uuid)))


class SinceSerializer(serializers.Serializer):
    since = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False, default=0)


class TapsView(IdempotentWrites, APIView):
    @extend_schema(
        operation_id="list_taps",
        summary=_("What happened on the pitch"),
        description=_("In the order in which it was entered, with what was taken back."),
        tags=["Matches"],
        parameters=[SINCE],
        responses=shapes.TapsSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        asked = SinceSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        viewed = queries.view_match(request.user, uuid)
        return Response(day_json.taps_data(viewed, since=asked.validated_data["since"]))

    @extend_schema(
        operation_id="enter_taps",
        summary=_("Enter what happened on the pitch"),
        description=_(
            "For the two coaches and whoever runs the league. All are entered or none; a tap that "
            "is there already counts once. The dice of a casualty stand under what follows its "
            'key: "" is the casualty roll itself. What is typed stands in answers, what the server '
            "is to throw in roll."
        ),
        tags=["Matches"],
        request=shapes.NewTapsSerializer,
        examples=[
            OpenApiExample(
                "A touchdown, and a casualty that the server rolls for",
                {"taps": [A_TOUCHDOWN, A_CASUALTY]},
                request_only=True,
            )
        ],
        responses=shapes.TapsSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        body = shapes.NewTapsSerializer.sent(request)
        match, _membership = queries.match_for(request.user, uuid)
        sent = [NewTap(**told) for told in body["taps"]]
        enter_taps(actor=request.user, match=match, taps=sent, now=timezone.now())
        viewed = queries.view_match(request.user, uuid)
        return Response(day_json.taps_data(viewed, only={tap.uuid for tap in sent}))
