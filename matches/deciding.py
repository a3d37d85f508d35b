"""Whose the league's word is in a match: that of whoever runs the league and does not play in it.

Who runs the league and plays is a coach in that match and nothing more. They decide only where
nobody is left to object: the other side has no account; or both are theirs and nobody else plays in
the season, or the other lost its coach before there was a result, and nobody else runs the league.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.time_zones import zone_named
from acts.failures import Forbidden
from league.models import League, Membership
from league.permissions import A_DEPUTY, RUNNING_IT, runs
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
        and not (each.is_planned(now) or was_over(each, since))
    }


def was_over(tenure: Tenure, at: datetime) -> bool:
    """Whether it was over at a time and everybody could know: an end that is dated back counts from
    when it was written down."""
    return tenure.is_over(at) and (tenure.ended_at is None or tenure.ended_at <= at)


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


@dataclass(frozen=True, slots=True)
class Times:
    """Whoever coached a side `since` then plays in a match."""

    since: datetime
    now: datetime


def could_object(
    person: int | None,
    team: int | None,
    tenures: Iterable[Tenure],
    times: Times,
    *,
    kinds: Collection[str] = tuple(Tenure.Kind),
) -> bool:
    """Whether somebody else with an account coached a team since then, who is in the league still,
    or whom this person, or another who plays, showed out of it: nobody is rid of an opponent by
    taking the team away."""
    tenures = list(tenures)
    playing = {person} | {each.coach.user_id for each in tenures if each.team_id != team}
    return any(
        each.team_id == team
        and each.kind in kinds
        and each.coach.user_id not in (None, person)
        and (each.coach.until is None or each.coach.ended_by_id in playing - {each.coach.user_id})
        and not (each.is_planned(times.now) or was_over(each, times.since))
        for each in tenures
    )


def has_own_voice(
    person: int | None, team: int | None, tenures: Iterable[Tenure], times: Times
) -> bool:
    """Whether a team has a first coach with an account who is not this person, whatever else they
    are in the team."""
    return could_object(person, team, tenures, times, kinds=(Tenure.Kind.COACH,))


def own_sides(
    person: int | None,
    teams: Mapping[Side, int | None],
    tenures: Iterable[Tenure],
    times: Times,
    *,
    played: Collection[Side],
) -> frozenset[Side]:
    """Of the sides that somebody plays, those that they speak for where they run the league. Who is
    on both is on none that has a voice of its own: nobody seconds their opponent."""
    if len(played) < len(SIDES):
        return frozenset(played)
    return frozenset(
        side for side in played if not has_own_voice(person, teams.get(side), tenures, times)
    )


def plays_against(
    person: int | None,
    side: Side,
    teams: Mapping[Side, int | None],
    tenures: Iterable[Tenure],
    times: Times,
) -> bool:
    """Whether somebody is on the other side of this one, and does not speak for it as well."""
    tenures = list(tenures)
    played = sides_played(person, teams, tenures, since=times.since, now=times.now)
    own = own_sides(person, teams, tenures, times, played=played)
    return bool(played - {side}) and side not in own


def is_put_back(
    coach: Membership | None,
    team: int,
    tenures: Iterable[Tenure],
    *,
    since: datetime,
    now: datetime,
) -> bool:
    """Whether somebody comes back to a team that they coached since then, and that has nobody with
    an account in their place: that wrongs nobody, whoever does it."""
    if coach is None or coach.user_id is None:
        return False
    firsts = [each for each in tenures if each.team_id == team and each.kind == Tenure.Kind.COACH]
    return any(
        each.coach.user_id == coach.user_id and not was_over(each, since) for each in firsts
    ) and not any(
        each.coach.user_id and each.coach.until is None and each.holds_now(now) for each in firsts
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
    own: Collection[Side],
    *,
    silent: Collection[Side],
    gone: Collection[Side],
    tenures: Iterable[Tenure],
    since: datetime,
    now: datetime,
    others: Callable[[], bool] = bool,
) -> bool:
    """Whether somebody who runs the league and plays has nobody whom they could ask: of the sides
    that are not their `own` nobody has an account (`silent`); or there is none and there are no
    `others` in the season, or it lost its coach (`gone`), and nobody else runs the league. One
    statement at most, and what it takes to know the others."""
    if membership is None or not runs(membership) or not own:
        return False
    rest = [side for side in SIDES if side not in own]
    if rest and all(side in silent for side in rest):
        return True
    if any(side not in silent and side not in gone for side in rest):
        return False
    if not rest and others():
        return False
    return not is_run_from_outside(membership.league, tenures, since=since, now=now)


def you_play_in_it(way_out: Any = ANOTHER_DECIDES) -> Forbidden:
    """What somebody who runs the league is told of a match that they play in."""
    return Forbidden.because("you_play_in_it", why_not_yours(way_out))


def why_not_yours(way_out: Any = ANOTHER_DECIDES) -> str:
    you_play = _("You play in this match, so you are a coach in it and nothing more.")
    return f"{you_play} {way_out} {A_DEPUTY}"
