"""One phone for both: a coach lets the other one enter for their side in a match."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.commands.proof import Proof, prove
from accounts.models import User
from acts.failures import Conflict, Forbidden, Refused
from acts.recording import record_act
from league.permissions import A_DEPUTY, must_be_open
from matches import reading
from matches.commands.agreeing import note_agreement
from matches.lendings import lending_faults
from matches.models import Lending, Match
from matches.permissions import MatchAccess, access_in, tenures_of
from matches.record import MatchRecord
from matches.unscheduled import yet_to_agree
from rules.engine.match import Side, other
from teams.permissions import head_coach


def lend_side(
    *, actor: User, match: Match, side: Side, now: datetime, proof: Proof | None = None
) -> Match:
    """Let the other coach enter for a side: by its coach, or by whoever runs the league.

    With a `proof` the other coach asks, and the side's coach types the password on that phone. Who
    plays the other side needs it in any case: a lent side shows its cards.
    """
    lender = _proven(actor, match, side, proof, now=now) if proof else actor
    with transaction.atomic():
        record, access = _held(actor, match)
        if not proof:
            _must_not_play_against(record, access, side)
            _must_speak_for(access, side)
        _must_be_on(record.match)
        if not proof:
            _must_be_lent(record, access, side)
        row = record.sides[side]
        if not row.in_other_hands:
            Lending.objects.create(
                side=row, lent_by=lender, lent_at=now, by_password=proof is not None
            )
            _hand_over(record, side, "matches.lend_side", actor=actor, lender=lender, now=now)
        return record.match


def take_back_side(*, actor: User, match: Match, side: Side, now: datetime) -> Match:
    """From now on nobody but the side's own coach enters for it."""
    with transaction.atomic():
        record, access = _held(actor, match)
        _must_speak_for(access, side)
        _must_be_on(record.match)
        row = record.sides[side]
        if row.in_other_hands:
            row.lendings.filter(taken_back_at=None).update(taken_back_at=now, taken_back_by=actor)
            _hand_over(record, side, "matches.take_back_side", actor=actor, lender=actor, now=now)
        return record.match


def _proven(actor: User, match: Match, side: Side, proof: Proof, *, now: datetime) -> User:
    """The side's coach, who has typed the password. Outside a transaction: wrong ones count."""
    record = reading.load(reading.matches().get(pk=match.pk))
    if other(side) not in access_in(actor, record).coaches:
        raise Forbidden.because("not_your_match", _("This is for the coach of the other side."))
    head = head_coach(record.team(side))
    coach = head.coach.user if head else None
    if coach is None or not coach.has_usable_password():
        sentence = _("This coach has no password. They lend their side on their own phone.")
        raise Refused.because("no_password", sentence, "password")
    prove(coach, proof, now=now)
    return coach


def _held(actor: User, match: Match) -> tuple[MatchRecord, MatchAccess]:
    match = reading.held(match)
    record = reading.load(match)
    access = access_in(actor, record)
    must_be_open(match.league)
    return record, access


def _must_be_on(match: Match) -> None:
    if match.state in (Match.State.OVER, Match.State.CALLED_OFF):
        raise Conflict.because("match_over", match.as_it_stands)


def _must_speak_for(access: MatchAccess, side: Side) -> None:
    if not (access.decides or side in access.coaches):
        raise Forbidden.because(
            "not_your_team", _("This is for the team's coaches and the commissioner.")
        )


def _must_be_lent(record: MatchRecord, access: MatchAccess, side: Side) -> None:
    tenures = tenures_of([row.team_id for row in record.sides.values()])
    if faults := lending_faults(record, access, side, tenures=tenures):
        raise Refused(*faults)


def _must_not_play_against(record: MatchRecord, access: MatchAccess, side: Side) -> None:
    if access.is_office_at_play and side not in access.coaches:
        sentence = _(
            "You play in this match, so %(team)s lends its side itself: the coach does it on their "
            "own phone, or types the password on yours. Where it has no coach, put back the one "
            "it had, or somebody else who runs the league acts for it."
        )
        text = f"{sentence % {'team': record.team(side)}} {A_DEPUTY}"
        raise Forbidden.because("you_play_against_it", text)


def _hand_over(
    record: MatchRecord, side: Side, name: str, *, actor: User, lender: User, now: datetime
) -> None:
    row, match = record.sides[side], record.match
    act = record_act(
        name,
        actor=actor,
        now=now,
        on_behalf_of=lender if lender != actor else None,
        match=str(match.uuid),
        side=side,
    )
    row.in_other_hands = not row.in_other_hands
    row.save(update_fields=["in_other_hands"])
    match.revision += 1
    lent = row.in_other_hands
    if lent and match.state == Match.State.PRE_MATCH and side in yet_to_agree(record.sides):
        # Whoever hands their side over at the table plays.
        reading.lock_teams(record)
        note_agreement(record, [side], act=act, now=now)
    match.save()
