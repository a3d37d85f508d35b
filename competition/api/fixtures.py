"""Fixtures for programs: listed, played, scored, ruled upon, taken back."""

from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    extend_schema,
    extend_schema_view,
)
from rest_framework import generics
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from competition.api import fixture_shapes as shapes
from competition.api.fixture_shapes import score_in
from competition.api.standings import SEASON, STAGE
from competition.commands.match_day import begin_fixture
from competition.commands.results import enter_score, play_fixture, take_back_result
from competition.commands.rulings import rule_fixture
from competition.models import Fixture
from competition.queries.fixture_page import fixture_for, fixture_page
from competition.queries.fixtures import line_of, shown_to
from competition.queries.late import try_fixture
from competition.queries.seasons import SeasonView, season_view
from matches.api.dry_runs import DryRunSerializer
from matches.pitch.crowd import NOBODY_CAME
from rules.engine.lineup import CROWD
from web.api.writes import IdempotentWrites
from web.asked import number_in, options_in, uuid_in

A_SCORE = {"score": {"home": 2, "away": 1}, "tallies": {"cas": {"home": 3, "away": 0}}}
A_MATCH = A_SCORE | {"played_on": "2026-03-07", CROWD: {"home": 1, "away": 0}}


@extend_schema_view(
    get=extend_schema(
        operation_id="list_fixtures",
        summary=_("A season’s fixtures"),
        description=_(
            "By stage, round and number. An invitation in open play is listed for the two sides "
            "and whoever runs the league, as long as it is open."
        ),
        tags=["Seasons"],
        parameters=[
            SEASON,
            STAGE,
            OpenApiParameter("round", int),
            OpenApiParameter("team", UUID, description=_("An entry, or a team.")),
            OpenApiParameter(
                "state",
                str,
                enum=Fixture.State.values,
                many=True,
                explode=False,
                description=_("One of these, or several parted by commas."),
            ),
        ],
        responses=shapes.FixtureSerializer(many=True),
    )
)
class FixturesView(generics.ListAPIView):
    serializer_class = shapes.FixtureSerializer
    queryset = Fixture.objects.none()
    filter_backends = ()
    view: SeasonView

    def get_queryset(self) -> QuerySet[Fixture]:
        asked = self.request._request
        self.view = season_view(
            self.request.user, self.kwargs["uuid"], number=number_in(asked, "season")
        )
        season = Fixture.objects.filter(stage__season=self.view.season)
        fixtures = shown_to(self.view.own, season)
        if stage := uuid_in(asked, "stage"):
            fixtures = fixtures.filter(stage=self.view.stage(stage))
        if (number := number_in(asked, "round")) is not None:
            fixtures = fixtures.filter(round__number=number)
        if team := uuid_in(asked, "team"):
            home = Q(home__uuid=team) | Q(home__team__uuid=team)
            fixtures = fixtures.filter(home | Q(away__uuid=team) | Q(away__team__uuid=team))
        if states := options_in(asked, "state", Fixture.State.values):
            fixtures = fixtures.filter(state__in=states)
        wanted = fixtures.select_related("stage", "round", "result", "match", "drawn_match")
        return wanted.order_by("stage__position", "round__number", "number", "id")

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset()) or []
        for each in page:
            each.stage.season = self.view.season
        lines = [line_of(self.view.entrants, each) for each in page]
        return self.get_paginated_response(shapes.FixtureSerializer(lines, many=True).data)


