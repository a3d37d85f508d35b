"""The dice log for programs."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.queries import league_for
from matches import queries
from matches.dice_log import Log, Tally, Thrown, log_of_league, log_of_match
from matches.models import Answer
from web.api.defaults import Pages
from web.api.fields import Instant


class ThrownSerializer(serializers.Serializer):
    match = serializers.UUIDField()
    at = Instant()
    who = serializers.CharField()
    side = serializers.CharField(allow_blank=True, help_text=_("Empty for what both settled."))
    what = serializers.CharField(help_text=_("What it was thrown for."))
    dice = serializers.CharField(help_text=_("As the books write it: 2D6."))
    value = serializers.JSONField()
    source = serializers.ChoiceField(  # type: ignore[assignment]  # DRF's own attribute of fields
        choices=Answer.Source.choices
    )
    is_witnessed = serializers.BooleanField()
    is_corrected = serializers.BooleanField()


class FaceSerializer(serializers.Serializer):
    face = serializers.IntegerField()
    count = serializers.IntegerField()
    expected = serializers.FloatField()


class FallenSerializer(serializers.Serializer):
    sides = serializers.IntegerField()
    source = serializers.ChoiceField(  # type: ignore[assignment]  # DRF's own attribute of fields
        choices=Answer.Source.choices
    )
    average = serializers.FloatField()
    expected_average = serializers.FloatField()
    faces = FaceSerializer(many=True)


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
        return _answer(request, log_of_match(viewed.match, viewed.seat))


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
    answer = pages.get_paginated_response([_thrown(each) for each in page])
    answer.data["kinds"] = _kinds(log.tally())
    return answer


def _thrown(each: Thrown) -> dict[str, Any]:
    names = ("who", "side", "what", "dice", "value", "source", "is_witnessed", "is_corrected")
    about = {name: getattr(each, name) for name in names}
    return {
        "match": str(each.match.uuid),
        "at": Instant().to_representation(each.at),
        **about,
    }


def _kinds(tally: Tally) -> list[dict[str, Any]]:
    return [
        {
            "sides": kind.sides,
            "source": kind.source,
            "average": kind.average,
            "expected_average": kind.expected_average,
            "faces": [
                {"face": each.face, "count": each.count, "expected": each.expected}
                for each in kind.faces
            ],
        }
        for kind in tally.kinds
    ]
