"""Driving a step: from the start, with the answers so far.

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
    return Driving(step, side).follow(answers)


class Driving:
    """A step for a side, driven several times with more and more answers: it goes on from where it
    waits, and from the start where an answer that it has heard is another now."""

    def __init__(self, step: Callable[..., Step | Ruling], side: Any) -> None:
        self._step, self.side = step, side
        self._set_out()

    def _set_out(self) -> None:
        self._heard: dict[str, Any] = {}
        self._answered: list[Ask] = []
        self._over: Ruling | None = None
        running = self._step(self.side)
        if isinstance(running, Allowed | Refused):
            self._over = running
            return
        self._running = running
        self._hear(None)

    def anew(self) -> "Driving":
        """The same step for the same side, which has heard nothing yet."""
        return Driving(self._step, self.side)

    def follow(self, answers: Answers) -> Driven:
        if any(answers.get(key, self) is not value for key, value in self._heard.items()):
            self._set_out()
        while self._over is None:
            asks = self._asks
            answered = (*self._answered, *(ask for ask in asks if ask.key in answers))
            if faults := _faults(asks, answers):
                subjects = {fault.subject for fault in faults}
                unfit = tuple(ask for ask in asks if ask.key in subjects)
                return Driven(Refused(tuple(faults)), answered, unfit)
            if open_asks := tuple(ask for ask in asks if ask.key not in answers):
                return Driven(Asks(open_asks, answered), answered)
            self._answered += asks
            self._heard |= {ask.key: answers[ask.key] for ask in asks}
            self._hear(tuple(answers[ask.key] for ask in asks))
        return Driven(self._over, tuple(self._answered))

    def _hear(self, told: tuple[Any, ...] | None) -> None:
        """Let the step know, and take what it asks next; no key is asked for twice."""
        try:
            self._asks = next(self._running) if told is None else self._running.send(told)
        except StopIteration as over:
            self._over = over.value
            return
        if doubled := self._heard.keys() & {ask.key for ask in self._asks}:
            raise LookupError(f"a step asked twice under {sorted(doubled)}")


def _faults(asks: tuple[Ask, ...], answers: Answers) -> list[Reason]:
    return [fault for ask in asks if ask.key in answers for fault in ask.faults(answers[ask.key])]
