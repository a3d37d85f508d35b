"""Teams as lists show them: crest, name, race, coach, strength."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from league.models import Membership
from teams.crests import crest_of
from teams.models import Team, Tenure
from teams.permissions import holding
from web.crests import Crest


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One team in a list."""

    uuid: UUID
    name: str
    race: str
    value: int
    crest: Crest
    coaches: list[Membership]
    is_mine: bool
    # As its first coach, which is what a league counts.
    is_headed_by_me: bool
    # Its home stadium has no name yet.
    has_nameless_home: bool


def with_coaches(teams: QuerySet[Team]) -> QuerySet[Team]:
    """The same teams, each with those who coach it now as `coached`. One statement more."""
    tenures = (
        Tenure.objects.filter(holding(timezone.now()))
        .exclude(kind=Tenure.Kind.STAND_IN)
        .select_related("coach__user")
        .order_by("kind", "id")
    )
    return teams.prefetch_related(Prefetch("tenures", tenures, to_attr="coached"))


def team_line(
    team: Any, *, mine: Collection[Membership], race_names: Mapping[str, str]
) -> TeamLine:
    """A line for a team out of `with_coaches`. A team whose coaches have all left has none."""
    coaches = [tenure.coach for tenure in team.coached if tenure.coach.until is None]
    return TeamLine(
        uuid=team.uuid,
        name=team.name,
        race=race_names.get(team.race, team.race),
        value=team.value,
        crest=crest_of(team),
        coaches=coaches,
        is_mine=any(coach in mine for coach in coaches),
        is_headed_by_me=any(
            tenure.kind == Tenure.Kind.COACH and tenure.coach in mine for tenure in team.coached
        ),
        has_nameless_home=team.home is not None and not team.home_name,
    )
