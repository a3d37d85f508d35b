"""Who may do what in a season."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from acts.failures import Forbidden
from competition.models import DateProposal, Entry, Fixture, Result, Stage
from competition.people import people_behind, players_in
from league.models import League, Membership
from league.permissions import (
    may_coach,
    membership_of,
    must_be_open,
    must_run,
    must_see,
    runs,
)
from matches import deciding
from matches.deciding import lately
from matches.permissions import access_of, tenures_of
from rules.engine import match as game
from teams.models import Team, Tenure
from teams.permissions import holding

Side = DateProposal.Side


def plays(membership: Membership | None, entry: Entry | None) -> bool:
    """Whether an entry is somebody's own: by their team, or by their name. One statement."""
    if membership is None or entry is None or not may_coach(membership):
        return False
    if entry.team_id is None:
        return entry.coach_id == membership.pk
    return Tenure.objects.filter(
        holding(timezone.now()), team=entry.team_id, coach=membership
    ).exists()


def speaks_for(
    membership: Membership,
    entry: Entry | None,
    *,
    against: Iterable[Entry | None],
    now: datetime,
) -> bool:
    """Whether an entry is somebody's to give up to these: their own, and no other's as well, who
    had it of late. Two statements."""
    if entry is None or not plays(membership, entry):
        return False
    tenures = tenures_behind([entry, *(each for each in against if each)])
    times = deciding.Times(deciding.lately(now), now)
    return not deciding.has_own_voice(membership.user_id, entry.team_id, tenures, times)


def entries_of(fixture: Fixture) -> dict[game.Side, Entry]:
    """Whoever is known to play it."""
    entries: dict[game.Side, Entry | None] = {"home": fixture.home, "away": fixture.away}
    return {side: entry for side, entry in entries.items() if entry}


def sides_played(
    membership: Membership,
    entries: Mapping[game.Side, Entry],
    tenures: Iterable[Tenure],
    *,
    since: datetime,
    now: datetime,
) -> frozenset[game.Side]:
    """The sides that are somebody's, or were at any time since then: by their team or name."""
    if not may_coach(membership):
        return frozenset()
    teams = {side: entry.team_id for side, entry in entries.items() if entry.team_id}
    by_team = deciding.sides_played(membership.user_id, teams, tenures, since=since, now=now)
    by_name = {
        side
        for side, entry in entries.items()
        if not entry.team_id and entry.coach_id == membership.pk
    }
    return by_team | by_name


def own_and_rivals(
    membership: Membership, stage: Stage, *, now: datetime
) -> tuple[set[int], set[int]]:
    """Of the entries in a stage those that somebody plays, or played of late; and those of somebody
    else with an account, in the league still or not: nobody is rid of a rival by showing them out.
    Two statements."""
    inside = list(Entry.objects.filter(places__stage=stage).select_related("coach"))
    tenures, since = tenures_behind(inside), lately(now)
    own = {
        each.pk
        for each in inside
        if sides_played(membership, {"home": each}, tenures, since=since, now=now)
    }
    since = min(since, stage.season.opened_at)
    rivals = {
        each.pk
        for each in inside
        if each.pk not in own and _had_by(each, tenures, since=since) - {membership.user_id}
    }
    return own, rivals


def own_beside_rivals(person: Any, stage: Stage, *, now: datetime) -> set[int]:
    """The entries in a stage that somebody plays beside others with an account. Three statements
    at most."""
    membership = membership_of(person, stage.season.league)
    if membership is None:
        return set()
    own, rivals = own_and_rivals(membership, stage, now=now)
    return own if rivals else set()


def _had_by(entry: Entry, tenures: Iterable[Tenure], *, since: datetime) -> set[int]:
    """The accounts of whoever had an entry since then."""
    people = {entry.coach.user_id if entry.coach else None}
    if entry.team_id:
        mine = (each for each in tenures if each.team_id == entry.team_id)
        people = {each.coach.user_id for each in mine if not deciding.was_over(each, since)}
    return {each for each in people if each is not None}


def plays_since(fixture: Fixture, now: datetime) -> datetime:
    """Whoever had a side at any time since then plays in it: of late, or since it was proposed, or
    since a while before it got its result."""
    result: Result | None = getattr(fixture, "result", None) if _is_played(fixture) else None
    return deciding.lately(
        min(now, fixture.proposed_at or now, result.entered_at if result else now)
    )


def _is_played(fixture: Fixture) -> bool:
    return bool(fixture.state == Fixture.State.PLAYED)


def tenures_behind(entries: Iterable[Entry]) -> list[Tenure]:
    """One statement."""
    return tenures_of([entry.team_id for entry in entries if entry.team_id])


