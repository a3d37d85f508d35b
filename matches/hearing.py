"""Whoever has to know of a result in the transaction that writes it: later rooms add themselves."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from jobs.models import Act
from matches.models import Match, MatchReport


@dataclass(frozen=True, slots=True)
class Hearer:
    """`hold` locks what `hear` will write; it is called before any team is locked. What is heard
    is the match with its latest report."""

    hold: Callable[[Match], object]
    hear: Callable[[Match, MatchReport | None, Act, datetime], None]


_hearers: list[Hearer] = []


def add(hearer: Hearer) -> None:
    """Have somebody told of every match whose result changes."""
    _hearers.append(hearer)


def hold(match: Match) -> None:
    for hearer in _hearers:
        hearer.hold(match)


def tell(match: Match, report: MatchReport | None, *, act: Act, now: datetime) -> None:
    for hearer in _hearers:
        hearer.hear(match, report, act, now)
