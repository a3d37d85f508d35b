"""The rounds and fixtures of a stage for programs: paired, opened, closed, scored, changed."""

from collections.abc import Callable
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
from acts.failures import Reason, Refused
from competition.api import season_shapes as shapes
from competition.api.fixture_shapes import score_in
from competition.api.season import AN_ENTRY, TAGS, entries_named
from competition.api.stages import stage_data
from competition.commands import rescheduling, rounds
from competition.commands.arranging import answer_invitation, arrange_match
from competition.commands.score_sheet import enter_scores
from competition.models import Fixture, Round
from competition.queries import desk as queries
from competition.queries import stage_desk as stages
from competition.queries.fixture_page import fixture_for
from competition.queries.fixtures import shown_to
from league.models import Membership, Season
from league.permissions import must_run
from web.api.documentation import EXAMPLE_UUID
from web.api.writes import IdempotentWrites

RoundCommand = Callable[..., Round]

TWO = {"home": AN_ENTRY, "away": "a3c5d6f2-8b1d-4a39-9a3f-4f1f0d7f2b90"}


def round_data(of: Round, own: Membership | None) -> Any:
    """Its fixtures, as somebody sees them. In one statement."""
    there = shown_to(own, of.fixtures.all())
    fixtures = there.select_related("round", "home__team", "away__team", "result")
    found = list(fixtures.order_by("number"))
    for fixture in found:
        fixture.stage = of.stage
    return shapes.RoundFixtureSerializer(found, many=True).data


def fixture_data(fixture: Fixture) -> Any:
    shown = Fixture.objects.select_related("round", "home", "away", "result").get(pk=fixture.pk)
    shown.stage = fixture.stage
    return shapes.RoundFixtureSerializer(shown).data


def _round(request: Request, uuid: UUID, stage: UUID, number: int) -> Round:
    return _round_and_place(request, uuid, stage, number)[0]


def _round_and_place(
    request: Request, uuid: UUID, stage: UUID, number: int
) -> tuple[Round, Membership | None]:
    found, own = stages.stage_of_league(request.user, uuid, stage)
    return stages.round_in(found, number), own


def _both(season: Season, request: Request) -> dict[str, Any]:
    payload = shapes.TwoEntriesSerializer.sent(request)
    entries = entries_named(season, list(dict.fromkeys(payload.values())))
    by_uuid = {entry.uuid: entry for entry in entries}
    return {side: by_uuid[uuid] for side, uuid in payload.items()}


