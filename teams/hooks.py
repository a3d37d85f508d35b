"""What this room asks of later ones."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from accounts.models import User
from acts.hooks import Hook, Intention
from league.models import Membership
from teams.models import Team
from web.todos import Todo


class Becomes(Enum):
    """What is to become of a team."""

    RETIRED = auto()
    AT_HOME_ELSEWHERE = auto()
    COACHED_BY_OTHERS = auto()


@dataclass(frozen=True, slots=True)
class TeamChange(Intention):
    """Of coaches it also says by whom, and who is to coach: nobody where somebody's time with the
    team is to end."""

    becomes: Becomes
    team: Team
    actor: User | None = None
    coach: Membership | None = None


@dataclass(frozen=True, slots=True)
class TeamTodos(Hook[list[Todo]]):
    """What whoever coaches a team, or runs its league, could do for it now in a later room."""

    team: Team
    own: Membership
    now: datetime


@dataclass(frozen=True, slots=True)
class PlaysBeside(Hook[bool]):
    """Whether somebody plays with another team or by name in a season that a team is in, did
    lately, or could yet."""

    team: Team
    person: User
    now: datetime
