"""Going through a step with the answers on record: to carry on, or again after a correction."""

from collections.abc import Callable, Collection
from typing import Any

from rules.engine.asks import Answers
from rules.engine.drive import Asks, Driven, Driving
from rules.engine.rulings import Reason, Refused

# What somebody knows of the asks that are open.
Supply = Callable[[Driven], Answers]


class Unfit(Exception):
    """An answer that was meant to hold does not fit its ask."""

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        super().__init__([reason.code for reason in reasons])
        self.reasons = reasons


def _nothing(driven: Driven) -> Answers:
    return {}


def follow_recorded(
    driving: Driving,
    recorded: Answers,
    *,
    must_fit: Collection[str] = (),
    supply: Supply = _nothing,
) -> tuple[Driven, dict[str, Any]]:
    """How far the answers on record lead, and those that are left.

    One that fits its ask no more is let go of, and asked for anew. What is open is supplied until
    nobody knows more. Raises Unfit for one that `must_fit`, as what is supplied must.
    """
    answers, held = dict(recorded), {*must_fit}
    while True:
        driven = driving.follow(answers)
        if wrong := held & {ask.key for ask in driven.unfit}:
            raise Unfit(_reasons(driven, wrong))
        for ask in driven.unfit:
            del answers[ask.key]
        if driven.unfit:
            continue
        fresh = supply(driven)
        if not fresh:
            return driven, answers
        answers |= fresh
        held |= fresh.keys()


def follow_player(driven: Driven, given_elsewhere: Answers) -> dict[str, Any]:
    """Of what is open, what was answered in another match and follows its player here: an
    improvement roll holds in the match where it is earned now."""
    asks = driven.outcome.open if isinstance(driven.outcome, Asks) else ()
    return {
        ask.key: given_elsewhere[ask.key]
        for ask in asks
        if ask.follows_player
        and ask.key in given_elsewhere
        and not ask.faults(given_elsewhere[ask.key])
    }


def _reasons(driven: Driven, wrong: Collection[str]) -> tuple[Reason, ...]:
    reasons = driven.outcome.reasons if isinstance(driven.outcome, Refused) else ()
    return tuple(reason for reason in reasons if reason.subject in wrong)
