"""What the rulebook rules, and what a commissioner's word would make of it."""

from rules.engine import rulings
from rules.engine.rulings import Allowed


class Overridable:
    """Whatever was put before the rulebook and has its `ruling`."""

    __slots__ = ()

    ruling: rulings.Ruling | None

    @property
    def is_sound(self) -> bool:
        """Whether nothing besides the rulebook speaks against it, which no word could set aside."""
        return True

    @property
    def allowed(self) -> Allowed | None:
        return self.ruling if isinstance(self.ruling, Allowed) and self.is_sound else None

    @property
    def although(self) -> Allowed | None:
        """What a commissioner's word would make of it."""
        if isinstance(self.ruling, rulings.Refused) and self.is_sound:
            return self.ruling.although()
        return None
