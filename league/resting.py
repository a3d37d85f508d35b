"""Whoever has written something that rests on a season's rules: later rooms add themselves."""

from collections.abc import Callable

from league.models import Season

Rest = Callable[[Season], bool]

_rests: list[Rest] = []


def rests(rest: Rest) -> Rest:
    """Have a function asked whether anything of its room rests on a season's rules."""
    _rests.append(rest)
    return rest


def anything_rests_on(season: Season) -> bool:
    return any(rest(season) for rest in _rests)
