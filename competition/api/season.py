"""The season desk for programs: who takes part, divisions and seeds."""

from collections.abc import Mapping
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
from competition.commands import divisions as dividing
from competition.commands import entries as commands
from competition.commands.joining_and_leaving import leave_season
from competition.models import Entry
from competition.queries import desk as queries
from competition.scheduling.leaving import Leaving
from league.models import Season
from league.permissions import must_run
from web.api.writes import IdempotentWrites

TAGS = ["Seasons"]
AN_ENTRY = "0b9e6a52-1c7d-4f0e-8d35-62b1f7c4e9d8"


def season_data(season: Season) -> Any:
    """Four statements."""
    shown = (
        Season.objects.select_related("league")
        .prefetch_related("divisions", "entries__team", "entries__division", "stages__follows")
        .get(pk=season.pk)
    )
    return shapes.SeasonSerializer(shown).data


def entries_named(season: Season, uuids: Any) -> list[Entry]:
    """Entries of the season by their ids. Raises Refused where one is not there."""
    found = {
        str(entry.uuid): entry
        for entry in season.entries.filter(uuid__in=list(uuids)).select_related("team")
    }
    if len(found) < len({str(uuid) for uuid in uuids}):
        raise Refused(Reason("no_such_entry", _("Nobody like that is down for the season.")))
    return [found[str(uuid)] for uuid in uuids]


def keyed(season: Season, told: Mapping[str, Any]) -> dict[int, Any]:
    """What is told of entries by their ids. Raises Refused where one is not there."""
    try:
        uuids = [UUID(key) for key in told]
    except ValueError:
        nobody = _("Nobody like that is down for the season.")
        raise Refused(Reason("no_such_entry", nobody)) from None
    entries = entries_named(season, uuids)
    return {entry.pk: value for entry, value in zip(entries, told.values(), strict=True)}


class SeasonView(APIView):
    @extend_schema(
        operation_id="show_season",
        summary=_("A league's season"),
        description=_("The latest one: its divisions, whoever is down for it, and its stages."),
        tags=TAGS,
        responses=shapes.SeasonSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        season, _own = queries.season_for(request.user, uuid)
        return Response(season_data(season))


class SeasonEntriesView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="register_team",
        summary=_("Put a team down for the season"),
        description=_(
            "For its coaches, and for whoever runs the league, whose word lets it in at once."
        ),
        tags=TAGS,
        request=shapes.RegisterSerializer,
        examples=[OpenApiExample("A team", {"team": AN_ENTRY}, request_only=True)],
        responses={201: shapes.SeasonEntrySerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        season, _own = queries.season_for(request.user, uuid)
        payload = shapes.RegisterSerializer.sent(request)
        entry = commands.register_team(
            actor=request.user,
            season=season,
            team=queries.team_in(season.league, payload["team"]),
            now=timezone.now(),
        )
        return Response(shapes.SeasonEntrySerializer(entry).data, status=201)


class RegisterAllView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="register_every_team",
        summary=_("Let every team of the league in"),
        description=_(
            "For whoever runs the league. Teams that are not legal stay out, and so does whoever "
            "withdrew or was turned down."
        ),
        tags=TAGS,
        request=None,
        responses=shapes.FilledSeasonSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        season, _own = queries.season_for(request.user, uuid)
        done = commands.register_every_team(actor=request.user, season=season, now=timezone.now())
        left_out = shapes.LeftOutSerializer(done.left_out, many=True).data
        return Response({**season_data(season), "left_out": left_out})


class AcceptView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="accept_entries",
        summary=_("Let registrations in"),
        description=_("For whoever runs the league. All of them come in, or none."),
        tags=TAGS,
        request=shapes.AcceptSerializer,
        examples=[OpenApiExample("One of them", {"entries": [AN_ENTRY]}, request_only=True)],
        responses=shapes.SeasonSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        season, _own = queries.season_for(request.user, uuid)
        must_run(request.user, season.league)
        payload = shapes.AcceptSerializer.sent(request)
        commands.accept_entries(
            actor=request.user,
            season=season,
            entries=entries_named(season, payload["entries"]),
            now=timezone.now(),
        )
        return Response(season_data(season))


class SeasonEntryView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="withdraw_entry",
        summary=_("Take a team out before the season begins"),
        description=_("For its coaches and whoever runs the league."),
        tags=TAGS,
        request=None,
        responses=shapes.SeasonEntrySerializer,
    )
    def delete(self, request: PersonRequest, uuid: UUID, entry: UUID) -> Response:
        season, _own = queries.season_for(request.user, uuid)
        gone = commands.withdraw_entry(
            actor=request.user, entry=queries.entry_in(season, entry), now=timezone.now()
        )
        return Response(shapes.SeasonEntrySerializer(gone).data)


class RefuseView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="refuse_entry",
        summary=_("Turn a registration down"),
        description=_("For whoever runs the league. The coach reads the reason."),
        tags=TAGS,
        request=shapes.EntryReasonSerializer,
        examples=[OpenApiExample("Full", {"reason": "We are sixteen."}, request_only=True)],
        responses=shapes.SeasonEntrySerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, entry: UUID) -> Response:
        season, _own = queries.season_for(request.user, uuid)
        refused = commands.refuse_entry(
            actor=request.user,
            entry=queries.entry_in(season, entry),
            now=timezone.now(),
            **shapes.EntryReasonSerializer.sent(request),
        )
        return Response(shapes.SeasonEntrySerializer(refused).data)


