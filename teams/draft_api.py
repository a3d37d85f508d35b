"""The draft for programs: begun, changed and finished by the same commands as on its page."""

from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework import generics, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from jobs.failures import Refused
from league.models import League, Membership, Season
from league.permissions import must_be_member
from league.queries import current_season, league_for
from rules.words import line_words
from teams.api import reading
from teams.commands.drafting import (
    DRAFTING,
    begin_draft,
    change_draft,
    draft_team,
    drop_draft,
    finish_draft,
)
from teams.draft_queries import coaches, draft_for, open_drafts
from teams.draft_sheet import Sheet, sheet_of
from teams.drafts import names_in_league
from teams.models import HIGHEST_NUMBER, LONGEST_NAME, Draft, Team
from teams.projection import Person
from web.api.bodies import Body
from web.api.errors import ErrorSerializer
from web.api.fields import Instant
from web.api.writes import IdempotentWrites
from web.crests import KITS

TAGS = ["Drafts"]
MOST_OF_ANYTHING = 1000
ELEVEN_HUMANS = {
    "players": {"lineman": 5, "blitzer": 4, "thrower": 1, "catcher": 1},
    "rerolls": 3,
    "fan_factor": 1,
    "staff": {"apothecary": 1},
}


# --- what is sent


class Counts(serializers.DictField):
    """How many of each thing."""

    child = serializers.IntegerField(min_value=0, max_value=MOST_OF_ANYTHING)


class SkilledBody(Body):
    position = serializers.CharField(max_length=100)
    skills = serializers.ListField(child=serializers.CharField(max_length=100), max_length=20)


class WishBody(Body):
    players = Counts(required=False, help_text=_("By position: key, or name."))
    rerolls = serializers.IntegerField(
        required=False, min_value=0, max_value=MOST_OF_ANYTHING, help_text=_("Team re-rolls.")
    )
    fan_factor = serializers.IntegerField(required=False, min_value=0, max_value=MOST_OF_ANYTHING)
    staff = Counts(required=False, help_text=_("assistant-coach, cheerleader, apothecary."))
    skilled = SkilledBody(
        many=True,
        required=False,
        help_text=_("In a resurrection league: the first players of a position with their skills."),
    )
    inducements = Counts(
        required=False, help_text=_("Where inducements are bought for good: by key, or name.")
    )


class PersonBody(Body):
    name = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=LONGEST_NAME
    )
    number = serializers.IntegerField(
        required=False, default=0, allow_null=True, min_value=1, max_value=HIGHEST_NUMBER
    )


class People(serializers.DictField):
    """What players are called and wear; what is left out or empty is suggested."""

    child = PersonBody()


class KitField(serializers.ChoiceField):
    def __init__(self, **options: Any) -> None:
        super().__init__(choices=[*KITS], **options)


class BeginDraftBody(Body):
    race = serializers.CharField(max_length=100, help_text=_("The key of a race."))
    coach = serializers.UUIDField(
        required=False,
        help_text=_("A place in the league; for the commissioner, who drafts for others."),
    )
    shirt = KitField(required=False, help_text=_("Drawn by lot if left out, like the trim."))
    trim = KitField(required=False)


class ChangeDraftBody(Body):
    revision = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text=_("The revision that you saw: 409 if the draft has moved on since."),
    )
    name = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=LONGEST_NAME,
        help_text=_("Empty for a suggestion."),
    )
    shirt = KitField(required=False)
    trim = KitField(required=False)
    wish = WishBody(required=False, help_text=_("In place of the wish so far."))
    people = People(
        required=False,
        help_text=_("By the keys of the players, as this wish numbers them; others stay."),
    )
    suggest_again = serializers.ChoiceField(
        choices=["name", "people"], required=False, help_text=_("Another suggestion, please.")
    )


class FinishDraftBody(Body):
    revision = serializers.IntegerField(
        required=False, min_value=0, help_text=_("409 if the draft has moved on since.")
    )


class DraftTeamBody(BeginDraftBody):
    name = serializers.CharField(required=False, default="", max_length=LONGEST_NAME)
    wish = WishBody()
    people = People(required=False, help_text=_("By draft/1, draft/2 and so on, in list order."))


# --- what is answered


class CoachSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="__str__", read_only=True)

    class Meta:
        model = Membership
        fields = ("uuid", "name")
        read_only_fields = fields


class DraftSerializer(serializers.ModelSerializer):
    league = serializers.UUIDField(source="season.league.uuid", read_only=True)
    season = serializers.IntegerField(source="season.number", read_only=True)
    coach = CoachSerializer(read_only=True)
    team = serializers.UUIDField(
        source="team.uuid",
        read_only=True,
        allow_null=True,
        default=None,
        help_text=_("The team that it became; null until it is finished."),
    )
    begun_at = Instant(read_only=True)
    changed_at = Instant(read_only=True)
    finished_at = Instant(read_only=True, allow_null=True)

    class Meta:
        model = Draft
        fields: ClassVar[tuple[str, ...]] = (
            *("uuid", "league", "season", "coach", "race", "name", "shirt", "trim"),
            *("revision", "begun_at", "changed_at", "finished_at", "team"),
        )
        read_only_fields = fields
        extra_kwargs: ClassVar = {"name": {"help_text": _("Empty while only suggested.")}}


