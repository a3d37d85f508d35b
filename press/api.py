"""What is shown about all of it, for programs."""

from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.models import Role
from press.coaches import coach_for
from teams.models import Tenure
from web.api.fields import Instant


class RecordSerializer(serializers.Serializer):
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    touchdowns = serializers.IntegerField()
    touchdowns_against = serializers.IntegerField()
    casualties = serializers.IntegerField()
    casualties_against = serializers.IntegerField()


class EarlierSerializer(serializers.Serializer):
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class StintSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(source="tenure.kind", choices=Tenure.Kind.choices)
    since = Instant(source="tenure.since")
    until = Instant(source="tenure.until", allow_null=True)
    record = RecordSerializer()


class ChargeSerializer(serializers.Serializer):
    team = serializers.UUIDField(source="team.uuid")
    name = serializers.CharField(source="team.name")
    record = RecordSerializer(help_text=_("Of the matches in which this coach was in charge."))
    earlier = EarlierSerializer(
        help_text=_("What the team had played before it was adopted; it counts for nobody.")
    )
    tenures = StintSerializer(source="stints", many=True)


class CoachInLeagueSerializer(serializers.Serializer):
    uuid = serializers.UUIDField(source="coach.uuid")
    name = serializers.CharField(source="coach.__str__")
    role = serializers.ChoiceField(source="coach.role", choices=Role.choices)
    since = Instant(source="coach.since")
    until = Instant(source="coach.until", allow_null=True, help_text=_("When they left."))
    record = RecordSerializer(help_text=_("Of all teams together."))
    teams = ChargeSerializer(source="charges", many=True)


class CoachView(APIView):
    @extend_schema(
        operation_id="show_coach",
        summary=_("A coach's record in a league"),
        description=_(
            "Every team that a member coached, from when until when. A match counts for whoever "
            "coached on its day: for the stand-in where one played it, otherwise for the first "
            "coach and a second one alike."
        ),
        tags=["Leagues"],
        responses=CoachInLeagueSerializer,
    )
    def get(self, request: Request, uuid: UUID, coach: UUID) -> Response:
        return Response(CoachInLeagueSerializer(coach_for(request.user, uuid, coach)).data)
