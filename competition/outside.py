"""What a season has against matches off its schedule."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from competition.models import Entry, Stage
from jobs.failures import Reason
from league.models import Season
from rules.engine.match import Side
from teams.models import Team


def why_not_outside(season: Season, teams: Mapping[Side, Team], is_friendly: bool) -> list[Reason]:
    """Both are in the season; and what counts in open play is arranged there, where its limits
    hold. Two statements."""
    accepted = season.entries.filter(state=Entry.State.ACCEPTED, team__in=teams.values())
    entries = dict(accepted.values_list("team", "pk"))
    reasons = [
        Reason("not_entered", _("%(team)s is not down for this season.") % {"team": team}, side)
        for side, team in teams.items()
        if team.pk not in entries
    ]
    if is_friendly:
        return reasons
    open_play = season.stages.filter(state=Stage.State.RUNNING, format=Stage.Format.OPEN)
    for entry in entries.values():
        open_play = open_play.filter(places__entry=entry, places__until_round=None)
    stage = open_play.order_by("position").first() if len(entries) == len(teams) else None
    if stage is not None:
        sentence = _("Arrange this match in %(stage)s: its limits hold there.") % {"stage": stage}
        reasons.append(Reason("arrange_it", sentence, "is_friendly"))
    return reasons
