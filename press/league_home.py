"""A league's front page: its teams, its people, and what to do next."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.utils import timezone

from competition.clock import Said
from competition.models import Entry, Fixture, Stage
from competition.queries.desk import stage_lines, teams_down
from competition.queries.fixture_page import date_asked
from competition.queries.fixtures import invitations_to
from competition.queries.home import SeasonNow, season_now
from competition.queries.overdue import overdue_count
from competition.queries.redrafts import Board, board_of
from competition.queries.season_end import ending_of
from competition.queries.tournament import swiss_of
from competition.queries.trades import trades_waiting
from competition.season_words import FEWEST, how_it_goes_on
from competition.season_words import Step as SeasonStep
from league.models import JoinRequest, League, Membership, Role, Season
from league.permissions import runs
from league.pins import book_of
from league.queries import current_season, league_for, members, open_requests, own_request
from league.registration import why_no_more_teams, why_not_registered
from league.rulebook import answers_of, team_sheet_of
from matches.open_ends import open_sides
from matches.queries.lists import Result, matches_of, result_of
from matches.queries.waiting import Waiting, waiting_for
from press.team_lines import TeamLine, team_line, with_coaches
from rules.answers import EditionAnswers
from rules.team_sheet import Strength
from teams.models import Draft, Team

LATEST = 6
BETWEEN = (Season.State.PREPARING, Season.State.REGISTRATION)
UNDER_WAY = (Season.State.RUNNING, Season.State.ENDING)


class Step(StrEnum):
    """What somebody could do in a league now."""

    TOURNAMENT = "tournament"
    OVERDUE = "overdue"
    ANSWER = "answer"
    TRADES = "trades"
    NAME_HOME = "name-home"
    OPEN = "open"
    REDRAFT = "redraft"
    REGISTER = "register"
    SEASON = "season"
    GO_ON = "go-on"
    INVITE = "invite"
    DRAFT = "draft"
    RULES = "rules"
    ASK = "ask"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class ToDo:
    """What waits for somebody in a league."""

    requests: list[JoinRequest]
    overdue: int
    trades: int
    may_draft: bool
    # One's own teams that could be put down for the season.
    to_register: list[TeamLine]
    # Who has been re-drafted, between two seasons; and one's own teams that have not.
    redrafts: Board | None
    to_redraft: list[TeamLine]
    # One's own teams whose home stadium has no name yet.
    to_name: list[TeamLine]
    # How a season that is under way goes on where it waits for whoever runs it.
    to_go_on: list[SeasonStep]
    tournament: Stage | None
    is_tournament_day: bool

    def pressing(self, own: Membership | None) -> list[Step]:
        """The most pressing first."""
        waits = {
            Step.GO_ON: self.to_go_on,
            Step.TOURNAMENT: self.is_tournament_day,
            Step.OVERDUE: self.overdue,
            Step.ANSWER: self.requests,
            Step.TRADES: self.trades,
            Step.NAME_HOME: self.to_name,
            Step.REDRAFT: self.to_redraft or (self.redrafts and runs(own)),
        }
        return [step for step, is_due in waits.items() if is_due]


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
    drafts: list[tuple[Draft, str]]
    waiting: list[Waiting]
    invitations: list[Fixture]
    now: SeasonNow | None
    # The date on which the opponent in one's next match waits for an answer.
    asked: Said | None
    results: list[Result]
    to_do: ToDo
    steps: list[Step]

    @property
    def commissioner(self) -> Membership:
        return self.members[0]


def league_home(person: Any, uuid: UUID) -> LeagueHome:
    """All that the page needs. Raises Missing. Thirty statements at most at any size."""
    league, own = league_for(person, uuid)
    season = current_season(league)
    season.league = league
    book = book_of(season.pin)
    race_names = {key: race.name for key, race in book.catalogue.races.items()}
    teams = _teams(league, own, race_names)
    drafts = _drafts(own, race_names)
    present = list(members(league))
    to_do = _to_do(season, own, teams)
    has_team = any(team.is_mine for team in teams) or bool(drafts)
    steps = _steps(
        season,
        own,
        pressing=to_do.pressing(own),
        alone=len(present) == 1,
        may_begin=to_do.may_draft and not has_team,
        may_register=bool(to_do.to_register),
        teams=len(teams),
    )
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
        teams=teams,
        members=present,
        drafts=drafts,
        waiting=waiting_for(person, now=timezone.now(), league=league) if own else [],
        invitations=invitations_to(own, season) if own and now else [],
        now=now,
        asked=date_asked(person, league, own_next) if own_next else None,
        results=[result_of(match) for match in arranged],
        to_do=to_do,
        steps=[_step_in(person, league)] if own is None and league.closed_at is None else steps,
    )


def _to_do(season: Season, own: Membership | None, teams: list[TeamLine]) -> ToDo:
    league, redrafts, tournament = season.league, _redrafts(season), swiss_of(season)
    is_day = tournament is not None and runs(own) and _is_at_hand(tournament)
    return ToDo(
        requests=list(open_requests(league)) if runs(own) else [],
        overdue=_late(season, own),
        trades=trades_waiting(league, own, timezone.now()) if own else 0,
        may_draft=_may_draft(season, own, teams),
        to_register=_to_register(season, own, teams),
        redrafts=redrafts,
        to_redraft=_to_redraft(redrafts, own, teams),
        to_name=_to_name(teams),
        to_go_on=[] if is_day else _to_go_on(season, own),
        tournament=tournament,
        is_tournament_day=is_day,
    )


def _to_name(teams: list[TeamLine]) -> list[TeamLine]:
    """One's own with a home that has no name, but for those in a match: it may bring another. One
    statement where there are any."""
    nameless = [team for team in teams if team.is_mine and team.has_nameless_home]
    if not nameless:
        return []
    playing = open_sides().filter(team__uuid__in=[team.uuid for team in nameless])
    at_it = set(playing.values_list("team__uuid", flat=True))
    return [team for team in nameless if team.uuid not in at_it]


def _teams(league: League, own: Membership | None, race_names: Mapping[str, str]) -> list[TeamLine]:
    active = Team.objects.filter(league=league, state=Team.State.ACTIVE)
    mine = [own] if own else []
    return [
        team_line(team, mine=mine, race_names=race_names)
        for team in with_coaches(active).order_by("-value", "name", "id")
    ]


def _drafts(own: Membership | None, race_names: Mapping[str, str]) -> list[tuple[Draft, str]]:
    """One's own in the making, each with its race."""
    begun = Draft.objects.filter(coach=own, finished_at=None) if own else ()
    return [(draft, race_names.get(draft.race, draft.race)) for draft in begun]


