"""What is to be simulated: how many teams and seasons, by which rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rules.editions import edition

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
EVERYTHING = "everything"


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
    rules: str = EVERYTHING

    @property
    def house(self) -> dict[str, Any]:
        """The house rules, as far as the edition knows them."""
        knobs = edition(self.edition).knobs
        chosen = knobs.presets[self.rules].turned
        more = BESIDES if self.rules == EVERYTHING else {}
        return {key: value for key, value in {**chosen, **more}.items() if key in knobs}
