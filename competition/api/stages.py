"""Stages for programs: planned, started, ended; and late teams."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from competition.api import season_shapes as shapes
from competition.api.season import AN_ENTRY, TAGS, entries_named
from competition.commands import planning
from competition.commands.end_stage import end_stage
from competition.commands.joining_and_leaving import let_in_late
from competition.commands.starting import start_stage
from competition.models import Stage
from competition.queries import desk as queries
from competition.queries import stage_desk as stages
from jobs.api import JobSerializer
from league.models import Season
from league.permissions import must_run
from web.api.writes import IdempotentWrites


def stage_data(stage: Stage) -> Any:
    """Three statements."""
    shown = Stage.objects.select_related("follows").get(pk=stage.pk)
    about = {"rounds": stages.rounds_of(shown)}
    return shapes.SeasonStageInRoundsSerializer(shown, context=about).data


def _plan(season: Season, told: dict[str, Any]) -> dict[str, Any]:
    """With the stage that it follows. Raises Missing."""
    before = told.pop("follows", None)
    return told | {"follows": stages.stage_in(season, before) if before else None}


class SeasonStagesView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="plan_stage",
        summary=_("Plan a stage"),
        description=_(
            "For whoever runs the league. A stage takes what its format knows: legs, cross_games "
            "and plays_ahead for a round robin; swiss_rounds; top_of_each, wild_cards, third_place "
            "and reseeds for a knock-out; fewest, most and best for open play."
        ),
        tags=TAGS,
        request=shapes.NewStageSerializer,
        examples=[
            OpenApiExample(
                "Home and away",
                {"name": "The league", "format": "round-robin", "legs": 2},
                request_only=True,
            )
        ],
        responses={201: shapes.SeasonStageInRoundsSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        season, _own = queries.season_for(request.user, uuid)
        must_run(request.user, season.league)
        told = _plan(season, shapes.NewStageSerializer.sent(request))
        stage = planning.plan_stage(actor=request.user, season=season, now=timezone.now(), **told)
        return Response(stage_data(stage), status=201)


class SeasonStageView(IdempotentWrites, APIView):
    @extend_schema(
        operation_id="show_stage",
        summary=_("A stage with its rounds"),
        description=_("Whoever sees the league sees it."),
        tags=TAGS,
        responses=shapes.SeasonStageInRoundsSerializer,
    )
    def get(self, request: Request, uuid: UUID, stage: UUID) -> Response:
        found, _own = stages.stage_to_read(request.user, uuid, stage)
        return Response(stage_data(found))

    @extend_schema(
        operation_id="change_stage",
        summary=_("Plan a stage otherwise"),
        description=_("For whoever runs the league, as long as it has not begun."),
        tags=TAGS,
        request=shapes.PlanSerializer,
        examples=[OpenApiExample("One leg", {"name": "League", "legs": 1}, request_only=True)],
        responses=shapes.SeasonStageInRoundsSerializer,
    )
    def put(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        found, _own = stages.stage_of_league(request.user, uuid, stage)
        must_run(request.user, found.season.league)
        told = _plan(found.season, shapes.PlanSerializer.sent(request))
        planning.change_stage(actor=request.user, stage=found, now=timezone.now(), **told)
        return Response(stage_data(found))

    @extend_schema(
        operation_id="drop_stage",
        summary=_("Take a stage off the plan"),
        description=_("For whoever runs the league, as long as it has not begun."),
        tags=TAGS,
        request=None,
        responses={204: None},
    )
    def delete(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        found, _own = stages.stage_of_league(request.user, uuid, stage)
        planning.drop_stage(actor=request.user, stage=found, now=timezone.now())
        return Response(status=204)


class StartStageView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="start_stage",
        summary=_("Begin a stage"),
        description=_(
            "For whoever runs the league. The answer is the job that makes the fixtures; a stage "
            "that follows another is filled from its tables."
        ),
        tags=TAGS,
        request=shapes.StartStageSerializer,
        examples=[OpenApiExample("With everybody", {}, request_only=True)],
        responses={202: JobSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        found, _own = stages.stage_of_league(request.user, uuid, stage)
        must_run(request.user, found.season.league)
        named = shapes.StartStageSerializer.sent(request).get("entries")
        job = start_stage(
            actor=request.user,
            stage=found,
            entries=None if named is None else entries_named(found.season, named),
            now=timezone.now(),
        )
        return Response(JobSerializer(job).data, status=202)


class EndStageView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="end_stage",
        summary=_("End a stage"),
        description=_("For whoever runs the league, once nothing in it is left to play."),
        tags=TAGS,
        request=None,
        responses=shapes.SeasonStageInRoundsSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        found, _own = stages.stage_of_league(request.user, uuid, stage)
        end_stage(actor=request.user, stage=found, now=timezone.now())
        return Response(stage_data(found))


class LateTeamView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="let_in_late",
        summary=_("Bring a team into a running stage"),
        description=_(
            "For whoever runs the league; into a division where there are some. If the house "
            "rules give gold for rounds missed, it stands in the team's ledger."
        ),
        tags=TAGS,
        request=shapes.LateTeamSerializer,
        examples=[OpenApiExample("A team", {"team": AN_ENTRY}, request_only=True)],
        responses=shapes.SeasonStageInRoundsSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        found, _own = stages.stage_of_league(request.user, uuid, stage)
        payload = shapes.LateTeamSerializer.sent(request)
        division = payload.get("division")
        let_in_late(
            actor=request.user,
            stage=found,
            team=queries.team_in(found.season.league, payload["team"]),
            division=stages.division_in(found, division) if division else None,
            matches_a_round=payload["matches_a_round"],
            now=timezone.now(),
        )
        return Response(stage_data(found))
