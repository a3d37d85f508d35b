"""Whether a season can still be changed and takes teams in: its state and its deadline."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from acts.failures import Reason
from league.models import League, Membership, Season
from league.permissions import runs
from league.wall_time import said_in


def why_ended(season: Season) -> list[Reason]:
    """What keeps everything in a season from being changed."""
    match season.state:
        case Season.State.OVER:
            return [Reason("season_over", _("This season is over."))]
        case Season.State.ENDING:
            ending = _("This season is being ended. Look again in a moment.")
            return [Reason("season_ending", ending)]
        case _:
            return []


def why_not_registered(season: Season, *, by: Membership | None, now: datetime) -> list[Reason]:
    """What keeps a team out of a season. `by` is whoever brings it: after the deadline only
    somebody who runs the league."""
    if reasons := why_ended(season):
        return reasons
    if season.state == Season.State.PREPARING:
        early = _("Registration has not opened yet: the house rules are still being written.")
        return [Reason("registration_not_open", early)]
    until = season.registration_until
    if until is not None and now >= until and not runs(by):
        late = _("Registration closed on %(until)s. The commissioner can still take a team in.")
        params = {"until": said_in(season.league, until)}
        return [Reason("registration_closed", late % params)]
    return []


def why_no_more_teams(league: League, *, has: int) -> list[Reason]:
    """What keeps a coach with so many teams from having another."""
    most = league.teams_per_coach
    if has < most:
        return []
    sentence = ngettext(
        "A coach has one team in this league.",
        "A coach has at most %(most)d teams in this league.",
        most,
    )
    return [Reason("too_many_teams", sentence % {"most": most})]
