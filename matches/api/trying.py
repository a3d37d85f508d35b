"""What a match that is entered late would change, for programs: tried, and taken back."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from matches.api.as_json import ruled_data
from matches.api.results import A_RESULT, meeting_in
from matches.api.serializers import (
    NewResultSerializer,
    RuledSerializer,
    TeamInMatchSerializer,
)
from matches.commands.recording import record_result
from matches.crowd import NOBODY_CAME
from matches.models import Match, MatchSide
from matches.replay.trying import Standing, TeamTried, Tried, try_out
from rules.engine.match import SIDES
from web.api.errors import ErrorSerializer


class TeamFiguresSerializer(serializers.Serializer):
    """What an edition has not is left out."""

    treasury = serializers.IntegerField()
    rerolls = serializers.IntegerField()
    fan_factor = serializers.IntegerField()
    value = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class TeamTriedSerializer(serializers.Serializer):
    side = serializers.ChoiceField(choices=MatchSide.Side.choices)
    team = TeamInMatchSerializer()
    before = TeamFiguresSerializer(help_text=_("As the team stands."))
    after = TeamFiguresSerializer(help_text=_("As it would stand, before what is to come."))
    rulings = RuledSerializer(many=True)
    to_come = serializers.CharField(
        allow_blank=True, help_text=_("Steps whose dice and choices would still be asked for.")
    )


class TableRowTriedSerializer(serializers.Serializer):
    rank = serializers.IntegerField()
    points = serializers.IntegerField()


class MovedSerializer(serializers.Serializer):
    who = serializers.CharField()
    before = TableRowTriedSerializer()
    after = TableRowTriedSerializer()


class TriedSerializer(serializers.Serializer):
    teams = TeamTriedSerializer(many=True)
    places = MovedSerializer(many=True, help_text=_("Whose row in the table would change."))
    reasons = ErrorSerializer(many=True, help_text=_("Why it cannot be; then nothing else."))


class TryResultView(APIView):
    permission_classes = (IsAuthenticated,)
    changes_nothing = True

    @extend_schema(
        operation_id="try_result",
        summary=_("Try a result"),
        description=_(
            "What recording it would change, in its place by the day, as far as nobody has to "
            "answer anything. Nothing is written."
        ),
        tags=["Matches"],
        request=NewResultSerializer,
        examples=[OpenApiExample("A win at home", A_RESULT, request_only=True)],
        responses=TriedSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        body = NewResultSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        told = body.validated_data
        about = meeting_in(request, uuid, told)

        def play() -> Match:
            return record_result(
                **about,
                touchdowns=told["touchdowns"],
                fame=told.get("fame") or NOBODY_CAME,
            )

        return Response(tried_data(try_out(play, {side: about[side] for side in SIDES})))


def tried_data(tried: Tried) -> dict[str, Any]:
    return {
        "teams": [_team_data(each) for each in tried.teams],
        "places": [
            {
                "who": each.who,
                "before": {"rank": each.before.rank, "points": each.before.points},
                "after": {"rank": each.after.rank, "points": each.after.points},
            }
            for each in tried.places
        ],
        "reasons": [reason.as_dict() for reason in tried.reasons],
    }


def _team_data(each: TeamTried) -> dict[str, Any]:
    return {
        "side": each.side,
        "team": {"uuid": str(each.team.uuid), "name": each.team.name},
        "before": _standing(each.before),
        "after": _standing(each.after),
        "rulings": [ruled_data(ruling) for ruling in each.rulings],
        "to_come": each.to_come,
    }


def _standing(standing: Standing) -> dict[str, int]:
    return {**{figure.key: figure.value for figure in standing.figures}, **standing.record}
