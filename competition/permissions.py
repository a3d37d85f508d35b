"""Who may do what in a season."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from competition.models import DateProposal, Entry, Fixture
from competition.people import people_behind
from jobs.failures import Forbidden
from league.models import League, Membership
from league.permissions import may_coach, must_be_open, must_see, runs
from matches.permissions import seat_of
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


def must_enter_result(person: Any, fixture: Fixture) -> Membership:
    """For whoever runs the league; and for the two who played, where no roster is kept."""
    league = fixture.stage.season.league
    membership = must_see(person, league)
    if membership is not None and runs(membership):
        must_be_open(league)
        return membership
    without_rosters = (
        fixture.home and fixture.away and not (fixture.home.team_id or fixture.away.team_id)
    )
    if (
        membership is None
        or not without_rosters
        or not (plays(membership, fixture.home) or plays(membership, fixture.away))
    ):
        raise Forbidden.because(
            "not_your_match", _("A score is entered by whoever runs the league.")
        )
    must_be_open(league)
    return membership


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
