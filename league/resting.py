"""Whoever has written something that rests on a season's rules: later rooms add themselves."""

from collections.abc import Callable
from datetime import datetime

from league.models import Season

Rest = Callable[[Season], bool]
Follow = Callable[[Season, datetime], None]

_rests: list[Rest] = []
_follows: list[Follow] = []


def rests(rest: Rest) -> Rest:
    """Have a function asked whether anything of its room rests on a season's rules."""
    _rests.append(rest)
    return rest


def anything_rests_on(season: Season) -> bool:
    return any(rest(season) for rest in _rests)


def follow_rules(follow: Follow) -> None:
    """Have somebody told of every change of a season's rules, in the transaction that makes it."""
    _follows.append(follow)


def tell_of_rules(season: Season, *, now: datetime) -> None:
    for follow in _follows:
        follow(season, now)
