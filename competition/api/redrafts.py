"""Re-drafts for programs: the board, a team's wish, dice for injuries, and the finish."""

from datetime import time
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
from competition.commands.healing import mend_die, roll_healing
from competition.commands.redrafting import (
    change_redraft,
    finish_redraft,
    set_deadline,
)
from competition.queries.redrafts import STATES, Board, BoardRow, Veteran, board_of, sheet_of
from competition.redrafts import MOST_RETURNING
from league.queries import league_for
from teams.api.draft_shapes import WishSerializer
from teams.api.purchases import BoughtSerializer, PurchaseBody, WordBody
from teams.models import Team
from teams.on_record import LONGEST_REASON
from teams.permissions import TeamAccess, must_act, team_for
from web.api.bodies import Body
from web.api.errors import ErrorSerializer
from web.api.fields import Instant
from web.api.shapes import shape
from web.api.writes import IdempotentWrites

TAG = ["Re-draft"]


RedraftRowSerializer = shape(
    "RedraftRow",
    BoardRow,
    "team=team.uuid name=team.name state finished_at",
    state=serializers.ChoiceField(choices=list(STATES)),
)
RedraftBoardSerializer = shape(
    "RedraftBoard",
    Board,
    "season=season.number is_open due_at=downtime.due_at teams=rows",
    is_open=_("Whether teams can be re-drafted now."),
)


class DeadlineBody(Body):
    day = serializers.DateField(allow_null=True, help_text=_("Null takes the deadline away."))
    clock = serializers.TimeField(default=time(20), help_text=_("By the clocks of the league."))


ReturningSerializer = shape(
    "Returning",
    Veteran,
    "key player=contract.player.uuid name=contract.player.name value fee niggles returns",
    fee=_("Their agent's, on top of their value."),
    niggles=_("After what has healed so far."),
)


class HealingDieSerializer(serializers.Serializer):
    key = serializers.CharField()
    value = serializers.IntegerField(allow_null=True, help_text=_("Null until it has fallen."))
    first_typed = serializers.IntegerField(
        allow_null=True, help_text=_("What it was typed as before it was corrected.")
    )


class BudgetLineSerializer(serializers.Serializer):
    sentence = serializers.CharField()
    amount = serializers.IntegerField(allow_null=True)


class RedraftSerializer(BoughtSerializer):
    team = serializers.UUIDField(source="team.uuid")
    season = serializers.IntegerField(source="redraft.season.number")
    is_try = serializers.BooleanField()
    finished_at = Instant(source="redraft.finished_at", allow_null=True)
    healing = HealingDieSerializer(many=True)
    players = ReturningSerializer(source="veterans", many=True)
    wish = WishSerializer()
    budget = BudgetLineSerializer(many=True)
    bill = BudgetLineSerializer(source="spent", many=True)
    team_value = serializers.IntegerField(source="reckoned.value")
    reasons = ErrorSerializer(
        source="against", many=True, help_text=_("Everything that stands against it.")
    )


class ChangeRedraftBody(PurchaseBody):
    returning = serializers.ListField(
        child=serializers.CharField(max_length=120),
        max_length=MOST_RETURNING,
        required=False,
        help_text=_("The keys of everybody who comes back."),
    )
    wish = WishSerializer(required=False, help_text=_("What is bought beside them."))


class FinishRedraftBody(WordBody, ChangeRedraftBody):
    pass


class ThrownSerializer(Body):
    key = serializers.CharField(max_length=200)
    value = serializers.IntegerField(min_value=1, max_value=6)


class HealingBody(Body):
    dice = ThrownSerializer(
        many=True,
        required=False,
        max_length=200,  # type: ignore[call-arg]
        help_text=_("Dice that were thrown at the table."),
    )
    roll = serializers.BooleanField(
        default=False, help_text=_("Have the server throw whatever has not fallen.")
    )


class MendBody(ThrownSerializer):
    reason = serializers.CharField(
        max_length=LONGEST_REASON,
        default="",
        allow_blank=True,
        help_text=_("Wanted of whoever does not coach the team. It stands in the ledger."),
    )


def shown(team: Team, access: TeamAccess, *, is_try: bool = False) -> Response:
    sheet = sheet_of(team, access, is_try=is_try, now=timezone.now())
    return Response(RedraftSerializer(sheet, context={"book": sheet.book}).data)


