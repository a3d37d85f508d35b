"""What waits for somebody in all their leagues, for programs."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from competition.clock import lapses_at
from competition.models import Entry, Fixture
from competition.queries.fixtures import invitations_for
from competition.queries.next_matches import next_todos
from competition.todos import answer_invitation
from matches.api.waiting import LeagueNamedSerializer, WaitingMatchSerializer
from matches.queries.waiting import waiting_for
from teams.models import Tenure
from teams.queries.coaches import notices_to
from teams.todos import answer_notice
from web.api.shapes import shape
from web.api.todos import TodoSerializer, todo_shape
from web.todos import Todo


@dataclass(frozen=True, slots=True)
class Invitation:
    fixture: Fixture
    todo: Todo
    lapses_at: datetime


@dataclass(frozen=True, slots=True)
class Notice:
    tenure: Tenure
    todo: Todo


EntryNamedSerializer = shape(
    "EntryNamed", Entry, "uuid name", name=serializers.CharField(source="*")
)
FixtureInvitationSerializer = todo_shape(
    "FixtureInvitation",
    Invitation,
    "fixture=fixture.uuid league=fixture.stage.season.league home away lapses_at",
    at="todo.",
    league=LeagueNamedSerializer,
    home=EntryNamedSerializer(source="fixture.home"),
    away=EntryNamedSerializer(source="fixture.away"),
    lapses_at=_("Unanswered, it is off from then on."),
)
NoticeSerializer = todo_shape(
    "Notice",
    Notice,
    "tenure=tenure.uuid team league=tenure.team.league coach put_in_by since=tenure.since",
    at="todo.",
    doc="A tenure that is planned: deleted, it is turned down.",
    team=EntryNamedSerializer(source="tenure.team"),
    league=LeagueNamedSerializer,
    coach=serializers.CharField(source="tenure.coach", help_text=_("Who is to coach it.")),
    put_in_by=serializers.CharField(source="tenure.put_in_by", allow_null=True),
    since=_("Unanswered, they coach it from then on."),
)


class ToDoOfMineSerializer(serializers.Serializer):
    matches = WaitingMatchSerializer(many=True)
    invitations = FixtureInvitationSerializer(
        many=True, help_text=_("Matches of open play that you are asked to play.")
    )
    notices = NoticeSerializer(
        many=True, help_text=_("Who is to follow you as a team's coach, unless you turn it down.")
    )
    next = TodoSerializer(
        many=True,
        help_text=_("Dates that wait for your answer, and what each team of yours plays."),
    )


class ToDoView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="list_to_do",
        summary=_("What waits for you"),
        description=_(
            "Every match, in all your leagues, that does not go on without you, every invitation "
            "in open play that you have not answered, and whoever is to follow you as a coach."
        ),
        tags=["You"],
        responses=ToDoOfMineSerializer,
    )
    def get(self, request: PersonRequest) -> Response:
        now = timezone.now()
        values = {
            "matches": waiting_for(request.user, now=now),
            "invitations": [
                Invitation(fixture, answer_invitation(fixture), lapses_at(fixture))
                for fixture in invitations_for(request.user, now=now)
            ],
            "notices": [
                Notice(tenure, answer_notice(tenure))
                for tenure in notices_to(request.user, now=now)
            ],
            "next": next_todos(request.user, now=now),
        }
        return Response(ToDoOfMineSerializer(values).data)
