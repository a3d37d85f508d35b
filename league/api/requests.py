"""Asking to be let in, and the answers."""

from typing import ClassVar
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
from league.commands.requests import DECLINE, LET_IN_AS, answer_request, ask_to_join
from league.models import LONGEST_WORDS, JoinRequest
from league.permissions import must_hold_office
from league.queries import league_for
from web.api.bodies import Body
from web.api.shapes import shape
from web.api.writes import IdempotentWrites
from web.net import origin_of

ANSWERS = [*((role.value, role.label) for role in LET_IN_AS), (DECLINE, _("decline"))]


JoinRequestSerializer = shape(
    "JoinRequest",
    JoinRequest,
    "uuid name words at answered_at accepted",
    name=serializers.CharField(source="user"),
    accepted=_("Null until somebody answers."),
)


class JoinWishSerializer(Body):
    words = serializers.CharField(
        max_length=LONGEST_WORDS,
        required=False,
        allow_blank=True,
        help_text=_("A line about you, for the commissioner."),
    )


class JoinAnswerSerializer(Body):
    answer = serializers.ChoiceField(choices=ANSWERS)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_join_requests",
        summary=_("Whoever asks to be let in"),
        description=_("For commissioner and deputies. Those that wait longest first."),
        tags=["Leagues"],
    )
)
class JoinRequestsView(IdempotentWrites, generics.ListAPIView):
    serializer_class = JoinRequestSerializer
    permission_classes = (IsAuthenticated,)
    queryset = JoinRequest.objects.none()
    request: PersonRequest
    also_fails_with: ClassVar = {403}

    def get_queryset(self) -> QuerySet[JoinRequest]:
        league, _own = league_for(self.request.user, self.kwargs["uuid"])
        must_hold_office(self.request.user, league)
        return queries.open_requests(league)

    @extend_schema(
        operation_id="ask_to_join",
        summary=_("Ask to be let into a public league"),
        description=_(
            "Asking again changes nothing but the line. Whoever was declined waits for a week."
        ),
        tags=["Leagues"],
        request=JoinWishSerializer,
        examples=[
            OpenApiExample("Orcs", {"words": "Three seasons of orcs at Kettle."}, request_only=True)
        ],
        responses={201: JoinRequestSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        wish = JoinWishSerializer.sent(request)
        asked = ask_to_join(
            actor=request.user,
            league=league,
            now=timezone.now(),
            origin=origin_of(request),
            **wish,
        )
        return Response(JoinRequestSerializer(asked).data, status=201)


class JoinRequestView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="answer_join_request",
        summary=_("Let somebody in, as coach or viewer, or decline"),
        description=_("For commissioner and deputies."),
        tags=["Leagues"],
        request=JoinAnswerSerializer,
        examples=[OpenApiExample("Let in", {"answer": "coach"}, request_only=True)],
        responses=JoinRequestSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, request_id: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        asked = queries.request_in(league, request_id)
        wish = JoinAnswerSerializer.sent(request)
        answered = answer_request(
            actor=request.user,
            request=asked,
            now=timezone.now(),
            origin=origin_of(request),
            **wish,
        )
        return Response(JoinRequestSerializer(answered).data)
