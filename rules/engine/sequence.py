"""Sequences of steps: what comes when, for whom, and how a step is composed of rulings."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Generic, TypeVar

from rules.engine import effects as e
from rules.engine.asks import Ask, Step, Who, each_ask
from rules.engine.fold import Impossible
from rules.engine.match import Match, Side, settle
from rules.engine.rulings import Allowed, Refused, Ruling, refused
from rules.engine.state import Team

B = TypeVar("B")


@dataclass(frozen=True)
class StepContext(Generic[B]):
    """Where a step is put from: the book, the match as it stands, and a side of it.

    A joint step has no side; its asks are put from the home side's view.
    """

    book: B
    match: Match
    side: Side | None = None


def always(_: Any) -> bool:
    return True


@dataclass(frozen=True)
class SequenceStep:
    """One step of a sequence, joint or once for each side.

    It does not appear unless it `applies`: its rule is on and there is something to do. It waits
    until it is `ready`: what it needs of the other side is there. `titled` says what it is called
    in a league that plays without part of it.
    """

    key: str
    title: str
    run: Callable[[Any], Step | Ruling]
    joint: bool = False
    applies: Callable[[Any], bool] = always
    ready: Callable[[Any], bool] = always
    titled: Callable[[Any], str] | None = None

    def under(self, book: Any) -> "SequenceStep":
        """The step as a league with these rules knows it."""
        return replace(self, title=self.titled(book)) if self.titled else self


class Stopped(Exception):
    """A ruling inside a step was refused, and with it the step."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused)
        self.refused = refused


class Doing:
    """A step in the making: rulings follow each other, each on what the one before left."""

    def __init__(self, context: StepContext[Any]) -> None:
        self.book = context.book
        self.side = context.side
        self.match = context.match
        self.parts: list[Allowed] = []

    def ask(
        self, ruling: Step | Ruling, *, side: Side | None = None
    ) -> Generator[Any, Any, Allowed]:
        """Put a ruling; what it allows holds at once. For one side of a joint step, say which."""
        answer = yield from self._answer(ruling, side)
        if isinstance(answer, Refused):
            raise Stopped(answer)
        addressed = tuple(self._addressed(effect, side) for effect in answer.effects)
        self.match = settle(self.match, addressed, side=self.side)
        self.parts.append(replace(answer, effects=addressed))
        return answer

    def try_asking(
        self, ruling: Step | Ruling, *, side: Side | None = None
    ) -> Generator[Any, Any, Allowed | None]:
        """Put a ruling that may well be refused: then nothing happens, and the step goes on."""
        answer = yield from self._answer(ruling, side)
        if isinstance(answer, Refused):
            return None
        return (yield from self.ask(answer, side=side))

    def _answer(self, ruling: Step | Ruling, side: Side | None) -> Generator[Any, Any, Ruling]:
        """A joint step is put from the home side's view, also where it is about the other."""
        if isinstance(ruling, Allowed | Refused):
            return ruling
        if self.side is None and side is not None:
            return (yield from _from_the_side_of(side, ruling))
        return (yield from ruling)

    def add(self, effect: e.Effect, *, side: Side | None = None) -> None:
        """Something that comes of no ruling of its own."""
        addressed = self._addressed(effect, side)
        self.match = settle(self.match, [addressed], side=self.side)
        self.parts.append(Allowed((addressed,)))

    def _addressed(self, effect: e.Effect, side: Side | None) -> e.Effect:
        return e.To(side, effect) if side and self.side is None else effect

    @property
    def own_side(self) -> Side:
        """The side whose step this is."""
        if self.side is None:
            raise TypeError("a joint step belongs to no side")
        return self.side

    @property
    def team(self) -> Team:
        """The team of the side whose step this is, as it stands now."""
        return self.match.teams[self.own_side]

    def done(self) -> Allowed:
        return Allowed(
            tuple(effect for part in self.parts for effect in part.effects),
            tuple(line for part in self.parts for line in part.because),
            parts=tuple(self.parts),
        )


_ACROSS: Mapping[Who, Who] = {"side": "opponent", "opponent": "side"}


def _from_the_side_of(side: Side, ruling: Step) -> Step:
    """The asks of a ruling about one side, as the home side's view puts them."""

    def put(ask: Ask) -> Ask:
        who: Who = ask.who or "side"
        return replace(ask, who=_ACROSS.get(who, who) if side == "away" else who)

    answer: Ruling = yield from each_ask(ruling, put)
    return answer


def _named(ask: Ask) -> Ask:
    """A choice in a joint step that is said to be nobody's would be the home side's unawares."""
    if ask.who is None and not ask.is_chance:
        raise LookupError(f"a joint step does not say whose choice {ask.key} is")
    return ask


def step(
    compose: Callable[[Doing], Generator[Any, Any, None]],
) -> Callable[[StepContext[Any]], Step]:
    """A step from a function that puts rulings one after the other."""

    @wraps(compose)
    def run(context: StepContext[Any]) -> Step:
        doing = Doing(context)
        composed = compose(doing)
        try:
            yield from each_ask(composed, _named) if context.side is None else composed
        except Stopped as stopped:
            return stopped.refused
        except Impossible as impossible:
            return refused([impossible.reason])
        return doing.done()

    return run
