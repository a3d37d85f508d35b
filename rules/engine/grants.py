"""Gold that a league gives by its commissioner's word, so that what they allow can be paid."""

from rules.engine.effects import Gold
from rules.engine.rulings import Allowed, Line, allowed


def grant(amount: int) -> Allowed:
    """A gift to the treasury, with its line; what it pays for is a ruling of its own."""
    return allowed(Gold(amount, "grant"), because=[Line("grant", amount)])
