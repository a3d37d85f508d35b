"""What a stage owes and a job does: tables written anew, the next Swiss round paired, walkovers."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q

from accounts.models import User
from competition.models import Entry, Fixture, Stage
from jobs.models import Job
from jobs.outbox import enqueue
from league.permissions import must_run

REBUILD_STANDINGS = "competition.rebuild_standings"
PAIR_ROUND = "competition.pair_round"
WALKOVER = "competition.walkover"


def rebuild_standings(*, actor: User, stage: Stage, now: datetime) -> Job:
    """Have a stage's tables written anew from its results."""
    must_run(actor, stage.season.league)
    with transaction.atomic():
        return owe_standings(stage, now=now, owner=actor)


def owe_standings(stage: Stage, *, now: datetime, owner: User | None = None) -> Job:
    # Every rebuilding raises the version: one job is owed for what has changed since.
    version = Stage.objects.values_list("version", flat=True).get(pk=stage.pk)
    key = f"standings/{stage.uuid}/{version}"
    return enqueue(REBUILD_STANDINGS, now=now, key=key, owner=owner, stage=stage.pk)


def pair_later(*, actor: User, stage: Stage, now: datetime) -> Job:
    """Have the next round of a Swiss paired while a page shows how far it is."""
    must_run(actor, stage.season.league)
    with transaction.atomic():
        return owe_pairing(stage, now=now, owner=actor)


def owe_pairing(stage: Stage, *, now: datetime, owner: User | None = None) -> Job:
    """Of the round after the last one that there is; asked again within the hour it is one job."""
    number = (stage.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    key = f"pair/{stage.uuid}/{number}/{now:%Y-%m-%dT%H}"
    return enqueue(PAIR_ROUND, now=now, key=key, owner=owner, stage=stage.pk, number=number)


def owe_walkovers(stage: Stage, *, now: datetime) -> None:
    """In a bracket, whoever comes to meet somebody who has left goes on; once for each pair, so
    that it can be ruled otherwise."""
    gone = Q(home__state=Entry.State.LEFT) | Q(away__state=Entry.State.LEFT)
    for fixture in stage.fixtures.filter(gone, state=Fixture.State.OPEN, match=None):
        key = f"walkover/{fixture.uuid}/{fixture.home_id}/{fixture.away_id}"
        enqueue(WALKOVER, now=now, key=key, fixture=fixture.pk)
