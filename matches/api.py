"""Matches for programs: results, the asks of each step, and corrections."""

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
from matches import as_json, queries
from matches import serializers as shapes
from matches.commands.answering import Given, StepMoved, answer_step
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.proposing import (
    agree_to_correction,
    drop_proposal,
    propose_correction,
)
from matches.commands.recording import record_result
from matches.commands.tapping import NewTap
from matches.models import Match
from matches.pitch import Ending
from rules.engine.match import SIDES
from web.api.writes import IdempotentWrites

SIDE = OpenApiParameter(
    "side",
    str,
    OpenApiParameter.PATH,
    enum=shapes.Whose.values,
    examples=[OpenApiExample("The home side's step", "home")],
)
STEP = OpenApiParameter(
    "step", str, OpenApiParameter.PATH, examples=[OpenApiExample("Fortune and FAME", "fortune")]
)
A_RESULT = {
    "home": "0b9e6a52-1c7d-4f0e-8d35-62b1f7c4e9d8",
    "away": "a3c5d6f2-8b1d-4a39-9a3f-4f1f0d7f2b90",
    "played_on": "2026-03-07",
    "touchdowns": {"home": 2, "away": 1},
    "fame": {"home": 1, "away": 0},
}
EDITS = {
    "touchdowns": {"home": 1, "away": 1},
    "answers": [{"side": "away", "step": "fortune", "key": "fan-factor", "value": [3, 4]}],
}


# --- results


