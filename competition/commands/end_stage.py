"""The end of a stage: nothing is left to be played, and its tables stand."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from acts.failures import Refused
from acts.recording import record_act
from competition.commands.rounds import lock_stage
from competition.endings import why_stage_not_over
from competition.models import Fixture, Round, Stage
from competition.tables import rebuild
from league.permissions import must_run


def end_stage(*, actor: User, stage: Stage, now: datetime) -> Stage:
    """Say that a stage is over. Raises Refused while something in it is still to be played."""
    must_run(actor, stage.season.league)
    with transaction.atomic():
        stage = lock_stage(stage)
        if reasons := why_stage_not_over(stage):
            raise Refused(*reasons)
        close_stage(stage, now=now)
        record_act("competition.end_stage", actor=actor, now=now, stage=str(stage.uuid))
    return stage


def close_stage(stage: Stage, *, now: datetime) -> None:
    """Its rounds with it, and its tables as they stay. The caller holds the stage."""
    stage.state, stage.ended_at = Stage.State.OVER, now
    stage.save(update_fields=["state", "ended_at"])
    stage.rounds.exclude(state=Round.State.CLOSED).update(state=Round.State.CLOSED, closed_at=now)
    call_off_invitations(stage.fixtures.all())
    rebuild(stage)


def call_off_invitations(fixtures: QuerySet[Fixture]) -> None:
    """Those that nobody can agree to any more. The caller holds their stage."""
    fixtures.filter(state=Fixture.State.PROPOSED).update(state=Fixture.State.CANCELLED)
