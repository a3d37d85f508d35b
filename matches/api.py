"""Matches for programs: results, the asks of each step, and corrections."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
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
from matches import serializers as shapes
from matches.commands.answering import Given, StepMoved, answer_step
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.recording import record_result
from matches.correction import Correction
from matches.models import Match, StepRun
from matches.queries import Result, Viewed
from matches.replaying import step_title
from matches.running import side_of
from matches.telling import Ruled, ruled, would_rule
from rules.asking import ask_data
from rules.engine.asks import Ask
from rules.engine.drive import Asks
from rules.engine.match import SIDES, Side
from rules.words import ask_words
from web.api.fields import Instant
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
    "home": "7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11",
    "away": "a3c5d6f2-8b1d-4a39-9a3f-4f1f0d7f2b90",
    "played_on": "2026-03-07",
    "touchdowns": {"home": 2, "away": 1},
    "fame": {"home": 1, "away": 0},
}
EDITS = {
    "touchdowns": {"home": 1, "away": 1},
    "answers": [{"side": "home", "step": "fortune", "key": "fan-factor", "value": [3, 4]}],
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
        return self.get_paginated_response([result_data(queries.result_of(each)) for each in page])

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
            **teams,
            touchdowns=told["touchdowns"],
            fame=told.get("fame") or dict.fromkeys(SIDES, 0),
            played_on=told["played_on"],
            now=timezone.now(),
        )
        return Response(match_data(queries.view_match(request.user, match.uuid)), status=201)


def result_data(result: Result) -> dict[str, Any]:
    match = result.match
    return {
        "uuid": str(match.uuid),
        "state": match.state,
        "season": match.season.number,
        "played_on": match.played_on.isoformat(),
        "entered_at": Instant().to_representation(match.entered_at),
        "revision": match.revision,
        **{
            row.side: {
                "team": {"uuid": str(row.team.uuid), "name": row.team.name},
                "touchdowns": result.touchdowns[row.side],
                "fame": result.report.data["fame"][row.side],
                "is_through": row.through_at is not None,
            }
            for row in (result.home, result.away)
        },
    }


def match_data(viewed: Viewed) -> dict[str, Any]:
    play = viewed.play
    result = Result(viewed.match, play.sides["home"], play.sides["away"], play.report)
    runs = sorted(play.runs.values(), key=lambda run: (run.place, run.pk))
    return {
        **result_data(result),
        "league": str(viewed.match.league.uuid),
        "steps": [
            {
                "side": run.side or queries.JOINT,
                "step": run.step,
                "title": step_title(play, run),
                "is_finished": run.finished_at is not None,
                "revision": run.revision,
                "address": reverse(
                    "api-step", args=[viewed.match.uuid, run.side or queries.JOINT, run.step]
                ),
            }
            for run in runs
        ],
    }


class MatchView(APIView):
    @extend_schema(
        operation_id="show_match",
        summary=_("A match"),
        description=_("The result, and how far each side is with its steps."),
        tags=["Matches"],
        responses=shapes.MatchSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(match_data(queries.view_match(request.user, uuid)))


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
        return Response(step_data(viewed, queries.run_for(viewed, side, step)))

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
        return step_data(viewed, queries.run_for(viewed, side, step))


def step_data(viewed: Viewed, run: StepRun) -> dict[str, Any]:
    told: dict[str, Any] = {
        "side": run.side or queries.JOINT,
        "step": run.step,
        "title": step_title(viewed.play, run),
        "is_finished": run.finished_at is not None,
        "revision": run.revision,
    }
    if run.finished_at:
        stored = viewed.play.answers.get(run.pk, {})
        side: Side = side_of(run.side or "home")
        answers = [stored[key] for key in run.asked if key in stored]
        seen = [each for each in answers if viewed.seat.sees(each.visible, side)]
        lines = [said_data(said) for said in queries.because_of(viewed, run)]
        return told | {"asks": [], "answered": [given_data(a) for a in seen], "because": lines}
    step = queries.open_step(viewed, run)
    return told | {
        "asks": [ask_data(each.ask) | {"sentence": each.sentence} for each in step.open],
        "answered": [given_data(each.answer) for each in step.answered],
        "because": [],
    }


def given_data(answer: Any) -> dict[str, Any]:
    return {
        "key": answer.key,
        "value": answer.value,
        "version": answer.version,
        "source": answer.source,
        "dice": answer.dice,
    }


def said_data(said: Any) -> dict[str, Any]:
    line = said.line
    return {
        "code": line.code,
        "amount": line.amount,
        "params": line.params,
        "sentence": said.sentence,
    }


# --- corrections


class PreviewView(APIView):
    """What a correction would change. Nothing is written, whatever is asked."""

    permission_classes = (IsAuthenticated,)
    changes_nothing = True

    @extend_schema(
        operation_id="preview_correction",
        summary=_("See what a correction would change"),
        description=_(
            "For whoever runs the league. The match is played again with another score, FAME or "
            "answers; told is what would differ, what contradicts it, and what must be answered."
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
        return Response(correction_data(correction))


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
        return Response(match_data(queries.view_match(request.user, uuid)))


def edits_in(told: dict[str, Any]) -> dict[str, Any]:
    answers: dict[tuple[str, str], dict[str, Any]] = {}
    for given in told.get("answers", ()):
        place = (queries.side_named(given["side"]) or "", given["step"])
        answers.setdefault(place, {})[given["key"]] = given["value"]
    return {"touchdowns": told.get("touchdowns"), "fame": told.get("fame"), "answers": answers}


def correction_data(correction: Correction) -> dict[str, Any]:
    replay = correction.replay
    catalogue = replay.play.book.catalogue
    return {
        "seen": correction.seen,
        "changes": [
            {
                "side": each.side,
                "step": each.run.step,
                "before": ruled_data(ruled(catalogue, slot.event)) if slot.event else None,
                "after": ruled_data(would_rule(catalogue, slot.entry)) if slot.entry else None,
            }
            for each in replay.rewritings
            for slot in each.slots
            if not slot.stays
        ],
        "balances": [
            {
                "side": each.side,
                "team": {"uuid": str(each.team.uuid), "name": each.team.name},
                "gold": each.gold,
                "treasury": each.treasury,
                "value": each.value,
                "fan_factor": each.fan_factor,
            }
            for each in correction.balances
        ],
        "drift": [
            {
                "side": each.side,
                "step": each.run.step,
                "recorded": [ruled_data(ruled(catalogue, event)) for event in each.recorded],
                "today": [ruled_data(would_rule(catalogue, entry)) for entry in each.today],
            }
            for each in replay.drift
        ],
        "conflicts": [reason.as_dict() for reason in correction.conflicts],
        "asks": [
            ask_data(ask)
            | {"sentence": ask_words(catalogue, ask), "side": run.side or queries.JOINT}
            | {"step": run.step}
            for run, ask in asked_anew(correction)
        ],
    }


def asked_anew(correction: Correction) -> list[tuple[StepRun, Ask]]:
    return [
        (rerun.run, ask)
        for rerun in correction.replay.reruns
        if isinstance(rerun.driven.outcome, Asks)
        for ask in rerun.driven.outcome.open
    ]


def ruled_data(each: Ruled) -> dict[str, Any]:
    return {
        "kind": each.kind,
        "title": each.title,
        "gold": each.gold,
        "effects": list(each.effects),
        "because": [said_data(said) for said in each.because],
    }
