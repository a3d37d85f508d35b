"""The steps of a match for programs: what each asks, and answers to it."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from matches import queries
from matches.api import as_json, shapes
from matches.commands.answering import Given, StepMoved, match_session
from matches.queries import Viewed
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
        return Response(present(queries.view_match(request.user, uuid), side, step))

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
        body = shapes.AnswersSerializer.sent(request)
        whose, told = queries.side_named(side), body
        answers = [Given(**given) for given in told["answers"]]
        try:
            with match_session(actor=request.user, match=uuid, side=whose, named=True) as seated:
                seated.answer(whose, step, told["revision"], answers, now=timezone.now())
                seated.flush()
                return Response(present(queries.seen_at(seated.record, seated.access), side, step))
        except StepMoved as moved:
            moved.present = present(queries.view_match(request.user, uuid), side, step)
            raise


def present(viewed: Viewed, side: str, step: str) -> dict[str, Any]:
    return as_json.step_data(viewed, queries.run_for(viewed, side, step))
