"""Dates for programs: of a stage and its rounds, and what two coaches agree on."""

from datetime import time
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
from competition.commands.dates import answer_proposal, propose_date
from competition.commands.owing import pair_later, rebuild_standings
from competition.commands.timetables import (
    LONGEST_NOTICE,
    look_at_dates,
    set_dates,
    set_round_dates,
)
from competition.models import DateProposal, Round
from competition.queries import dates as queries
from competition.queries.stages import stage_for
from competition.scheduling.dates import DAYS_AT_MOST, Cadence, Holiday, RoundDates
from competition.timetables import WALL, Timetable
from jobs.api import JobSerializer
from jobs.models import Job
from league.models import LONGEST_NAME
from league.wall_time import instant_of
from web.api.bodies import Body
from web.api.fields import WallTime
from web.api.shapes import shape
from web.api.writes import IdempotentWrites

A_TIMETABLE = {
    "first": "2099-09-07",
    "every": 1,
    "unit": "weeks",
    "weekday": None,
    "deadline": "23:59",
    "days_to_play": None,
    "holidays": [{"first": "2099-12-21", "last": "2100-01-06"}],
    "remind_days": 3,
}


class HolidaySerializer(Body):
    first = serializers.DateField()
    last = serializers.DateField()


class TimetableSerializer(Body):
    first = serializers.DateField(help_text=_("The first round begins on this day, or after."))
    every = serializers.IntegerField(min_value=1, max_value=DAYS_AT_MOST, default=1)
    unit = serializers.ChoiceField(choices=["weeks", "days"], default="weeks")
    weekday = serializers.IntegerField(
        min_value=0, max_value=6, allow_null=True, default=None, help_text=_("Monday is 0.")
    )
    deadline = serializers.TimeField(
        default=time(23, 59), format="%H:%M", help_text=_("By the league's clock.")
    )
    days_to_play = serializers.IntegerField(
        min_value=0,
        max_value=DAYS_AT_MOST,
        allow_null=True,
        default=None,
        help_text=_("Null: until the day before the next round."),
    )
    holidays = HolidaySerializer(many=True, default=list)
    remind_days = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_NOTICE,
        required=False,
        help_text=_("Both coaches are reminded so many days before a deadline; 0 is never."),
    )

    def told(self) -> Timetable:
        fields = self.validated_data
        return Timetable(
            first=fields["first"],
            cadence=Cadence(fields["every"], fields["unit"], fields["weekday"]),
            deadline=fields["deadline"],
            days_to_play=fields["days_to_play"],
            holidays=tuple(Holiday(each["first"], each["last"]) for each in fields["holidays"]),
        )


DatedRoundSerializer = shape(
    "DatedRound",
    Round,
    "number starts_on due=due_wall due_at state",
    due=_("What the league's clock shows at the deadline."),
)


class StageDatesSerializer(serializers.Serializer):
    stage = serializers.UUIDField(source="uuid")
    time_zone = serializers.CharField(source="season.league.time_zone")
    remind_days = serializers.IntegerField()
    rounds = DatedRoundSerializer(many=True)


class RoundDatesSerializer(Body):
    starts_on = serializers.DateField(allow_null=True, default=None)
    due = WallTime(allow_null=True, default=None)


class StageDatesView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="show_stage_dates",
        summary=_("A stage's rounds with their dates"),
        tags=["Dates"],
        responses=StageDatesSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        stage, _own = stage_for(request.user, uuid)
        return Response(StageDatesSerializer(stage).data)

    @extend_schema(
        operation_id="set_stage_dates",
        summary=_("Give every round of which nothing is played its dates"),
        description=_(
            "For commissioner and deputies. Rounds that are still to be made take theirs from it."
        ),
        tags=["Dates"],
        request=TimetableSerializer,
        examples=[OpenApiExample("Every week", A_TIMETABLE, request_only=True)],
        responses=StageDatesSerializer,
    )
    def put(self, request: PersonRequest, uuid: UUID) -> Response:
        stage, _own = stage_for(request.user, uuid)
        wish = TimetableSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        set_dates(
            actor=request.user,
            stage=stage,
            timetable=wish.told(),
            remind_days=wish.validated_data.get("remind_days"),
            now=timezone.now(),
        )
        stage.refresh_from_db(fields=["remind_days"])
        return Response(StageDatesSerializer(stage).data)


class StageDatesPreviewView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="preview_stage_dates",
        summary=_("What a timetable would come to"),
        description=_("Round by round; nothing is saved."),
        tags=["Dates"],
        request=TimetableSerializer,
        examples=[OpenApiExample("Every week", A_TIMETABLE, request_only=True)],
        responses=DatedRoundSerializer(many=True),
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        stage, _own = stage_for(request.user, uuid)
        wish = TimetableSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        dates = look_at_dates(actor=request.user, stage=stage, timetable=wish.told())
        return Response(DatedRoundSerializer([_previewed(each) for each in dates], many=True).data)


