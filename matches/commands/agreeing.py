"""A match off the schedule: one coach asks, the other agrees, and it begins."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Forbidden, Refused
from acts.models import Act
from acts.recording import record_act
from league.permissions import must_be_open
from league.pins import book_of
from league.queries import current_season
from matches import reading, running
from matches.claims import claims_on
from matches.commands.beginning import go_on
from matches.eligibility import why_not_agreed
from matches.models import Match, MatchReport
from matches.permissions import access_in, may_agree_for, must_sit_at
from matches.pitch import lineups, reports
from matches.record import MatchRecord
from matches.replay.late import late_sides
from matches.unscheduled import has_lapsed, yet_to_agree
from rules.engine.match import SIDES, Side
from teams import chapters


def agree_to_match(*, actor: User, match: Match, now: datetime) -> Match:
    """Whoever was asked says yes: the pre-match begins. Declining is calling it off."""
    with transaction.atomic():
        match = reading.held(match)
        reading.lock_teams_of(match, SIDES)
        record = reading.load(match)
        access = access_in(actor, record)
        must_sit_at(access)
        sides = may_agree_for(record, access)
        if match.state != Match.State.PRE_MATCH or not yet_to_agree(record.sides):
            raise Conflict.because("agreed_already", _("Nobody is asked to play this match."))
        if not sides:
            raise Forbidden.because(
                "not_yours_to_agree", _("The other coach was asked, and answers for their team.")
            )
        must_be_open(match.league)
        act = record_act("matches.agree_to_match", actor=actor, now=now, match=str(match.uuid))
        note_agreement(record, sides, act=act, now=now)
        match.revision += 1
        match.save()
    return match


def note_agreement(record: MatchRecord, sides: list[Side], *, act: Act, now: datetime) -> None:
    """Note it; once all have agreed the pre-match begins. The match and both teams are held."""
    must_not_have_lapsed(record, now=now)
    if all_agree := set(yet_to_agree(record.sides)) <= set(sides):
        # What holds now holds for it, whatever held when somebody was asked.
        match = record.match
        match.pin = current_season(match.league).pin
        teams = {side: record.team(side) for side in SIDES}
        match.claims = claims_on(match.league, teams, book_of(match.pin))
        record.forget_rules()
    join_match(record, sides, now=now)
    if all_agree:
        go_on(record, act=act, now=now)
        running.flush(record)


def join_with_report(record: MatchRecord, sides: list[Side], *, act: Act, now: datetime) -> None:
    """Who confirms a report has agreed to the match: the teams came to it as they stand now, and
    nothing but the score was told of it. The match and both teams are held."""
    match, report = record.match, record.report
    must_not_have_lapsed(record, now=now)
    join_match(record, sides, now=now)
    if match.kicked_off_at is None or report is None:
        return
    lineups.kick_off(record, now=match.kicked_off_at)
    on = reports.as_data([], lineups.field_of(record), reports.MatchEnding())
    data = {**report.data, "sat_out": on["sat_out"], "hired": on["hired"]}
    if data != report.data:
        record.report = MatchReport.objects.create(
            match=match, version=report.version + 1, data=data, act=act, at=now
        )


def must_not_have_lapsed(record: MatchRecord, *, now: datetime) -> None:
    """By the rules under which it was sent. Of a season that is over `join_match` says more."""
    match = record.match
    if has_lapsed(match, record.sides, now=now) and match.season.state != match.season.State.OVER:
        sentence = _("This invitation has lapsed: nobody answered it in time. Ask anew.")
        raise Conflict.because("invitation_lapsed", sentence)


def join_match(record: MatchRecord, sides: list[Side], *, now: datetime) -> None:
    """Those who were asked agree; once all have, both come to the match as they stand now. Raises
    what speaks against it."""
    match = record.match
    teams = {side: record.team(side) for side in SIDES}
    if reasons := why_not_agreed(match, current_season(match.league), teams, sides):
        raise Refused(*reasons)
    for side in sides:
        record.sides[side].agreed_at = now
    if not yet_to_agree(record.sides):
        _take_their_place(record)
    for row in record.sides.values():
        row.save(update_fields=["arrived", "agreed_at"])


def _take_their_place(record: MatchRecord) -> None:
    """After what they did since one asked the other, since nothing has happened in it yet; or
    where they were put in before others."""
    match = record.match
    late = late_sides({side: record.team(side) for side in SIDES}, match.played_on, pin=match.pin)
    for side in SIDES:
        row, team = record.sides[side], record.team(side)
        if side in late:
            row.arrived = lineups.arrival_then(team, row.chapter, 0, match.pin)
            continue
        chapters.put_last(row.chapter)
        record.lasts[side] = row.chapter.position
        record.keep_roster(side, None)
        row.arrived = lineups.arrival(record.roster(side))
