"""Overdue matches for programs."""

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from competition.commands.overdue import settle_overdue
from competition.overdue import Effort
from competition.overdue_words import CHOICES
from competition.queries.overdue import Option, OverdueLine, line_in, overdue_page
from web.api.bodies import Body
from web.api.fields import WallTime
from web.api.shapes import shape
from web.api.writes import IdempotentWrites

EffortSerializer = shape(
    "Effort",
    Effort,
    "proposed accepted declined left_unanswered asked_late",
    left_unanswered=_(
        "Proposals that had waited long enough before the deadline, by the house rules."
    ),
    asked_late=_("Proposals that came later than that, and are not held against anybody."),
)


class BothEffortsSerializer(serializers.Serializer):
    home = EffortSerializer()
    away = EffortSerializer()


OptionSerializer = shape(
    "Option",
    Option,
    "ruling said means",
    ruling=serializers.ChoiceField(choices=CHOICES),
    means=_("What the house rules make of it."),
)
OverdueSerializer = shape(
    "Overdue",
    OverdueLine,
    "fixture=fixture.uuid stage=stage.uuid home=line.home.name away=line.away.name due_at"
    " match=match.uuid efforts drafted because options why_not",
    match=_(
        "One that was begun and left lying. It is finished, or called off before anybody rules."
    ),
    efforts=BothEffortsSerializer(),
    drafted=serializers.ChoiceField(choices=CHOICES),
    why_not=_("Why not all of it is yours to rule; empty where it is."),
)


class RuleOverdueSerializer(Body):
    ruling = serializers.ChoiceField(choices=CHOICES)
    reason = serializers.CharField(max_length=500)
    until = WallTime(
        allow_null=True, default=None, help_text=_("For more time: by the league's clock.")
    )


class OverdueView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="list_overdue",
        summary=_("Matches that were not played in time"),
        description=_(
            "For commissioner and deputies: what each side did about it, and a drafted ruling."
        ),
        tags=["Dates"],
        responses=OverdueSerializer(many=True),
    )
    def get(self, request: PersonRequest, uuid: UUID) -> Response:
        page = overdue_page(request.user, uuid, now=timezone.now())
        return Response(OverdueSerializer(page.lines, many=True).data)


class RuleOverdueView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="rule_overdue",
        summary=_("Rule on an overdue match"),
        tags=["Dates"],
        request=RuleOverdueSerializer,
        examples=[
            OpenApiExample(
                "More time",
                {"ruling": "extend", "until": "2099-09-27T23:59", "reason": "Both were ill."},
                request_only=True,
            )
        ],
        responses={204: None},
    )
    def post(self, request: PersonRequest, uuid: UUID, fixture: UUID) -> Response:
        now = timezone.now()
        line = line_in(overdue_page(request.user, uuid, now=now), fixture)
        wish = RuleOverdueSerializer.sent(request)
        settle_overdue(actor=request.user, fixture=line.fixture, now=now, **wish)
        return Response(status=204)
