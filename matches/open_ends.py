"""Matches that a team is not through with yet."""

from django.utils import formats
from django.utils.translation import gettext as _

from jobs.failures import Reason
from teams.models import Team


def post_match_open(team: Team, *, subject: str = "") -> list[Reason]:
    """Why a team has to wait: it is still in the post-match of its last match. One statement."""
    side = team.sides.filter(through_at=None).select_related("match").order_by("id").first()
    if side is None:
        return []
    about = {"team": team, "day": formats.date_format(side.match.played_on)}
    if side.match.confirmed_at is None:
        sentence = _("%(team)s has yet to finish its match of %(day)s.")
    else:
        sentence = _("%(team)s has yet to finish the post-match of %(day)s.")
    return [Reason("post_match_open", sentence % about, subject)]
