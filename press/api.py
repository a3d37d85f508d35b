"""What is shown about all of it, for programs."""

from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from press.coaches import Charge, CoachPage, Record, Stint, coach_for
from press.todos import read_league, todos_of
from web.api.shapes import shape
from web.api.todos import TodoSerializer

RecordSerializer = shape(
    "Record",
    Record,
    "played won drawn lost touchdowns touchdowns_against casualties casualties_against",
)
EarlierSerializer = shape("Earlier", Record, "won drawn lost")
StintSerializer = shape(
    "Stint", Stint, "kind=tenure.kind since=tenure.since until=tenure.until record"
)
ChargeSerializer = shape(
    "Charge",
    Charge,
    "team=team.uuid name=team.name record earlier tenures=stints",
    record=_("Of the matches in which this coach was in charge."),
    earlier=EarlierSerializer(
        help_text=_("What the team had played before it was adopted; it counts for nobody.")
    ),
)
CoachInLeagueSerializer = shape(
    "CoachInLeague",
    CoachPage,
    "uuid=coach.uuid name=coach role=coach.role since=coach.since until=coach.until record"
    " teams=charges",
    name=serializers.CharField(source="coach"),
    until=_("When they left."),
    record=_("Of all teams together."),
)


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


class LeagueTodosView(APIView):
    @extend_schema(
        operation_id="list_league_to_do",
        summary=_("What to do next in a league"),
        description=_(
            "What waits for you there, the most pressing first, as the league's page says it: "
            "matches, invitations, drafts, and what whoever runs the league does next."
        ),
        tags=["Leagues"],
        responses=TodoSerializer(many=True),
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        todos = todos_of(read_league(request.user, uuid))
        return Response(TodoSerializer(todos, many=True).data)
