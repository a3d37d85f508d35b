"""A question of every kind that this edition answers."""

from collections.abc import Mapping

from rules.editions import Example, Examples
from rules.editions.blitz.traits import PREFIX, READY, USED

COACH: Example = {
    "team": {
        "race": "human",
        "marks": {f"{PREFIX}loud-celebrator": USED, f"{PREFIX}bribe-the-ref": READY},
    }
}
CIRCUMSTANCES: Mapping[str, Example] = {
    "coach-trait": COACH,
    "coach-traits": COACH,
    "draft": {"race": "human"},
    "draft-bill": {"race": "dwarf"},
    "draft-offers": {"race": "skaven"},
    "entrance": COACH,
    "league-over": COACH,
    "overtime": {
        "home_touchdowns": 9,
        "away_touchdowns": 9,
        "scored": "home",
        "knock_out": True,
    },
}
EXAMPLES = Examples(CIRCUMSTANCES)