class RoundDatesView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="set_round_dates",
        summary=_("Give one round other dates"),
        tags=["Dates"],
        request=RoundDatesSerializer,
        examples=[
            OpenApiExample(
                "A week later",
                {"starts_on": "2099-09-14", "due": "2099-09-20T23:59"},
                request_only=True,
            )
        ],
        responses=DatedRoundSerializer,
    )
    def put(self, request: PersonRequest, uuid: UUID, number: int) -> Response:
        stage, _own = stage_for(request.user, uuid)
        of = queries.round_in(stage, number)
        wish = RoundDatesSerializer.sent(request)
        of = set_round_dates(actor=request.user, of=of, now=timezone.now(), **wish)
        return Response(DatedRoundSerializer(of).data)


def _previewed(when: RoundDates) -> Round:
    return Round(
        number=when.number,
        starts_on=when.starts_at.date(),
        due_wall=f"{when.deadline_at:{WALL}}",
        due_at=when.deadline_at,
        state=Round.State.PLANNED,
    )


# --- jobs of a stage


class RebuildView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="rebuild_standings",
        summary=_("Have a stage's tables written anew"),
        description=_("For commissioner and deputies. A job does it; ask it how far it is."),
        tags=["Dates"],
        request=None,
        responses={202: JobSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        stage, _own = stage_for(request.user, uuid)
        job = rebuild_standings(actor=request.user, stage=stage, now=timezone.now())
        return _owed(job)


class NextRoundView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="pair_next_round",
        summary=_("Have the next round of a Swiss paired"),
        description=_("For commissioner and deputies. A job does it; ask it how far it is."),
        tags=["Dates"],
        request=None,
        responses={202: JobSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        stage, _own = stage_for(request.user, uuid)
        return _owed(pair_later(actor=request.user, stage=stage, now=timezone.now()))


def _owed(job: Job) -> Response:
    return Response(JobSerializer(job).data, status=202)


# --- two coaches


ProposalSerializer = shape(
    "Proposal",
    DateProposal,
    "uuid side made_by made_at kick_off_at venue state answered_at",
    made_by=serializers.CharField(),
)
FixtureDateSerializer = shape(
    "FixtureDate",
    queries.DateTalk,
    "fixture=fixture.uuid time_zone=league.time_zone side kick_off_at=fixture.kick_off_at"
    " venue=fixture.venue due_at proposals",
    time_zone=_("The league's."),
    side=serializers.ChoiceField(
        choices=DateProposal.Side.choices, help_text=_("On which side you sit.")
    ),
    kick_off_at=_("What was agreed on."),
)


class ProposeSerializer(Body):
    kick_off = WallTime(help_text=_("By the league's clock."))
    venue = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True, default="")


class AnswerProposalSerializer(Body):
    accepts = serializers.BooleanField()


class FixtureDateView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="show_fixture_date",
        summary=_("What was said about when a fixture is played"),
        description=_("For the two who play it and whoever runs the league."),
        tags=["Dates"],
        responses=FixtureDateSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(_talk(request, uuid))

    @extend_schema(
        operation_id="propose_date",
        summary=_("Propose a date and a place"),
        description=_(
            "The other side is told by mail. The word of whoever runs the league, without playing"
            " in it, stands at once."
        ),
        tags=["Dates"],
        request=ProposeSerializer,
        examples=[
            OpenApiExample(
                "Saturday evening",
                {"kick_off": "2099-09-12T19:00", "venue": "The Old Bridge"},
                request_only=True,
            )
        ],
        responses={201: FixtureDateSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        now = timezone.now()
        talk = queries.date_talk(request.user, uuid, now=now)
        payload = ProposeSerializer.sent(request)
        propose_date(
            actor=request.user,
            fixture=talk.fixture,
            kick_off_at=instant_of(talk.league, payload["kick_off"], subject="kick_off"),
            venue=payload["venue"],
            now=now,
        )
        return Response(_talk(request, uuid), status=201)


class AnswerView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="answer_proposal",
        summary=_("Accept or decline a date"),
        tags=["Dates"],
        request=AnswerProposalSerializer,
        examples=[OpenApiExample("Accept", {"accepts": True}, request_only=True)],
        responses=FixtureDateSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        proposal = queries.proposal_for(request.user, uuid)
        wish = AnswerProposalSerializer.sent(request)
        answer_proposal(actor=request.user, proposal=proposal, now=timezone.now(), **wish)
        return Response(_talk(request, proposal.fixture.uuid))


def _talk(request: Request, uuid: UUID) -> Any:
    talk = queries.date_talk(request.user, uuid, now=timezone.now())
    return FixtureDateSerializer(talk).data
