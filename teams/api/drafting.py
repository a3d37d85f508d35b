"""The draft for programs: begun, changed and finished by the same commands as on its page."""

from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from league.models import League, Membership, Season
from league.permissions import COACHING, must_be_member
from league.queries import current_season, league_for
from rules.words import line_words
from teams.api import reading
from teams.api.draft_shapes import (
    BeginDraftBody,
    ChangeDraftBody,
    DraftedTeamSerializer,
    DraftSerializer,
    DraftTeamBody,
    FinishDraftBody,
    RecruitSerializer,
    WeighedDraftSerializer,
    WishSerializer,
)
from teams.commands.drafting import (
    begin_draft,
    change_draft,
    draft_team,
    drop_draft,
    finish_draft,
)
from teams.models import Draft
from teams.queries.draft_sheets import DraftSheet, sheet_of
from teams.queries.drafts import coach_in, draft_for, names_in_league, open_drafts
from web.api.writes import IdempotentWrites

TAGS = ["Drafts"]
ELEVEN_HUMANS = {
    "players": {"lineman": 5, "blitzer": 4, "thrower": 1, "catcher": 1},
    "rerolls": 3,
    "fan_factor": 1,
    "staff": {"apothecary": 1},
}


def weighed(draft: Draft) -> dict[str, Any]:
    """A draft with everything that the rulebook says of it. One statement."""
    sheet = sheet_of(draft, names_taken=names_in_league(draft.season))
    said = sheet.weighed
    return {
        **DraftSerializer(draft).data,
        "called": said.name,
        "wish": WishSerializer({**draft.wish}, context={"book": sheet.book}).data,
        "players": RecruitSerializer(said.squad, many=True).data,
        "because": lines_of(sheet),
        "budget": said.budget,
        "spent": said.spent,
        "left": said.left,
        "team_value": said.value,
        "overridable": said.although is not None,
        "errors": [] if draft.team_id else [reason.as_dict() for reason in said.reasons],
    }


def lines_of(sheet: DraftSheet) -> list[dict[str, Any]]:
    return [
        {
            "code": line.code,
            "amount": line.amount or 0,
            "sentence": line_words(sheet.catalogue, line),
        }
        for line in sheet.weighed.lines
    ]


# --- the calls


def playing_in(request: PersonRequest, uuid: UUID) -> tuple[League, Membership]:
    """The league, for those who may have a team in it."""
    league, _membership = league_for(request.user, uuid)
    return league, must_be_member(request.user, league, *COACHING)


def season_of(league: League) -> Season:
    season = current_season(league)
    season.league = league
    return season


def beginning(league: League, fields: dict[str, Any]) -> dict[str, Any]:
    """What a draft begins with, the coach found by uuid. Raises Refused."""
    return {**fields, "coach": coach_in(league, fields.get("coach"))}


@extend_schema_view(
    get=extend_schema(
        operation_id="list_drafts",
        summary=_("Your drafts in a league that are not finished"),
        description=_("Whoever runs the league sees everybody's. The latest changed first."),
        tags=TAGS,
    )
)
class DraftsView(IdempotentWrites, generics.ListAPIView):
    also_fails_with: ClassVar = {403}
    serializer_class = DraftSerializer
    permission_classes = (IsAuthenticated,)
    queryset = Draft.objects.none()
    request: PersonRequest

    def get_queryset(self) -> QuerySet[Draft]:
        league, membership = playing_in(self.request, self.kwargs["uuid"])
        return open_drafts(league, membership)

    @extend_schema(
        operation_id="begin_draft",
        summary=_("Begin a draft"),
        tags=TAGS,
        request=BeginDraftBody,
        examples=[
            OpenApiExample("Orcs in green", {"race": "orc", "shirt": "bottle"}, request_only=True)
        ],
        responses={201: WeighedDraftSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _membership = playing_in(request, uuid)
        fields = beginning(league, BeginDraftBody.sent(request))
        draft = begin_draft(
            actor=request.user, season=season_of(league), now=timezone.now(), **fields
        )
        return Response(weighed(draft), status=201)


class DraftView(IdempotentWrites, APIView):
    also_fails_with: ClassVar = {403}
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="show_draft",
        summary=_("A draft, its bill, and everything that is wrong with it"),
        tags=TAGS,
        responses=WeighedDraftSerializer,
    )
    def get(self, request: PersonRequest, uuid: UUID) -> Response:
        return Response(weighed(draft_for(request.user, uuid)[0]))

    @extend_schema(
        operation_id="change_draft",
        summary=_("Change a draft"),
        description=_(
            "What is left out stays as it is. A wish may break every rule, and the answer says "
            "which; it is refused only if it cannot be read or counted."
        ),
        tags=TAGS,
        request=ChangeDraftBody,
        examples=[
            OpenApiExample(
                "Eleven humans",
                {
                    "name": "The Reivers",
                    "wish": ELEVEN_HUMANS,
                    "people": {"draft/1": {"name": "Otto Bergmann", "number": 7}},
                },
                request_only=True,
            )
        ],
        responses=WeighedDraftSerializer,
    )
    def patch(self, request: PersonRequest, uuid: UUID) -> Response:
        draft, _own = draft_for(request.user, uuid)
        fields = ChangeDraftBody.sent(request)
        draft = change_draft(actor=request.user, draft=draft, now=timezone.now(), **fields)
        return Response(weighed(draft))

    @extend_schema(
        operation_id="drop_draft",
        summary=_("Throw a draft away"),
        description=_("For good; a finished one stays."),
        tags=TAGS,
        request=None,
        responses={204: None},
    )
    def delete(self, request: PersonRequest, uuid: UUID) -> Response:
        draft, _own = draft_for(request.user, uuid)
        drop_draft(actor=request.user, draft=draft, now=timezone.now())
        return Response(status=204)


class FinishDraftView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="finish_draft",
        summary=_("Make the team"),
        description=_(
            "Or be told everything that is wrong with it, and nothing changes. Whoever runs the "
            "league may set rules aside; gold that is missing is then given, and stands in the "
            "ledger."
        ),
        tags=TAGS,
        request=FinishDraftBody,
        examples=[OpenApiExample("As I saw it", {"revision": 1}, request_only=True)],
        responses={201: DraftedTeamSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        draft, _own = draft_for(request.user, uuid)
        fields = FinishDraftBody.sent(request)
        team = finish_draft(actor=request.user, draft=draft, now=timezone.now(), **fields)
        return Response(DraftedTeamSerializer(team).data, status=201)


class LeagueTeamsView(IdempotentWrites, reading.LeagueTeamsView):
    request: PersonRequest

    @extend_schema(
        operation_id="draft_team",
        summary=_("Draft a team in one call"),
        description=_("Begin, change and finish at once; either the team is made or nothing is."),
        tags=TAGS,
        request=DraftTeamBody,
        examples=[
            OpenApiExample(
                "Eleven humans",
                {"race": "human", "name": "Kettle Rovers", "wish": ELEVEN_HUMANS},
                request_only=True,
            )
        ],
        responses={201: DraftedTeamSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _membership = playing_in(request, uuid)
        fields = beginning(league, DraftTeamBody.sent(request))
        team = draft_team(
            actor=request.user, season=season_of(league), now=timezone.now(), **fields
        )
        return Response(DraftedTeamSerializer(team).data, status=201)
