"""One phone for both: a coach lets the other one enter for him in a match."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.commands.proof import Proof, prove
from accounts.models import User
from jobs.acts import record_act
from jobs.failures import Conflict, Forbidden, Refused
from league.permissions import must_be_open
from matches import reading
from matches.models import Match
from matches.permissions import Seat, seat_in
from matches.play import Play
from rules.engine.match import Side, other
from teams.permissions import head_coach


def lend_side(
    *, actor: User, match: Match, side: Side, now: datetime, proof: Proof | None = None
) -> Match:
    """Let the other coach enter for a side: by its coach, or by whoever runs the league.

    With a `proof` the other coach asks, and the side's coach types his password on that phone.
    """
    lender = _proven(actor, match, side, proof, now=now) if proof else actor
    with transaction.atomic():
        play, seat = _held(actor, match)
        if not proof:
            _must_be_his(seat, side)
        _must_be_on(play.match)
        return _handed(play, side, lent=True, actor=actor, lender=lender, now=now)


def take_back_side(*, actor: User, match: Match, side: Side, now: datetime) -> Match:
    """From now on the side's coach enters for himself again."""
    with transaction.atomic():
        play, seat = _held(actor, match)
        _must_be_his(seat, side)
        _must_be_on(play.match)
        return _handed(play, side, lent=False, actor=actor, lender=actor, now=now)


def _proven(actor: User, match: Match, side: Side, proof: Proof, *, now: datetime) -> User:
    """The side's coach, who has typed his password. Outside a transaction: wrong ones count."""
    play = reading.load(reading.matches().get(pk=match.pk))
    if other(side) not in seat_in(actor, play).coaches:
        raise Forbidden.because("not_your_match", _("This is for the coach of the other side."))
    head = head_coach(play.team(side))
    coach = head.coach.user if head else None
    if coach is None or not coach.has_usable_password():
        raise Refused.because(
            "no_password", _("This coach has no password. He lends his side himself."), "password"
        )
    prove(coach, proof, now=now)
    return coach


def _held(actor: User, match: Match) -> tuple[Play, Seat]:
    match = reading.held(match)
    play = reading.load(match)
    seat = seat_in(actor, play)
    must_be_open(match.league)
    return play, seat


def _must_be_on(match: Match) -> None:
    if match.state in (Match.State.OVER, Match.State.CALLED_OFF):
        raise Conflict.because("match_over", match.as_it_stands)


def _must_be_his(seat: Seat, side: Side) -> None:
    if not (seat.runs_league or side in seat.coaches):
        raise Forbidden.because(
            "not_your_team", _("This is for the team's coaches and the commissioner.")
        )


def _handed(
    play: Play, side: Side, *, lent: bool, actor: User, lender: User, now: datetime
) -> Match:
    row, match = play.sides[side], play.match
    if row.in_other_hands == lent:
        return match
    record_act(
        "matches.lend_side" if lent else "matches.take_back_side",
        actor=actor,
        now=now,
        on_behalf_of=lender if lender != actor else None,
        match=str(match.uuid),
        side=side,
    )
    row.in_other_hands = lent
    row.save(update_fields=["in_other_hands"])
    match.revision += 1
    match.save(update_fields=["revision"])
    return match
