"""A tournament's day for programs: people, presence, pairings, the clock, and a round's scores."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from acts.failures import Missing
from competition.api.fixture_shapes import score_in, tallies_field
from competition.commands.score_sheet import enter_scores
from competition.commands.tournament import check_in, check_out, paste_entrants
from competition.commands.tournament_rounds import (
    LONGEST_CLOCK,
    add_minutes,
    pair_next,
    set_clock,
    start_round,
    start_tournament,
    stop_clock,
    swap_players,
)
from competition.models import Round, Stage
from competition.queries import tournament as queries
from competition.queries.tournament import Person, Table, Tournament, tournament_for
from matches.api.shapes import SidesSerializer
from web.api.bodies import Body
from web.api.documentation import EXAMPLE_UUID
from web.api.fields import Instant
from web.api.shapes import shape
from web.api.writes import IdempotentWrites

TAG = ["Tournament day"]
SOMEBODY = "0b9e6a52-1c7d-4f0e-8d35-62b1f7c4e9d8"
SOMEBODY_ELSE = "a3c5d6f2-8b1d-4a39-9a3f-4f1f0d7f2b90"


ArrivalSerializer = shape(
    "Arrival",
    Person,
    "uuid=entry.uuid name club race number is_here",
    race=_("By its name; empty if nobody told."),
    is_here=_("Whether somebody has checked them in."),
)
PairedTableSerializer = shape(
    "PairedTable",
    Table,
    "fixture=fixture.uuid table=fixture.table home away score tallies",
    away=_("Nobody: a bye."),
    score=SidesSerializer(allow_null=True, help_text=_("Null before the result is in.")),
    tallies=tallies_field(),
)


class TournamentSerializer(serializers.Serializer):
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=Stage.State.choices)
    rounds = serializers.IntegerField(help_text=_("As many as are planned."))
    round = serializers.IntegerField(allow_null=True, help_text=_("The latest that is paired."))
    round_state = serializers.ChoiceField(choices=Round.State.choices, allow_null=True)
    clock_until = Instant(allow_null=True, help_text=_("When the round's clock runs out."))
    tables = PairedTableSerializer(many=True, help_text=_("The latest round by table, byes last."))
    heed = serializers.ListField(
        child=serializers.CharField(),
        help_text=_("What could not be avoided, and who is paired and not here."),
    )


class PasteSerializer(Body):
    text = serializers.CharField(
        trim_whitespace=False,
        help_text=_("A line for each: name, club, race, number; tabs, semicolons or commas."),
    )


class PresenceSerializer(Body):
    is_here = serializers.BooleanField()


class SwapSerializer(Body):
    one = serializers.UUIDField()
    other = serializers.UUIDField()


class ClockSerializer(Body):
    minutes = serializers.IntegerField(min_value=1, max_value=LONGEST_CLOCK)
    adds = serializers.BooleanField(
        default=False, help_text=_("To the time that is left, instead of from now.")
    )


class StartRoundSerializer(Body):
    minutes = serializers.IntegerField(
        min_value=0, max_value=LONGEST_CLOCK, default=0, help_text=_("0: without a clock.")
    )


class ScoreSerializer(Body):
    fixture = serializers.UUIDField()
    score = SidesSerializer()
    tallies = tallies_field(required=False)


class ScoresSerializer(Body):
    scores = ScoreSerializer(many=True)


class TournamentView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="show_tournament",
        summary=_("A Swiss on its day"),
        description=_("The latest round with its pairings, results and clock."),
        tags=TAG,
        responses=TournamentSerializer,
    )
    def get(self, request: Request, uuid: UUID, stage: UUID) -> Response:
        return Response(shown(_found(request, uuid, stage)))

    @extend_schema(
        operation_id="pair_tournament",
        summary=_("Begin a Swiss, or pair its next round"),
        description=_(
            "With whoever is here, or with everybody while nobody is checked in. A round that has "
            "not begun is paired anew."
        ),
        tags=TAG,
        request=None,
        responses=TournamentSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        day = _found(request, uuid, stage)
        begins = day.stage.state == Stage.State.PLANNED
        command = start_tournament if begins else pair_next
        command(actor=request.user, stage=day.stage, now=timezone.now())
        return Response(shown(_found(request, uuid, stage)))


class EntrantsView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="list_entrants",
        summary=_("Whoever takes part, by name"),
        tags=TAG,
        responses=ArrivalSerializer(many=True),
    )
    def get(self, request: Request, uuid: UUID, stage: UUID) -> Response:
        people = _found(request, uuid, stage).by_name
        return Response(ArrivalSerializer(people, many=True).data)

    @extend_schema(
        operation_id="paste_entrants",
        summary=_("Enter people from a list"),
        description=_("All of them or, with every fault by line and column, nobody."),
        tags=TAG,
        request=PasteSerializer,
        examples=[
            OpenApiExample(
                "Two people",
                {"text": "Anna, Kettle, Wood Elf, 1207\nBert, Harbour, Orc"},
                request_only=True,
            )
        ],
        responses={201: ArrivalSerializer(many=True)},
    )
    def post(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        payload = PasteSerializer.sent(request)
        day = _found(request, uuid, stage)
        made = paste_entrants(
            actor=request.user, season=day.season, text=payload["text"], now=timezone.now()
        )
        people = _found(request, uuid, stage).people
        new = [people[entry.pk] for entry in made]
        return Response(ArrivalSerializer(new, many=True).data, status=201)


class EntrantView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="check_entrant_in",
        summary=_("Say that somebody is here, or gone"),
        description=_("Only who is here is paired. Late ones join with the next round."),
        tags=TAG,
        request=PresenceSerializer,
        examples=[OpenApiExample("Here", {"is_here": True}, request_only=True)],
        responses=ArrivalSerializer,
    )
    def patch(self, request: PersonRequest, uuid: UUID, stage: UUID, entry: UUID) -> Response:
        payload = PresenceSerializer.sent(request)
        day = _found(request, uuid, stage)
        command = check_in if payload["is_here"] else check_out
        people = [day.person(str(entry)).entry]
        command(actor=request.user, season=day.season, people=people, now=timezone.now())
        fresh = _found(request, uuid, stage).person(str(entry))
        return Response(ArrivalSerializer(fresh).data)


class SwapView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="swap_players",
        summary=_("Let two change places in a round that has not begun"),
        tags=TAG,
        request=SwapSerializer,
        examples=[
            OpenApiExample("Two", {"one": SOMEBODY, "other": SOMEBODY_ELSE}, request_only=True)
        ],
        responses=TournamentSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        payload = SwapSerializer.sent(request)
        day = _found(request, uuid, stage)
        one, other = (day.person(str(payload[field])).entry for field in ("one", "other"))
        of = _latest(day)
        swap_players(actor=request.user, of=of, one=one, other=other, now=timezone.now())
        return Response(shown(_found(request, uuid, stage)))


class RoundView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="start_tournament_round",
        summary=_("Start the latest round, and its clock"),
        tags=TAG,
        request=StartRoundSerializer,
        examples=[OpenApiExample("Two hours", {"minutes": 120}, request_only=True)],
        responses=TournamentSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        payload = StartRoundSerializer.sent(request)
        of = _latest(_found(request, uuid, stage))
        start_round(actor=request.user, of=of, minutes=payload["minutes"], now=timezone.now())
        return Response(shown(_found(request, uuid, stage)))


class ClockView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="set_round_clock",
        summary=_("Let the round's clock run, or give it more time"),
        tags=TAG,
        request=ClockSerializer,
        examples=[OpenApiExample("More time", {"minutes": 10, "adds": True}, request_only=True)],
        responses=TournamentSerializer,
    )
    def put(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        payload = ClockSerializer.sent(request)
        command = add_minutes if payload["adds"] else set_clock
        of = _latest(_found(request, uuid, stage))
        command(actor=request.user, of=of, minutes=payload["minutes"], now=timezone.now())
        return Response(shown(_found(request, uuid, stage)))

    @extend_schema(
        operation_id="stop_round_clock",
        summary=_("Take the round's clock down"),
        tags=TAG,
        request=None,
        responses={204: None},
    )
    def delete(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        of = _latest(_found(request, uuid, stage))
        stop_clock(actor=request.user, of=of, now=timezone.now())
        return Response(status=204)


class ScoresView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="enter_round_scores",
        summary=_("Enter scores of the latest round"),
        description=_("All that are told or, with every fault by fixture, none."),
        tags=TAG,
        request=ScoresSerializer,
        examples=[
            OpenApiExample(
                "One table",
                {"scores": [{"fixture": EXAMPLE_UUID, "score": {"home": 2, "away": 1}}]},
                request_only=True,
            )
        ],
        responses=TournamentSerializer,
    )
    def put(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        payload = ScoresSerializer.sent(request)
        of = _latest(_found(request, uuid, stage))
        by_uuid = dict(of.fixtures.values_list("uuid", "pk"))
        scores = {
            # What is no fixture of the round is for the command to refuse.
            by_uuid.get(each["fixture"], 0): score_in(each)
            for each in payload["scores"]
        }
        enter_scores(actor=request.user, of=of, scores=scores, now=timezone.now())
        return Response(shown(_found(request, uuid, stage)))


def shown(day: Tournament) -> Any:
    last = day.last
    tables = queries.tables_in(day, last) if last else []
    clock = queries.clock_of(last, now=timezone.now())
    heed = queries.heed(day, last, tables)
    return TournamentSerializer(
        {
            "name": day.stage.name,
            "state": day.stage.state,
            "rounds": day.stage.swiss_rounds,
            "round": last and last.number,
            "round_state": last and last.state,
            "clock_until": clock and clock.ends_at,
            "tables": tables,
            "heed": heed,
        }
    ).data


def _found(request: Request, uuid: UUID, stage: UUID) -> Tournament:
    day = tournament_for(request.user, stage)
    if day.league.uuid != uuid:
        raise queries.no_such_tournament()
    return day


def _latest(day: Tournament) -> Round:
    if day.last is None:
        raise Missing.because("no_such_round", _("There is no such round."))
    return day.last
