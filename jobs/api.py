"""The API's view of one's own jobs."""

from datetime import UTC
from typing import ClassVar
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from jobs.models import Job
from jobs.queries import job_seen_by


class JobSerializer(serializers.ModelSerializer):
    created_at = serializers.DateTimeField(read_only=True, default_timezone=UTC)
    finished_at = serializers.DateTimeField(
        read_only=True, allow_null=True, default_timezone=UTC, help_text=_("Null until it ends.")
    )

    class Meta:
        model = Job
        fields = (
            "uuid", "kind", "state", "percent", "words", "result", "created_at", "finished_at",
        )  # fmt: skip
        read_only_fields = fields
        extra_kwargs: ClassVar = {
            "percent": {"help_text": _("How far it is, from 0 to 100.")},
            "words": {"help_text": _("What it is doing, as a sentence.")},
            "result": {"help_text": _("What it left behind; null until it is done.")},
        }


class JobView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="show_job",
        summary=_("How far a job of yours is"),
        description=_("Ask again every few seconds until its state is done or dead."),
        tags=["Jobs"],
        responses=JobSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(JobSerializer(job_seen_by(request.user, uuid)).data)