def decides_on(
    membership: Membership | None,
    fixture: Fixture,
    *,
    now: datetime,
    tenures: list[Tenure] | None = None,
    without_account: Collection[game.Side] | None = None,
) -> bool:
    """Whether the league's word on a fixture is somebody's (`matches/deciding.py`). One statement,
    three more where they play in it; fewer for whoever knows the `tenures` behind it, and the sides
    `without_account`."""
    if membership is None or not runs(membership):
        return False
    entries, since = entries_of(fixture), plays_since(fixture, now)
    if tenures is None:
        tenures = tenures_behind(entries.values())
    played = sides_played(membership, entries, tenures, since=since, now=now)
    if not played:
        return True
    person = membership.user_id
    teams = {side: entry.team_id for side, entry in entries.items()}
    times = deciding.Times(since, now)
    own = deciding.own_sides(person, teams, tenures, times, played=played)
    quiet = {
        side
        for side, entry in entries.items()
        if side not in own
        and (
            not people_behind(entry, at=now) if without_account is None else side in without_account
        )
        and not deciding.could_object(person, entry.team_id, tenures, times)
    }
    coached = {each.team_id for each in tenures if each.holds_now(now)} | {None}
    gone = {side for side in quiet if entries[side].team_id not in coached}
    # Who went leaves open matches to whoever is left, but not results: those are others' too.
    left = frozenset[game.Side]() if _is_played(fixture) else gone
    return deciding.is_unopposed(
        membership,
        own,
        silent=quiet - gone,
        gone=left,
        tenures=tenures,
        since=since,
        now=now,
        others=partial(_has_others, fixture, tenures, since=since),
    )


def _has_others(fixture: Fixture, tenures: Iterable[Tenure], *, since: datetime) -> bool:
    """Whether anybody plays in the season who does not play on either side. Two statements."""
    season = fixture.stage.season_id
    by_name = {entry.coach.user_id for entry in entries_of(fixture).values() if entry.coach}
    by_team = {each.coach.user_id for each in tenures if not deciding.was_over(each, since)}
    return bool(players_in([season]).get(season, set()) - by_name - by_team)


def must_decide_on(
    person: Any, fixture: Fixture, *, now: datetime, way_out: Any = deciding.ANOTHER_DECIDES
) -> Membership:
    """For whoever runs the league and does not play in this fixture."""
    membership = must_run(person, fixture.stage.season.league)
    if not decides_on(membership, fixture, now=now):
        raise deciding.you_play_in_it(way_out)
    return membership


MORE_TIME = _("You can give it more time; anything else somebody else who runs the league rules.")
RULED_BY = _(
    "You can give it more time, or give it up yourself; anything else somebody else who runs the "
    "league rules."
)
PLAY_IT = _("Play it, and the other coach confirms the report; or somebody else enters the score.")


def must_enter_result(person: Any, fixture: Fixture, *, now: datetime) -> Membership:
    """For whoever runs the league and does not play in it; and for the two who played, where no
    roster is kept."""
    league = fixture.stage.season.league
    membership = must_see(person, league)
    if membership is None or not may_enter_result(membership, fixture, now=now):
        if runs(membership):
            raise deciding.you_play_in_it(PLAY_IT)
        raise Forbidden.because(
            "not_your_match", _("A score is entered by whoever runs the league.")
        )
    must_be_open(league)
    return membership


def may_enter_result(
    membership: Membership | None,
    fixture: Fixture,
    *,
    now: datetime,
    tenures: list[Tenure] | None = None,
) -> bool:
    """What `decides_on` takes; none for whoever plays where no roster is kept."""
    rosters = [entry for entry in entries_of(fixture).values() if entry.team_id]
    both_known = len(entries_of(fixture)) == len(game.SIDES)
    if (
        both_known
        and not rosters
        and plays(membership, fixture.home) != plays(membership, fixture.away)
    ):
        return True
    return decides_on(membership, fixture, now=now, tenures=tenures)


def must_record_match(person: Any, league: League, *, home: Team, away: Team) -> None:
    """For the coaches of both teams, and for whoever runs the league."""
    if not access_of(person, league, {"home": home, "away": away}).may_record:
        raise Forbidden.because(
            "not_your_match", _("A match is recorded by a coach of it or by the commissioner.")
        )
    must_be_open(league)


def access_at(person: Any, fixture: Fixture) -> tuple[Membership, str]:
    """On which side a person sits when a date is arranged. Between them sits whoever coaches both,
    and whoever runs the league, unless they play one side and the other has an account.
    """
    membership = must_see(person, fixture.stage.season.league)
    at = timezone.now()
    seats = {
        side: plays(membership, entry)
        for side, entry in ((Side.HOME, fixture.home), (Side.AWAY, fixture.away))
    }
    if membership is None or not (any(seats.values()) or runs(membership)):
        raise Forbidden.because("not_your_match", _("This is for the two who play it."))
    if all(seats.values()) or not any(seats.values()):
        return membership, Side.LEAGUE
    side, other = (Side.HOME, fixture.away) if seats[Side.HOME] else (Side.AWAY, fixture.home)
    if runs(membership) and not people_behind(other, at=at):
        return membership, Side.LEAGUE
    return membership, side


def agrees_for(
    membership: Membership,
    entries: dict[game.Side, Entry],
    *,
    now: datetime,
    since: datetime | None = None,
) -> frozenset[game.Side]:
    """The sides whose word is somebody's own: those that they play; all of them where whoever runs
    the league plays on neither, and also one that nobody with an account plays.

    Whoever runs the league and coached one of them lately, or at any time `since` somebody was
    asked, plays, and hands their word to nobody for a moment.
    """
    own = {side for side, entry in entries.items() if plays(membership, entry)}
    if not runs(membership):
        return frozenset(own)
    tenures = tenures_behind(entries.values())
    if not sides_played(membership, entries, tenures, since=lately(since or now), now=now):
        return frozenset(game.SIDES)
    silent = {side for side, entry in entries.items() if not people_behind(entry, at=now)}
    return frozenset(own | silent)
