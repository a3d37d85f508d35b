"""How a room is heard where nobody knows it: an earlier room declares what it tells and what it
asks, in its own `hooks.py`; later rooms connect themselves when Django starts."""

from collections.abc import Callable
from typing import Any, ClassVar, Generic, Self, TypeVar

from acts.failures import Reason

Answer = TypeVar("Answer")


class Hook(Generic[Answer]):
    """What is told or asked, as a frozen dataclass. Whoever is connected answers inside the
    transaction of whoever sends it, in the order of the rooms; what they raise stops both."""

    __slots__ = ()
    receivers: ClassVar[list[Callable[[Any], Any]]]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.receivers = []

    @classmethod
    def connect(cls, receiver: Callable[[Self], Answer]) -> None:
        """In an app's `ready()`. Twice is as good as once."""
        if receiver not in cls.receivers:
            cls.receivers.append(receiver)

    def send(self) -> list[Answer]:
        return [receiver(self) for receiver in self.receivers]


class Intention(Hook[list[Reason]]):
    """Something that is about to be done: later rooms say all that speaks against it."""

    __slots__ = ()

    def why_not(self) -> list[Reason]:
        return [reason for reasons in self.send() for reason in reasons]
