"""Reading teams: a league's, one with its roster, its events, and a player's career."""

from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.pins import book_of
from league.queries import current_season, league_for
from teams.api.shapes import (
    LedgerEventSerializer,
    PlayerCareerSerializer,
    TeamInLeagueSerializer,
    TeamRosterSerializer,
)
from teams.models import Team, TeamEvent, Tenure
from teams.permissions import holding
from teams.queries.careers import career_for
from teams.queries.heads import head_for, teams_of
from teams.queries.ledgers import Wanted, entries_of, ledger_of
from teams.queries.rosters import roster_for
from web.asked import options_in


@extend_schema_view(
    get=extend_schema(
        operation_id="list_teams",
        summary=_("A league's teams"),
        description=_("Those still playing first, each by name."),
        tags=["Teams"],
        parameters=[
            OpenApiParameter(
                "state",
                str,
                enum=Team.State.values,
                many=True,
                explode=False,
                description=_("One of these, or several parted by commas."),
            ),
        ],
    )
)
class LeagueTeamsView(generics.ListAPIView):
    serializer_class = TeamInLeagueSerializer
    queryset = Team.objects.none()

    def get_serializer_context(self) -> dict[str, Any]:
        """With the book by which a team's figures are told."""
        context = {**super().get_serializer_context()}
        if (league := getattr(self, "league", None)) is not None:
            context["book"] = book_of(current_season(league).pin)
        return context

    def get_queryset(self) -> QuerySet[Team]:
        league, _membership = league_for(self.request.user, self.kwargs["uuid"])
        self.league = league
        coached = Tenure.objects.filter(holding(timezone.now())).select_related("coach__user")
        teams = teams_of(league).prefetch_related(Prefetch("tenures", coached, "open_tenures"))
        states = options_in(self.request._request, "state", Team.State.values)
        return teams.filter(state__in=states) if states else teams


class TeamView(APIView):
    @extend_schema(
        operation_id="show_team",
        summary=_("A team's roster"),
        description=_("Every figure that the rulebook gives comes with its because."),
        tags=["Teams"],
        responses=TeamRosterSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(TeamRosterSerializer(roster_for(request.user, uuid)).data)


class WantedSerializer(serializers.Serializer):
    kind = serializers.CharField(
        required=False, max_length=40, help_text=_("Only events of this kind.")
    )
    chapter = serializers.IntegerField(
        required=False, min_value=0, help_text=_("Only those of the chapter at this position.")
    )
    season = serializers.IntegerField(
        required=False, min_value=0, help_text=_("Only those of the season of this number.")
    )
    order = serializers.ChoiceField(
        choices=["newest", "oldest"], required=False, help_text=_("The newest first unless told.")
    )


class TeamEventsView(generics.ListAPIView):
    serializer_class = LedgerEventSerializer
    queryset = TeamEvent.objects.none()

    @extend_schema(
        operation_id="list_team_events",
        summary=_("A team's ledger"),
        description=_(
            "In the order in which events hold. Those that were taken back stand among the "
            "others and count no more; what is secret is told to the team's coaches alone."
        ),
        tags=["Teams"],
        parameters=[WantedSerializer],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        asked = WantedSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        wanted = dict(asked.validated_data)
        order = wanted.pop("order", "newest")
        head = head_for(request.user, kwargs["uuid"])
        postings = ledger_of(head).wanted(Wanted(**wanted))
        if order == "newest":
            postings.reverse()
        page: Any = self.paginate_queryset(postings)
        told = LedgerEventSerializer(entries_of(head, page), many=True).data
        return self.get_paginated_response(told)


class PlayerView(APIView):
    @extend_schema(
        operation_id="show_player",
        summary=_("A player's career"),
        description=_("Deeds by season and match, improvements with their dice, injuries."),
        tags=["Teams"],
        responses=PlayerCareerSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        return Response(PlayerCareerSerializer(career_for(request.user, uuid)).data)
