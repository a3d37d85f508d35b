"""Dice that the server throws."""

import secrets

from rules.engine.dice import Rolled, dice


def throw(spec: str) -> Rolled:
    """A result of these dice that nobody can foresee."""
    thrown = dice(spec)
    return thrown.rolled(tuple(secrets.randbelow(sides) + 1 for sides in thrown.sides))
