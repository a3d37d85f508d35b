"""The knobs that any edition may take up by name."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.house.playing import DICE, KNOCK_OUT, REPORTS
from rules.house.standings import SCORES, STANDINGS
from rules.knobs import POST_MATCH, Choice, Knob, Several, Text, _

WORDS = Text(
    key="words",
    label=_("House rules in words"),
    sentence=_("Whatever else the league has agreed on."),
    default="",
)

SHARED: dict[str, Knob] = {
    knob.key: knob for knob in (*KNOCK_OUT, *STANDINGS, *SCORES, *REPORTS, *DICE, WORDS)
}

# What only some games have something for; the product itself reads all others.
_OF_SOME_GAMES = {
    "points.bonuses",
    "standings.casualties",
    "prizes.shared",
    "post-match.days",
}
REQUIRED: frozenset[str] = frozenset(SHARED) - {knob.key for knob in DICE} - _OF_SOME_GAMES


def shared(*keys: str) -> tuple[Knob, ...]:
    """Shared knobs by name, in this order."""
    return tuple(SHARED[key] for key in keys)


def in_league_play(*knobs: Knob) -> tuple[Knob, ...]:
    """The same, of what comes after a match: in resurrection play they do nothing."""
    return tuple(replace(knob, needs=POST_MATCH) for knob in knobs)


def offering(key: str, options: Mapping[str, str], default: Any = None) -> Knob:
    """A shared knob with the options that a game has."""
    knob = SHARED[key]
    if not isinstance(knob, Choice | Several):
        raise TypeError(f"{key} has no options")
    return replace(knob, options=options, default=knob.default if default is None else default)
