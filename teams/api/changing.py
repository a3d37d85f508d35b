"""Names, numbers, coaches, identity and pictures of teams, for programs."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import (
    OpenApiExample,
    extend_schema,
    extend_schema_field,
    extend_schema_view,
)
from rest_framework import generics, serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from teams.commands.coaches import end_tenure, put_in_charge
from teams.commands.identity import change_identity
from teams.commands.names import rename_players
from teams.commands.pictures import put_up_picture, take_down_picture
from teams.commands.retiring import bring_team_back, retire_team
from teams.identity import LONGEST_MOTTO, LONGEST_STORY
from teams.models import HIGHEST_NUMBER, LONGEST_NAME, Contract, Picture, Team, Tenure
from teams.newcomers import Person
from teams.on_record import LONGEST_REASON
from teams.permissions import team_for
from teams.queries.coaches import coach_for, tenure_of
from web.api.bodies import Body
from web.api.fields import Instant
from web.api.shapes import shape
from web.api.writes import IdempotentWrites
from web.crests import KITS, PATTERNS, SHAPES

TAG = ["Teams"]
EXAMPLE_UUID = "7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11"

# --- names and numbers


ShirtSerializer = shape("Shirt", Contract, "uuid=player.uuid name=player.name number")


class RenameSerializer(Body):
    name = serializers.CharField(max_length=LONGEST_NAME, required=False)
    number = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, required=False)


class RenameOneSerializer(RenameSerializer):
    uuid = serializers.UUIDField()


class RenameAllSerializer(Body):
    players = RenameOneSerializer(many=True, max_length=HIGHEST_NUMBER)  # type: ignore[call-arg]


def person(said: dict[str, Any]) -> Person:
    return Person(said.get("name", ""), said.get("number", 0))


class PlayerView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="rename_player",
        summary=_("Give a player another name or number"),
        description=_("What is left out stays as it is."),
        tags=TAG,
        request=RenameSerializer,
        examples=[OpenApiExample("Number 42", {"name": "Cob", "number": 42}, request_only=True)],
        responses=ShirtSerializer,
    )
    def patch(self, request: PersonRequest, uuid: UUID, player: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        wish = RenameSerializer.sent(request)
        contracts = rename_players(
            actor=request.user,
            team=team,
            people={player: person(wish)},
            now=timezone.now(),
        )
        renamed = next(each for each in contracts if each.player.uuid == player)
        return Response(ShirtSerializer(renamed).data)


class PlayersView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="rename_players",
        summary=_("Give several players other names or numbers in one go"),
        description=_("Shirts may be swapped. All of it happens, or nothing."),
        tags=TAG,
        request=RenameAllSerializer,
        examples=[
            OpenApiExample(
                "One player",
                {"players": [{"uuid": EXAMPLE_UUID, "number": 42}]},
                request_only=True,
            )
        ],
        responses=ShirtSerializer(many=True),
    )
    def patch(self, request: PersonRequest, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        wish = RenameAllSerializer.sent(request)
        people = {each["uuid"]: person(each) for each in wish["players"]}
        contracts = rename_players(actor=request.user, team=team, people=people, now=timezone.now())
        by_number: list[Contract] = sorted(contracts, key=lambda contract: contract.number)
        return Response(ShirtSerializer(by_number, many=True).data)


# --- coaches


TenureSerializer = shape(
    "Tenure",
    Tenure,
    "uuid coach=coach.uuid name kind since until put_in_by has_notice",
    coach=_("A membership of the league."),
    name=serializers.CharField(source="coach"),
    put_in_by=serializers.CharField(
        allow_null=True, help_text=_("Who put them there, where it was somebody else.")
    ),
    has_notice=_(
        "Planned by somebody who runs the league and plays in the season: until it begins, the "
        "team's first coach may end it, or hand over to them at once. So they may where whoever "
        "planned it came to play since."
    ),
)


class PutInChargeSerializer(Body):
    coach = serializers.UUIDField(help_text=_("A membership of the league."))
    kind = serializers.ChoiceField(choices=Tenure.Kind.choices, default=Tenure.Kind.COACH)
    since = Instant(required=False, allow_null=True, help_text=_("Left out, from now on."))
    until = Instant(required=False, allow_null=True, help_text=_("A stand-in needs one."))


@extend_schema_view(
    get=extend_schema(
        operation_id="list_coaches",
        summary=_("Who coached a team, and who coaches it"),
        description=_("The latest first."),
        tags=TAG,
    )
)
class CoachesView(IdempotentWrites, generics.ListAPIView):
    serializer_class = TenureSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    queryset = Tenure.objects.none()

    def get_queryset(self) -> QuerySet[Tenure]:
        team, _hand = team_for(self.request.user, self.kwargs["uuid"])
        return team.tenures.select_related("coach__user", "made_by").order_by("-since", "-id")

    @extend_schema(
        operation_id="put_coach_in_charge",
        summary=_("Give a team a new coach, a second one, or a stand-in"),
        description=_(
            "By whoever runs the league, and by the team's first coach. Where whoever runs the "
            "league plays in the team's season, a new coach comes with three days' notice."
        ),
        tags=TAG,
        request=PutInChargeSerializer,
        examples=[
            OpenApiExample(
                "A second coach", {"coach": EXAMPLE_UUID, "kind": "second"}, request_only=True
            )
        ],
        responses={201: TenureSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        payload = PutInChargeSerializer.sent(request)
        coach = coach_for(team, payload.pop("coach"))
        tenure = put_in_charge(
            actor=request.user, team=team, coach=coach, now=timezone.now(), **payload
        )
        return Response(TenureSerializer(tenure).data, status=201)


class CoachView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="end_tenure",
        summary=_("End somebody's time with a team"),
        tags=TAG,
        request=None,
        responses={204: None},
    )
    def delete(self, request: PersonRequest, uuid: UUID, tenure: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        end_tenure(actor=request.user, tenure=tenure_of(team, tenure), now=timezone.now())
        return Response(status=204)


# --- the team's end


class WhySerializer(Body):
    reason = serializers.CharField(max_length=LONGEST_REASON, required=False, allow_blank=True)


WhetherItPlaysSerializer = shape("WhetherItPlays", Team, "state")


class RetirementView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="retire_team",
        summary=_("Retire a team"),
        description=_("By its first coach or the commissioner. What it was stays."),
        tags=TAG,
        request=WhySerializer,
        examples=[OpenApiExample("Moved away", {"reason": "Moved away"}, request_only=True)],
        responses=WhetherItPlaysSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        wish = WhySerializer.sent(request)
        team = retire_team(actor=request.user, team=team, now=timezone.now(), **wish)
        return Response(WhetherItPlaysSerializer(team).data)

    @extend_schema(
        operation_id="bring_team_back",
        summary=_("Bring a retired team back"),
        description=_("For the commissioner and the deputies."),
        tags=TAG,
        request=None,
        responses=WhetherItPlaysSerializer,
    )
    def delete(self, request: PersonRequest, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        team = bring_team_back(actor=request.user, team=team, now=timezone.now())
        return Response(WhetherItPlaysSerializer(team).data)


# --- identity


class PictureAddress(serializers.CharField):
    def to_representation(self, value: Any) -> str:
        return reverse("teams:picture", args=[value.team.uuid, value.digest])


PictureSerializer = shape(
    "Picture",
    Picture,
    "url digest width height size",
    url=PictureAddress(source="*", help_text=_("Where it is shown.")),
    size=_("In bytes."),
)


@extend_schema_field(PictureSerializer(allow_null=True))
class PictureOfTeam(serializers.Field):
    """One statement."""

    def to_representation(self, value: Team) -> Any:
        picture = getattr(value, "picture", None)
        return PictureSerializer(picture).data if picture else None


IdentitySerializer = shape(
    "Identity",
    Team,
    "uuid name shirt trim crest_shape crest_pattern motto story picture",
    picture=PictureOfTeam(source="*"),
)


class ChangeIdentitySerializer(Body):
    name = serializers.CharField(max_length=LONGEST_NAME, required=False)
    shirt = serializers.ChoiceField(choices=list(KITS), required=False)
    trim = serializers.ChoiceField(choices=list(KITS), required=False)
    crest_shape = serializers.ChoiceField(
        choices=list(SHAPES), required=False, allow_blank=True, help_text=_("Empty: by lot.")
    )
    crest_pattern = serializers.ChoiceField(
        choices=list(PATTERNS), required=False, allow_blank=True, help_text=_("Empty: by lot.")
    )
    motto = serializers.CharField(max_length=LONGEST_MOTTO, required=False, allow_blank=True)
    story = serializers.CharField(max_length=LONGEST_STORY, required=False, allow_blank=True)


class IdentityView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="show_identity",
        summary=_("What a team looks like and says of itself"),
        tags=TAG,
        responses=IdentitySerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        return Response(IdentitySerializer(team).data)

    @extend_schema(
        operation_id="change_identity",
        summary=_("Change a team's name, colours, crest, motto or story"),
        description=_("What is left out stays as it is."),
        tags=TAG,
        request=ChangeIdentitySerializer,
        examples=[
            OpenApiExample("New colours", {"shirt": "royal", "trim": "white"}, request_only=True)
        ],
        responses=IdentitySerializer,
    )
    def patch(self, request: PersonRequest, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        wish = ChangeIdentitySerializer.sent(request)
        team = change_identity(actor=request.user, team=team, now=timezone.now(), **wish)
        return Response(IdentitySerializer(team).data)


class UploadSerializer(Body):
    picture = serializers.FileField(
        allow_empty_file=True,
        help_text=_("JPEG, PNG, WebP or a still GIF, 10 megabytes at most."),
    )


class PictureView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="put_up_picture",
        summary=_("Put up a team's picture"),
        description=_("It is made anew, upright and without what cameras add to it."),
        tags=TAG,
        request={"multipart/form-data": UploadSerializer},
        examples=[
            OpenApiExample(
                "A file",
                {"picture": "…"},
                request_only=True,
                media_type="multipart/form-data",
            )
        ],
        responses=PictureSerializer,
    )
    def put(self, request: PersonRequest, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        wish = UploadSerializer.sent(request)
        upload = wish["picture"]
        picture = put_up_picture(
            actor=request.user, team=team, upload=upload.file, size=upload.size, now=timezone.now()
        )
        return Response(PictureSerializer(picture).data)

    @extend_schema(
        operation_id="take_down_picture",
        summary=_("Take a team's picture down"),
        tags=TAG,
        request=None,
        responses={204: None},
    )
    def delete(self, request: PersonRequest, uuid: UUID) -> Response:
        team, _hand = team_for(request.user, uuid)
        take_down_picture(actor=request.user, team=team, now=timezone.now())
        return Response(status=204)