class PairRoundView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="pair_round",
        summary=_("Pair the next round of a Swiss"),
        description=_(
            "For whoever runs the league. A round that has not begun is paired anew, with other "
            "lots unless they play in it."
        ),
        tags=TAGS,
        request=None,
        responses=shapes.RoundFixtureSerializer(many=True),
    )
    def post(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        found, own = stages.stage_of_league(request.user, uuid, stage)
        made = rounds.pair_round(actor=request.user, stage=found, now=timezone.now())
        return Response(round_data(made, own))


class ArrangeView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="arrange_match",
        summary=_("Arrange a match in open play"),
        description=_(
            "For the two who play it and whoever runs the league. A coach proposes it: its state "
            "is `proposed` until the other side, who is told by mail, agrees to it. Whoever runs "
            "the league and does not play in it puts it down at once."
        ),
        tags=TAGS,
        request=shapes.TwoEntriesSerializer,
        examples=[OpenApiExample("Two entries", TWO, request_only=True)],
        responses={201: shapes.RoundFixtureSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID, stage: UUID) -> Response:
        found, _own = stages.stage_of_league(request.user, uuid, stage)
        both = _both(found.season, request)
        made = arrange_match(actor=request.user, stage=found, now=timezone.now(), **both)
        return Response(fixture_data(made), status=201)


class AnswerInvitationView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="answer_invitation",
        summary=_("Answer an invitation in open play"),
        description=_(
            "Whoever was invited accepts, and the match is to be played, or declines; whoever "
            "invited them takes it back by declining. One that nobody answers lapses, as the house "
            "rules say."
        ),
        tags=TAGS,
        request=shapes.AcceptsSerializer,
        examples=[OpenApiExample("Yes", {"accepts": True}, request_only=True)],
        responses=shapes.RoundFixtureSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        fixture, _own = fixture_for(request.user, uuid)
        payload = shapes.AcceptsSerializer.sent(request)
        answered = answer_invitation(
            actor=request.user, fixture=fixture, accepts=payload["accepts"], now=timezone.now()
        )
        return Response(fixture_data(answered))


class StageRoundView(IdempotentWrites, APIView):
    @extend_schema(
        operation_id="list_round_fixtures",
        summary=_("The fixtures of a round"),
        description=_(
            "Whoever sees the league sees them; an invitation in open play the two sides and "
            "whoever runs the league alone."
        ),
        tags=TAGS,
        responses=shapes.RoundFixtureSerializer(many=True),
    )
    def get(self, request: Request, uuid: UUID, stage: UUID, number: int) -> Response:
        return Response(round_data(*_round_and_place(request, uuid, stage, number)))

    @extend_schema(
        operation_id="add_fixture",
        summary=_("Add a match to a round"),
        description=_("For whoever runs the league."),
        tags=TAGS,
        request=shapes.TwoEntriesSerializer,
        examples=[OpenApiExample("Two entries", TWO, request_only=True)],
        responses={201: shapes.RoundFixtureSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID, stage: UUID, number: int) -> Response:
        of = _round(request, uuid, stage, number)
        must_run(request.user, of.stage.season.league)
        both = _both(of.stage.season, request)
        made = rescheduling.add_fixture(actor=request.user, of=of, now=timezone.now(), **both)
        return Response(fixture_data(made), status=201)


class RoundCommandView(IdempotentWrites, APIView):
    """One command on a round, answered with its stage."""

    permission_classes = (IsAuthenticated,)

    def carry_out(self, request: PersonRequest, command: RoundCommand, **named: Any) -> Response:
        of = _round(request, **named)
        command(actor=request.user, of=of, now=timezone.now())
        return Response(stage_data(of.stage))


class OpenRoundView(RoundCommandView):
    @extend_schema(
        operation_id="open_round",
        summary=_("Open a round"),
        description=_("For whoever runs the league: coaches may report its results from then on."),
        tags=TAGS,
        request=None,
        responses=shapes.SeasonStageInRoundsSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, stage: UUID, number: int) -> Response:
        return self.carry_out(request, rounds.open_round, uuid=uuid, stage=stage, number=number)


class CloseRoundView(RoundCommandView):
    @extend_schema(
        operation_id="close_round",
        summary=_("Close a round"),
        description=_("For whoever runs the league. The next one opens if its day has come."),
        tags=TAGS,
        request=None,
        responses=shapes.SeasonStageInRoundsSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, stage: UUID, number: int) -> Response:
        return self.carry_out(request, rounds.close_round, uuid=uuid, stage=stage, number=number)


class RoundScoresView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="enter_scores",
        summary=_("Enter the scores of a round"),
        description=_(
            "For whoever runs the league. All of them are entered or none, and nothing happens to "
            "rosters."
        ),
        tags=TAGS,
        request=shapes.RoundScoresSerializer,
        examples=[
            OpenApiExample(
                "One of them",
                {"scores": [{"fixture": EXAMPLE_UUID, "score": {"home": 2, "away": 1}}]},
                request_only=True,
            )
        ],
        responses=shapes.RoundFixtureSerializer(many=True),
    )
    def put(self, request: PersonRequest, uuid: UUID, stage: UUID, number: int) -> Response:
        of, own = _round_and_place(request, uuid, stage, number)
        must_run(request.user, of.stage.season.league)
        told = shapes.RoundScoresSerializer.sent(request)["scores"]
        keys = dict(of.fixtures.values_list("uuid", "pk"))
        if any(each["fixture"] not in keys for each in told):
            raise Refused(Reason("fixture_elsewhere", _("A fixture of another round.")))
        scores = {keys[each.pop("fixture")]: score_in(each) for each in told}
        enter_scores(actor=request.user, of=of, scores=scores, now=timezone.now())
        return Response(round_data(of, own))


def _fixture(request: Request, uuid: UUID, fixture: UUID) -> Fixture:
    season, _own = queries.season_for(request.user, uuid)
    return stages.fixture_in(season, fixture)


class MoveFixtureView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="move_fixture",
        summary=_("Move a match to another round"),
        description=_("For whoever runs the league."),
        tags=TAGS,
        request=shapes.MoveSerializer,
        examples=[OpenApiExample("To the third", {"round": 3}, request_only=True)],
        responses=shapes.RoundFixtureSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, fixture: UUID) -> Response:
        found = _fixture(request, uuid, fixture)
        payload = shapes.MoveSerializer.sent(request)
        to = stages.round_in(found.stage, payload["round"])
        moved = rescheduling.move_fixture(
            actor=request.user, fixture=found, to=to, now=timezone.now()
        )
        return Response(fixture_data(moved))


class SwapHomeView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="swap_home",
        summary=_("Swap home and away"),
        description=_("For whoever runs the league."),
        tags=TAGS,
        request=None,
        responses=shapes.RoundFixtureSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, fixture: UUID) -> Response:
        found = _fixture(request, uuid, fixture)
        swapped = rescheduling.swap_home(actor=request.user, fixture=found, now=timezone.now())
        return Response(fixture_data(swapped))


class CancelFixtureView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="cancel_fixture",
        summary=_("Call a match off"),
        description=_(
            "For whoever runs the league and does not play in it. Nobody is given anything for it."
        ),
        tags=TAGS,
        request=shapes.EntryReasonSerializer,
        examples=[OpenApiExample("Snow", {"reason": "Snow."}, request_only=True)],
        responses=shapes.RoundFixtureSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, fixture: UUID) -> Response:
        found = _fixture(request, uuid, fixture)
        cancelled = rescheduling.cancel_fixture(
            actor=request.user,
            fixture=found,
            now=timezone.now(),
            **shapes.EntryReasonSerializer.sent(request),
        )
        return Response(fixture_data(cancelled))
