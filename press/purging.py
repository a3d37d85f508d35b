"""Taking a whole league out of the database: the one thing that events give way to."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from competition.models import (
    Adjustment,
    DateProposal,
    Division,
    Entry,
    Fixture,
    Lot,
    Place,
    Result,
    Round,
    Stage,
    Standing,
)
from jobs.acts import record_act
from league.models import (
    Amendment,
    Invitation,
    JoinRequest,
    League,
    Membership,
    RulesPin,
    Season,
)
from matches.models import Answer, Match, MatchReport, MatchSide, StepRun
from teams.models import (
    Adoption,
    Chapter,
    Contract,
    Draft,
    Picture,
    Player,
    Team,
    TeamEvent,
    Tenure,
    Window,
    Words,
)
from teams.pictures import throw_away

# A statement takes only so many keys.
AT_ONCE = 5000


def purge_league(*, league: League, now: datetime) -> int:
    """Delete a league with everything that ever happened in it; how many rows that were.

    For the console alone. Who played stays a person, and what was done stays noted as acts.
    """
    with transaction.atomic():
        # Held, so that nobody writes into what is going.
        League.objects.select_for_update().get(pk=league.pk)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL touchback.purge = 'on'")
        for picture in Picture.objects.filter(team__league=league).select_related("team"):
            transaction.on_commit(partial(throw_away, picture.team, picture.digest))
        # Gathered before the first goes: what is named through a row is not found once it is gone.
        keys = [(rows.model, list(rows.values_list("pk", flat=True))) for rows in _rows(league)]
        for model, found in keys:
            for start in range(0, len(found), AT_ONCE):
                # Past the guards of models that are only ever added to, and past PROTECT.
                some: QuerySet[Any] = QuerySet(model).filter(pk__in=found[start : start + AT_ONCE])
                some._raw_delete(using=connection.alias)
        gone = sum(len(found) for _model, found in keys)
        record_act("press.purge_league", actor=None, now=now, league=str(league.uuid), rows=gone)
    return gone


def _rows(league: League) -> Iterator[QuerySet[Any]]:
    """Everything of a league's, whatever points at something before what it points at."""
    events = TeamEvent.objects.filter(team__league=league)
    yield Standing.objects.filter(stage__season__league=league)
    yield Lot.objects.filter(stage__season__league=league)
    yield Adjustment.objects.filter(stage__season__league=league)
    yield Result.objects.filter(fixture__stage__season__league=league)
    yield DateProposal.objects.filter(fixture__stage__season__league=league)
    yield Fixture.objects.filter(stage__season__league=league)
    yield Round.objects.filter(stage__season__league=league)
    yield Place.objects.filter(stage__season__league=league)
    yield Stage.objects.filter(season__league=league)
    yield Entry.objects.filter(season__league=league)
    yield Division.objects.filter(season__league=league)
    yield Answer.objects.filter(run__match__league=league)
    yield StepRun.objects.filter(match__league=league)
    yield MatchReport.objects.filter(match__league=league)
    yield MatchSide.objects.filter(match__league=league)
    yield Match.objects.filter(league=league)
    yield events
    yield Words.objects.filter(pk__in=events.values("words"))
    yield Contract.objects.filter(team__league=league)
    yield Player.objects.filter(contracts__team__league=league).distinct()
    yield Tenure.objects.filter(team__league=league)
    yield Window.objects.filter(team__league=league)
    yield Picture.objects.filter(team__league=league)
    yield Chapter.objects.filter(team__league=league)
    yield Draft.objects.filter(season__league=league)
    yield Adoption.objects.filter(season__league=league)
    yield Team.objects.filter(league=league)
    amended = Amendment.objects.filter(season__league=league)
    pins = RulesPin.objects.filter(
        Q(seasons__league=league)
        | Q(pk__in=events.values("pin"))
        | Q(pk__in=amended.values("pin"))
        | Q(pk__in=amended.values("before"))
    )
    yield amended
    yield Season.objects.filter(league=league)
    yield pins.distinct()
    yield JoinRequest.objects.filter(league=league)
    yield Invitation.objects.filter(league=league)
    yield Membership.objects.filter(league=league)
    yield League.objects.filter(pk=league.pk)