@extend_schema_view(
    get=extend_schema(
        operation_id="list_matches",
        summary=_("A league's matches"),
        description=_("The latest first."),
        tags=["Matches"],
        responses=shapes.ResultSerializer(many=True),
    )
)
class MatchesView(IdempotentWrites, generics.ListAPIView):
    serializer_class = shapes.ResultSerializer
    queryset = Match.objects.none()
    filter_backends = ()

    def get_queryset(self) -> QuerySet[Match]:
        league, _membership = league_for(self.request.user, self.kwargs["uuid"])
        return queries.matches_of(league)

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset()) or []
        return self.get_paginated_response(
            [as_json.result_data(queries.result_of(each)) for each in page]
        )

    @extend_schema(
        operation_id="record_result",
        summary=_("Record a result"),
        description=_(
            "For a coach of either team and whoever runs the league. Each side then answers its "
            "steps."
        ),
        tags=["Matches"],
        request=shapes.NewResultSerializer,
        examples=[OpenApiExample("A win at home", A_RESULT, request_only=True)],
        responses={201: shapes.MatchSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        wish = shapes.NewResultSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        told = wish.validated_data
        league, _membership = league_for(request.user, uuid)
        teams = queries.teams_in(league, home=told["home"], away=told["away"])
        match = record_result(
            actor=request.user,
            league=league,
            home=teams["home"],
            away=teams["away"],
            touchdowns=told["touchdowns"],
            fame=told.get("fame") or dict.fromkeys(SIDES, 0),
            played_on=told["played_on"],
            now=timezone.now(),
            in_its_place=told["in_its_place"],
        )
        return Response(
            as_json.match_data(queries.view_match(request.user, match.uuid)), status=201
        )


class MatchView(APIView):
    @extend_schema(
        operation_id="show_match",
        summary=_("A match"),
        description=_("The result, and how far each side is with its steps."),
        tags=["Matches"],
        responses=shapes.MatchSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(as_json.match_data(queries.view_match(request.user, uuid)))


# --- steps


class StepView(IdempotentWrites, APIView):
    @extend_schema(
        operation_id="show_step",
        summary=_("What a step asks, and what was answered"),
        description=_("side is home, away, or joint for what both settle together."),
        tags=["Matches"],
        parameters=[SIDE, STEP],
        responses=shapes.StepSerializer,
    )
    def get(self, request: Request, uuid: UUID, side: str, step: str) -> Response:
        viewed = queries.view_match(request.user, uuid)
        return Response(as_json.step_data(viewed, queries.run_for(viewed, side, step)))

    @extend_schema(
        operation_id="answer_step",
        summary=_("Answer what a step asks"),
        description=_(
            "All of the answers are taken or none. The step is finished as soon as nothing more "
            "is asked. A roll of the server's is kept before it is told, and asking again tells "
            "the same. If the revision is no longer the step's, the answer is a 409 whose member "
            "present is the step as it stands now."
        ),
        tags=["Matches"],
        parameters=[SIDE, STEP],
        request=shapes.AnswersSerializer,
        examples=[
            OpenApiExample(
                "A die from the table, and dice from the server",
                {
                    "revision": 0,
                    "answers": [
                        {"key": "winnings", "value": 4},
                        {"key": "winnings/again", "value": "keep"},
                        {"key": "fan-factor", "roll": True},
                    ],
                },
                request_only=True,
            )
        ],
        responses=shapes.StepSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, side: str, step: str) -> Response:
        body = shapes.AnswersSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        match, _membership = queries.match_for(request.user, uuid)
        try:
            answer_step(
                actor=request.user,
                match=match,
                side=queries.side_named(side),
                step=step,
                revision=body.validated_data["revision"],
                answers=[Given(**given) for given in body.validated_data["answers"]],
                now=timezone.now(),
            )
        except StepMoved as moved:
            moved.present = self.present(request, uuid, side, step)
            raise
        return Response(self.present(request, uuid, side, step))

    def present(self, request: Request, uuid: UUID, side: str, step: str) -> dict[str, Any]:
        viewed = queries.view_match(request.user, uuid)
        return as_json.step_data(viewed, queries.run_for(viewed, side, step))


# --- corrections


class PreviewView(APIView):
    """What a correction would change. Nothing is written, whatever is asked."""

    permission_classes = (IsAuthenticated,)
    changes_nothing = True

    @extend_schema(
        operation_id="preview_correction",
        summary=_("See what a correction would change"),
        description=_(
            "For its coaches and whoever runs the league. The match is played again with another "
            "score, FAME, taps, ending or answers; told is what would differ, what contradicts "
            "it, and what must be answered. Taps are added, or take others back (void)."
        ),
        tags=["Matches"],
        request=shapes.EditsSerializer,
        examples=[OpenApiExample("It was a draw", EDITS, request_only=True)],
        responses=shapes.CorrectionSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        body = shapes.EditsSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        match, _membership = queries.match_for(request.user, uuid)
        correction = look_at_correction(
            actor=request.user, match=match, **edits_in(body.validated_data)
        )
        return Response(as_json.correction_data(correction))


class CorrectionView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="correct_match",
        summary=_("Correct a match"),
        description=_(
            "The same edits as in the preview, with what it told as seen. If anything moved since, "
            "nothing is done."
        ),
        tags=["Matches"],
        request=shapes.CorrectSerializer,
        examples=[
            OpenApiExample(
                "It was a draw",
                EDITS | {"seen": "5e1f0c", "reason": "The sheet says 1-1"},
                request_only=True,
            )
        ],
        responses=shapes.MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        body = shapes.CorrectSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        told = body.validated_data
        match, _membership = queries.match_for(request.user, uuid)
        correct_match(
            actor=request.user,
            match=match,
            seen=told["seen"],
            reason=told["reason"],
            now=timezone.now(),
            **edits_in(told),
        )
        return Response(as_json.match_data(queries.view_match(request.user, uuid)))


class ProposalsView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="propose_correction",
        summary=_("Propose a correction to the other coach"),
        description=_(
            "For the coaches of a match. The same edits as in the preview, with what it told as "
            "seen. It holds as soon as the other coach agrees, unless anything moves before."
        ),
        tags=["Matches"],
        request=shapes.CorrectSerializer,
        examples=[
            OpenApiExample(
                "It was a draw",
                EDITS | {"seen": "5e1f0c", "reason": "The sheet says 1-1"},
                request_only=True,
            )
        ],
        responses={201: shapes.ProposalSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        body = shapes.CorrectSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        told = body.validated_data
        match, _membership = queries.match_for(request.user, uuid)
        proposal = propose_correction(
            actor=request.user,
            match=match,
            seen=told["seen"],
            reason=told["reason"],
            now=timezone.now(),
            **edits_in(told),
        )
        return Response(shapes.ProposalSerializer(proposal).data, status=201)


class ProposalView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="answer_proposal",
        summary=_("Agree to a proposed correction, or drop it"),
        tags=["Matches"],
        request=shapes.AgreementSerializer,
        examples=[OpenApiExample("Agreed", {"agree": True}, request_only=True)],
        responses=shapes.MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, proposal: UUID) -> Response:
        body = shapes.AgreementSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        match, _membership = queries.match_for(request.user, uuid)
        answer = agree_to_correction if body.validated_data["agree"] else drop_proposal
        answer(actor=request.user, match=match, proposal=proposal, now=timezone.now())
        return Response(as_json.match_data(queries.view_match(request.user, uuid)))


def edits_in(told: dict[str, Any]) -> dict[str, Any]:
    answers: dict[tuple[str, str], dict[str, Any]] = {}
    for given in told.get("answers", ()):
        place = (queries.side_named(given["side"]) or "", given["step"])
        answers.setdefault(place, {})[given["key"]] = given["value"]
    return {
        "touchdowns": told.get("touchdowns"),
        "fame": told.get("fame"),
        "answers": answers,
        "taps": [NewTap(**tap) for tap in told.get("taps", ())],
        "ending": ending_in(told["ending"]) if told.get("ending") else None,
    }


def ending_in(told: dict[str, Any]) -> Ending:
    return Ending(**{**told, "shots": tuple(told.get("shots", ()))})