class FixtureView(APIView):
    @extend_schema(
        operation_id="show_fixture",
        summary=_("A fixture"),
        tags=["Seasons"],
        responses=shapes.FixtureSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(present(request, uuid))


class RecordMatchView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="play_fixture",
        summary=_("Record the match of a fixture"),
        description=_(
            "For a coach of either team and whoever runs the league. Each side then answers the "
            "steps of its post-match. A fixture that has a result is told anew by whoever runs the "
            "league, unless the bracket went on from it; called off, the result stands again."
        ),
        tags=["Seasons"],
        request=shapes.MatchBody,
        examples=[
            OpenApiExample(
                "A win at home",
                A_MATCH,
                request_only=True,
            )
        ],
        responses={201: shapes.FixtureSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        fixture, _membership = fixture_for(request.user, uuid)
        body = shapes.MatchBody.sent(request)
        play_fixture(
            actor=request.user,
            fixture=fixture,
            score=score_in(body),
            crowd=body.get(CROWD) or NOBODY_CAME,
            played_on=body["played_on"],
            in_its_place=body["in_its_place"],
            now=timezone.now(),
        )
        return Response(present(request, uuid), status=201)


class TryMatchView(APIView):
    permission_classes = (IsAuthenticated,)
    changes_nothing = True

    @extend_schema(
        operation_id="try_fixture",
        summary=_("Try the match of a fixture"),
        description=_(
            "What recording it would change for the teams and in the table, in its place by the "
            "day, as far as nobody has to answer anything. Nothing is written."
        ),
        tags=["Seasons"],
        request=shapes.MatchBody,
        examples=[OpenApiExample("A win at home", A_MATCH, request_only=True)],
        responses=DryRunSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        fixture, _membership = fixture_for(request.user, uuid)
        payload = shapes.MatchBody.sent(request)
        play = partial(
            play_fixture,
            actor=request.user,
            fixture=fixture,
            score=score_in(payload),
            crowd=payload.get(CROWD) or NOBODY_CAME,
            played_on=payload["played_on"],
            in_its_place=payload["in_its_place"],
            now=timezone.now(),
        )
        return Response(DryRunSerializer(try_fixture(fixture, play)).data)


class BeginFixtureView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="begin_fixture",
        summary=_("Begin the match of a fixture"),
        description=_(
            "For a coach of either team and whoever runs the league. The match that is answered "
            "with it is played from its pre-match on; reported, it counts provisionally, and for "
            "good when its report is confirmed. A fixture that has a result is begun anew by "
            "whoever runs the league, unless the bracket went on from it; called off, the result "
            "stands again."
        ),
        tags=["Seasons"],
        request=shapes.BeginBody,
        examples=[OpenApiExample("Tonight", {"played_on": "2026-03-07"}, request_only=True)],
        responses={201: shapes.FixtureSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        fixture, _membership = fixture_for(request.user, uuid)
        body = shapes.BeginBody.sent(request)
        begin_fixture(actor=request.user, fixture=fixture, **body, now=timezone.now())
        return Response(present(request, uuid), status=201)


class ScoreView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="enter_score",
        summary=_("Enter a score"),
        description=_(
            "For whoever runs the league and does not play in it, and for the two who played where "
            "no roster is kept. Nothing happens to rosters. Sent again by whoever runs the league, "
            "it replaces the score. 403 `you_play_in_it` says who does it instead."
        ),
        tags=["Seasons"],
        request=shapes.ScoreBody,
        examples=[OpenApiExample("A win at home", A_SCORE, request_only=True)],
        responses=shapes.FixtureSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        fixture, _membership = fixture_for(request.user, uuid)
        body = shapes.ScoreBody.sent(request)
        score = score_in(body)
        enter_score(actor=request.user, fixture=fixture, score=score, now=timezone.now())
        return Response(present(request, uuid))


class FixtureRulingView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="rule_fixture",
        summary=_("Rule on a fixture that was not played"),
        description=_(
            "For commissioner and deputies; whoever of them plays in it can give it up, and no "
            "more (403 `you_play_in_it`). Score and consequences follow the house rules; the "
            "server throws the dice. 409 where there is a result already."
        ),
        tags=["Seasons"],
        request=shapes.RulingBody,
        examples=[
            OpenApiExample(
                "Nobody came",
                {"ending": "forfeit", "at_fault": "away", "reason": "No answer for three weeks"},
                request_only=True,
            )
        ],
        responses=shapes.FixtureSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        fixture, _membership = fixture_for(request.user, uuid)
        payload = shapes.RulingBody.sent(request)
        rule_fixture(actor=request.user, fixture=fixture, now=timezone.now(), **payload)
        return Response(present(request, uuid))


class TakeBackView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="take_back_result",
        summary=_("Take a score or a ruling back"),
        description=_(
            "For commissioner and deputies who do not play in it (403 `you_play_in_it`). What a "
            "ruling brought is taken back too."
        ),
        tags=["Seasons"],
        request=shapes.ReasonBody,
        examples=[OpenApiExample("The wrong row", {"reason": "The wrong row"}, request_only=True)],
        responses=shapes.FixtureSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        fixture, _membership = fixture_for(request.user, uuid)
        body = shapes.ReasonBody.sent(request)
        take_back_result(
            actor=request.user,
            fixture=fixture,
            reason=body["reason"],
            now=timezone.now(),
        )
        return Response(present(request, uuid))


def present(request: Request, uuid: UUID) -> Any:
    return shapes.FixtureSerializer(fixture_page(request.user, uuid).line).data
