"""Asks of a step and answers to them, compared."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from matches.models import Answer
from rules.engine.asks import Ask, Roll
from rules.engine.drive import Asks, Driven, Driving


def same(one: Any, other: Any) -> bool:
    """Whether two answers are the same as JSON, where true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def asks_of(driven: Driven) -> dict[str, Ask]:
    """The asks that were answered and those that are open, by their keys."""
    return {ask.key: ask for ask in (*driven.answered, *open_asks(driven))}


def open_asks(driven: Driven) -> Sequence[Ask]:
    return driven.outcome.open if isinstance(driven.outcome, Asks) else ()


def shape_of(ask: Ask) -> str:
    """What an answer must look like to be meant for this ask: two dice are not three."""
    return ask.dice if isinstance(ask, Roll) else ask.kind


def server_asks(driven: Driven) -> list[Ask]:
    """Open asks that nobody may see: the server answers them itself."""
    return [ask for ask in open_asks(driven) if ask.visible == "server"]


def is_held(
    ask: Ask,
    driven: Driven,
    driving: Driving,
    *,
    given: Mapping[str, Any],
    stored: Mapping[str, Answer],
) -> bool:
    """Whether a choice stands because the server has thrown or dealt something on the strength of
    it: whoever saw that could choose anew until it suits them. Dice that were typed wrongly are
    another matter."""
    if ask.is_chance or ask.key not in given:
        return False
    if not any(_is_told(each, stored) for each in asks_of(driven).values()):
        return False
    others = {key: value for key, value in given.items() if key != ask.key}
    reached = asks_of(driving.anew().follow(others))
    return any(
        each.key not in reached and each.key != ask.key and _is_told(each, stored)
        for each in asks_of(driven).values()
    )


def _is_told(ask: Ask, stored: Mapping[str, Answer]) -> bool:
    """Whether the server has thrown this, or shows somebody a hand by it."""
    thrown = ask.key in stored and stored[ask.key].source == Answer.Source.SERVER
    return thrown or ask.visible == "side"
