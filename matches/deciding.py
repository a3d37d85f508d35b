"""Whose the league's word is in a match: that of whoever runs the league and does not play in it.

Who runs the league and plays is a coach in that match and nothing more. They decide only where
nobody is left whom they could wrong: the other side has no account, or both are theirs and nobody
else runs the league.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, time, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.time_zones import zone_named
from jobs.failures import Forbidden
from league.models import League, Membership
from league.permissions import RUNNING_IT, runs
from matches.models import Match
from rules.engine.match import SIDES, Side
from teams.models import Tenure

# Whoever hands a team over for an evening, or the evening before, plays nevertheless.
LATELY = timedelta(days=7)
ANOTHER_DECIDES = _("Somebody else who runs the league decides it.")


def plays_since(match: Match) -> datetime:
    """Whoever coached a side at any time since then plays in a match: a week before its day, or
    before it was begun if that was earlier."""
    day = datetime.combine(match.played_on, time.min, zone_named(match.league.time_zone))
    return lately(min(day, match.entered_at))


def lately(at: datetime) -> datetime:
    return at - LATELY


def teams_played(
    person: int | None, tenures: Iterable[Tenure], *, since: datetime, now: datetime
) -> set[int]:
    """The teams that somebody coached at any time since then."""
    return {
        each.team_id
        for each in tenures
        if person is not None
        and each.coach.user_id == person
        and not (each.is_planned(now) or each.is_over(since))
    }


def sides_played(
    person: int | None,
    teams: Mapping[Side, int | None],
    tenures: Iterable[Tenure],
    *,
    since: datetime,
    now: datetime,
) -> frozenset[Side]:
    theirs = teams_played(person, tenures, since=since, now=now)
    return frozenset(side for side, team in teams.items() if team in theirs)


def could_object(
    person: int | None, team: int | None, tenures: Iterable[Tenure], *, since: datetime
) -> bool:
    """Whether somebody else with an account coached a team since then who is in the league still,
    or whom this person showed out of it: nobody is rid of an opponent by taking the team away."""
    return any(
        each.team_id == team
        and each.coach.user_id not in (None, person)
        and (each.coach.until is None or each.coach.ended_by_id == person)
        and not each.is_over(since)
        for each in tenures
    )


def is_run_from_outside(
    league: League, tenures: Iterable[Tenure], *, since: datetime, now: datetime
) -> bool:
    """Whether somebody runs a league who plays for none of these. One statement."""
    office = Membership.objects.filter(league=league, role__in=RUNNING_IT, until=None)
    people = office.filter(user__is_active=True).values_list("user", flat=True)
    tenures = list(tenures)
    return any(not teams_played(each, tenures, since=since, now=now) for each in people)


def is_unopposed(
    membership: Membership | None,
    played: Collection[Side],
    *,
    silent: Collection[Side],
    gone: Collection[Side],
    tenures: Iterable[Tenure],
    since: datetime,
    now: datetime,
) -> bool:
    """Whether somebody who runs the league and plays has nobody whom they could ask: of the sides
    that they do not play nobody has an account (`silent`); or there is none, or it lost its coach
    (`gone`), and nobody else runs the league. One statement at most."""
    if membership is None or not runs(membership) or not played:
        return False
    rest = [side for side in SIDES if side not in played]
    if rest and all(side in silent for side in rest):
        return True
    if any(side not in silent and side not in gone for side in rest):
        return False
    return not is_run_from_outside(membership.league, tenures, since=since, now=now)


def you_play_in_it(way_out: Any = ANOTHER_DECIDES) -> Forbidden:
    """What somebody who runs the league is told of a match that they play in."""
    return Forbidden.because("you_play_in_it", why_not_yours(way_out))


def why_not_yours(way_out: Any = ANOTHER_DECIDES) -> str:
    play = _("You play in this match, so you are a coach in it and nothing more.")
    deputy = _("A commissioner can make any member with an account a deputy.")
    return f"{play} {way_out} {deputy}"
