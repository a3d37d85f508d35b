"""Whoever has to know of a result in the transaction that writes it: later rooms add themselves."""

from collections.abc import Callable
from datetime import datetime

from jobs.models import Act
from matches.models import Match

Hearer = Callable[[Match, Act, datetime], None]

_hearers: list[Hearer] = []


def hear(hearer: Hearer) -> Hearer:
    """Have a function called with every match whose result comes to be or changes."""
    _hearers.append(hearer)
    return hearer


def tell(match: Match, *, act: Act, now: datetime) -> None:
    for hearer in _hearers:
        hearer(match, act, now)