class RedraftBoardView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="show_redrafts",
        summary=_("Who has been re-drafted for the coming season"),
        tags=TAG,
        responses=RedraftBoardSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        league, _membership = league_for(request.user, uuid)
        return Response(RedraftBoardSerializer(board_of(league)).data)

    @extend_schema(
        operation_id="set_redraft_deadline",
        summary=_("Set the deadline of the re-draft"),
        description=_("It binds coaches. For the commissioner and the deputies."),
        tags=TAG,
        request=DeadlineBody,
        examples=[
            OpenApiExample(
                "A Sunday evening", {"day": "2099-11-22", "clock": "20:00"}, request_only=True
            )
        ],
        responses=RedraftBoardSerializer,
    )
    def put(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _membership = league_for(request.user, uuid)
        fields = DeadlineBody.sent(request)
        set_deadline(actor=request.user, league=league, now=timezone.now(), **fields)
        return Response(RedraftBoardSerializer(board_of(league)).data)


class RedraftView(IdempotentWrites, APIView):
    """A team's re-draft in earnest."""

    permission_classes = (IsAuthenticated,)
    also_fails_with = frozenset({403})
    is_try = False

    def shown(self, request: PersonRequest, uuid: UUID) -> Response:
        team, access = team_for(request.user, uuid)
        must_act(request.user, team)
        return shown(team, access, is_try=self.is_try)

    def changed(self, request: PersonRequest, uuid: UUID) -> Response:
        team, access = team_for(request.user, uuid)
        wanted = ChangeRedraftBody.sent(request)
        now = timezone.now()
        change_redraft(actor=request.user, team=team, now=now, is_try=self.is_try, **wanted)
        return shown(team, access, is_try=self.is_try)

    @extend_schema(
        operation_id="show_redraft",
        summary=_("A team's re-draft, its budget, and everything that is wrong with it"),
        tags=TAG,
        responses=RedraftSerializer,
    )
    def get(self, request: PersonRequest, uuid: UUID) -> Response:
        return self.shown(request, uuid)

    @extend_schema(
        operation_id="change_redraft",
        summary=_("Change a re-draft"),
        description=_("It may break every rule; the answer says which. Nothing comes true yet."),
        tags=TAG,
        request=ChangeRedraftBody,
        examples=[
            OpenApiExample(
                "Two rookies",
                {"returning": ["draft/1"], "wish": {"players": {"lineman": 2}}},
                request_only=True,
            )
        ],
        responses=RedraftSerializer,
    )
    def patch(self, request: PersonRequest, uuid: UUID) -> Response:
        return self.changed(request, uuid)


class TryRedraftView(RedraftView):
    """The same without consequence."""

    is_try = True

    @extend_schema(
        operation_id="show_redraft_try",
        summary=_("A re-draft that is tried without consequence"),
        tags=TAG,
        responses=RedraftSerializer,
    )
    def get(self, request: PersonRequest, uuid: UUID) -> Response:
        return self.shown(request, uuid)

    @extend_schema(
        operation_id="try_redraft",
        summary=_("Try a re-draft without consequence"),
        tags=TAG,
        request=ChangeRedraftBody,
        examples=[OpenApiExample("Nobody returns", {"returning": []}, request_only=True)],
        responses=RedraftSerializer,
    )
    def patch(self, request: PersonRequest, uuid: UUID) -> Response:
        return self.changed(request, uuid)


class HealingView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="roll_healing",
        summary=_("Roll for niggling injuries"),
        description=_("A die falls once: asked again, the server tells the same."),
        tags=TAG,
        request=HealingBody,
        examples=[OpenApiExample("Roll for me", {"roll": True}, request_only=True)],
        responses=RedraftSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        team, access = team_for(request.user, uuid)
        said, now = HealingBody.sent(request), timezone.now()
        thrown = {each["key"]: each["value"] for each in said.get("dice", ())}
        roll_healing(actor=request.user, team=team, now=now, thrown=thrown, by_server=said["roll"])
        return shown(team, access)

    @extend_schema(
        operation_id="mend_die",
        summary=_("Correct a die that was typed wrong"),
        description=_(
            "Until the re-draft is finished. What was typed first stays to be seen; a die that the "
            "server threw stays as it fell."
        ),
        tags=TAG,
        request=MendBody,
        examples=[
            OpenApiExample(
                "It was a five",
                {"key": "redraft-healing/draft/1/1", "value": 5},
                request_only=True,
            )
        ],
        responses=RedraftSerializer,
    )
    def patch(self, request: PersonRequest, uuid: UUID) -> Response:
        team, access = team_for(request.user, uuid)
        fields = MendBody.sent(request)
        mend_die(actor=request.user, team=team, now=timezone.now(), **fields)
        return shown(team, access)


class FinishRedraftView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="finish_redraft",
        summary=_("Take the team into the season"),
        description=_("Or be told everything that is wrong, and nothing changes."),
        tags=TAG,
        request=FinishRedraftBody,
        examples=[OpenApiExample("As it stands", {"revision": 0}, request_only=True)],
        responses=RedraftSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        team, access = team_for(request.user, uuid)
        wanted = FinishRedraftBody.sent(request)
        finish_redraft(actor=request.user, team=team, now=timezone.now(), **wanted)
        team = Team.objects.select_related("league").get(pk=team.pk)
        return shown(team, access)
