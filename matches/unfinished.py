"""Matches that a team is not through with yet."""

from collections.abc import Mapping

from django.db.models import QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Reason
from league.models import Membership
from league.permissions import A_DEPUTY
from matches.deciding import (
    Times,
    is_put_back,
    plays_against,
    plays_since,
)
from matches.models import Match, MatchSide
from matches.permissions import tenures_of
from matches.reading import side_of
from rules.engine.match import SIDES, Side
from teams.hooks import Becomes, TeamChange
from teams.models import Team


def open_sides() -> QuerySet[MatchSide]:
    """The sides of matches that bind a team: whoever was invited and has not agreed is free."""
    return MatchSide.objects.filter(through_at=None, agreed_at__isnull=False)


def post_match_open(team: Team) -> list[Reason]:
    """Why a team has to wait: it is still in the post-match of its last match. One statement, two
    in a pre-match."""
    return post_matches_open({"": team})


def hindered_by_match(change: TeamChange) -> list[Reason]:
    """What an open match has against a change of a team."""
    if change.becomes is not Becomes.COACHED_BY_OTHERS:
        return post_match_open(change.team)
    return _plays_against_it(change.team, change.actor, change.coach)


def post_matches_open(teams: Mapping[Side, Team] | Mapping[str, Team]) -> list[Reason]:
    """The same of several teams, by what they are called in the reasons. One statement,
    and one more for each that is in a pre-match."""
    sides = open_sides().filter(team__in=teams.values())
    first: dict[int, MatchSide] = {}
    for side in sides.select_related("match").order_by("id"):
        first.setdefault(side.team_id, side)
    return [
        _waits_for(first[team.pk].match, team, subject)
        for subject, team in teams.items()
        if team.pk in first
    ]


def _waits_for(match: Match, team: Team, subject: str) -> Reason:
    about = {"team": team, "day": formats.date_format(match.played_on)}
    if match.kicked_off_at is None and match.sides.filter(agreed_at=None).exists():
        sentence = _(
            "%(team)s has invited somebody to a match on %(day)s, and waits for an answer. Call "
            "that match off to play another."
        )
    elif match.confirmed_at is None:
        sentence = _("%(team)s has yet to finish its match of %(day)s.")
    else:
        sentence = _("%(team)s has yet to finish the post-match of %(day)s.")
    return Reason("post_match_open", sentence % about, subject)


def _plays_against_it(team: Team, actor: User | None, coach: Membership | None) -> list[Reason]:
    """Whoever sits at the other side of an open match neither comes to coach a team nor says who
    does, but that its coach comes back: its coach sees its cards. Two statements at most."""
    people = {actor.pk if actor else None, coach.user_id if coach else None}
    if not _is_played_against(team, people, coach):
        return []
    sentence = _(
        "Whoever plays against %(team)s in an open match neither coaches it nor says who does. "
        "Until it is over, the coach lends the side; one who is gone can be put back; or somebody "
        "else who runs the league decides it."
    )
    return [Reason("plays_against_it", f"{sentence % {'team': team}} {A_DEPUTY}", "coach")]


def _is_played_against(
    team: Team, people: set[int | None], coach: Membership | None = None
) -> bool:
    """Whether one of these people plays in an open match of a team, and not for it; nobody does
    whose doing is only that its `coach` comes back."""
    side = open_sides().filter(team=team).select_related("match__league").first()
    if side is None:
        return False
    rows = {row.side: row.team_id for row in side.match.sides.all()}
    teams: dict[Side, int | None] = {each: rows.get(each) for each in SIDES}
    tenures = tenures_of(rows.values())
    since, now = plays_since(side.match), timezone.now()
    if is_put_back(coach, team.pk, tenures, since=since, now=now):
        people = {coach.user_id if coach else None}
    return any(
        plays_against(person, side_of(side.side), teams, tenures, Times(since, now))
        for person in people
    )
