"""Driving a step: always from the start, with the answers so far.

Resuming, rendering and replaying are therefore one function.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.engine.asks import Answers, Ask, Step
from rules.engine.rulings import Allowed, Reason, Refused, Ruling


@dataclass(frozen=True, slots=True)
class Asks:
    """The step is not over: these are still to be answered, these were."""

    open: tuple[Ask, ...]
    answered: tuple[Ask, ...] = ()


@dataclass(frozen=True, slots=True)
class Driven:
    """How far a step came, which asks it put, and which answers do not fit their ask."""

    outcome: Asks | Allowed | Refused
    answered: tuple[Ask, ...]
    unfit: tuple[Ask, ...] = ()


def drive(
    step: Callable[..., Step | Ruling], side: Any, answers: Answers
) -> Asks | Allowed | Refused:
    """Run a step for a side until it needs to know more, or is over."""
    return follow(step, side, answers).outcome


def follow(step: Callable[..., Step | Ruling], side: Any, answers: Answers) -> Driven:
    """Like `drive`, and says more about the asks: what a replay needs to know."""
    running = step(side)
    if isinstance(running, Allowed | Refused):
        return Driven(running, ())
    answered: list[Ask] = []
    keys: set[str] = set()
    try:
        asks = next(running)
        while True:
            if doubled := keys & {ask.key for ask in asks}:
                raise LookupError(f"a step asked twice under {sorted(doubled)}")
            keys |= {ask.key for ask in asks}
            open_asks = tuple(ask for ask in asks if ask.key not in answers)
            answered += [ask for ask in asks if ask.key in answers]
            if faults := _faults(asks, answers):
                subjects = {fault.subject for fault in faults}
                unfit = tuple(ask for ask in asks if ask.key in subjects)
                return Driven(Refused(tuple(faults)), tuple(answered), unfit)
            if open_asks:
                return Driven(Asks(open_asks, tuple(answered)), tuple(answered))
            asks = running.send(tuple(answers[ask.key] for ask in asks))
    except StopIteration as over:
        return Driven(over.value, tuple(answered))


def _faults(asks: tuple[Ask, ...], answers: Answers) -> list[Reason]:
    return [fault for ask in asks if ask.key in answers for fault in ask.faults(answers[ask.key])]
