"""Whose answer a report waits for, and for how long; who confirms, disputes and withdraws it."""

from datetime import datetime, timedelta

from django.utils import timezone

from league.permissions import COACHING, runs
from matches.deciding import is_run_from_outside, plays_since, was_over
from matches.models import Match
from matches.permissions import MatchAccess, tenures_of
from matches.reading import side_of
from matches.record import MatchRecord
from matches.season_players import players_beside
from rules.book import Book
from rules.engine.match import SIDES, Side
from teams.models import Tenure
from teams.permissions import holding

Awaits = Match.Awaits
# Whoever runs the league could make silence count in an hour before their side reports.
OWN_PATIENCE = timedelta(days=1)


def whom_it_awaits(record: MatchRecord, access: MatchAccess) -> str:
    """Whose answer a report needs: the other side's, also where the reporter runs the league; that
    of somebody who runs it and does not play where nobody but the reporter is there to answer; that
    of any other player of the season where both sides are the reporter's and nobody else runs it.
    Nobody's where the reporter does not play in it, speaks for the other side too, or is the only
    one who could answer."""
    if not access.played:
        return ""
    if (side := opponent_of(record, access)) is None:
        if access.opposed - access.own or _is_run_from_outside(record.match):
            return Awaits.LEAGUE
        return Awaits.OTHERS if access.has_both and players_beside(record.match) else ""
    silent = access.without_account if record.match.is_scheduled else frozenset()
    if side in access.agrees_for | silent or record.sides[side].in_other_hands:
        return ""
    return Awaits.LEAGUE if side in access.without_account else str(side)


def opponent_of(record: MatchRecord, access: MatchAccess) -> Side | None:
    """The other side of whoever reports a match that they play, if anybody coaches it who may: both
    may be theirs, and a team may have lost its coach. One statement at most."""
    for side in SIDES:
        if access.own and side not in access.own:
            team = record.sides[side].team_id
            coaching = Tenure.objects.filter(holding(timezone.now()), team=team)
            return (
                side
                if coaching.filter(coach__until=None, coach__role__in=COACHING).exists()
                else None
            )
    return None


def _is_run_from_outside(match: Match) -> bool:
    """Whether somebody runs the league who plays on neither side. Two statements."""
    tenures = tenures_of(match.sides.values("team"))
    since, now = plays_since(match), timezone.now()
    return is_run_from_outside(match.league, tenures, since=since, now=now)


def time_to_answer(record: MatchRecord, access: MatchAccess) -> timedelta | None:
    """How long the side that is asked has before its silence counts; None where it never does. One
    statement where it does."""
    match, patience = record.match, patience_of(record.book)
    if not patience or not match.is_scheduled or match.awaits not in SIDES:
        return None
    return max(patience, OWN_PATIENCE) if _reports_from_office(record, access) else patience


def patience_of(book: Book) -> timedelta:
    return timedelta(hours=book.house["report.confirms-after"])


def _reports_from_office(record: MatchRecord, access: MatchAccess) -> bool:
    """Whether anybody on the reporting side runs the league, whoever of them sends the report."""
    teams = [row.team_id for side, row in record.sides.items() if side != record.match.awaits]
    since = plays_since(record.match)
    return runs(access.membership) or any(
        runs(each.coach) and each.coach.until is None and not was_over(each, since)
        for each in tenures_of(teams)
    )


def may_confirm(match: Match, access: MatchAccess) -> bool:
    """For whoever was asked, also after they disputed it; and for whoever runs the league, by
    nobody who plays in it (`MatchAccess.decides`). One statement more where anybody else was
    asked."""
    if access.membership is None:
        return False
    theirs = access.enters_for - access.without_account
    is_asked = match.awaits in theirs or _came_back(match, access)
    return is_asked or access.decides or access.plays_beside()


def may_dispute(match: Match, access: MatchAccess) -> bool:
    """For the coaches of the side that was asked, and not for those beside the reporter."""
    is_asked = match.awaits in access.coaches or _came_back(match, access)
    return match.state == Match.State.REPORTED and is_asked


def disputing_side(match: Match, access: MatchAccess) -> str:
    if match.awaits in SIDES:
        return match.awaits
    return next(iter(access.coaches), SIDES[0])


def may_withdraw(match: Match, access: MatchAccess) -> bool:
    """For whoever submitted it and their side, and for whoever runs the league."""
    person = access.membership.user_id if access.membership else None
    is_theirs = match.reporter_id == person and bool(access.coaches or access.played)
    return is_theirs or match.reported_by in access.enters_for or access.decides


def _came_back(match: Match, access: MatchAccess) -> bool:
    """Whether the league is asked because the other side had nobody, and now it has them."""
    waits = match.awaits == Awaits.LEAGUE and match.reported_by in SIDES
    return (
        waits and bool(access.coaches) and match.reported_by not in access.coaches | access.played
    )


def can_be_answered(record: MatchRecord, *, now: datetime) -> bool:
    """Whether the side that a report waits for still has somebody with an account who may answer.
    One statement at most."""
    if record.match.awaits not in SIDES:
        return True
    team = record.sides[side_of(record.match.awaits)].team_id
    coaching = Tenure.objects.filter(holding(now), team=team, coach__user__is_active=True)
    return coaching.filter(coach__until=None, coach__role__in=COACHING).exists()
