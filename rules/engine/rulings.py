"""What the rulebook answers: refused with all reasons, or allowed with effects and arithmetic."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from rules.engine.effects import Effect


# Who may see something: everybody, only the side whose it is, or nobody until it is told.
Visible = Literal["public", "side", "server"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong. A commissioner may override a rule; integrity nobody may."""

    code: str
    subject: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    integrity: bool = False

    def about(self, subject: str) -> "Reason":
        """The same of an answer, which nobody may override."""
        return replace(self, subject=subject, integrity=True)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the arithmetic: what it is, how much it is, and what it is made of."""

    code: str
    amount: int | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    visible: Visible = "public"


@dataclass(frozen=True, slots=True)
class Allowed:
    """Effects and the arithmetic; a step's ruling has the rulings that it is made of as parts.

    What it is called, and how it came about, does not make two rulings different.
    """

    effects: tuple["Effect", ...] = ()
    because: tuple[Line, ...] = ()
    name: str = field(default="", compare=False)
    parts: tuple["Allowed", ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Refused:
    """`otherwise` is what would come true if somebody set the rules aside that say no."""

    reasons: tuple[Reason, ...]
    otherwise: Allowed | None = None

    def overridable(self) -> bool:
        return not any(reason.integrity for reason in self.reasons)

    def although(self) -> Allowed | None:
        """The ruling by a commissioner's word, with a line for each rule that it sets aside.

        None where integrity is at stake, or where the ruling does not say what would come true.
        """
        if self.otherwise is None or not self.overridable():
            return None
        aside = [
            Line("set-aside", None, {"rule": reason.code, "about": dict(reason.params)})
            for reason in self.reasons
        ]
        return Allowed(self.otherwise.effects, (*self.otherwise.because, *aside))


Ruling = Allowed | Refused


def allowed(*effects: "Effect", because: Sequence[Line] = ()) -> Allowed:
    return Allowed(effects, tuple(because))


def refused(reasons: Sequence[Reason], otherwise: Allowed | None = None) -> Refused:
    return Refused(tuple(reasons), otherwise)


def total(lines: Sequence[Line]) -> int:
    return sum(line.amount or 0 for line in lines)
