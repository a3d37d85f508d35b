"""The end of a season and the honours, for programs."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from acts.failures import Missing
from competition.commands.request_season_end import OwnAward, end_season
from competition.models import Entry
from competition.queries.honours import Honour, SeasonHonours, Winner, honours_of
from jobs.api import JobSerializer
from league.models import LONGEST_NAME, League
from league.pins import book_of
from league.queries import current_season, league_for
from rules.engine.season_awards import Prize
from web.api.shapes import shape
from web.api.writes import IdempotentWrites

# Within it, the edition says how much an award may bring.
MOST = 10_000_000


class PrizeSerializer(serializers.Serializer):
    gold = serializers.IntegerField(default=0, min_value=0, max_value=MOST)
    fan_factor = serializers.IntegerField(default=0, min_value=0, max_value=MOST)
    inducement = serializers.CharField(default="", allow_blank=True, max_length=40)


class OwnAwardSerializer(serializers.Serializer):
    title = serializers.CharField(max_length=LONGEST_NAME)
    entry = serializers.UUIDField(help_text=_("Who wins it, by the public name of the entry."))
    prize = PrizeSerializer(required=False)


class EndSeasonSerializer(serializers.Serializer):
    prizes = serializers.DictField(
        child=PrizeSerializer(),
        required=False,
        help_text=_("Prizes by the kind of award: champion, scorer, wooden-spoon …"),
    )
    own = OwnAwardSerializer(many=True, required=False)


WinnerSerializer = shape("Winner", Winner, team=_("Of a player."))
HonourSerializer = shape(
    "Honour",
    Honour,
    "kind title winner team winners value prize division shared_by",
    kind=_("Empty for the commissioner's own."),
    winner=_("Everybody who won it, in one line."),
    team=_("Of a player who won alone."),
    prize=_("What each winner got."),
    division=_("Whether several got all of it each, or gold was divided between them."),
    shared_by=_("How many were level; 1 for nobody else."),
)
SeasonHonoursSerializer = shape("SeasonHonours", SeasonHonours)


class HonoursView(APIView):
    @extend_schema(
        operation_id="list_honours",
        summary=_("Who won what"),
        description=_("Champions and awards of every season that ended, the latest first."),
        tags=["Seasons"],
        responses=SeasonHonoursSerializer(many=True),
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        catalogue = book_of(current_season(league).pin).catalogue
        return Response(SeasonHonoursSerializer(honours_of(league, catalogue), many=True).data)


class EndSeasonView(IdempotentWrites, APIView):
    @extend_schema(
        operation_id="end_season",
        summary=_("End the season"),
        description=_(
            "For whoever runs the league. Nothing in the season changes from here on. The answer "
            "is the job that writes down who won what, pays the prizes, closes the season for "
            "good and prepares the next one; where it came to nothing, ask again."
        ),
        tags=["Seasons"],
        request=EndSeasonSerializer,
        examples=[
            OpenApiExample(
                "A prize for the champion",
                {"prizes": {"champion": {"gold": 50_000}}},
                request_only=True,
            )
        ],
        responses={202: JobSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        wish = EndSeasonSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        payload = wish.validated_data
        job = end_season(
            actor=request.user,
            season=current_season(league),
            prizes={kind: Prize(**prize) for kind, prize in payload.get("prizes", {}).items()},
            own=[_own_award(league, each) for each in payload.get("own", [])],
            now=timezone.now(),
        )
        return Response(JobSerializer(job).data, status=202)


def _own_award(league: League, told: dict[str, Any]) -> OwnAward:
    entry = Entry.objects.filter(season__league=league, uuid=told["entry"]).first()
    if entry is None:
        raise Missing.because("no_such_entry", _("Nobody of that name is in the season."))
    return OwnAward(told["title"], entry, prize=Prize(**told.get("prize", {})))
