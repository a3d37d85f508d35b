"""Corrections of a match for programs: seen first, then applied."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from league.permissions import must_run
from matches import queries
from matches.api import as_json, correction_shapes, shapes
from matches.api.reports import ending_in
from matches.api.results import present
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.proposing import (
    agree_to_correction,
    drop_proposal,
    look_at_proposal,
    propose_correction,
)
from matches.commands.tapping import NewTap
from web.api.writes import IdempotentWrites

EDITS = {
    "score": {"home": 1, "away": 1},
    "answers": [{"side": "away", "step": "fortune", "key": "fan-factor", "value": [3, 4]}],
}


class PreviewView(APIView):
    """What a correction would change. Nothing is written, whatever is asked."""

    permission_classes = (IsAuthenticated,)
    changes_nothing = True

    @extend_schema(
        operation_id="preview_correction",
        summary=_("See what a correction would change"),
        description=_(
            "For its coaches and whoever runs the league. The match is played again with another "
            "score, crowd, taps, ending or answers; told is what would differ, what contradicts "
            "it, and what must be answered. Taps are added, or take others back (void)."
        ),
        tags=["Matches"],
        request=correction_shapes.EditsSerializer,
        examples=[OpenApiExample("It was a draw", EDITS, request_only=True)],
        responses=shapes.CorrectionSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        match, _membership = queries.match_for(request.user, uuid)
        body = correction_shapes.EditsSerializer.sent(request)
        correction = look_at_correction(actor=request.user, match=match, **edits_in(body))
        return Response(as_json.correction_data(correction))


class CorrectionView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="correct_match",
        summary=_("Correct a match"),
        description=_(
            "For whoever runs the league and does not play in the match; who does proposes it, and "
            "the other coach agrees. The same edits as in the preview, with what it told as seen. "
            "If anything moved since, nothing is done."
        ),
        tags=["Matches"],
        request=correction_shapes.CorrectSerializer,
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
        match, _membership = queries.match_for(request.user, uuid)
        must_run(request.user, match.league)
        payload = correction_shapes.CorrectSerializer.sent(request)
        correct_match(
            actor=request.user,
            match=match,
            seen=payload["seen"],
            reason=payload["reason"],
            now=timezone.now(),
            **edits_in(payload),
        )
        return Response(present(request, uuid))


class ProposalsView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="list_proposed_corrections",
        summary=_("What waits for the other coach to agree"),
        description=_("For the two coaches and whoever runs the league. One at most."),
        tags=["Matches"],
        responses=correction_shapes.OpenProposalSerializer(many=True),
    )
    def get(self, request: PersonRequest, uuid: UUID) -> Response:
        match, _membership = queries.match_for(request.user, uuid)
        seen = look_at_proposal(actor=request.user, match=match)
        return Response([as_json.proposed_data(seen)] if seen else [])

    @extend_schema(
        operation_id="propose_correction",
        summary=_("Propose a correction to the other coach"),
        description=_(
            "For the coaches of a match. The same edits as in the preview, with what it told as "
            "seen. It holds as soon as the other coach agrees, unless anything moves before."
        ),
        tags=["Matches"],
        request=correction_shapes.CorrectSerializer,
        examples=[
            OpenApiExample(
                "It was a draw",
                EDITS | {"seen": "5e1f0c", "reason": "The sheet says 1-1"},
                request_only=True,
            )
        ],
        responses={201: correction_shapes.CorrectionProposalSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        match, _membership = queries.match_for(request.user, uuid)
        payload = correction_shapes.CorrectSerializer.sent(request)
        proposal = propose_correction(
            actor=request.user,
            match=match,
            seen=payload["seen"],
            reason=payload["reason"],
            now=timezone.now(),
            **edits_in(payload),
        )
        return Response(correction_shapes.CorrectionProposalSerializer(proposal).data, status=201)


class ProposalView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="answer_correction",
        summary=_("Agree to a proposed correction, or drop it"),
        tags=["Matches"],
        request=correction_shapes.AgreementSerializer,
        examples=[OpenApiExample("Agreed", {"accepts": True}, request_only=True)],
        responses=shapes.MatchSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, proposal: UUID) -> Response:
        match, _membership = queries.match_for(request.user, uuid)
        body = correction_shapes.AgreementSerializer.sent(request)
        answer = agree_to_correction if body["accepts"] else drop_proposal
        answer(actor=request.user, match=match, proposal=proposal, now=timezone.now())
        return Response(present(request, uuid))


def edits_in(told: dict[str, Any]) -> dict[str, Any]:
    answers: dict[tuple[str, str], dict[str, Any]] = {}
    for given in told.get("answers", ()):
        place = (queries.side_named(given["side"]) or "", given["step"])
        answers.setdefault(place, {})[given["key"]] = given["value"]
    return {
        "score": told.get("score"),
        "crowd": told.get("crowd"),
        "answers": answers,
        "taps": [NewTap(**tap) for tap in told.get("taps", ())],
        "ending": ending_in(told["ending"]) if told.get("ending") else None,
    }
