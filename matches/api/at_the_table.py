"""At the table, for programs: one phone for both, dice that were seen, a match broken off."""

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from matches import queries
from matches.api import as_json
from matches.api import day_shapes as shapes
from matches.api.results import present
from matches.api.shapes import MatchSerializer, StepSerializer
from matches.api.steps import SIDE, STEP
from matches.commands.interrupting import interrupt_match, resume_match
from matches.commands.lending import lend_side, take_back_side
from matches.commands.witnessing import witness_dice
from matches.models import MatchSide
from web.api.writes import IdempotentWrites

OWN_SIDE = OpenApiParameter(
    "side",
    str,
    OpenApiParameter.PATH,
    enum=MatchSide.Side.values,
    examples=[OpenApiExample("The home side", "home")],
)


class LendView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="lend_side",
        summary=_("Let the other coach enter for a side"),
        description=_(
            "For the coaches of the side and whoever runs the league, until the match is over. "
            "Passwords are typed on pages alone: on another's phone a coach lends the side there."
        ),
        tags=["Matches"],
        parameters=[OWN_SIDE],
        request=None,
        responses=MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, side: str) -> Response:
        match, _membership = queries.match_for(request.user, uuid)
        lent = queries.own_side_named(side)
        lend_side(actor=request.user, match=match, side=lent, now=timezone.now())
        return Response(present(request, uuid))


class TakeBackView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="take_back_side",
        summary=_("Enter for a side oneself again"),
        description=_("For the coaches of the side and whoever runs the league."),
        tags=["Matches"],
        parameters=[OWN_SIDE],
        request=None,
        responses=MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, side: str) -> Response:
        match, _membership = queries.match_for(request.user, uuid)
        own = queries.own_side_named(side)
        take_back_side(actor=request.user, match=match, side=own, now=timezone.now())
        return Response(present(request, uuid))


class InterruptView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="interrupt_match",
        summary=_("Break a match off"),
        description=_(
            "For the two coaches and whoever runs the league. Nobody enters anything until it "
            "goes on."
        ),
        tags=["Matches"],
        request=None,
        responses=MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        match, _membership = queries.match_for(request.user, uuid)
        interrupt_match(actor=request.user, match=match, now=timezone.now())
        return Response(present(request, uuid))


class ResumeView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="resume_match",
        summary=_("Go on with a match that was broken off"),
        description=_("For the two coaches and whoever runs the league."),
        tags=["Matches"],
        request=shapes.GoOnSerializer,
        examples=[
            OpenApiExample("A week later", {"played_on": "2026-03-14"}, request_only=True),
        ],
        responses=MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        body = shapes.GoOnSerializer.sent(request)
        match, _membership = queries.match_for(request.user, uuid)
        day = body["played_on"]
        resume_match(actor=request.user, match=match, played_on=day, now=timezone.now())
        return Response(present(request, uuid))


class WitnessView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="witness_dice",
        summary=_("Say that one saw the dice of a step"),
        description=_(
            "For the two coaches and whoever runs the league: all dice that somebody else typed."
        ),
        tags=["Matches"],
        parameters=[SIDE, STEP],
        request=None,
        responses=StepSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, side: str, step: str) -> Response:
        match, _membership = queries.match_for(request.user, uuid)
        whose = queries.side_named(side)
        witness_dice(actor=request.user, match=match, side=whose, step=step, now=timezone.now())
        viewed = queries.view_match(request.user, uuid)
        return Response(as_json.step_data(viewed, queries.run_for(viewed, side, step)))
