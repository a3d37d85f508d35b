"""Dice that the server throws, and what it draws where nobody may look."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from rules.engine.asks import Ask, Choose, Pick, Roll
from rules.engine.dice import Rolled, dice

_unforeseen = random.SystemRandom()
_chance: ContextVar[random.Random] = ContextVar("chance")


def chance() -> random.Random:
    """What nobody can foresee; within `falling_by` what it was given."""
    return _chance.get(_unforeseen)


@contextmanager
def falling_by(seeded: random.Random) -> Iterator[None]:
    """Have everything fall as a seed has it, so that a league can be simulated again."""
    token = _chance.set(seeded)
    try:
        yield
    finally:
        _chance.reset(token)


def throw(spec: str) -> Rolled:
    """A result of these dice."""
    thrown = dice(spec)
    return thrown.rolled(tuple(chance().randint(1, sides) for sides in thrown.sides))


def draw(ask: Ask) -> Any:
    """The server's own answer to something that neither coach may see."""
    match ask:
        case Roll(dice=spec):
            return throw(spec)
        case Pick(candidates=candidates, at_most=at_most):
            return chance().sample(candidates, at_most)
        case Choose(options=options):
            return chance().choice(options)
        case _:
            raise LookupError(f"the server has no opinion on {ask.key}")
