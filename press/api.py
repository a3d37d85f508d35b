"""What is shown about all of it, for programs."""

from typing import Any
from uuid import UUID

from django.http import FileResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from jobs.api import JobSerializer
from league.models import Role
from league.queries import league_for
from press.coaches import coach_for
from press.league_file.arrivals import send_in
from press.league_file.sending import MEDIA_TYPE, sent_league
from teams.models import Tenure
from web.api.bodies import Body
from web.api.fields import Instant
from web.api.writes import IdempotentWrites


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


class FileOrReasons(BaseContentNegotiation):
    """Whoever asks for a file gets it, or JSON that says why not."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class ExportView(APIView):
    permission_classes = (IsAuthenticated,)
    content_negotiation_class = FileOrReasons
    changes_nothing = True

    @extend_schema(
        operation_id="export_league",
        summary=_("Take a league along"),
        description=_(
            "For the commissioner and the deputies. One zip with everything but people's addresses "
            "and passwords; docs/league-file.md says what is in it."
        ),
        tags=["Leagues"],
        request=None,
        responses={(200, MEDIA_TYPE): OpenApiTypes.BINARY},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> FileResponse:
        league, _own = league_for(request.user, uuid)
        return sent_league(actor=request.user, league=league, now=timezone.now())


class LeagueFileSerializer(Body):
    file = serializers.FileField(
        allow_empty_file=True,
        help_text=_("A zip as export_league gives it, 20 megabytes at most."),
    )


class ImportView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="import_league",
        summary=_("Bring a league along from another site"),
        description=_(
            "You are its commissioner. Everybody else is in it by name until they claim their "
            "place by an invitation to it. A league comes in whole or not at all, and only once. "
            "The file is looked through by a job: ask at its address, which `Location` says, until "
            "its state is done. Its result then has the league's uuid, or in `errors` every reason "
            "why there is none."
        ),
        tags=["Leagues"],
        request={"multipart/form-data": LeagueFileSerializer},
        examples=[
            OpenApiExample(
                "A file", {"file": "…"}, request_only=True, media_type="multipart/form-data"
            )
        ],
        responses={202: JobSerializer},
    )
    def post(self, request: PersonRequest) -> Response:
        wish = LeagueFileSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        file = wish.validated_data["file"].file
        job = send_in(actor=request.user, file=file, now=timezone.now())
        address = request.build_absolute_uri(reverse("api-job", args=[job.uuid]))
        return Response(JobSerializer(job).data, status=202, headers={"Location": address})
