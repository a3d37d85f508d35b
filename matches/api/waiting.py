"""What waits for somebody in all their matches, for programs."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from matches.api.serializers import TeamInMatchSerializer
from matches.models import Match
from matches.queries.waiting import Waiting, waiting_for


class LeagueNamedSerializer(serializers.Serializer):
    uuid = serializers.UUIDField()
    name = serializers.CharField()


class WaitingMatchSerializer(serializers.Serializer):
    match = serializers.UUIDField()
    league = LeagueNamedSerializer()
    state = serializers.ChoiceField(choices=Match.State.choices)
    home = TeamInMatchSerializer()
    away = TeamInMatchSerializer()
    sentence = serializers.CharField(help_text=_("What it waits for."))
    button = serializers.CharField(help_text=_("What you would do about it, as a button says it."))
    address = serializers.URLField(help_text=_("The match, whose to_do says where each is done."))
    page = serializers.URLField(help_text=_("The same for people."))


class ToDoOfMineSerializer(serializers.Serializer):
    matches = WaitingMatchSerializer(many=True)


class ToDoView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="list_to_do",
        summary=_("What waits for you"),
        description=_("Every match, in all your leagues, that does not go on without you."),
        tags=["You"],
        responses=ToDoOfMineSerializer,
    )
    def get(self, request: PersonRequest) -> Response:
        found = waiting_for(request.user, now=timezone.now())
        return Response({"matches": [waiting_data(each) for each in found]})


def waiting_data(waiting: Waiting) -> dict[str, Any]:
    match = waiting.match
    teams = {row.side: row.team for row in match.sides.all()}
    return {
        "match": str(match.uuid),
        "league": {"uuid": str(match.league.uuid), "name": match.league.name},
        "state": match.state,
        **{side: {"uuid": str(team.uuid), "name": team.name} for side, team in teams.items()},
        "sentence": waiting.said,
        "button": waiting.to_do,
        "address": reverse("api-match", args=[match.uuid]),
        "page": reverse("matches:match", args=[match.uuid]),
    }
