"""Who may do what in a season."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from competition.models import DateProposal, Entry, Fixture, Result
from competition.people import people_behind
from jobs.failures import Forbidden
from league.models import League, Membership
from league.permissions import may_coach, must_be_open, must_run, must_see, runs
from matches import deciding
from matches.permissions import seat_of, tenures_of
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


def speaks_for(membership: Membership, entry: Entry | None, *, now: datetime) -> bool:
    """Whether an entry is somebody's to give up: their own, and no other's as well. Two
    statements."""
    if entry is None or not plays(membership, entry):
        return False
    tenures = tenures_behind([entry])
    return not deciding.has_own_voice(
        membership.user_id, entry.team_id, tenures, since=deciding.lately(now)
    )


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
) -> bool:
    """Whether the league's word on a fixture is somebody's (`matches/deciding.py`). One statement,
    three more where they play in it."""
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
    own = deciding.own_sides(person, teams, tenures, played=played, since=since)
    quiet = {
        side
        for side, entry in entries.items()
        if side not in own
        and not people_behind(entry, at=now)
        and not deciding.could_object(person, entry.team_id, tenures, since=since)
    }
    coached = {each.team_id for each in tenures if each.holds_now(now)} | {None}
    gone = {side for side in quiet if entries[side].team_id not in coached}
    # Who went leaves open matches to whoever is left, but not results: those are others' too.
    left = frozenset[game.Side]() if _is_played(fixture) else gone
    return deciding.is_unopposed(
        membership, own, silent=quiet - gone, gone=left, tenures=tenures, since=since, now=now
    )


def must_decide_on(
    person: Any, fixture: Fixture, *, now: datetime, way_out: Any = deciding.ANOTHER_DECIDES
) -> Membership:
    """For whoever runs the league and does not play in this fixture."""
    membership = must_run(person, fixture.stage.season.league)
    if not decides_on(membership, fixture, now=now):
        raise deciding.you_play_in_it(way_out)
    return membership


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
        and (plays(membership, fixture.home) or plays(membership, fixture.away))
    ):
        return True
    return decides_on(membership, fixture, now=now, tenures=tenures)


def must_record_match(person: Any, league: League, *, home: Team, away: Team) -> None:
    """For the coaches of both teams, and for whoever runs the league."""
    if not seat_of(person, league, {"home": home, "away": away}).may_record:
        raise Forbidden.because(
            "not_your_match", _("A match is recorded by a coach of it or by the commissioner.")
        )
    must_be_open(league)


def seat_at(person: Any, fixture: Fixture) -> tuple[Membership, str]:
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
