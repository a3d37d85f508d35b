"""What a season has against matches off its schedule."""

from django.db.models import Q
from django.utils.translation import gettext as _

from acts.failures import Reason
from competition.models import Entry, Fixture, Stage
from league.models import Season
from matches.hooks import Invitation, InvitationsBetween, UnscheduledMatch
from rules.engine.match import SIDES, Side


def why_not_outside(intention: UnscheduledMatch) -> list[Reason]:
    """Both are in the season; and what counts in open play is arranged there, where its limits
    hold. Two statements."""
    season, teams = intention.season, intention.teams
    accepted = season.entries.filter(state=Entry.State.ACCEPTED, team__in=teams.values())
    entries = dict(accepted.values_list("team", "pk"))
    reasons = [
        Reason(
            "not_entered", _("%(team)s is not registered for this season.") % {"team": team}, side
        )
        for side, team in teams.items()
        if team.pk not in entries
    ]
    if intention.is_friendly:
        return reasons
    open_play = season.stages.filter(state=Stage.State.RUNNING, format=Stage.Format.OPEN)
    for entry in entries.values():
        open_play = open_play.filter(places__entry=entry, places__until_round=None)
    stage = open_play.order_by("position").first() if len(entries) == len(teams) else None
    if stage is not None:
        sentence = _("Arrange this match in %(stage)s: its limits hold there.") % {"stage": stage}
        reasons.append(Reason("arrange_it", sentence, "is_friendly"))
    return reasons


def invitations_in_open_play(asked: InvitationsBetween) -> list[Invitation]:
    """Two statements."""
    season, teams = asked.season, asked.teams
    entries = dict(season.entries.filter(team__in=teams.values()).values_list("team", "pk"))
    pair = [entries.get(teams[side].pk) for side in SIDES]
    return proposed_between(season, *pair) if all(pair) else []


def proposed_between(season: Season, home: int | None, away: int | None) -> list[Invitation]:
    """What two entries were asked to play by each other in open play, the latest first; nobody
    was asked for what is down. One statement."""
    fixtures = Fixture.objects.filter(
        Q(home=home, away=away) | Q(home=away, away=home),
        stage__season=season,
        stage__format=Stage.Format.OPEN,
        proposed_at__isnull=False,
    )
    told = ("proposed_at", "invited_side", "home", "away", "state")
    return [
        Invitation(at, _side_of(asked, first, second, home), state == Fixture.State.PROPOSED)
        for at, asked, first, second, state in fixtures.order_by("-id").values_list(*told)
    ]


def _side_of(asked: str, first: int, second: int, home: int | None) -> Side | None:
    """Who was asked, as the two are named now."""
    if not asked:
        return None
    return "home" if (first if asked == "home" else second) == home else "away"
