"""A team that others coach, to whoever runs the league and plays in its season: it is theirs."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Reason
from league.hooks import PlaceTakenAway
from league.models import Season
from league.permissions import A_DEPUTY
from league.queries import current_season
from teams.hooks import Becomes, PlaysBeside, TeamChange
from teams.models import Team, Tenure
from teams.permissions import TeamAccess, going_on, holding


def is_anothers(actor: User, team: Team, *, now: datetime) -> bool:
    """Whether others with an account coach a team that somebody is not the first coach of, and who
    plays in its season themselves. Four statements at most."""
    firsts = team.tenures.filter(holding(now), kind=Tenure.Kind.COACH, coach__until=None)
    if firsts.filter(coach__user=actor).exists() or not others_of(team, actor, now=now).exists():
        return False
    return any(PlaysBeside(team, actor, now).send())


def others_of(team: Team, actor: User, *, now: datetime) -> QuerySet[Tenure]:
    """The time of everybody else with an account who coaches a team."""
    there = team.tenures.filter(holding(now), coach__until=None, coach__user__is_active=True)
    return there.exclude(coach__user=actor)


def office_faults(actor: User, team: Team) -> list[Reason]:
    """Why somebody who runs the league does nothing to a team in its coaches' place. Five
    statements at most."""
    if not is_anothers(actor, team, now=timezone.now()):
        return []
    sentence = _(
        "You play in the season of %(team)s, so you change nothing about it in its coach’s place. "
        "Its coach does, or somebody who runs the league and does not play in the season."
    )
    text = f"{sentence % {'team': team}} {A_DEPUTY}{before_it_begins(team)}"
    return [Reason("plays_against_it", text)]


def home_faults(team: Team, access: TeamAccess, actor: User) -> list[Reason]:
    """Why a team's home is not changed now."""
    from_office = access.runs_league and not access.coaches
    by_office = office_faults(actor, team) if from_office else []
    return [*by_office, *TeamChange(Becomes.AT_HOME_ELSEWHERE, team).why_not()]


def hold_place(intention: PlaceTakenAway) -> list[Reason]:
    """What somebody's teams have against their losing their place to another. One statement, five
    more for each."""
    now = timezone.now()
    held = Tenure.objects.filter(going_on(now), coach=intention.place, coach__user__isnull=False)
    teams = {each.team_id: each.team for each in held.select_related("team").order_by("team_id")}
    return [
        plays_in_its_season(team)
        for team in teams.values()
        if is_anothers(intention.by, team, now=now)
    ]


def plays_in_its_season(team: Team, subject: str = "") -> Reason:
    sentence = _(
        "Whoever runs the league and plays in the season of %(team)s neither coaches it, nor puts "
        "anybody beside its coach, nor leaves it without one who has an account. Name such a coach "
        "to follow: they come in three days, unless its coach turns that down. Or its coach does "
        "it or goes by their own word, or somebody who runs the league and does not play in the "
        "season decides it."
    )
    text = f"{sentence % {'team': team}} {A_DEPUTY}{before_it_begins(team)}"
    return Reason("plays_against_it", text, subject)


def before_it_begins(team: Team) -> str:
    """What whoever runs the league may do while teams come and go. One statement."""
    if current_season(team.league).state != Season.State.REGISTRATION:
        return ""
    return " " + _("While registration is open you can take the team out of the season.")
