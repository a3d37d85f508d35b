"""The site's first page: for a person their leagues and teams, for everybody the public ones."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from competition.queries.fixtures import invitations_for
from competition.queries.next_matches import next_todos
from competition.todos import answer_invitation
from league.models import League, Membership
from league.permissions import COACHING
from league.queries import listed_leagues, memberships_of
from matches.queries.waiting import waiting_for
from press.team_lines import TeamLine, team_line, with_coaches
from rules.editions import edition
from rules.loading import editions
from teams.models import Draft, Team, Tenure
from teams.permissions import holding
from teams.queries.coaches import notices_to
from teams.todos import answer_notice
from web.todos import Todo

SHOWN = 8


@dataclass(frozen=True, slots=True)
class Desk:
    """What a person has here."""

    memberships: list[Membership]
    teams: list[tuple[TeamLine, League]]
    drafts: list[tuple[Draft, str]]
    todos: list[Todo]


def desk_of(person: User) -> Desk:
    """Twelve statements at most, whatever there is."""
    now = timezone.now()
    places = list(memberships_of(person).order_by("league__closed_at", "-id"))
    names = race_names()
    coached = with_coaches(
        Team.objects.filter(
            pk__in=Tenure.objects.filter(
                holding(now),
                coach__user=person,
                coach__until=None,
                coach__role__in=COACHING,
            ).values("team"),
            state=Team.State.ACTIVE,
        ).select_related("league")
    )
    drafts = Draft.objects.filter(coach__user=person, coach__until=None, finished_at=None)
    return Desk(
        memberships=places,
        teams=[
            (team_line(team, mine=places, race_names=names), team.league)
            for team in coached.order_by("name", "id")
        ],
        drafts=[
            (draft, names.get(draft.race, draft.race))
            for draft in drafts.select_related("season__league")
        ],
        todos=[
            *map(answer_notice, notices_to(person, now=now)),
            *(each.todo for each in waiting_for(person, now=now)),
            *map(answer_invitation, invitations_for(person, now=now)),
            *next_todos(person, now=now),
        ],
    )


def newest_leagues(person: Any) -> QuerySet[League]:
    """Some leagues that a stranger may look at. One statement."""
    return listed_leagues(person).filter(closed_at=None)[:SHOWN]


def race_names() -> dict[str, str]:
    """Every race of every edition by its key; where two differ, the newest edition says."""
    return {
        key: race.name
        for name in reversed(editions())
        for key, race in edition(name).catalogue.races.items()
    }
