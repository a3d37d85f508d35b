"""Taking a league along and bringing one in, for programs."""

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
from league.queries import league_for
from league_file.arrivals import send_in
from league_file.sending import MEDIA_TYPE, sent_league
from web.api.bodies import Body
from web.api.writes import IdempotentWrites


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
        wish = LeagueFileSerializer.sent(request)
        file = wish["file"].file
        job = send_in(actor=request.user, file=file, now=timezone.now())
        address = request.build_absolute_uri(reverse("api-job", args=[job.uuid]))
        return Response(JobSerializer(job).data, status=202, headers={"Location": address})
