"""Playing a match through a sequence with answers, and playing it again to see what differs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.asks import Answer, Ask
from rules.engine.drive import Asks, follow
from rules.engine.fold import Impossible
from rules.engine.match import SIDES, Match, Side, settle
from rules.engine.rulings import Allowed, Refused, refused
from rules.engine.sequence import Chair, SequenceStep

# Answers by the place they were given at, then by the ask's key.
Recorded = dict[str, dict[str, Answer]]
Answerer = Callable[[Ask, Chair[Any]], Answer]


@dataclass(frozen=True, slots=True)
class Done:
    """One step that is over: where, and what it was allowed."""

    place: str
    side: Side | None
    ruling: Allowed


class StepRefused(Exception):
    """A step that cannot go on with these answers; a replay lists it as a conflict."""

    def __init__(self, place: str, refused: Refused) -> None:
        super().__init__(f"{place}: {[reason.code for reason in refused.reasons]}")
        self.place, self.refused = place, refused


def place_of(step: SequenceStep, side: Side | None) -> str:
    return f"{step.key}/{side or 'joint'}"


def play_through(
    book: Any, steps: Sequence[SequenceStep], match: Match, answers: Recorded, answer: Answerer
) -> tuple[Match, list[Done]]:
    """The match after all steps that apply. What is not answered yet is asked, and recorded."""
    done: list[Done] = []
    for step in steps:
        for side in _in_turn(book, step, match):
            chair = Chair(book, match, side)
            if not step.applies(chair):
                continue
            place = place_of(step, side)
            ruling = _finish(step, chair, answers.setdefault(place, {}), answer, place)
            match = settle(match, ruling.effects, side=side)
            done.append(Done(place, side, ruling))
    return match, done


def _in_turn(book: Any, step: SequenceStep, match: Match) -> Iterator[Side | None]:
    """A joint step once; otherwise each side, the one that need not wait first."""
    if step.joint:
        yield None
        return
    yield from sorted(SIDES, key=lambda side: not step.ready(Chair(book, match, side)))


def _finish(
    step: SequenceStep, chair: Chair[Any], given: dict[str, Answer], answer: Answerer, place: str
) -> Allowed:
    """Drive a step to its end. A recorded answer that fits its ask no longer is asked for again."""
    new: set[str] = set()
    while True:
        driven = follow(step.run, chair, given)
        if isinstance(driven.outcome, Allowed):
            return driven.outcome
        asks = driven.outcome.open if isinstance(driven.outcome, Asks) else driven.unfit
        if isinstance(driven.outcome, Refused) and (not asks or new & {a.key for a in asks}):
            raise StepRefused(place, driven.outcome)
        for ask in asks:
            given[ask.key] = answer(ask, chair)
            new.add(ask.key)


def as_it_was(match: Match, done: Sequence[Done]) -> Match:
    """The kick-off is a wall: what was fielded and bought is fact, whatever changed before it.

    Raises StepRefused at the place of what can no longer be: gold spent that was never won.
    """
    for each in done:
        try:
            match = settle(match, each.ruling.effects, side=each.side)
        except Impossible as impossible:
            raise StepRefused(each.place, refused([impossible.reason])) from impossible
    return match


def recollect(answers: Mapping[str, Recorded], wandering: str, ask_anew: Answerer) -> Answerer:
    """An answerer that first looks whether the same was answered in another match.

    An improvement roll follows its player to the match where he now earns it.
    """
    told = {
        key: value
        for of_match in answers.values()
        for given in of_match.values()
        for key, value in given.items()
        if key.startswith(wandering)
    }

    def answer(ask: Ask, chair: Chair[Any]) -> Answer:
        if ask.key in told and not ask.faults(told[ask.key]):
            return told[ask.key]
        return ask_anew(ask, chair)

    return answer


def changed(before: Sequence[Done], after: Sequence[Done]) -> list[tuple[str, Any, Any]]:
    """The steps whose effects differ between two plays: place, what was, what is."""
    old = {done.place: done.ruling.effects for done in before}
    new = {done.place: done.ruling.effects for done in after}
    return [
        (place, old.get(place), new.get(place))
        for place in dict.fromkeys([*old, *new])
        if old.get(place) != new.get(place)
    ]
