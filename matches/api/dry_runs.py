"""What a match that is entered late would change, for programs: tried, and taken back."""

from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from matches.api.results import A_RESULT, meeting_in
from matches.api.shapes import (
    NewResultSerializer,
    TeamInMatchSerializer,
)
from matches.commands.recording import record_result
from matches.models import Match, MatchSide
from matches.pitch.crowd import NOBODY_CAME
from matches.replay.dry_runs import DryRun, DryRunRow, DryRunTeam, Moved, Standing, try_out
from rules.engine.match import SIDES
from teams.api.figures import OfAnyEdition
from web.api.shapes import shape


class TeamFiguresSerializer(OfAnyEdition):
    """What an edition has not is left out."""

    treasury = serializers.IntegerField()
    rerolls = serializers.IntegerField()
    fan_factor = serializers.IntegerField()
    value = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()

    def to_representation(self, standing: Standing) -> dict[str, int]:
        return {figure.key: figure.value for figure in standing.figures} | {**standing.record}


DryRunTeamSerializer = shape(
    "DryRunTeam",
    DryRunTeam,
    "side team before after rulings to_come",
    side=MatchSide.Side,
    team=TeamInMatchSerializer,
    before=TeamFiguresSerializer(help_text=_("As the team stands.")),
    after=TeamFiguresSerializer(help_text=_("As it would stand, before what is to come.")),
    to_come=_("Steps whose dice and choices would still be asked for."),
)
DryRunRowSerializer = shape("DryRunRow", DryRunRow)
MovedSerializer = shape("Moved", Moved)
DryRunSerializer = shape(
    "DryRun",
    DryRun,
    places=_("Whose row in the table would change."),
    reasons=_("Why it cannot be; then nothing else."),
)


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
        responses=DryRunSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        payload = NewResultSerializer.sent(request)
        about = meeting_in(request, uuid, payload)

        def record() -> Match:
            return record_result(
                **about,
                score=payload["score"],
                crowd=payload.get("crowd") or NOBODY_CAME,
            )

        dry_run = try_out(record, {side: about[side] for side in SIDES})
        return Response(DryRunSerializer(dry_run).data)
