"""Matches that a team is not through with yet."""

from collections.abc import Mapping

from django.utils import formats
from django.utils.translation import gettext as _

from jobs.failures import Reason
from matches.models import Match, MatchSide
from rules.engine.match import Side
from teams.models import Team


def post_match_open(team: Team) -> list[Reason]:
    """Why a team has to wait: it is still in the post-match of its last match. One statement."""
    return post_matches_open({"": team})


def post_matches_open(teams: Mapping[Side, Team] | Mapping[str, Team]) -> list[Reason]:
    """The same of several teams, by what they are called in the reasons. One statement."""
    sides = MatchSide.objects.filter(team__in=teams.values(), through_at=None)
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
    if match.confirmed_at is None:
        sentence = _("%(team)s has yet to finish its match of %(day)s.")
    else:
        sentence = _("%(team)s has yet to finish the post-match of %(day)s.")
    return Reason("post_match_open", sentence % about, subject)
