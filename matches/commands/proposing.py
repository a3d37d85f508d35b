"""Both coaches together tell a match otherwise: one proposes it, the other agrees."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Forbidden, Missing, Refused
from acts.recording import record_act
from league.permissions import must_be_open
from matches import reading
from matches.commands.correcting import apply, lock_record, looked, must_stand
from matches.models import Match, Proposal
from matches.permissions import MatchAccess, access_in
from matches.replay.correction import Correction
from matches.replay.edited_reports import Wish
from rules.engine.match import other
from teams.models import Words
from web.lines import tidied

Outcome = Proposal.Outcome


def propose_correction(
    *, actor: User, match: Match, seen: str, reason: str, now: datetime, **wish: Any
) -> Proposal:
    """A coach proposes what they looked at; what was proposed before is replaced.

    Raises Conflict if anything moved since, and Refused with every conflict.
    """
    with transaction.atomic():
        record = reading.load(reading.held(match))
        side = next(iter(sorted(access_in(actor, record).coaches)), None)
        if side is None:
            raise Forbidden.because("not_your_match", _("This is for the two coaches."))
        wished = Wish(**wish)
        correction = looked(actor, record, wished)
        must_be_open(record.match.league)
        must_stand(correction, seen=seen, reason=reason)
        record_act("matches.propose_correction", actor=actor, now=now, match=str(match.uuid))
        _open(record.match).update(settled_at=now, outcome=Outcome.OVERTAKEN)
        return Proposal.objects.create(
            match=record.match,
            side=side,
            by=actor,
            wish=wished.as_data(),
            seen=correction.seen,
            words=Words.objects.create(text=tidied(reason)),
            at=now,
        )


def agree_to_correction(*, actor: User, match: Match, proposal: UUID, now: datetime) -> Match:
    """The other coach agrees, and it is so. Raises Conflict if anything moved since."""
    with transaction.atomic():
        record = lock_record(match)
        found = _found(record.match, proposal)
        access = access_in(actor, record)
        if found.by_id == actor.pk or other(reading.side_of(found.side)) not in access.coaches:
            raise Forbidden.because("not_yours_to_agree", _("This is for the other coach."))
        # Worked out as for whoever proposed it, who saw only what they may see.
        correction = looked(found.by, record, Wish.of(found.wish))
        apply(
            record,
            correction,
            actor=actor,
            seen=found.seen,
            reason=found.words.text,
            now=now,
            agreed_with=found.by,
        )
        found.settled_at, found.outcome = now, Outcome.AGREED
        found.save(update_fields=["settled_at", "outcome"])
    return record.match


def drop_proposal(*, actor: User, match: Match, proposal: UUID, now: datetime) -> Proposal:
    """Whoever proposed it withdraws it, the other coach or the commissioner declines it."""
    with transaction.atomic():
        record = reading.load(reading.held(match))
        found = _found(record.match, proposal)
        access = access_in(actor, record)
        _must_take_part(access)
        must_be_open(record.match.league)
        record_act("matches.drop_proposal", actor=actor, now=now, match=str(match.uuid))
        mine = found.by_id == actor.pk or found.side in access.coaches
        found.settled_at = now
        found.outcome = Outcome.WITHDRAWN if mine else Outcome.DECLINED
        found.save(update_fields=["settled_at", "outcome"])
    return found


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal as somebody at the match sees it; without its correction it has lapsed."""

    proposal: Proposal
    correction: Correction | None
    may_accept: bool


def look_at_proposal(*, actor: User, match: Match) -> Proposed | None:
    """What waits for the other coach, and what would come of it; nothing is written."""
    record = reading.load(reading.matches().get(pk=match.pk))
    access = access_in(actor, record)
    _must_take_part(access)
    if (found := _open(match).select_related("by", "words").first()) is None:
        return None
    may_accept = found.by_id != actor.pk and other(reading.side_of(found.side)) in access.coaches
    try:
        correction = looked(found.by, record, Wish.of(found.wish))
    except (Refused, Conflict, Forbidden, Missing):
        return Proposed(found, None, may_accept)
    stands = correction.seen == found.seen and not correction.conflicts
    return Proposed(found, replace(correction, access=access) if stands else None, may_accept)


def _must_take_part(access: MatchAccess) -> None:
    if not access.may_record:
        raise Forbidden.because(
            "not_your_match", _("This is for the two coaches and the commissioner.")
        )


def _open(match: Match) -> QuerySet[Proposal]:
    return match.proposals.filter(settled_at=None)


def _found(match: Match, uuid: UUID) -> Proposal:
    proposal: Proposal | None = (
        match.proposals.select_related("by", "words").filter(uuid=uuid).first()
    )
    if proposal is None:
        raise Missing.because("no_such_proposal", _("There is no such proposal."))
    if proposal.settled_at:
        about = {"outcome": proposal.get_outcome_display()}
        raise Conflict.because("settled", _("This proposal is %(outcome)s.") % about)
    return proposal
