"""Links that let people in: made, listed, revoked, followed."""

from datetime import timedelta
from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework import generics, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from league import queries
from league.api.leagues import LeagueSerializer
from league.api.leagues import shown as shown_league
from league.api.members import GIVEN_ROLES, MemberSerializer
from league.api.members import shown as shown_member
from league.commands import invitations as commands
from league.commands.members import accept_invitation
from league.models import Invitation, League
from league.permissions import must_hold_office
from league.queries import league_for
from web.api.bodies import Body
from web.api.shapes import shape
from web.api.writes import IdempotentWrites
from web.net import origin_of

EXAMPLE_SECRET = "Kq3vXw0ZcR8m1y5TtLh9aUe2Bn7sJpDf"  # noqa: S105 (it opens nothing)


InvitationSerializer = shape(
    "Invitation",
    Invitation,
    "uuid role member=place.uuid uses_left made_by made_at expires_at",
    member=_("The place that is claimed by it; null where it makes new ones."),
    made_by=serializers.CharField(),
)


class InviteSerializer(Body):
    role = serializers.ChoiceField(choices=GIVEN_ROLES, required=False)
    days = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=commands.LONGEST_LIFE.days,
        help_text=_("How long it lives; two weeks if nothing is said."),
    )
    uses = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=commands.MOST_USES,
        help_text=_("How many it lets in; 20 if nothing is said."),
    )
    member = serializers.UUIDField(
        required=False,
        help_text=_("A coach entered by name, who claims the place by it: for one use, no role."),
    )

    def validate(self, told: dict[str, Any]) -> dict[str, Any]:
        if "member" in told and ({"role", "uses"} & set(told)):
            raise serializers.ValidationError(
                _("A place has its role already, and is claimed once."), code="not_with_member"
            )
        return told


class NewInvitationSerializer(InvitationSerializer):  # type: ignore[misc, valid-type]
    secret = serializers.CharField(
        required=False, help_text=_("Told once: a repeat of the request is answered without it.")
    )
    link = serializers.URLField(required=False, help_text=_("The page that the secret opens."))


@extend_schema_view(
    get=extend_schema(
        operation_id="list_invitations",
        summary=_("The links that still let somebody in"),
        description=_("For commissioner and deputies. The newest first; never their secrets."),
        tags=["Leagues"],
    )
)
class InvitationsView(IdempotentWrites, generics.ListAPIView):
    serializer_class = InvitationSerializer
    permission_classes = (IsAuthenticated,)
    queryset = Invitation.objects.none()
    request: PersonRequest
    secret_fields: ClassVar = frozenset({"secret", "link"})
    also_fails_with: ClassVar = {403}

    def get_queryset(self) -> QuerySet[Invitation]:
        league, _own = league_for(self.request.user, self.kwargs["uuid"])
        must_hold_office(self.request.user, league)
        return queries.open_invitations(league, now=timezone.now())

    @extend_schema(
        operation_id="invite",
        summary=_("Make a link that lets people in"),
        description=_("For commissioner and deputies; deputies are invited by the commissioner."),
        tags=["Leagues"],
        request=InviteSerializer,
        examples=[OpenApiExample("For the club", {"role": "coach", "uses": 30}, request_only=True)],
        responses={201: NewInvitationSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        wish = InviteSerializer.sent(request)
        made, secret = self.make(request, league, dict(wish))
        values = {"secret": secret, "link": link_to(request, secret)}
        return Response(InvitationSerializer(made).data | values, status=201)

    def make(
        self, request: PersonRequest, league: League, told: dict[str, Any]
    ) -> tuple[Invitation, str]:
        now = timezone.now()
        if "days" in told:
            told["lifetime"] = timedelta(days=told.pop("days"))
        if "member" not in told:
            return commands.invite(actor=request.user, league=league, now=now, **told)
        place = queries.member_of(league, told.pop("member"))
        return commands.invite_to_place(actor=request.user, membership=place, now=now, **told)


class InvitationView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="revoke_invitation",
        summary=_("Revoke a link"),
        description=_("At once; whoever came in by it stays."),
        tags=["Leagues"],
        request=None,
        responses={204: None},
    )
    def delete(self, request: PersonRequest, uuid: UUID, invitation: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        link = queries.invitation_in(league, invitation)
        commands.revoke_invitation(actor=request.user, invitation=link, now=timezone.now())
        return Response(status=204)


class SecretSerializer(Body):
    secret = serializers.CharField(max_length=200, help_text=_("The last part of the link."))


class JoinedSerializer(serializers.Serializer):
    league = LeagueSerializer()
    member = MemberSerializer()


class JoinView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)
    also_fails_with: ClassVar = {404}

    @extend_schema(
        operation_id="accept_invitation",
        summary=_("Come in by a link"),
        description=_(
            "Whoever is in already stays so, or rises to what the link gives. A link to a "
            "place makes that place yours, with its teams."
        ),
        tags=["Leagues"],
        request=SecretSerializer,
        examples=[OpenApiExample("Join", {"secret": EXAMPLE_SECRET}, request_only=True)],
        responses=JoinedSerializer,
    )
    def post(self, request: PersonRequest) -> Response:
        wish = SecretSerializer.sent(request)
        place = accept_invitation(actor=request.user, secret=wish["secret"], now=timezone.now())
        return Response(
            {
                "league": shown_league(request, place.league.uuid),
                "member": shown_member(place, request.user, place),
            }
        )


def link_to(request: PersonRequest, secret: str) -> str:
    return origin_of(request) + reverse("league:join", args=[secret])
