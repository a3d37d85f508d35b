"""A match that waits for somebody, for programs."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.api.serializers import TeamInMatchSerializer
from matches.models import Match
from matches.queries.waiting import Waiting


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
