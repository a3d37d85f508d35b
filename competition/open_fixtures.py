"""Matches to come: whoever runs the league and plays one neither coaches the opponent's team nor
leaves it without anybody who could speak for it."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from acts.failures import Reason
from competition.models import Fixture, Stage
from competition.people import BETWEEN
from competition.permissions import entries_of, plays_since
from league.hooks import PlaceTakenAway
from league.models import Season
from league.permissions import runs
from league.queries import current_season
from matches import deciding
from matches.permissions import tenures_of
from matches.unfinished import held_by_match, not_from_office
from rules.engine.match import Side
from teams.hooks import Becomes, TeamChange
from teams.models import Team, Tenure
from teams.notice import owed_to, plays_in_its_season
from teams.permissions import going_on

TO_COME = (Fixture.State.PROPOSED, Fixture.State.OPEN)


def hindered_by_fixture(change: TeamChange) -> list[Reason]:
    """What a match to come has against a change of a team's coaches: that whoever plays against it
    leaves it to nobody, or to themselves. Another coach with an account may come, with notice
    (`teams/notice.py`). Nothing where the team's own coach makes it, or nobody with an account is
    there to be wronged. Two statements."""
    if change.becomes is Becomes.CHANGED_BY_OFFICE and change.actor is not None:
        return _hindered_by_office(change.actor, change.team)
    if change.becomes is not Becomes.COACHED_BY_OTHERS or change.actor is None:
        return []
    now = timezone.now()
    to_come = list(_to_come([change.team.pk]))
    tenures = tenures_of({team for each in to_come for team in _teams_of(each).values() if team})
    if _is_own_coach(change.actor, change.team, tenures, now=now):
        return []
    person = change.actor.pk
    if change.coach is not None and change.coach.user_id is not None:
        if not runs(change.coach):
            return []
        person = change.coach.user_id
    for fixture in to_come:
        since = plays_since(fixture, now)
        back = deciding.is_put_back(change.coach, change.team.pk, tenures, since=since, now=now)
        if not back and _would_wrong(person, fixture, change.team.pk, tenures, now=now):
            return [plays_in_its_season(change.team, "coach")]
    return []


def _hindered_by_office(actor: User, team: Team) -> list[Reason]:
    """Of one that has begun the match itself says so."""
    now = timezone.now()
    to_come = list(_to_come([team.pk]).filter(match=None))
    tenures = tenures_of({key for each in to_come for key in _teams_of(each).values() if key})
    if _is_own_coach(actor, team, tenures, now=now):
        return []
    wrongs = any(_would_wrong(actor.pk, each, team.pk, tenures, now=now) for each in to_come)
    if wrongs or (_may_be_drawn(team) and owed_to(actor, team, now=now)):
        return [not_from_office(team)]
    return []


def _may_be_drawn(team: Team) -> bool:
    """Whether nobody knows yet whom a team is to meet: its season has not begun, or pairs as it
    goes along, or something in it is yet to be filled. Two statements."""
    season = current_season(team.league)
    if season.state in BETWEEN:
        return True
    if season.state != Season.State.RUNNING:
        return False
    drawn = Q(format=Stage.Format.ROUND_ROBIN, state=Stage.State.RUNNING)
    return season.stages.exclude(drawn | Q(state=Stage.State.OVER)).exists()


def held_by_fixture(intention: PlaceTakenAway) -> list[Reason]:
    """What a match to come has against somebody's losing their place to another, who plays against
    a team of theirs, or in its season. Three statements, three more for each."""
    now = timezone.now()
    held = Tenure.objects.filter(going_on(now), coach=intention.place, coach__user__isnull=False)
    held = held.select_related("team").order_by("id")
    theirs = {each.team_id: each.team for each in held}
    first = {each.team_id for each in held if each.kind == Tenure.Kind.COACH}
    # An open match has said so already.
    in_season = set[int]() if held_by_match(intention) else first
    to_come = list(_to_come(theirs))
    tenures = tenures_of({team for each in to_come for team in _teams_of(each).values() if team})
    against = {
        team
        for fixture in to_come
        for team in _teams_of(fixture).values()
        if team in theirs and _would_wrong(intention.by.pk, fixture, team, tenures, now=now)
    }
    return [
        plays_in_its_season(team)
        for key, team in theirs.items()
        if key in against or (key in in_season and owed_to(intention.by, team, now=now))
    ]


def _to_come(teams: Iterable[int]) -> QuerySet[Fixture]:
    """The fixtures of these teams that are not played yet."""
    teams = list(teams)
    fixtures = Fixture.objects.filter(Q(home__team__in=teams) | Q(away__team__in=teams))
    still = fixtures.filter(state__in=TO_COME).exclude(stage__state=Stage.State.OVER)
    return still.select_related("home", "away", "stage__season").order_by("id")


def _teams_of(fixture: Fixture) -> dict[Side, int | None]:
    return {side: entry.team_id for side, entry in entries_of(fixture).items()}


def _is_own_coach(person: User, team: Team, tenures: Iterable[Tenure], *, now: datetime) -> bool:
    return any(
        each.team_id == team.pk
        and each.kind == Tenure.Kind.COACH
        and each.coach.user_id == person.pk
        and each.holds_now(now)
        for each in tenures
    )


def _would_wrong(
    person: int, fixture: Fixture, team: int | None, tenures: Iterable[Tenure], *, now: datetime
) -> bool:
    """Whether somebody plays against a team that has anybody who could mind."""
    teams = _teams_of(fixture)
    times = deciding.Times(plays_since(fixture, now), now)
    return any(
        each == team
        and deciding.plays_against(person, side, teams, tenures, times)
        and deciding.could_object(person, team, tenures, times)
        for side, each in teams.items()
    )
