"""A match off the schedule: one coach asks, the other agrees, and it begins."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from jobs.acts import record_act
from jobs.failures import Conflict, Forbidden
from jobs.models import Act
from league.permissions import must_be_open
from matches import reading, running
from matches.commands.beginning import go_on
from matches.models import Match
from matches.permissions import Seat, must_sit_at, seat_in
from matches.play import Play
from matches.unscheduled import yet_to_agree
from rules.engine.match import SIDES, Side


def agree_to_match(*, actor: User, match: Match, now: datetime) -> Match:
    """Whoever was asked says yes: the pre-match begins. Declining is calling it off."""
    with transaction.atomic():
        match = reading.held(match)
        reading.hold_teams_of(match, SIDES)
        play = reading.load(match)
        seat = seat_in(actor, play)
        must_sit_at(seat)
        sides = may_agree_for(play, seat)
        if match.state != Match.State.PRE_MATCH or not yet_to_agree(play.sides):
            raise Conflict.because("agreed_already", _("Nobody is asked to play this match."))
        if not sides:
            raise Forbidden.because(
                "not_yours_to_agree", _("The other coach was asked, and answers for their team.")
            )
        must_be_open(match.league)
        act = record_act("matches.agree_to_match", actor=actor, now=now, match=str(match.uuid))
        agreed(play, sides, act=act, now=now)
        match.revision += 1
        match.save()
    return match


def may_agree_for(play: Play, seat: Seat) -> list[Side]:
    """Of the sides that were asked those whose word is this person's."""
    if play.match.state != Match.State.PRE_MATCH:
        return []
    return [side for side in yet_to_agree(play.sides) if side in seat.agrees_for]


def agreed(play: Play, sides: list[Side], *, act: Act, now: datetime) -> None:
    """Note it; once all have agreed the pre-match begins. The match and both teams are held."""
    for side in sides:
        play.sides[side].agreed_at = now
        play.sides[side].save(update_fields=["agreed_at"])
    if not yet_to_agree(play.sides):
        go_on(play, act=act, now=now)
        running.write_down(play)
