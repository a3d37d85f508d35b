"""What keeps a team from being changed: rooms that this one does not know add their reasons."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from accounts.models import User
from jobs.failures import Reason
from league.models import Membership
from teams.models import Team


class Becomes(Enum):
    """What is to become of a team."""

    RETIRED = auto()
    AT_HOME_ELSEWHERE = auto()
    COACHED_BY_OTHERS = auto()


@dataclass(frozen=True, slots=True)
class Change:
    """Of coaches it also says by whom, and who is to coach: nobody where somebody's time with the
    team is to end."""

    becomes: Becomes
    team: Team
    actor: User | None = None
    coach: Membership | None = None


Hindrance = Callable[[Change], list[Reason]]
_hindrances: list[Hindrance] = []


def add_hindrance(hindrance: Hindrance) -> None:
    _hindrances.append(hindrance)


def hindrances(change: Change) -> list[Reason]:
    return [reason for hindrance in _hindrances for reason in hindrance(change)]
