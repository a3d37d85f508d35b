"""Matches for programs: begun, told by their score, called off, and looked at."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
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
from league.queries import league_for
from matches import queries
from matches.api import as_json, day_shapes, shapes
from matches.commands.agreeing import agree_to_match
from matches.commands.beginning import begin_match, call_off
from matches.commands.recording import record_result
from matches.eligibility import Occasion
from matches.models import Match
from matches.pitch.crowd import NOBODY_CAME
from matches.queries import lists
from web.api.writes import IdempotentWrites
from web.asked import number_in, options_in, uuid_in

A_MATCH = {
    "home": "0b9e6a52-1c7d-4f0e-8d35-62b1f7c4e9d8",
    "away": "a3c5d6f2-8b1d-4a39-9a3f-4f1f0d7f2b90",
    "played_on": "2026-03-07",
}
A_RESULT = A_MATCH | {"score": {"home": 2, "away": 1}, "crowd": {"home": 1, "away": 0}}


@extend_schema_view(
    get=extend_schema(
        operation_id="list_matches",
        summary=_("A league's matches"),
        description=_("The latest first."),
        tags=["Matches"],
        parameters=[
            OpenApiParameter("team", UUID, description=_("Only those of this team.")),
            OpenApiParameter("season", int, description=_("Only those of the season so numbered.")),
            OpenApiParameter(
                "state",
                str,
                enum=Match.State.values,
                many=True,
                explode=False,
                description=_("One of these, or several parted by commas."),
            ),
        ],
        responses=shapes.ResultSerializer(many=True),
    )
)
class MatchesView(IdempotentWrites, generics.ListAPIView):
    serializer_class = shapes.ResultSerializer
    queryset = Match.objects.none()
    filter_backends = ()

    def get_queryset(self) -> QuerySet[Match]:
        league, _membership = league_for(self.request.user, self.kwargs["uuid"])
        asked = self.request._request
        matches = lists.matches_of(league)
        if team := uuid_in(asked, "team"):
            matches = matches.filter(sides__team__uuid=team)
        if (season := number_in(asked, "season")) is not None:
            matches = matches.filter(season__number=season)
        if states := options_in(asked, "state", Match.State.values):
            matches = matches.filter(state__in=states)
        return matches

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset()) or []
        results = [lists.result_of(each) for each in page]
        return self.get_paginated_response(as_json.results_data(results))

    @extend_schema(
        operation_id="record_result",
        summary=_("Record a result"),
        description=_(
            "For a coach of either team and whoever runs the league: a match beside the schedule, "
            "as far as the house rules allow one, of which only the score is known. A coach's is "
            "reported until the other one confirms it or calls it off; then each side answers its "
            "steps."
        ),
        tags=["Matches"],
        request=shapes.NewResultSerializer,
        examples=[OpenApiExample("A win at home", A_RESULT, request_only=True)],
        responses={201: shapes.MatchSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        payload = shapes.NewResultSerializer.sent(request)
        match = record_result(
            **meeting_in(request, uuid, payload),
            score=payload["score"],
            crowd=payload.get("crowd") or NOBODY_CAME,
            occasion=Occasion(is_friendly=payload["is_friendly"]),
        )
        return Response(present(request, match.uuid), status=201)


class BeginView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="begin_match",
        summary=_("Begin a match"),
        description=_(
            "For a coach of either team and whoever runs the league: a match beside the schedule, "
            "as far as the house rules allow one. A coach asks the other with it; once that one "
            "agrees the pre-match begins: its steps are answered, then both rosters stand as they "
            "kick off."
        ),
        tags=["Matches"],
        request=day_shapes.NewMatchSerializer,
        examples=[OpenApiExample("Two teams meet", A_MATCH, request_only=True)],
        responses={201: shapes.MatchSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        payload = day_shapes.NewMatchSerializer.sent(request)
        occasion = Occasion(is_friendly=payload["is_friendly"])
        match = begin_match(**meeting_in(request, uuid, payload), occasion=occasion)
        return Response(present(request, match.uuid), status=201)


class AgreeView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="agree_to_match",
        summary=_("Agree to a match beside the schedule"),
        description=_(
            "For the coach who was asked, and for whoever runs the league without playing in it. "
            "The pre-match begins. To decline is to call it off."
        ),
        tags=["Matches"],
        request=None,
        responses=shapes.MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        match, _membership = queries.match_for(request.user, uuid)
        agree_to_match(actor=request.user, match=match, now=timezone.now())
        return Response(present(request, uuid))


class CallOffView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="call_off_match",
        summary=_("Call a match off"),
        description=_(
            "Before the kick-off for its coaches, after it for whoever runs the league and does "
            "not play in it, until its report is confirmed; at any time until then for a coach who "
            "never agreed to it, and for whoever told a bare score. "
            "Whatever it did to the teams is taken back."
        ),
        tags=["Matches"],
        request=day_shapes.CallOffSerializer,
        examples=[
            OpenApiExample(
                "The hall is closed", {"reason": "The hall is closed"}, request_only=True
            )
        ],
        responses=shapes.MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        body = day_shapes.CallOffSerializer.sent(request)
        match, _membership = queries.match_for(request.user, uuid)
        reason = body["reason"]
        call_off(actor=request.user, match=match, reason=reason, now=timezone.now())
        return Response(present(request, uuid))


class MatchView(APIView):
    @extend_schema(
        operation_id="show_match",
        summary=_("A match"),
        description=_(
            "The score so far, how far each side is with its steps, and who is to do what next."
        ),
        tags=["Matches"],
        responses=shapes.MatchSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(present(request, uuid))


def meeting_in(request: PersonRequest, uuid: UUID, told: dict[str, Any]) -> dict[str, Any]:
    """Who meets whom and when, as both ways into a match take it."""
    league, _membership = league_for(request.user, uuid)
    teams = lists.teams_in(league, home=told["home"], away=told["away"])
    return {
        "actor": request.user,
        "league": league,
        "home": teams["home"],
        "away": teams["away"],
        "played_on": told["played_on"],
        "in_its_place": told["in_its_place"],
        "now": timezone.now(),
    }


def present(request: Request, uuid: UUID) -> dict[str, Any]:
    return as_json.match_data(queries.view_match(request.user, uuid))
