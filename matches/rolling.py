"""Dice that the server throws, and lots that it draws."""

import secrets
from typing import Any

from rules.engine.asks import Ask, Pick, Roll
from rules.engine.dice import Rolled, dice

DRAWN = "/drawn"


def throw(spec: str) -> Rolled:
    """A result of these dice that nobody can foresee."""
    thrown = dice(spec)
    return thrown.rolled(tuple(secrets.randbelow(sides) + 1 for sides in thrown.sides))


def can_be_rolled(ask: Ask) -> bool:
    """Whether chance answers it: dice, and what is drawn by lot."""
    return isinstance(ask, Roll) or (isinstance(ask, Pick) and ask.key.endswith(DRAWN))


def chance(ask: Ask) -> Any:
    """What chance answers."""
    if isinstance(ask, Roll):
        return throw(ask.dice)
    if isinstance(ask, Pick):
        return secrets.SystemRandom().sample(ask.candidates, ask.at_least)
    raise TypeError(f"nothing is rolled for {ask.kind}")