def _late(season: Season, own: Membership | None) -> int:
    """How many matches wait for whoever runs the league to rule on them."""
    if season.state != Season.State.RUNNING or not runs(own):
        return 0
    return overdue_count(season, now=timezone.now())


def _is_at_hand(tournament: Stage) -> bool:
    """Whether its desk is where the league goes on; one that follows another stage has to wait."""
    season = tournament.season
    if season.league.closed_at is not None or season.state == Season.State.PREPARING:
        return False
    is_next = tournament.state == Stage.State.PLANNED and tournament.follows_id is None
    return is_next or tournament.state == Stage.State.RUNNING


def _to_go_on(season: Season, own: Membership | None) -> list[SeasonStep]:
    """Six statements at most, while the season is under way."""
    if not runs(own) or season.league.closed_at is not None or season.state not in UNDER_WAY:
        return []
    accepted = season.entries.filter(state=Entry.State.ACCEPTED).count()
    stages = stage_lines(season)
    return list(how_it_goes_on(season, stages, ending=ending_of(season), teams=accepted))


def _may_draft(season: Season, own: Membership | None, teams: list[TeamLine]) -> bool:
    """Whether the draft would let this person in."""
    if own is None or own.role == Role.VIEWER or season.league.closed_at is not None:
        return False
    reasons = why_not_registered(season, by=own, now=timezone.now())
    if not runs(own):
        has = sum(team.is_headed_by_me for team in teams)
        reasons += why_no_more_teams(season.league, has=has)
    return not reasons


def _to_register(season: Season, own: Membership | None, teams: list[TeamLine]) -> list[TeamLine]:
    """A coach's own; whoever runs the league registers every team on the season's page."""
    mine = [team for team in teams if team.is_mine]
    if own is None or runs(own) or own.role == Role.VIEWER or not mine:
        return []
    if season.state != Season.State.REGISTRATION or season.league.closed_at is not None:
        return []
    if why_not_registered(season, by=own, now=timezone.now()):
        return []
    down = teams_down(season)
    return [team for team in mine if team.uuid not in down]


def _redrafts(season: Season) -> Board | None:
    """Who has come into a season that follows another, while somebody has not."""
    if season.number == 1 or season.state not in BETWEEN:
        return None
    if answers_of(book_of(season.pin)).redrafting is None:
        return None
    board = board_of(season.league)
    return board if board.done < board.expected else None


def _to_redraft(
    board: Board | None, own: Membership | None, teams: list[TeamLine]
) -> list[TeamLine]:
    if board is None or own is None or own.role == Role.VIEWER:
        return []
    waiting = {row.team.uuid for row in board.rows if row.state not in ("done", "retired")}
    return [team for team in teams if team.is_mine and team.uuid in waiting]


def _step_in(person: Any, league: League) -> Step:
    asked = own_request(person, league)
    return Step.WAIT if asked and asked.answered_at is None else Step.ASK


def _steps(
    season: Season, own: Membership | None, *, pressing: list[Step], **told: Any
) -> list[Step]:
    """The most pressing first; nothing where everything is done, or the league is closed."""
    if own is None or season.league.closed_at is not None:
        return []
    return [*pressing, *_usual_steps(season, own, **told)]


def _usual_steps(
    season: Season,
    own: Membership,
    *,
    alone: bool,
    may_begin: bool,
    may_register: bool,
    teams: int,
) -> list[Step]:
    found = []
    if runs(own) and season.state == Season.State.PREPARING:
        return [Step.OPEN, Step.RULES, Step.INVITE]
    if runs(own) and season.state in UNDER_WAY:
        return []
    if runs(own) and alone:
        found.append(Step.INVITE)
    if may_begin:
        found.append(Step.DRAFT)
    if may_register:
        found.append(Step.REGISTER)
    if runs(own) and season.state == Season.State.REGISTRATION:
        if teams >= FEWEST:
            found.insert(0, Step.SEASON)
        if not teams:
            found.append(Step.RULES)
        if Step.INVITE not in found:
            found.append(Step.INVITE)
    return found
