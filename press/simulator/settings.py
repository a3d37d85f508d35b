"""What is to be simulated: how many teams and seasons, by which rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rules.house import PRESETS, knobs

# What goes beyond the books' own choices, so that every branch of the flow is walked.
BESIDES: Mapping[str, Any] = {
    "rivals": True,
    "inducements.winter": True,
    "expenses.spiralling": True,
    "points.bonuses": {"td-3": 1, "cas-3": 1},
    "standings.casualties": "inflicted",
    "forfeit.fine": 10_000,
    "bye.gold": 20_000,
    "bye.serves": True,
    "re-draft.keeps": ["sponsors", "home", "fund"],
}
RULES: Mapping[str, Mapping[str, Any]] = {
    **PRESETS,
    "everything": {**PRESETS["everything"], **BESIDES},
}


@dataclass(frozen=True, slots=True)
class Setting:
    """One seed and one setting are one league, whenever and however often it is played.

    `until` is when its last season ends; everything lies before it.
    """

    seed: int
    until: datetime
    edition: str = "bb2016"
    teams: int = 20
    seasons: int = 2
    rules: str = "everything"

    @property
    def house(self) -> dict[str, Any]:
        """The house rules, as far as the edition knows them."""
        known = {knob.key for knob in knobs(self.edition)}
        return {key: value for key, value in RULES[self.rules].items() if key in known}