class RecruitSerializer(serializers.Serializer):
    key = serializers.CharField(help_text=_("What the team will know him by: draft/1."))
    position = serializers.CharField(source="player.position")
    skills = serializers.ListField(
        child=serializers.CharField(), source="player.skills", help_text=_("Bought at the draft.")
    )
    value = serializers.IntegerField(source="player.value")
    name = serializers.CharField(source="person.name")
    number = serializers.IntegerField(source="person.number")


class BillLineSerializer(serializers.Serializer):
    code = serializers.CharField()
    amount = serializers.IntegerField(help_text=_("Gold; what goes out is below zero."))
    sentence = serializers.CharField()


class WishSerializer(serializers.Serializer):
    players = serializers.DictField(child=serializers.IntegerField(), default=dict)
    rerolls = serializers.IntegerField(default=0)
    fan_factor = serializers.IntegerField(default=0)
    staff = serializers.DictField(child=serializers.IntegerField(), default=dict)
    skilled = SkilledBody(many=True, default=list)
    inducements = serializers.DictField(child=serializers.IntegerField(), default=dict)


class WeighedDraftSerializer(DraftSerializer):
    """A draft and what the rulebook makes of it."""

    called = serializers.CharField(help_text=_("The name, or the one that is suggested."))
    wish = WishSerializer()
    players = RecruitSerializer(many=True)
    because = BillLineSerializer(many=True, help_text=_("The bill, line by line."))
    budget = serializers.IntegerField()
    spent = serializers.IntegerField()
    left = serializers.IntegerField(help_text=_("Below zero if it is too dear."))
    team_value = serializers.IntegerField()
    errors = ErrorSerializer(  # type: ignore[assignment]  # DRF's own attribute of forms
        many=True, help_text=_("Everything that is still wrong with it.")
    )

    class Meta(DraftSerializer.Meta):
        fields = (
            *DraftSerializer.Meta.fields,
            *("called", "wish", "players", "because", "budget", "spent", "left", "team_value"),
            "errors",
        )


class DraftedTeamSerializer(serializers.ModelSerializer):
    created_at = Instant(read_only=True)
    staff = serializers.DictField(child=serializers.IntegerField(), read_only=True)
    inducements = serializers.DictField(child=serializers.IntegerField(), read_only=True)

    class Meta:
        model = Team
        fields = (
            *("uuid", "name", "race", "shirt", "trim", "treasury", "value", "rerolls"),
            *("fan_factor", "staff", "inducements", "created_at"),
        )
        read_only_fields = fields


def weighed(draft: Draft) -> dict[str, Any]:
    """A draft with everything that the rulebook says of it. One statement."""
    sheet = sheet_of(draft, names_taken=names_in_league(draft.season))
    said = sheet.weighed
    return {
        **DraftSerializer(draft).data,
        "called": said.name,
        "wish": WishSerializer({**draft.wish}).data,
        "players": RecruitSerializer(said.squad, many=True).data,
        "because": lines_of(sheet),
        "budget": said.budget,
        "spent": said.spent,
        "left": said.left,
        "team_value": said.value,
        "errors": [] if draft.team_id else [reason.as_dict() for reason in said.reasons],
    }


def lines_of(sheet: Sheet) -> list[dict[str, Any]]:
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
    return league, must_be_member(request.user, league, *DRAFTING)


def season_of(league: League) -> Season:
    season = current_season(league)
    season.league = league
    return season


def beginning(league: League, fields: dict[str, Any]) -> dict[str, Any]:
    """What a draft begins with, the coach found by his public name. Raises Refused."""
    if "coach" not in fields:
        return fields
    coach = coaches(league).filter(uuid=fields["coach"]).first()
    if coach is None:
        raise Refused.because("no_such_coach", _("No coach of the league has this place."), "coach")
    return {**fields, "coach": coach}


def told(body: type[Body], request: PersonRequest) -> dict[str, Any]:
    """What a call says, with people as people."""
    read = body(data=request.data)
    read.is_valid(raise_exception=True)
    fields = dict(read.validated_data)
    if "people" in fields:
        fields["people"] = {
            key: Person(person["name"], person["number"] or 0)
            for key, person in fields["people"].items()
        }
    return fields


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
        examples=[OpenApiExample("Orcs in green", {"race": "orc", "shirt": "bottle"})],
        responses={201: WeighedDraftSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _membership = playing_in(request, uuid)
        fields = beginning(league, told(BeginDraftBody, request))
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
        return Response(weighed(draft_for(request.user, uuid)))

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
        draft = draft_for(request.user, uuid)
        fields = told(ChangeDraftBody, request)
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
        draft = draft_for(request.user, uuid)
        drop_draft(actor=request.user, draft=draft, now=timezone.now())
        return Response(status=204)


class FinishDraftView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="finish_draft",
        summary=_("Make the team"),
        description=_("Or be told everything that is wrong with it, and nothing changes."),
        tags=TAGS,
        request=FinishDraftBody,
        examples=[OpenApiExample("As I saw it", {"revision": 12}, request_only=True)],
        responses={201: DraftedTeamSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        draft = draft_for(request.user, uuid)
        fields = told(FinishDraftBody, request)
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
                {"race": "human", "name": "The Reivers", "wish": ELEVEN_HUMANS},
                request_only=True,
            )
        ],
        responses={201: DraftedTeamSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _membership = playing_in(request, uuid)
        fields = beginning(league, told(DraftTeamBody, request))
        team = draft_team(
            actor=request.user, season=season_of(league), now=timezone.now(), **fields
        )
        return Response(DraftedTeamSerializer(team).data, status=201)
