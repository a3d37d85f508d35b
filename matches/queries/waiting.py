"""Matches that wait for somebody: begun, to be confirmed, or with steps to go."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q
from django.utils.translation import gettext as _

from accounts.models import User
from league.models import League, Membership
from league.permissions import COACHING, RUNNING_IT
from matches.models import Match, MatchSide
from matches.queries import proposed_by
from teams.models import Tenure
from teams.permissions import holding

State = Match.State


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a match waits for, and the one thing to do about it."""

    match: Match
    said: str
    to_do: str


def waiting_for(person: User, *, now: datetime, league: League | None = None) -> list[Waiting]:
    """The oldest first, in one league or in all. Three statements."""
    tenures = Tenure.objects.filter(
        holding(now), coach__user=person, coach__until=None, coach__role__in=COACHING
    )
    mine = set(tenures.values_list("team", flat=True))
    running = Membership.objects.filter(user=person, until=None, role__in=RUNNING_IT)
    is_open = ~Q(state__in=(State.OVER, State.CALLED_OFF))
    is_theirs = (
        Q(is_open, sides__team__in=mine, sides__through_at=None)
        | Q(state=State.DISPUTED, league__in=running.values("league"))
        | Q(
            ~Q(reporter=person),
            state=State.REPORTED,
            awaits=Match.Awaits.LEAGUE,
            league__in=running.values("league"),
        )
        | Q(proposed_by__isnull=False, sides__team__in=mine)
    )
    matches = Match.objects.annotate(proposed_by=proposed_by())
    found = matches.filter(is_theirs, league__closed_at=None)
    if league is not None:
        found = found.filter(league=league)
    sides = Prefetch("sides", MatchSide.objects.select_related("team"))
    theirs = found.select_related("league").prefetch_related(sides).order_by("id").distinct()
    return [each for match in theirs if (each := _waiting(match, mine, match.proposed_by))]


def _waiting(match: Match, mine: Collection[int], proposed_by: str | None) -> Waiting | None:
    home, away = match.sides.all()
    own = [side for side in (home, away) if side.team_id in mine and side.through_at is None]
    both = {"home": home.team, "away": away.team}
    state = State(match.state)
    if proposed_by and {s.side for s in (home, away) if s.team_id in mine} - {proposed_by}:
        said = _("The other coach would tell %(home)s – %(away)s otherwise, if you agree.")
        return Waiting(match, said % both, _("Look at the proposal"))
    match state:
        case State.PRE_MATCH if any(side.agreed_at is None for side in own):
            said = _("Will you play %(home)s – %(away)s? You were asked, beside the schedule.")
            to_do = _("Agree or decline")
        case State.PRE_MATCH if None in (home.agreed_at, away.agreed_at):
            said = _("%(home)s – %(away)s begins once the other coach agrees.")
            to_do = _("Look at the match")
        case State.PRE_MATCH:
            said, to_do = _("%(home)s – %(away)s is before kick-off."), _("Go to the pre-match")
        case State.PLAYING:
            said, to_do = _("%(home)s – %(away)s is being played."), _("Go to the match")
        case State.INTERRUPTED:
            said = _("%(home)s – %(away)s is broken off, and goes on where it stopped.")
            to_do = _("Go to the match")
        case State.DISPUTED if not own:
            said = _("The report of %(home)s – %(away)s is disputed. It is yours to settle.")
            to_do = _("Settle the dispute")
        case State.REPORTED if match.awaits == Match.Awaits.LEAGUE and not own:
            said = _("The report of %(home)s – %(away)s waits for whoever runs the league.")
            to_do = _("Look at the report")
        case State.REPORTED if any(side.side == match.awaits for side in own):
            said = _("%(home)s – %(away)s is reported, and waits for your word.")
            to_do = _("Look at the report")
        case State.POST_MATCH if own:
            said = _("%(home)s – %(away)s: the post-match of %(team)s is not finished.")
            to_do = _("Go on with the post-match")
        case _:
            return None
    teams = " & ".join(str(side.team) for side in own)
    return Waiting(match, said % {**both, "team": teams}, to_do)
