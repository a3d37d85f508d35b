"""What waits for somebody in all their leagues, for programs."""

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
from competition.commands.arranging import lapses_at
from competition.models import Entry, Fixture
from competition.queries.fixtures import invitations_for
from matches.api.waiting import LeagueNamedSerializer, WaitingMatchSerializer, waiting_data
from matches.queries.waiting import waiting_for
from web.api.fields import Instant


class EntryNamedSerializer(serializers.Serializer):
    uuid = serializers.UUIDField()
    name = serializers.CharField()


class FixtureInvitationSerializer(serializers.Serializer):
    fixture = serializers.UUIDField()
    league = LeagueNamedSerializer()
    home = EntryNamedSerializer()
    away = EntryNamedSerializer()
    lapses_at = Instant(help_text=_("Unanswered, it is off from then on."))
    address = serializers.URLField(help_text=_("Where it is answered."))
    page = serializers.URLField(help_text=_("The same for people."))


class ToDoOfMineSerializer(serializers.Serializer):
    matches = WaitingMatchSerializer(many=True)
    invitations = FixtureInvitationSerializer(
        many=True, help_text=_("Matches of open play that you are asked to play.")
    )


class ToDoView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="list_to_do",
        summary=_("What waits for you"),
        description=_(
            "Every match, in all your leagues, that does not go on without you, and every "
            "invitation in open play that you have not answered."
        ),
        tags=["You"],
        responses=ToDoOfMineSerializer,
    )
    def get(self, request: PersonRequest) -> Response:
        now = timezone.now()
        asked = [each for each in invitations_for(request.user) if lapses_at(each) > now]
        told = {
            "matches": [waiting_data(each) for each in waiting_for(request.user, now=now)],
            "invitations": [invitation_data(each) for each in asked],
        }
        return Response(ToDoOfMineSerializer(told).data)


def invitation_data(fixture: Fixture) -> dict[str, Any]:
    return {
        "fixture": fixture.uuid,
        "league": fixture.stage.season.league,
        "home": _named(fixture.home),
        "away": _named(fixture.away),
        "lapses_at": lapses_at(fixture),
        "address": reverse("api-answer-invitation", args=[fixture.uuid]),
        "page": reverse("competition:fixture", args=[fixture.uuid]),
    }


def _named(entry: Entry | None) -> dict[str, Any] | None:
    return {"uuid": entry.uuid, "name": str(entry)} if entry else None
