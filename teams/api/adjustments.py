"""Adjustments and takings back for programs: the same commands, the same refusals."""

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from acts.failures import Reason, Refused
from league.pins import book_of
from league.queries import current_season
from league.rulebook import team_sheet_of
from teams.adjusting import adjusting
from teams.api.shapes import LedgerEventSerializer
from teams.commands.adjusting import adjust_team
from teams.commands.taking_back import take_back
from teams.models import LONGEST_NAME, Team
from teams.on_record import LONGEST_REASON
from teams.permissions import must_run_for, team_for
from teams.queries.heads import head_for
from teams.queries.ledgers import entries_of, ledger_of
from web.api.bodies import Body
from web.api.writes import IdempotentWrites

TAGS = ["Teams"]
ENDS = ["sponsor", "home", "star"]
WORD = ("reason", "override", "revision", "player", "figures")


def difference(most: int, **options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(required=False, min_value=-most, max_value=most, **options)


def differences(most: int, **options: Any) -> serializers.DictField:
    child = serializers.IntegerField(min_value=-most, max_value=most)
    return serializers.DictField(child=child, required=False, **options)


class HomeBody(Body):
    attribute = serializers.CharField(max_length=100, help_text=_("The stadium, by key."))
    name = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=LONGEST_NAME
    )
    owned = serializers.BooleanField(required=False, default=False)


class ReversalBody(Body):
    reason = serializers.CharField(
        max_length=LONGEST_REASON, help_text=_("It stays on record, and everybody reads it.")
    )
    override = serializers.BooleanField(
        default=False, help_text=_("Set aside the rules that say no.")
    )


class AdjustmentBody(ReversalBody):
    """By how much each thing changes; what is left out stays as it is."""

    figures = differences(
        1_000_000_000,
        help_text=_("What the team has of each thing that its edition counts, by key."),
    )
    staff = differences(99, help_text=_("Those on its staff, by the edition's keys."))
    sponsor = serializers.CharField(
        required=False, max_length=100, help_text=_("The major sponsor from now on, by key.")
    )
    star = serializers.CharField(
        required=False, max_length=100, help_text=_("The star under contract from now on, by key.")
    )
    home = HomeBody(required=False, help_text=_("The home from now on."))
    ends = serializers.ListField(
        child=serializers.ChoiceField(choices=ENDS),
        required=False,
        max_length=len(ENDS),
        help_text=_("What the team has no longer."),
    )
    player = serializers.UUIDField(
        required=False, help_text=_("Whom the following are about: somebody under contract.")
    )
    points = difference(9_999, help_text=_("Star player points that belong to no award."))
    awards = differences(9_999, help_text=_("completion, touchdown, interception and so on."))
    skill_given = serializers.CharField(required=False, max_length=100)
    skill_taken = serializers.CharField(required=False, max_length=100)
    raised = differences(99, help_text=_("How often a characteristic was improved."))
    lowered = differences(99, help_text=_("How often a characteristic was hurt."))
    niggles = difference(99)
    misses_next = serializers.ChoiceField(choices=["unchanged", "yes", "no"], required=False)
    revision = serializers.IntegerField(
        required=False, min_value=0, help_text=_("409 if the team has changed since.")
    )


class AdjustmentsView(IdempotentWrites, APIView):
    also_fails_with: ClassVar = {403, 409}
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="adjust_team",
        summary=_("Change a team by hand"),
        description=_("For commissioner and deputies, with a reason that stays on record."),
        tags=TAGS,
        request=AdjustmentBody,
        examples=[
            OpenApiExample(
                "A prize",
                {"figures": {"treasury": 50_000}, "reason": "Best painted team."},
                request_only=True,
            )
        ],
        responses={201: LedgerEventSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        must_run_for(request.user, team)
        fields = AdjustmentBody.sent(request)
        event = adjust_team(
            actor=request.user,
            team=team,
            change=change_of(team, fields),
            player=fields.get("player"),
            revision=fields.get("revision"),
            reason=fields["reason"],
            override=fields["override"],
            now=timezone.now(),
        )
        return Response(told(request, uuid, event.seq), status=201)


class ReversalView(IdempotentWrites, APIView):
    also_fails_with: ClassVar = {403, 409}
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="take_back",
        summary=_("Take back what happened between matches"),
        description=_(
            "For commissioner and deputies. The event stays, and another takes it back; refused "
            "where later events rest on it."
        ),
        tags=TAGS,
        parameters=[
            OpenApiParameter(
                "seq",
                int,
                OpenApiParameter.PATH,
                description=_("The event's number in the ledger."),
                examples=[OpenApiExample("The second entry", 2)],
            )
        ],
        request=ReversalBody,
        examples=[OpenApiExample("A slip", {"reason": "The wrong team."}, request_only=True)],
        responses={201: LedgerEventSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID, seq: int) -> Response:
        team, _hand = team_for(request.user, uuid)
        body = ReversalBody.sent(request)
        event = take_back(actor=request.user, team=team, seq=seq, now=timezone.now(), **body)
        return Response(told(request, uuid, event.seq), status=201)


def change_of(team: Team, fields: Mapping[str, Any]) -> dict[str, Any]:
    """What the ruling is told. Raises Refused for figures that the team's edition has not."""
    book = book_of(current_season(team.league).pin)
    adjusting(book)
    known = {each.key for each in team_sheet_of(book).own_figures}
    figures = fields.get("figures", {})
    if strangers := [key for key in figures if key not in known]:
        sentence = _("Nothing of that name is counted here.")
        raise Refused(*(Reason("unknown", sentence, f"figures.{key}"[:200]) for key in strangers))
    return {**figures, **{name: said for name, said in fields.items() if name not in WORD}}


def told(request: PersonRequest, uuid: UUID, seq: int) -> Any:
    """An event as the ledger tells it."""
    head = head_for(request.user, uuid)
    postings = [posting for posting in ledger_of(head).shown if posting.seq == seq]
    return LedgerEventSerializer(entries_of(head, postings)[0]).data
