"""What every page of a team begins with: the team, whose hand is on it, and its rules."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from league.models import League, Season
from league.permissions import must_see
from league.pins import book_of
from rules.book import Book
from rules.words import People
from teams.models import Contract, Team, TeamEvent, Tenure
from teams.permissions import TeamAccess, holding, no_such_team


@dataclass(frozen=True, slots=True)
class Coach:
    uuid: UUID
    name: str
    kind: Tenure.Kind

    @property
    def kind_said(self) -> str:
        return str(self.kind.label)


@dataclass(frozen=True, slots=True)
class Head:
    """A team, who looks at it, who coaches it, and the book that its last event went by."""

    team: Team
    access: TeamAccess
    coaches: tuple[Coach, ...]
    book: Book
    season: Season

    @property
    def race(self) -> str:
        return self.book.race(self.team.race).name

    @property
    def edition(self) -> str:
        return self.book.catalogue.edition


def head_for(person: Any, uuid: UUID) -> Head:
    """Raises Missing. Four statements, three for whoever is not signed in."""
    team = Team.objects.select_related("league").filter(uuid=uuid).first()
    if team is None:
        raise no_such_team(person)
    membership = must_see(person, team.league, missing=no_such_team(person))
    tenures = list(team.tenures.filter(holding(timezone.now())).select_related("coach__user"))
    mine = next((t for t in tenures if membership and t.coach_id == membership.pk), None)
    last = last_event(team)
    return Head(
        team=team,
        access=TeamAccess(membership, mine),
        coaches=tuple(
            Coach(t.coach.uuid, str(t.coach), Tenure.Kind(t.kind)) for t in in_order(tenures)
        ),
        book=book_of(last.pin),
        season=last.chapter.season,
    )


def in_order(tenures: list[Tenure]) -> list[Tenure]:
    """The head coach, then the second, then whoever stands in."""
    kinds = list(Tenure.Kind)
    return sorted(tenures, key=lambda tenure: (kinds.index(Tenure.Kind(tenure.kind)), tenure.pk))


def last_event(team: Team) -> TeamEvent:
    """With what it takes to read by its rules. One statement."""
    return (
        team.events.select_related("pin__catalogue", "chapter__season")
        .defer("pin__catalogue__data", "effects", "because")
        .latest("seq")
    )


def teams_of(league: League) -> QuerySet[Team]:
    """A league's teams, those still playing first."""
    return league.teams.order_by("state", "name", "id")


def people_of(contracts: list[Contract], team: Team) -> People:
    """What the team's ledger calls its own players, past ones too."""
    return People({c.key: c.player.name for c in contracts if c.team_id == team.pk})
