"""A league's front page: its teams, its people, and what to do next."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from competition.queries.home import SeasonNow, season_now
from league.models import League, Membership, Role, Season
from league.permissions import runs
from league.pins import book_of
from league.queries import current_season, league_for, members
from matches.queries import Result, matches_of, result_of
from press.team_lines import TeamLine, team_line, with_coaches
from teams.models import Draft, Team

LATEST = 6


class Step(StrEnum):
    """What somebody could do in a league now."""

    INVITE = "invite"
    DRAFT = "draft"
    RULES = "rules"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class LeagueHome:
    league: League
    own: Membership | None
    season: Season
    edition: str
    differing: int
    teams: list[TeamLine]
    members: list[Membership]
    drafts: list[tuple[Draft, str]]
    now: SeasonNow | None
    results: list[Result]
    may_draft: bool
    steps: list[Step]

    @property
    def commissioner(self) -> Membership:
        return self.members[0]


def league_home(person: Any, uuid: UUID) -> LeagueHome:
    """All that the page needs. Raises Missing. Sixteen statements at most, whatever the
    size."""
    league, own = league_for(person, uuid)
    season = current_season(league)
    book = book_of(season.pin)
    race_names = {key: race.name for key, race in book.catalogue.races.items()}
    mine = [own] if own else []
    active = Team.objects.filter(league=league, state=Team.State.ACTIVE)
    teams = [
        team_line(team, mine=mine, race_names=race_names)
        for team in with_coaches(active).order_by("-value", "name", "id")
    ]
    drafts = [
        (draft, race_names.get(draft.race, draft.race))
        for draft in (Draft.objects.filter(coach=own, finished_at=None) if own else ())
    ]
    present = list(members(league))
    now = season_now(season, own)
    arranged = () if now and now.latest else matches_of(league)[:LATEST]
    return LeagueHome(
        league=league,
        own=own,
        season=season,
        edition=book.catalogue.title,
        differing=sum(1 for _difference in book.house.differences()),
        teams=teams,
        members=present,
        drafts=drafts,
        now=now,
        results=[result_of(match) for match in arranged],
        may_draft=_may_draft(league, own, season),
        steps=_steps(league, own, season, teams=teams, drafts=drafts, members=present),
    )


def _may_draft(league: League, own: Membership | None, season: Season) -> bool:
    """Whether the draft would let this person in."""
    plays = own is not None and own.role != Role.VIEWER
    return plays and league.closed_at is None and season.state != Season.State.OVER


def _steps(
    league: League,
    own: Membership | None,
    season: Season,
    *,
    teams: list[TeamLine],
    drafts: list[tuple[Draft, str]],
    members: list[Membership],
) -> list[Step]:
    """The most pressing first; nothing where everything is done, or closed."""
    if league.closed_at is not None:
        return []
    if own is None:
        return [Step.ASK]
    found = []
    registers = season.state == Season.State.REGISTRATION
    if runs(own) and len(members) == 1:
        found.append(Step.INVITE)
    has_team = any(team.is_mine for team in teams)
    if _may_draft(league, own, season) and not has_team and not drafts:
        found.append(Step.DRAFT)
    if runs(own) and registers:
        found.append(Step.RULES)
        if Step.INVITE not in found:
            found.append(Step.INVITE)
    return found
