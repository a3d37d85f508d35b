"""Whoever has to know of a result in the transaction that writes it: later rooms add themselves."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from jobs.models import Act
from matches.models import Match


@dataclass(frozen=True, slots=True)
class Hearer:
    """`hold` locks what `hear` will write; it is called before any team is locked."""

    hold: Callable[[Match], object]
    hear: Callable[[Match, Act, datetime], None]


_hearers: list[Hearer] = []


def add(hearer: Hearer) -> None:
    """Have somebody told of every match whose result changes."""
    _hearers.append(hearer)


def hold(match: Match) -> None:
    for hearer in _hearers:
        hearer.hold(match)


def tell(match: Match, *, act: Act, now: datetime) -> None:
    for hearer in _hearers:
        hearer.hear(match, act, now)
