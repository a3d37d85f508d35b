"""Asks of a step and answers to them, compared."""

import json
from typing import Any

from rules.engine.asks import Ask, Roll
from rules.engine.drive import Asks, Driven


def same(one: Any, other: Any) -> bool:
    """Whether two answers are the same as JSON, where true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def asks_of(driven: Driven) -> dict[str, Ask]:
    """The asks that were answered and those that are open, by their keys."""
    still_open = driven.outcome.open if isinstance(driven.outcome, Asks) else ()
    return {ask.key: ask for ask in (*driven.answered, *still_open)}


def shape_of(ask: Ask) -> str:
    """What an answer must look like to be meant for this ask: two dice are not three."""
    return ask.dice if isinstance(ask, Roll) else ask.kind


def server_asks(driven: Driven) -> list[Ask]:
    """Open asks that nobody may see: the server answers them itself."""
    still_open = driven.outcome.open if isinstance(driven.outcome, Asks) else ()
    return [ask for ask in still_open if ask.visible == "server"]
