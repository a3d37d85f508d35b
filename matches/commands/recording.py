"""Recording a result: the match comes to be, and what both sides settle together is settled."""

from collections.abc import Mapping
from datetime import date, datetime

from django.db import transaction
from django.utils import formats
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.time_zones import zone_named
from jobs.acts import record_act
from jobs.failures import Forbidden, Reason, Refused
from league.models import League, RulesPin, Season
from league.permissions import must_be_open
from league.queries import current_season
from matches import pitch, running
from matches.models import Match, MatchReport, MatchSide
from matches.open_ends import post_match_open
from matches.permissions import seat_of
from rules.engine import state
from rules.engine.match import SIDES, Side, other
from teams import ledger, projection, snapshots
from teams.models import Chapter, Team


def record_result(
    *,
    actor: User,
    league: League,
    home: Team,
    away: Team,
    touchdowns: Mapping[str, int],
    fame: Mapping[str, int],
    played_on: date,
    now: datetime,
    pin: RulesPin | None = None,
) -> Match:
    """Record what happened on the pitch; each side then goes through its post-match.

    Without a `pin` it is played by the season's present rules.
    """
    teams: dict[Side, Team] = {"home": home, "away": away}
    if not seat_of(actor, league, teams).may_record:
        raise Forbidden.because(
            "not_your_match", _("A result is recorded by a coach of it or by the commissioner.")
        )
    must_be_open(league)
    with transaction.atomic():
        # Both teams are held in the order of their ids: two results at once must not both follow
        # the same match of a team.
        for side in sorted(SIDES, key=lambda each: teams[each].pk):
            teams[side] = ledger.lock(teams[side])
        season = current_season(league)
        reasons = [
            *_why_not_here(league, season, teams),
            *pitch.faults(touchdowns=touchdowns, fame=fame),
            *_why_not_then(league, teams, played_on, now=now),
        ]
        if reasons:
            raise Refused(*reasons)
        match = Match.objects.create(
            league=league,
            season=season,
            pin=pin or season.pin,
            played_on=played_on,
            entered_at=now,
        )
        act = record_act(
            "matches.record_result",
            actor=actor,
            now=now,
            match=str(match.uuid),
            home=str(home.uuid),
            away=str(away.uuid),
            played_on=played_on.isoformat(),
            touchdowns=dict(touchdowns),
            fame=dict(fame),
        )
        kicked_off = {side: projection.read(team) for side, team in teams.items()}
        for side, roster in kicked_off.items():
            _kick_off(match, side, teams, roster, now=now)
        states: dict[str, state.Team] = {side: roster.state for side, roster in kicked_off.items()}
        MatchReport.objects.create(
            match=match,
            data=pitch.as_data(touchdowns=touchdowns, fame=fame, teams=states),
            act=act,
            at=now,
        )
        play = running.load(match)
        for side, team in teams.items():
            play.sides[side].team = team
        running.advance(play, SIDES, act=act, now=now)
    return match


def _kick_off(
    match: Match,
    side: Side,
    teams: Mapping[Side, Team],
    roster: projection.Roster,
    *,
    now: datetime,
) -> None:
    """Freeze the roster as it stands, and open a chapter of the team's life."""
    team = teams[side]
    chapter = ledger.open_chapter(
        team,
        Chapter.Kind.MATCH,
        season=match.season,
        now=now,
        match=match.uuid,
        opponent=teams[other(side)],
    )
    kick_off = {"team": snapshots.taken(roster), "value": team.value, "revision": team.revision}
    MatchSide.objects.create(match=match, side=side, team=team, chapter=chapter, kick_off=kick_off)


def _why_not_here(league: League, season: Season, teams: Mapping[Side, Team]) -> list[Reason]:
    reasons = []
    if season.state == Season.State.OVER:
        reasons.append(Reason("season_over", _("This season is over.")))
    if teams["home"] == teams["away"]:
        reasons.append(Reason("same_team", _("A team does not play against itself."), "away"))
    for side, team in teams.items():
        if team.league_id != league.pk:
            reasons.append(Reason("team_elsewhere", _("This team plays in another league."), side))
        elif team.state != Team.State.ACTIVE:
            gone = _("%(team)s is retired.") % {"team": team}
            reasons.append(Reason("team_retired", gone, side))
    return reasons


def _why_not_then(
    league: League, teams: Mapping[Side, Team], played_on: date, *, now: datetime
) -> list[Reason]:
    """A match has been played, after the team's last one, whose post-match is over."""
    reasons = []
    if played_on > now.astimezone(zone_named(league.time_zone)).date():
        future = _("This day is yet to come.")
        reasons.append(Reason("in_the_future", future, "played_on"))
    for side, team in teams.items():
        last = team.sides.select_related("match").order_by("-chapter__position").first()
        if last is None:
            continue
        reasons += post_match_open(team, subject=side)
        if played_on < last.match.played_on:
            about = {"team": team, "day": formats.date_format(last.match.played_on)}
            early = _("%(team)s has played on %(day)s since.") % about
            reasons.append(Reason("out_of_order", early, "played_on"))
    return reasons