class LeaveSeasonView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="leave_season",
        summary=_("Take a team out of a running season"),
        description=_(
            "For whoever runs the league: opponents to come win by walkover, or its results are "
            "deleted, or another team takes over what is left."
        ),
        tags=TAGS,
        request=shapes.LeaveSeasonSerializer,
        examples=[
            OpenApiExample(
                "By walkovers",
                {"how": "walkovers", "reason": "Moved to Leeds."},
                request_only=True,
            )
        ],
        responses=shapes.SeasonEntrySerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID, entry: UUID) -> Response:
        season, _own = queries.season_for(request.user, uuid)
        must_run(request.user, season.league)
        payload = shapes.LeaveSeasonSerializer.sent(request)
        instead = payload.get("replacement")
        gone = leave_season(
            actor=request.user,
            entry=queries.entry_in(season, entry),
            how=Leaving(payload["how"]),
            reason=payload["reason"],
            replacement=queries.team_in(season.league, instead) if instead else None,
            now=timezone.now(),
        )
        return Response(shapes.SeasonEntrySerializer(gone).data)


class DivisionsView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="divide_season",
        summary=_("Split a season into divisions"),
        description=_("For whoever runs the league: by draw, by seed or by hand."),
        tags=TAGS,
        request=shapes.DivideSerializer,
        examples=[OpenApiExample("Two", {"names": ["Red", "Blue"]}, request_only=True)],
        responses=shapes.SeasonSerializer,
    )
    def put(self, request: PersonRequest, uuid: UUID) -> Response:
        season, _own = queries.season_for(request.user, uuid)
        must_run(request.user, season.league)
        payload = shapes.DivideSerializer.sent(request)
        by_hand = keyed(season, payload.pop("by_hand", {}))
        dividing.divide(
            actor=request.user, season=season, by_hand=by_hand, now=timezone.now(), **payload
        )
        return Response(season_data(season))


class PromoteView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="promote_and_relegate",
        summary=_("Promote and relegate"),
        description=_(
            "For whoever runs the league: the divisions of the season before, with so many up and "
            "so many down between each two neighbours."
        ),
        tags=TAGS,
        request=shapes.PromoteSerializer,
        examples=[OpenApiExample("Two up, two down", {"up": 2}, request_only=True)],
        responses=shapes.PromotedSeasonSerializer,
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        season, _own = queries.season_for(request.user, uuid)
        must_run(request.user, season.league)
        payload = shapes.PromoteSerializer.sent(request)
        by_lots = dividing.promote_and_relegate(
            actor=request.user, season=season, now=timezone.now(), **payload
        )
        lots = {"moved_by_lots": [[team.uuid for team in group] for group in by_lots]}
        return Response(season_data(season) | lots)


class SeedsView(IdempotentWrites, APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="set_seeds",
        summary=_("Say who is seeded how"),
        description=_("For whoever runs the league. Entries that are not named stay as they are."),
        tags=TAGS,
        request=shapes.SeedsSerializer,
        examples=[OpenApiExample("The first", {"seeds": {AN_ENTRY: 1}}, request_only=True)],
        responses=shapes.SeasonSerializer,
    )
    def put(self, request: PersonRequest, uuid: UUID) -> Response:
        season, _own = queries.season_for(request.user, uuid)
        must_run(request.user, season.league)
        payload = shapes.SeedsSerializer.sent(request)
        dividing.set_seeds(
            actor=request.user,
            season=season,
            seeds=keyed(season, payload["seeds"]),
            now=timezone.now(),
        )
        return Response(season_data(season))
