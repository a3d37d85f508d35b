"""Everything that belongs to a league, table by table."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q, QuerySet

from competition.models import (
    Adjustment,
    Award,
    DateProposal,
    Division,
    Downtime,
    Entry,
    Fixture,
    HealingDie,
    Lot,
    Place,
    Redraft,
    Result,
    ResultSetAside,
    Round,
    Stage,
    Standing,
    Trade,
    TradedPlayer,
)
from league.models import (
    Amendment,
    Invitation,
    JoinRequest,
    League,
    Membership,
    RulesPin,
    Season,
)
from matches.models import (
    Answer,
    Dispute,
    Lending,
    Match,
    MatchReport,
    MatchSide,
    Proposal,
    StepRun,
    Tap,
    Witness,
)
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


def rows_of(league: League) -> Iterator[QuerySet[Any]]:
    """Everything of a league's, whatever points at something before what it points at."""
    yield from _of_its_seasons(league)
    yield from _of_its_matches(league)
    yield from _of_its_teams(league)
    yield from _of_its_rules(league)
    yield JoinRequest.objects.filter(league=league)
    yield Invitation.objects.filter(league=league)
    yield Membership.objects.filter(league=league)
    yield League.objects.filter(pk=league.pk)


def _of_its_seasons(league: League) -> Iterator[QuerySet[Any]]:
    yield TradedPlayer.objects.filter(trade__league=league)
    yield Trade.objects.filter(league=league)
    yield HealingDie.objects.filter(redraft__season__league=league)
    yield Redraft.objects.filter(season__league=league)
    yield Downtime.objects.filter(season__league=league)
    yield Award.objects.filter(season__league=league)
    yield Standing.objects.filter(stage__season__league=league)
    yield Lot.objects.filter(stage__season__league=league)
    yield Adjustment.objects.filter(stage__season__league=league)
    yield ResultSetAside.objects.filter(fixture__stage__season__league=league)
    yield Result.objects.filter(fixture__stage__season__league=league)
    yield DateProposal.objects.filter(fixture__stage__season__league=league)
    yield Fixture.objects.filter(stage__season__league=league)
    yield Round.objects.filter(stage__season__league=league)
    yield Place.objects.filter(stage__season__league=league)
    yield Stage.objects.filter(season__league=league)
    yield Entry.objects.filter(season__league=league)
    yield Division.objects.filter(season__league=league)


def _of_its_matches(league: League) -> Iterator[QuerySet[Any]]:
    yield Witness.objects.filter(answer__run__match__league=league)
    yield Answer.objects.filter(run__match__league=league)
    yield StepRun.objects.filter(match__league=league)
    yield MatchReport.objects.filter(match__league=league)
    yield Dispute.objects.filter(match__league=league)
    yield Proposal.objects.filter(match__league=league)
    yield Tap.objects.filter(match__league=league)
    yield Lending.objects.filter(side__match__league=league)
    yield MatchSide.objects.filter(match__league=league)
    yield Match.objects.filter(league=league)


def _of_its_teams(league: League) -> Iterator[QuerySet[Any]]:
    events = TeamEvent.objects.filter(team__league=league)
    yield events
    yield Words.objects.filter(
        Q(pk__in=events.values("words"))
        | Q(pk__in=Tap.objects.filter(match__league=league).values("words"))
        | Q(pk__in=Dispute.objects.filter(match__league=league).values("words"))
        | Q(pk__in=Proposal.objects.filter(match__league=league).values("words"))
    )
    yield Contract.objects.filter(team__league=league)
    yield Player.objects.filter(contracts__team__league=league).distinct()
    yield Tenure.objects.filter(team__league=league)
    yield Window.objects.filter(team__league=league)
    yield Picture.objects.filter(team__league=league)
    yield Chapter.objects.filter(team__league=league)
    yield Draft.objects.filter(season__league=league)
    yield Adoption.objects.filter(season__league=league)
    yield Team.objects.filter(league=league)


def _of_its_rules(league: League) -> Iterator[QuerySet[Any]]:
    """A pin is nobody's own: the league's are those that something of it was ruled under."""
    seasons = Season.objects.filter(league=league)
    amended = Amendment.objects.filter(season__league=league)
    results = Result.objects.filter(fixture__stage__season__league=league)
    aside = ResultSetAside.objects.filter(fixture__stage__season__league=league)
    yield amended
    yield seasons
    yield RulesPin.objects.filter(
        Q(pk__in=seasons.values("pin"))
        | Q(pk__in=amended.values("pin"))
        | Q(pk__in=amended.values("before"))
        | Q(pk__in=TeamEvent.objects.filter(team__league=league).values("pin"))
        | Q(pk__in=Match.objects.filter(league=league).values("pin"))
        | Q(pk__in=results.values("pin"))
        | Q(pk__in=aside.values("pin"))
    )
