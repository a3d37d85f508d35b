"""Dice that were typed, seen by somebody else."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Missing
from acts.recording import record_act
from league.permissions import must_be_open
from matches import reading
from matches.models import Answer, Match, Witness
from matches.permissions import access_in, must_sit_at
from rules.engine.match import Side


def witness_dice(
    *, actor: User, match: Match, side: Side | None, step: str, now: datetime
) -> list[Witness]:
    """Say of all dice of a step that one saw them; those that one typed oneself do not count.

    Raises Conflict where nothing is left to see.
    """
    with transaction.atomic():
        match = reading.held(match)
        record = reading.load(match)
        must_sit_at(access_in(actor, record))
        must_be_open(match.league)
        run = record.run(side, step)
        if run is None:
            raise Missing.because("no_such_step", _("This step has not begun."))
        typed = [
            answer
            for answer in record.answers_to(run).values()
            if answer.dice and answer.source == Answer.Source.TABLE and answer.actor_id != actor.pk
        ]
        seen = set(Witness.objects.filter(answer__in=typed).values_list("answer_id", flat=True))
        if not (fresh := [answer for answer in typed if answer.pk not in seen]):
            raise Conflict.because("nothing_to_see", _("There are no dice left to confirm."))
        act = record_act(
            "matches.witness_dice",
            actor=actor,
            now=now,
            match=str(match.uuid),
            side=side or "",
            step=step,
            dice=[answer.key for answer in fresh],
        )
        return Witness.objects.bulk_create(
            [Witness(answer=answer, by=actor, act=act, at=now) for answer in fresh]
        )
