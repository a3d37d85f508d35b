"""Whether two teams may play each other: asked when one of them begins a match, and again when the
other agrees to it, since that is when it begins to count."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext as _

from accounts.time_zones import zone_named
from acts.failures import Reason
from league.models import League, Season
from league.registration import why_ended
from matches.models import Match
from matches.replay.late import Late, late_sides, why_not_before
from matches.unfinished import post_matches_open
from matches.unscheduled import why_not_arranged, why_not_unscheduled
from rules.engine.match import SIDES, Side
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Occasion:
    """What kind of match it is."""

    is_friendly: bool = False
    is_knock_out: bool = False
    is_replay: bool = False
    is_play_off: bool = False
    is_final: bool = False
    # On the league's schedule: nobody has to agree to it.
    is_scheduled: bool = False
    # Arranged in open play, where both have agreed to it.
    is_arranged: bool = False


def why_not_begun(
    season: Season,
    teams: Mapping[Side, Team],
    late: Mapping[Side, Late],
    *,
    occasion: Occasion,
    played_on: date,
    in_its_place: bool,
    now: datetime,
) -> list[Reason]:
    """Everything that speaks against a match that is to begin. The teams are locked."""
    league = season.league
    return [
        *(
            _why_not_here(league, season, teams)
            or _why_not_on_this_occasion(season, teams, occasion, played_on)
        ),
        *_why_not_on(played_on, league, now=now),
        *post_matches_open(teams),
        *_why_not_late(late, season, in_its_place=in_its_place),
    ]


def why_not_agreed(
    match: Match, season: Season, teams: Mapping[Side, Team], asked: list[Side]
) -> list[Reason]:
    """Everything that speaks against it when those who were asked say yes. Both teams are locked.

    `season` is the league's present one.
    """
    if match.season_id != season.pk:
        sentence = _("The season of this match is over. Call it off, and ask anew.")
        return [Reason("season_over", sentence)]
    return [
        *(
            _why_not_here(match.league, season, teams)
            or why_not_unscheduled(
                season, teams, is_friendly=match.is_friendly, played_on=match.played_on, but=match
            )
        ),
        *post_matches_open({side: teams[side] for side in asked}),
        *_why_not_late_by_now(match, teams, asked),
    ]


def _why_not_here(league: League, season: Season, teams: Mapping[Side, Team]) -> list[Reason]:
    reasons = why_ended(season)
    if teams["home"] == teams["away"]:
        reasons.append(Reason("same_team", _("A team does not play against itself."), "away"))
    for side, team in teams.items():
        if team.league_id != league.pk:
            reasons.append(Reason("team_elsewhere", _("This team plays in another league."), side))
        elif team.state != Team.State.ACTIVE:
            gone = _("%(team)s is retired.") % {"team": team}
            reasons.append(Reason("team_retired", gone, side))
    return reasons


def _why_not_on_this_occasion(
    season: Season, teams: Mapping[Side, Team], occasion: Occasion, played_on: date
) -> list[Reason]:
    if occasion.is_scheduled:
        return []
    ask = why_not_arranged if occasion.is_arranged else why_not_unscheduled
    return ask(season, teams, is_friendly=occasion.is_friendly, played_on=played_on)


def _why_not_on(played_on: date, league: League, *, now: datetime) -> list[Reason]:
    if played_on <= now.astimezone(zone_named(league.time_zone)).date():
        return []
    return [Reason("in_the_future", _("This day is yet to come."), "played_on")]


def _why_not_late(late: Mapping[Side, Late], season: Season, *, in_its_place: bool) -> list[Reason]:
    """It comes after the team's last one, unless it is meant to be put in before."""
    if not in_its_place:
        return [Reason("out_of_order", each.sentence, "played_on") for each in late.values()]
    return [reason for each in late.values() for reason in why_not_before(each, season)]


def _why_not_late_by_now(
    match: Match, teams: Mapping[Side, Team], asked: list[Side]
) -> list[Reason]:
    """What the invited have played since they were asked comes after it, and was not to."""
    theirs = {side: teams[side] for side in SIDES if side in asked}
    since = [
        each
        for each in late_sides(theirs, match.played_on, pin=match.pin).values()
        if each.next.match_id > match.pk
    ]
    return [Reason("out_of_order", each.sentence, "played_on") for each in since]
