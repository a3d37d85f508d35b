"""Founding a league, beside the list of leagues."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from accounts.authentication import PersonRequest
from competition.commands.founding import found_league
from competition.founding import CLUB_SEASON, TEMPLATES
from league.api import leagues
from league.api.editions import EditionField
from league.api.fields import HouseField
from league.models import LONGEST_NAME
from web.api.writes import IdempotentWrites

CHOICES = [(key, template.title) for key, template in TEMPLATES.items()]


class NewLeagueSerializer(leagues.ChangeLeagueSerializer):
    name = serializers.CharField(max_length=LONGEST_NAME)
    edition = EditionField()
    template = serializers.ChoiceField(
        choices=CHOICES,
        default=CLUB_SEASON,
        help_text=_("What it begins as: house rules that go with it, and the season's stages."),
    )
    house = HouseField(required=False)
    opens_registration = serializers.BooleanField(
        required=False, help_text=_("Otherwise the first season is still to be prepared.")
    )


class LeaguesView(IdempotentWrites, leagues.LeaguesView):
    @extend_schema(
        operation_id="create_league",
        summary=_("Found a league"),
        description=_(
            "You are its commissioner. Its first season is open for registration at once unless you"
            " say otherwise, and its stages are planned as the template has them."
        ),
        tags=["Leagues"],
        request=NewLeagueSerializer,
        examples=[
            OpenApiExample(
                "A tournament",
                {"name": "Kettle Cup", "edition": "bb2016", "template": "swiss-day"},
                request_only=True,
            ),
        ],
        responses={201: leagues.LeagueSerializer},
    )
    def post(self, request: PersonRequest) -> Response:
        wish = NewLeagueSerializer.sent(request)
        told = dict(wish)
        league = found_league(
            actor=request.user, edition_key=told.pop("edition"), now=timezone.now(), **told
        )
        return Response(leagues.shown(request, league.uuid), status=201)
