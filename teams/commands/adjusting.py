"""Adjustments: what a commissioner changes about a team by hand, with a reason."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from acts.failures import Refused
from acts.recording import record_act
from teams import chapters, ledger
from teams.adjusting import adjusting, propose
from teams.models import Team, TeamEvent
from teams.office import office_faults
from teams.on_record import reason_faults
from teams.permissions import must_be_active, must_run_for
from web.lines import tidied


def adjust_team(
    *,
    actor: User,
    team: Team,
    change: Mapping[str, Any],
    reason: str,
    now: datetime,
    player: UUID | None = None,
    override: bool = False,
    revision: int | None = None,
) -> TeamEvent:
    """Change by hand what a team has, or what one of its players has.

    `change` says by how much, as the edition's ruling of that name reads it; what concerns a
    player is about `player`. Raises Refused with every reason, Conflict if the team has moved.
    """
    access = must_run_for(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        must_be_active(team)
        proposed = propose(team, change, player=player, revision=revision)
        ruling = proposed.allowed or (proposed.although if override else None)
        reasons = [
            *office_faults(actor, team),
            *reason_faults(reason),
            *(proposed.reasons if ruling is None else ()),
        ]
        if reasons or ruling is None:
            raise Refused(*reasons)
        act = record_act(
            "teams.adjust_team",
            actor=actor,
            now=now,
            on_behalf_of=access.on_behalf_of(team),
            reason=tidied(reason),
            override=proposed.allowed is None,
            team=str(team.uuid),
            player=str(player) if player else None,
            change=dict(change),
        )
        about = proposed.contract.player if proposed.contract else None
        (event,) = ledger.record(
            team,
            [ledger.LedgerEntry.of(adjusting(proposed.book).name, ruling, player=about)],
            act=act,
            chapter=chapters.chapter_in_between(team, season=proposed.season, now=now),
            pin=proposed.season.pin,
            now=now,
        )
    return event
