"""What this room tells later ones, and asks of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from acts.hooks import Hook, Intention
from league.models import Invitation, League, Membership, Season
from rules.house import House


@dataclass(frozen=True, slots=True)
class RuleDependents(Hook[bool]):
    """Whether a room has written something that depends on a season's rules."""

    season: Season


@dataclass(frozen=True, slots=True)
class RulesAmended(Intention):
    """Other house rules are to hold from a round of the season on."""

    season: Season
    by: User
    before: House
    after: House
    from_round: int
    now: datetime


@dataclass(frozen=True, slots=True)
class RulesChanged(Hook[None]):
    season: Season
    now: datetime


@dataclass(frozen=True, slots=True)
class PlaceTakenAway(Intention):
    """Somebody is to lose their place as a coach, by another's word."""

    place: Membership
    by: User


@dataclass(frozen=True, slots=True)
class PlacesEnded(Hook[None]):
    places: Sequence[Membership]
    now: datetime


@dataclass(frozen=True, slots=True)
class PlaceClaimed(Hook[None]):
    """A place that was entered by name is an account's now, by an invitation."""

    invitation: Invitation


@dataclass(frozen=True, slots=True)
class LeagueReopened(Hook[None]):
    """Whoever keeps deadlines in a league lets them run anew: nobody could keep them since it was
    closed."""

    league: League
    by: User
    closed_at: datetime
    now: datetime
