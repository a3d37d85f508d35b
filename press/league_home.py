"""A league's front page: its teams, its people, and what to do next."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from competition.clock import ClockText
from competition.models import Stage
from competition.queries.fixture_page import date_asked
from competition.queries.home import SeasonNow, season_now
from league.models import JoinRequest, League, Membership, Season
from league.pins import book_of
from league.rulebook import answers_of, team_sheet_of
from matches.queries.lists import Result, matches_of, result_of
from press.team_lines import TeamLine
from press.todos import read_league, todos_of
from rules.answers import EditionAnswers
from rules.team_sheet import Strength
from web.todos import Todo

LATEST = 6


@dataclass(frozen=True, slots=True)
class LeagueHome:
    league: League
    own: Membership | None
    season: Season
    edition: str
    game: EditionAnswers
    strength: Strength | None
    differing: int
    teams: list[TeamLine]
    members: list[Membership]
    now: SeasonNow | None
    # The date on which the opponent in one's next match waits for an answer.
    asked: ClockText | None
    results: list[Result]
    may_draft: bool
    tournament: Stage | None
    is_tournament_day: bool
    # Whoever asks to join, answered where the to-do list says so.
    requests: list[JoinRequest]
    # The most pressing first.
    todos: list[Todo]

    @property
    def commissioner(self) -> Membership:
        return self.members[0]


def league_home(person: Any, uuid: UUID) -> LeagueHome:
    """All that the page needs. Raises Missing. Thirty statements at most at any size."""
    found = read_league(person, uuid)
    league, own, season = found.league, found.own, found.season
    book = book_of(season.pin)
    now = season_now(season, own)
    own_next = now.own_next if now and league.closed_at is None else None
    arranged = () if now and now.latest else matches_of(league)[:LATEST]
    return LeagueHome(
        league=league,
        own=own,
        season=season,
        edition=book.catalogue.title,
        game=answers_of(book),
        strength=team_sheet_of(book).strength,
        differing=sum(1 for _difference in book.house.differences()),
        teams=found.teams,
        members=found.members,
        now=now,
        asked=date_asked(person, league, own_next) if own_next else None,
        results=[result_of(match) for match in arranged],
        may_draft=found.may_draft,
        tournament=found.tournament,
        is_tournament_day=found.is_tournament_day,
        requests=found.requests,
        todos=list(todos_of(found)),
    )
