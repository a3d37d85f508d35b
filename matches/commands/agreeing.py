"""A match off the schedule: one coach asks, the other agrees, and it begins."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from jobs.acts import record_act
from jobs.failures import Conflict, Forbidden, Refused
from jobs.models import Act
from league.permissions import must_be_open
from league.pins import book_of
from league.queries import current_season
from matches import field, pitch, reading, running
from matches.claims import claims_on
from matches.commands.beginning import go_on
from matches.eligibility import why_not_agreed
from matches.models import Match, MatchReport
from matches.permissions import Seat, must_sit_at, seat_in
from matches.play import Play
from matches.replay.late import late_sides
from matches.unscheduled import has_lapsed, yet_to_agree
from rules.engine.match import SIDES, Side
from teams import chapters


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
        note_agreement(play, sides, act=act, now=now)
        match.revision += 1
        match.save()
    return match


def may_agree_for(play: Play, seat: Seat) -> list[Side]:
    """Of the sides that were asked those whose word is this person's."""
    if play.match.state != Match.State.PRE_MATCH:
        return []
    return [side for side in yet_to_agree(play.sides) if side in seat.agrees_for]


def note_agreement(play: Play, sides: list[Side], *, act: Act, now: datetime) -> None:
    """Note it; once all have agreed the pre-match begins. The match and both teams are held."""
    must_not_have_lapsed(play, now=now)
    if all_agree := set(yet_to_agree(play.sides)) <= set(sides):
        # What holds now holds for it, whatever held when somebody was asked.
        match = play.match
        match.pin = current_season(match.league).pin
        teams = {side: play.team(side) for side in SIDES}
        match.claims = claims_on(match.league, teams, book_of(match.pin))
        play.forget_rules()
    join_match(play, sides, now=now)
    if all_agree:
        go_on(play, act=act, now=now)
        running.write_down(play)


def join_with_report(play: Play, sides: list[Side], *, act: Act, now: datetime) -> None:
    """Who confirms a report has agreed to the match: the teams came to it as they stand now, and
    nothing but the score was told of it. The match and both teams are held."""
    match, report = play.match, play.report
    must_not_have_lapsed(play, now=now)
    join_match(play, sides, now=now)
    if match.kicked_off_at is None or report is None:
        return
    field.kick_off(play, now=match.kicked_off_at)
    on = pitch.as_data([], field.field_of(play), pitch.Ending())
    data = {**report.data, "sat_out": on["sat_out"], "hired": on["hired"]}
    if data != report.data:
        play.report = MatchReport.objects.create(
            match=match, version=report.version + 1, data=data, act=act, at=now
        )


def must_not_have_lapsed(play: Play, *, now: datetime) -> None:
    """By the rules under which it was sent. Of a season that is over `join_match` says more."""
    match = play.match
    if has_lapsed(match, play.sides, now=now) and match.season.state != match.season.State.OVER:
        sentence = _("This invitation has lapsed: nobody answered it in time. Ask anew.")
        raise Conflict.because("invitation_lapsed", sentence)


def join_match(play: Play, sides: list[Side], *, now: datetime) -> None:
    """Those who were asked agree; once all have, both come to the match as they stand now. Raises
    what speaks against it."""
    match = play.match
    teams = {side: play.team(side) for side in SIDES}
    if reasons := why_not_agreed(match, current_season(match.league), teams, sides):
        raise Refused(*reasons)
    for side in sides:
        play.sides[side].agreed_at = now
    if not yet_to_agree(play.sides):
        _take_their_place(play)
    for row in play.sides.values():
        row.save(update_fields=["arrived", "agreed_at"])


def _take_their_place(play: Play) -> None:
    """After what they did since one asked the other, since nothing has happened in it yet; or
    where they were put in before others."""
    match = play.match
    late = late_sides({side: play.team(side) for side in SIDES}, match.played_on, pin=match.pin)
    for side in SIDES:
        row, team = play.sides[side], play.team(side)
        if side in late:
            row.arrived = field.arrival_then(team, row.chapter, 0, match.pin)
            continue
        chapters.put_last(row.chapter)
        play.lasts[side] = row.chapter.position
        play.keep_roster(side, None)
        row.arrived = field.arrival(play.roster(side))
