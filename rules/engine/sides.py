"""The two sides of a match: who answers for which, rolling off, and drawing lots."""

from collections.abc import Generator, Iterator
from itertools import count
from typing import Any

from rules.engine.asks import Roll, Who, pick, together
from rules.engine.match import SIDES, Side
from rules.engine.rulings import Reason

# A joint step is put from the home side's view; what only a side may see, its answerer may.
COACH_OF: dict[Side, Who] = {"home": "side", "away": "opponent"}


def roll_off(key: str) -> Generator[Any, Any, Side]:
    """A D6 for each coach, again while they tie: the side that rolled higher."""
    for turn in count(1):
        home, away = yield from together(
            *(Roll(f"{key}/{turn}/{side}", dice="D6", who=COACH_OF[side]) for side in SIDES)
        )
        if home != away:
            break
    return "home" if home > away else "away"


def by_lot(key: str) -> Generator[Any, Any, Side]:
    """One of the two at random."""
    (drawn,) = yield from pick(f"{key}/drawn", SIDES, who="either")
    return "home" if drawn == "home" else "away"


def higher_or_roll_off(key: str, home: int, away: int) -> Generator[Any, Any, Side]:
    """The side of the higher Team Value; if they are equal, whoever wins the roll-off."""
    if home != away:
        return "home" if home > away else "away"
    return (yield from roll_off(key))


def side_faults(subject: str, side: str) -> Iterator[Reason]:
    if side not in SIDES:
        yield Reason("not-a-side", subject, {"options": [*SIDES]}, integrity=True)
