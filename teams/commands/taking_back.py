"""Taking back what happened between matches: an adjustment, a purchase, a gift."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Refused
from acts.recording import record_act
from teams import ledger
from teams.models import Team, TeamEvent
from teams.office import office_faults
from teams.on_record import reason_faults
from teams.permissions import must_be_active, must_run_for
from teams.reversing import consider
from web.lines import tidied


def take_back(
    *,
    actor: User,
    team: Team,
    seq: int,
    reason: str,
    now: datetime,
    override: bool = False,
) -> TeamEvent:
    """Reverse an event that happened between matches; both stay in the ledger.

    Raises Refused where later events rest on it, Conflict if it is taken back already.
    """
    access = must_run_for(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        must_be_active(team)
        considered = consider(team, seq)
        event = considered.event
        if hasattr(event, "reversed_by"):
            raise Conflict.because("taken_back", _("This entry is taken back already."))
        reasons = [*office_faults(actor, team), *reason_faults(reason), *considered.faults]
        reasons += () if override else considered.broken
        if reasons:
            raise Refused(*reasons)
        act = record_act(
            "teams.take_back",
            actor=actor,
            now=now,
            on_behalf_of=access.on_behalf_of(team),
            reason=tidied(reason),
            override=bool(considered.broken),
            team=str(team.uuid),
            seq=seq,
        )
        pin = considered.season.pin
        (reversal,) = ledger.reverse(team, [event], act=act, now=now, pin=pin)
        ledger.refold(team, pin=pin, now=now)
    return reversal
