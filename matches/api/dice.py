"""The dice log for programs."""

from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.queries import league_for
from matches import queries
from matches.dice.dice_log import Face, Fallen, Log, Thrown, log_of_league, log_of_match
from matches.models import Answer
from web.api.defaults import Pages
from web.api.shapes import shape

ThrownSerializer = shape(
    "Thrown",
    Thrown,
    "match=match.uuid at who side what dice value source is_witnessed is_corrected",
    side=_("Empty for what both settled."),
    what=_("What it was thrown for."),
    dice=_("As the books write it: 2D6."),
    value=serializers.JSONField(),
    source=Answer.Source,
)
FaceSerializer = shape("Face", Face, "face count expected")
FallenSerializer = shape(
    "Fallen", Fallen, "sides source average expected_average faces", source=Answer.Source
)


class DiceLogSerializer(serializers.Serializer):
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = ThrownSerializer(many=True)
    kinds = FallenSerializer(many=True, help_text=_("All of them, whatever the page."))


class MatchDiceView(APIView):
    @extend_schema(
        operation_id="match_dice",
        summary=_("The dice log of a match"),
        description=_("The latest first, a page at a time; how all of them fell beside it."),
        tags=["Matches"],
        responses=DiceLogSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        viewed = queries.view_match(request.user, uuid)
        return _answer(request, log_of_match(viewed.match, viewed.access))


class LeagueDiceView(APIView):
    @extend_schema(
        operation_id="league_dice",
        summary=_("The dice log of a league"),
        description=_("What everybody may see of it, the latest first, a page at a time."),
        tags=["Matches"],
        responses=DiceLogSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        league, _membership = league_for(request.user, uuid)
        return _answer(request, log_of_league(league))


def _answer(request: Request, log: Log) -> Response:
    pages = Pages()
    page = pages.paginate_queryset(log, request) or []
    answer = pages.get_paginated_response(ThrownSerializer(page, many=True).data)
    answer.data["kinds"] = FallenSerializer(log.tally().kinds, many=True).data
    return answer
