"""What somebody could do in a league now, from every room, the most pressing first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from competition import todos as of_season
from competition.models import Entry, Stage
from competition.queries.desk import stage_lines, teams_down
from competition.queries.fixtures import invitations_to
from competition.queries.overdue import overdue_count
from competition.queries.redrafts import Board, board_of
from competition.queries.season_end import ending_of
from competition.queries.tournament import swiss_of
from competition.queries.trades import trades_waiting
from competition.season_words import FEWEST, how_it_goes_on
from league import todos as of_league
from league.models import JoinRequest, League, Membership, Role, Season
from league.permissions import runs
from league.pins import book_of
from league.queries import current_season, league_for, members, open_requests, own_request
from league.registration import why_no_more_teams, why_not_registered
from league.rulebook import answers_of
from matches.queries.waiting import waiting_for
from matches.unfinished import open_sides
from press.team_lines import TeamLine, team_line, with_coaches
from teams import todos as of_teams
from teams.models import Draft, Team
from teams.queries.coaches import notices_to
from web.todos import Todo

BETWEEN = (Season.State.PREPARING, Season.State.REGISTRATION)
UNDER_WAY = (Season.State.RUNNING, Season.State.ENDING)


@dataclass(frozen=True, slots=True)
class Found:
    """A league as it was read for somebody."""

    person: Any
    season: Season
    own: Membership | None
    teams: list[TeamLine]
    drafts: list[tuple[Draft, str]]
    members: list[Membership]
    tournament: Stage | None
    requests: list[JoinRequest]
    may_draft: bool
    at: datetime

    @property
    def league(self) -> League:
        return self.season.league

    @property
    def is_tournament_day(self) -> bool:
        return self.tournament is not None and runs(self.own) and _is_at_hand(self.tournament)


def read_league(person: Any, uuid: UUID) -> Found:
    """Raises Missing. Nine statements at most."""
    now = timezone.now()
    league, own = league_for(person, uuid)
    season = current_season(league)
    season.league = league
    races = book_of(season.pin).catalogue.races
    race_names = {key: race.name for key, race in races.items()}
    teams = _teams(league, own, race_names)
    return Found(
        person=person,
        season=season,
        own=own,
        teams=teams,
        drafts=_drafts(own, race_names),
        members=list(members(league)),
        tournament=swiss_of(season),
        requests=list(open_requests(league)) if runs(own) else [],
        may_draft=_may_draft(season, own, teams, now=now),
        at=now,
    )


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


def _may_draft(
    season: Season, own: Membership | None, teams: list[TeamLine], *, now: datetime
) -> bool:
    """Whether the draft would let this person in."""
    if own is None or own.role == Role.VIEWER or season.league.closed_at is not None:
        return False
    reasons = why_not_registered(season, by=own, now=now)
    if not runs(own):
        has = sum(team.is_headed_by_me for team in teams)
        reasons += why_no_more_teams(season.league, has=has)
    return not reasons


def todos_of(found: Found) -> Iterator[Todo]:
    """Nothing where everything is done, or the league is closed."""
    league, own = found.league, found.own
    if league.closed_at is not None:
        return
    if own is None:
        asked = own_request(found.person, league)
        yield of_league.ask_to_join(found.person, league, asked, commissioner=found.members[0])
        return
    yield from map(of_teams.answer_notice, notices_to(found.person, now=found.at, league=league))
    yield from (each.todo for each in waiting_for(found.person, now=found.at, league=league))
    if found.season.state in UNDER_WAY:
        asked_to_play = invitations_to(own, found.season, now=found.at)
        yield from map(of_season.answer_invitation, asked_to_play)
    yield from (of_teams.finish_draft(*each) for each in found.drafts)
    yield from _pressing(found)
    yield from _usual(found, own)


def _pressing(found: Found) -> Iterator[Todo]:
    """What others wait for."""
    season, league, own = found.season, found.league, found.own
    if found.is_tournament_day and found.tournament is not None:
        yield of_season.run_tournament(found.tournament)
    else:
        yield from _to_go_on(season, own)
    if overdue := _late(found):
        yield of_season.rule_on_overdue(league, overdue)
    yield from (of_teams.find_coach(team.uuid, team.name) for team in _coachless(found))
    if found.requests:
        yield of_league.answer_requests(league, len(found.requests))
    if own and (trades := trades_waiting(league, own, found.at)):
        yield of_season.answer_trades(league, trades)
    yield from (of_teams.name_home(team.uuid, team.name) for team in _to_name(found.teams))
    board = _redrafts(season)
    for team in _to_redraft(board, own, found.teams):
        yield of_season.redraft_team(season, team.uuid, team.name)
    if board and runs(own):
        yield of_season.wait_for_redrafts(league, done=board.done, expected=board.expected)


def _usual(found: Found, own: Membership) -> Iterator[Todo]:
    """What comes next in a season that has not begun."""
    season, league = found.season, found.league
    if runs(own) and season.state == Season.State.PREPARING:
        yield of_league.open_registration(league)
        yield of_league.look_rules_through(season)
        yield of_league.invite_coaches(league)
        return
    if runs(own) and season.state in UNDER_WAY:
        return
    is_registering = runs(own) and season.state == Season.State.REGISTRATION
    if is_registering and len(found.teams) >= FEWEST:
        yield of_season.begin_season(league)
    is_alone = runs(own) and len(found.members) == 1
    if is_alone:
        yield of_league.invite_coaches(league)
    if found.may_draft and not found.drafts and not any(team.is_mine for team in found.teams):
        yield of_teams.draft_team(league)
    for team in _to_register(season, own, found.teams, now=found.at):
        yield of_season.register_team(season, team.uuid, team.name)
    if is_registering and not found.teams:
        yield of_league.look_rules_through(season)
    if is_registering and not is_alone:
        yield of_league.invite_coaches(league)


def _is_at_hand(tournament: Stage) -> bool:
    """Whether its desk is where the league goes on; one that follows another stage has to wait."""
    season = tournament.season
    if season.league.closed_at is not None or season.state == Season.State.PREPARING:
        return False
    is_next = tournament.state == Stage.State.PLANNED and tournament.follows_id is None
    return is_next or tournament.state == Stage.State.RUNNING


def _to_go_on(season: Season, own: Membership | None) -> list[Todo]:
    """Six statements at most, while the season is under way."""
    if not runs(own) or season.state not in UNDER_WAY:
        return []
    accepted = season.entries.filter(state=Entry.State.ACCEPTED).count()
    stages = stage_lines(season)
    return list(how_it_goes_on(season, stages, ending=ending_of(season), teams=accepted))


def _late(found: Found) -> int:
    """How many matches wait for whoever runs the league to rule on them."""
    if found.season.state != Season.State.RUNNING or not runs(found.own):
        return 0
    return overdue_count(found.season, now=found.at)


def _coachless(found: Found) -> list[TeamLine]:
    """Teams in a season under way that nobody coaches, for whoever runs it. One statement where
    there are any."""
    if found.season.state != Season.State.RUNNING or not runs(found.own):
        return []
    lost = [team for team in found.teams if not team.coaches]
    playing = teams_down(found.season) if lost else set()
    return [team for team in lost if team.uuid in playing]


def _to_name(teams: list[TeamLine]) -> list[TeamLine]:
    """One's own with a home that has no name, but for those in a match: it may bring another. One
    statement where there are any."""
    nameless = [team for team in teams if team.is_mine and team.has_nameless_home]
    if not nameless:
        return []
    playing = open_sides().filter(team__uuid__in=[team.uuid for team in nameless])
    at_it = set(playing.values_list("team__uuid", flat=True))
    return [team for team in nameless if team.uuid not in at_it]


def _to_register(
    season: Season, own: Membership, teams: list[TeamLine], *, now: datetime
) -> list[TeamLine]:
    """Of one's own; whoever runs the league registers the others on the season's page."""
    mine = [team for team in teams if team.is_mine]
    if own.role == Role.VIEWER or not mine:
        return []
    if season.state != Season.State.REGISTRATION:
        return []
    if why_not_registered(season, by=own, now=now):
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
