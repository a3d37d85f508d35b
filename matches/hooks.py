"""What this room tells later ones, and asks of them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from acts.hooks import Hook, Intention
from acts.models import Act
from league.models import Season
from matches.models import Match, MatchReport
from rules.engine.match import Side
from teams.models import Team


@dataclass(frozen=True, slots=True)
class ResultChanging(Hook[None]):
    """Before any team is locked: whoever writes something when the result has changed locks it."""

    match: Match


@dataclass(frozen=True, slots=True)
class ResultChanged(Hook[None]):
    """The match with its latest report, confirmed or not; also when there is none any more."""

    match: Match
    report: MatchReport | None
    act: Act
    now: datetime


@dataclass(frozen=True, slots=True)
class UnscheduledMatch(Intention):
    """Two teams are to meet off the schedule."""

    season: Season
    teams: Mapping[Side, Team]
    is_friendly: bool


@dataclass(frozen=True, slots=True)
class Invitation:
    """One of two was asked by the other; nobody is `invited` where both have agreed."""

    at: datetime
    invited: Side | None
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class InvitationsBetween(Hook[list[Invitation]]):
    """Those between two teams that no match came of yet."""

    season: Season
    teams: Mapping[Side, Team]


@dataclass(frozen=True, slots=True)
class SeasonPlayers(Hook[dict[int, set[int]]]):
    """By season, the accounts of whoever plays in it."""

    seasons: Collection[int]
