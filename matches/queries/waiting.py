"""Matches that wait for somebody: begun, to be confirmed, or with steps to go."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from league.models import League, Membership
from league.permissions import COACHING, RUNNING_IT
from matches.models import Match, MatchSide
from matches.queries import proposed_by
from matches.reading import side_of
from matches.season_players import players_in
from matches.unscheduled import invited_until
from rules.engine.match import Side
from teams.models import Team, Tenure
from teams.permissions import holding
from web.todos import Todo

State = Match.State


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match, and the one thing to do about it."""

    match: Match
    todo: Todo

    @property
    def home(self) -> Team:
        return self._of("home")

    @property
    def away(self) -> Team:
        return self._of("away")

    def _of(self, side: Side) -> Team:
        return next(row.team for row in self.match.sides.all() if row.side == side)


def waiting_for(person: User, *, now: datetime, league: League | None = None) -> list[Waiting]:
    """The oldest first, in one league or in all. Three statements, two more where a report
    waits for anybody else in a season."""
    tenures = Tenure.objects.filter(
        holding(now), coach__user=person, coach__until=None, coach__role__in=COACHING
    )
    mine = set(tenures.values_list("team", flat=True))
    places = Membership.objects.filter(user=person, until=None)
    running = places.filter(role__in=RUNNING_IT)
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
        | Q(
            ~Q(reporter=person),
            state=State.REPORTED,
            awaits=Match.Awaits.OTHERS,
            league__in=places.filter(role__in=COACHING).values("league"),
        )
        | Q(proposed_by__isnull=False, sides__team__in=mine)
    )
    matches = Match.objects.annotate(proposed_by=proposed_by())
    found = matches.filter(is_theirs, league__closed_at=None)
    if league is not None:
        found = found.filter(league=league)
    sides = Prefetch("sides", MatchSide.objects.select_related("team"))
    rules = found.select_related("league", "season", "pin__catalogue").defer("pin__catalogue__data")
    theirs = rules.prefetch_related(sides).order_by("id").distinct()
    asked = _asked_beside(person, theirs)
    return [
        each
        for match in theirs
        if (each := _waiting(match, mine, match.proposed_by, is_asked=match.season_id in asked))
    ]


def _asked_beside(person: User, matches: Iterable[Match]) -> set[int]:
    """The seasons that somebody plays in, of those with a report that waits for anybody else in
    it. Two statements where there is one."""
    awaiting = {each.season_id for each in matches if each.awaits == Match.Awaits.OTHERS}
    players = players_in(awaiting) if awaiting else {}
    return {season for season, people in players.items() if person.pk in people}


def _waiting(
    match: Match, mine: Collection[int], proposed_by: str | None, *, is_asked: bool
) -> Waiting | None:
    home, away = match.sides.all()
    own = [side for side in (home, away) if side.team_id in mine and side.through_at is None]
    both = {"home": home.team, "away": away.team}
    state = State(match.state)
    if proposed_by and {s.side for s in (home, away) if s.team_id in mine} - {proposed_by}:
        text = _("The other coach would tell %(home)s – %(away)s otherwise, if you agree.")
        return Waiting(match, _todo(match, text % both, _("Look at the proposal")))
    match state:
        case State.PRE_MATCH if any(side.agreed_at is None for side in own):
            text = _("Will you play %(home)s – %(away)s? You were asked, beside the schedule.")
            button = _("Agree or decline")
        case State.PRE_MATCH if None in (home.agreed_at, away.agreed_at):
            text = _("%(home)s – %(away)s begins once the other coach agrees.")
            button = _("Look at the match")
        case State.PRE_MATCH:
            text, button = _("%(home)s – %(away)s is before kick-off."), _("Go to the pre-match")
        case State.PLAYING:
            text, button = _("%(home)s – %(away)s is being played."), _("Go to the match")
        case State.INTERRUPTED:
            text = _("%(home)s – %(away)s is broken off, and goes on where it stopped.")
            button = _("Go to the match")
        case State.DISPUTED if not own:
            text = _("The report of %(home)s – %(away)s is disputed. It is yours to settle.")
            button = _("Settle the dispute")
        case State.REPORTED if match.awaits == Match.Awaits.LEAGUE and not own:
            text = _("The report of %(home)s – %(away)s waits for whoever runs the league.")
            button = _("Look at the report")
        case State.REPORTED if match.awaits == Match.Awaits.OTHERS and is_asked and not own:
            text = _("One person has both teams of %(home)s – %(away)s. Was it as reported?")
            button = _("Look at the report")
        case State.REPORTED if any(side.side == match.awaits for side in own):
            text = _("%(home)s – %(away)s is reported, and waits for your word.")
            button = _("Look at the report")
        case State.POST_MATCH if own:
            text = _("%(home)s – %(away)s: the post-match of %(team)s is not finished.")
            button = _("Go on with the post-match")
        case _:
            return None
    teams = " & ".join(str(side.team) for side in own)
    return Waiting(match, _todo(match, text % {**both, "team": teams}, button))


def _todo(match: Match, why: str, button: str) -> Todo:
    page, api = (reverse(name, args=[match.uuid]) for name in ("matches:match", "api-match"))
    sides = {side_of(row.side): row for row in match.sides.all()}
    due = match.confirms_at if match.state == State.REPORTED else invited_until(match, sides)
    return Todo("match", why, button, page, api, due=due)
