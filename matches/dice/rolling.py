"""Dice that the server throws, and lots that it draws."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from rules.engine.asks import Ask, Pick, Roll
from rules.engine.dice import Rolled, dice

# Nobody can foresee what it says.
_CHANCE = random.SystemRandom()
_somebodys: ContextVar[random.Random | None] = ContextVar("chance", default=None)


def chance() -> random.Random:
    """Whatever decides by chance: nobody can foresee it, unless it was given by `thrown_by`."""
    return _somebodys.get() or _CHANCE


def throw(spec: str) -> Rolled:
    """A result of these dice."""
    thrown = dice(spec)
    return thrown.rolled(tuple(chance().randint(1, sides) for sides in thrown.sides))


def decide(ask: Ask) -> Any:
    """What chance answers."""
    match ask:
        case Roll(dice=spec):
            return throw(spec)
        case Pick(candidates=candidates, at_most=count):
            return chance().sample(candidates, count)
        case _:
            raise TypeError(f"{ask.key} is nothing that chance decides")


@contextmanager
def thrown_by(seeded: random.Random) -> Iterator[None]:
    """Let somebody else's chance decide, so that it can be repeated."""
    token = _somebodys.set(seeded)
    try:
        yield
    finally:
        _somebodys.reset(token)
