"""Matches to come: whoever runs the league and plays one has no say in who coaches the opponent."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from competition.models import Fixture, Stage
from competition.permissions import entries_of, plays_since
from jobs.failures import Reason
from league.models import Membership
from league.permissions import runs
from matches import deciding
from matches.permissions import tenures_of
from rules.engine.match import Side
from teams.hindrances import Becomes, Change
from teams.models import Team, Tenure
from teams.permissions import going_on

TO_COME = (Fixture.State.PROPOSED, Fixture.State.OPEN)


def hindered_by_fixture(change: Change) -> list[Reason]:
    """What a match to come has against a change of a team's coaches; nothing where the team's own
    coach makes it, or nobody with an account is there to be wronged. Two statements."""
    if change.becomes is not Becomes.COACHED_BY_OTHERS or change.actor is None:
        return []
    now = timezone.now()
    to_come = list(_to_come([change.team.pk]))
    tenures = tenures_of({team for _fixture, teams in to_come for team in teams.values() if team})
    if _is_own_coach(change.actor, change.team, tenures, now=now):
        return []
    people = {change.actor.pk}
    if change.coach is not None and runs(change.coach):
        people |= {change.coach.user_id or change.actor.pk}
    for fixture, teams in to_come:
        since = plays_since(fixture, now)
        back = deciding.is_put_back(change.coach, change.team.pk, tenures, since=since, now=now)
        if not back and any(
            _would_wrong(person, change.team.pk, teams, tenures, since=since, now=now)
            for person in people
        ):
            return [_plays_against(change.team, "coach")]
    return []


def held_by_fixture(place: Membership, by: User) -> list[Reason]:
    """What a match to come has against somebody's losing their place to `by`, who plays against a
    team of theirs. Three statements."""
    now = timezone.now()
    held = Tenure.objects.filter(going_on(now), coach=place, coach__user__isnull=False)
    theirs = {each.team_id: each.team for each in held.select_related("team").order_by("id")}
    to_come = list(_to_come(theirs))
    tenures = tenures_of({team for _fixture, teams in to_come for team in teams.values() if team})
    against = {
        team
        for fixture, teams in to_come
        for team in teams.values()
        if team in theirs
        and _would_wrong(by.pk, team, teams, tenures, since=plays_since(fixture, now), now=now)
    }
    return [_plays_against(team) for key, team in theirs.items() if key in against]


def _to_come(teams: Iterable[int]) -> Iterator[tuple[Fixture, dict[Side, int | None]]]:
    """The fixtures of these teams that are not played yet, each with the teams of its sides."""
    teams = list(teams)
    fixtures = Fixture.objects.filter(Q(home__team__in=teams) | Q(away__team__in=teams))
    still = fixtures.filter(state__in=TO_COME).exclude(stage__state=Stage.State.OVER)
    for fixture in still.select_related("home", "away").order_by("id"):
        yield fixture, {side: entry.team_id for side, entry in entries_of(fixture).items()}


def _is_own_coach(person: User, team: Team, tenures: Iterable[Tenure], *, now: datetime) -> bool:
    return any(
        each.team_id == team.pk
        and each.kind == Tenure.Kind.COACH
        and each.coach.user_id == person.pk
        and each.holds_now(now)
        for each in tenures
    )


def _would_wrong(
    person: int,
    team: int | None,
    teams: dict[Side, int | None],
    tenures: Iterable[Tenure],
    *,
    since: datetime,
    now: datetime,
) -> bool:
    """Whether somebody plays against a team that has anybody who could mind."""
    return any(
        each == team
        and deciding.plays_against(person, side, teams, tenures, since=since, now=now)
        and deciding.could_object(person, team, tenures, since=since)
        for side, each in teams.items()
    )


def _plays_against(team: Team, subject: str = "") -> Reason:
    sentence = _(
        "Whoever runs the league and has a match to play against %(team)s neither coaches it nor "
        "takes its coach away. Its coach leaves the league by their own word, or somebody else "
        "who runs the league decides it."
    )
    said = f"{sentence % {'team': team}} {deciding.A_DEPUTY}"
    return Reason("plays_against_it", said, subject)
