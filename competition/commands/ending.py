"""The end of a stage: nothing is left to be played, and its tables stand."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from competition.commands.rounds import UNPLAYED, held_stage
from competition.models import Fixture, Round, Stage
from competition.tables import rebuild
from jobs.acts import record_act
from jobs.failures import Reason, Refused
from league.permissions import must_run


def end_stage(*, actor: User, stage: Stage, now: datetime) -> Stage:
    """Say that a stage is over. Raises Refused while something in it is still to be played."""
    must_run(actor, stage.season.league)
    with transaction.atomic():
        stage = held_stage(stage)
        if reasons := why_not_over(stage):
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


def why_not_over(stage: Stage) -> list[Reason]:
    if stage.state != Stage.State.RUNNING:
        return [Reason("stage_not_running", _("%(stage)s is not running.") % {"stage": stage})]
    made = stage.rounds.count()
    if not made:
        return [Reason("fixtures_not_made", _("Its fixtures are still being made."))]
    if left := stage.fixtures.filter(state__in=UNPLAYED).count():
        sentence = ngettext(
            "%(left)d fixture is still to be played or struck out.",
            "%(left)d fixtures are still to be played or struck out.",
            left,
        )
        return [Reason("fixtures_open", sentence % {"left": left})]
    if stage.format == Stage.Format.SWISS and made < stage.swiss_rounds:
        sentence = _("%(made)d of %(all)d rounds are paired so far.")
        return [Reason("rounds_to_come", sentence % {"made": made, "all": stage.swiss_rounds})]
    return []
