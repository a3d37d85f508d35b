"""People in a league: listed, entered by name, given a role, shown out."""

from typing import Any
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
from league import queries
from league.commands import members as commands
from league.models import LONGEST_NAME, Membership, Role
from league.permissions import may_reach
from league.queries import league_for
from web.api.bodies import Body
from web.api.fields import Instant
from web.api.writes import IdempotentWrites

GIVEN_ROLES = [(role.value, role.label) for role in (Role.DEPUTY, Role.COACH, Role.VIEWER)]


class MemberSerializer(serializers.ModelSerializer):
    """`viewer` and `own` in the context say who looks, and from which place in the league."""

    name = serializers.CharField(source="__str__")
    role = serializers.ChoiceField(choices=Role.choices)
    has_account = serializers.SerializerMethodField()
    reach_me = serializers.SerializerMethodField()
    since = Instant(read_only=True)

    class Meta:
        model = Membership
        fields = ("uuid", "name", "role", "has_account", "reach_me", "since")
        read_only_fields = fields

    def get_has_account(self, member: Membership) -> bool:
        """Whoever has none was entered by name, and may claim the place by an invitation."""
        return member.user_id is not None

    def get_reach_me(self, member: Membership) -> str:
        """Told to league-mates; empty otherwise."""
        person = member.user
        told = person is not None and may_reach(self.context["viewer"], self.context["own"], person)
        return person.reach_me if person is not None and told else ""


class NewMemberSerializer(Body):
    name = serializers.CharField(max_length=LONGEST_NAME, help_text=_("As the league knows them."))


class RoleSerializer(Body):
    role = serializers.ChoiceField(choices=GIVEN_ROLES)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_members",
        summary=_("Whoever is in a league"),
        description=_("The commissioner first, then deputies, coaches and viewers."),
        tags=["Leagues"],
    )
)
class MembersView(IdempotentWrites, generics.ListAPIView):
    serializer_class = MemberSerializer
    queryset = Membership.objects.none()

    def get_queryset(self) -> QuerySet[Membership]:
        league, self.own = league_for(self.request.user, self.kwargs["uuid"])
        return queries.members(league)

    def get_serializer_context(self) -> dict[str, Any]:
        looks = {"viewer": self.request.user, "own": getattr(self, "own", None)}
        return {**super().get_serializer_context(), **looks}

    @extend_schema(
        operation_id="add_coach",
        summary=_("Enter a coach who has no account"),
        description=_("For commissioner and deputies, who act for such a coach."),
        tags=["Leagues"],
        request=NewMemberSerializer,
        examples=[OpenApiExample("Old Tom", {"name": "Old Tom"}, request_only=True)],
        responses={201: MemberSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, own = league_for(request.user, uuid)
        wish = NewMemberSerializer.sent(request)
        member = commands.add_coach_by_name(
            actor=request.user, league=league, name=wish["name"], now=timezone.now()
        )
        return Response(shown(member, request.user, own), status=201)


class MemberView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="change_role",
        summary=_("Give a member another role"),
        description=_(
            "Deputies are named and dismissed by the commissioner alone; they step back themselves."
        ),
        tags=["Leagues"],
        request=RoleSerializer,
        examples=[OpenApiExample("A new deputy", {"role": "deputy"}, request_only=True)],
        responses=MemberSerializer,
    )
    def patch(self, request: PersonRequest, uuid: UUID, member: UUID) -> Response:
        league, own = league_for(request.user, uuid)
        place = queries.member_of(league, member)
        wish = RoleSerializer.sent(request)
        changed = commands.change_role(
            actor=request.user,
            membership=place,
            role=wish["role"],
            now=timezone.now(),
        )
        return Response(shown(changed, request.user, own))

    @extend_schema(
        operation_id="end_membership",
        summary=_("Leave a league, or show somebody out"),
        description=_("What was done in it stays. The commissioner hands the league over first."),
        tags=["Leagues"],
        request=None,
        responses={204: None},
    )
    def delete(self, request: PersonRequest, uuid: UUID, member: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        place = queries.member_of(league, member)
        commands.end_membership(actor=request.user, membership=place, now=timezone.now())
        return Response(status=204)


class HandOverView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="hand_over_league",
        summary=_("Make another member commissioner"),
        description=_("For the commissioner, who stays as a deputy."),
        tags=["Leagues"],
        request=None,
        responses=MemberSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, member: UUID) -> Response:
        league, own = league_for(request.user, uuid)
        heir = queries.member_of(league, member)
        commands.hand_over(actor=request.user, membership=heir, now=timezone.now())
        return Response(shown(queries.member_of(league, member), request.user, own))


def shown(member: Membership, viewer: Any, own: Membership | None) -> Any:
    return MemberSerializer(member, context={"viewer": viewer, "own": own}).data
