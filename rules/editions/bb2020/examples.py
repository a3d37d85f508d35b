"""A question of every kind that this edition answers."""

from collections.abc import Mapping
from typing import Any

from rules.editions import Example, Examples

LINEMAN, BLITZER = "human-lineman", "blitzer"


def _player(position: str = LINEMAN, cost: int = 50_000, **more: Any) -> Example:
    return {"position": position, "cost": cost, **more}


def _team(race: str = "human", **more: Any) -> Example:
    """Eleven who can play, and whatever an example is about."""
    squad = {f"p{number}": _player() for number in range(1, 12)} | more.pop("players", {})
    return {
        "race": race,
        "treasury": 150_000,
        "rerolls": 3,
        "fan_factor": 2,
        "players": {id_: {"id": id_, **player} for id_, player in squad.items()},
        **more,
    }


RISEN = {"b1": _player(BLITZER, 85_000, skills=["dodge"], value_added=40_000, improvements=1)}
RICH = {"b1": _player(BLITZER, 85_000, awards={"touchdown": 4, "mvp": 2})}
PROUD = {"b1": _player(BLITZER, 85_000, improvements=3)}
HURT = {"b1": _player(BLITZER, 85_000, niggles=1, lowered={"ma": 1}, misses_next=True)}
SQUAD = [
    {"position": BLITZER, "skills": ["guard"], "awards": {"touchdown": 2, "casualty": 4}},
    {"position": "catcher", "skills": ["block"], "extra": 3},
    *({"position": LINEMAN} for _place in range(9)),
]

CIRCUMSTANCES: Mapping[str, Example] = {
    "player-value": {"race": "human", "player": {"id": "b1", **RISEN["b1"]}},
    "player-profile": {"race": "human", "player": {"id": "b1", **HURT["b1"]}},
    "experience": {"awards": {"touchdown": 3, "mvp": 1}, "improvements": 1, "spent": 6},
    "missed-matches": {"team": _team(players=HURT), "sat_out": ["b1"]},
    "journeymen": {"team": _team(players={"p11": _player(misses_next=True)}), "window": "round-1"},
    "team-value": {"team": _team(players=HURT, staff={"apothecary": 1})},
    "draft": {
        "race": "human",
        "players": {LINEMAN: 8, BLITZER: 3},
        "rerolls": 3,
        "fan_factor": 2,
        "staff": {"apothecary": 1},
    },
    "draft-offers": {"race": "human"},
    "draft-bill": {"race": "human", "players": {LINEMAN: 6, BLITZER: 4}, "rerolls": 3},
    "adoption": {"race": "human", "players": SQUAD, "treasury": 60_000, "fan_factor": 3},
    "adjustment": {"team": _team(players=RISEN), "treasury": -20_000, "player": "b1", "points": 3},
    "entrance": {"team": _team()},
    "fan-factor": {"home": 3, "away": 1},
    "weather": {},
    "coin": {},
    "inducement-budget": {"home": {"value": 1_200_000}, "away": {"value": 1_050_000}},
    "inducements": {"team": _team(), "given": 150_000},
    "prayers": {"left": 120_000},
    "double-hire": {"home": ["griff-oberwald"], "away": ["griff-oberwald"]},
    "casualty": {"team": _team(players=HURT), "player": "b1", "apothecary": True},
    "raise-dead": {
        "team": {"race": "shambling-undead", "players": {}},
        "victim": "b1",
        "strength": 3,
    },
    "winnings": {"fan_factor": 4, "opponent_fan_factor": 3, "touchdowns": 2},
    "dedicated-fans": {"team": _team(), "result": "won"},
    "mvp": {"team": _team(players=RISEN)},
    "advancement": {"team": _team(players=RICH), "player": "b1"},
    "players-leaving": {"team": _team(players=PROUD)},
    "hire-and-fire": {"team": _team(players=HURT), "window": "round-1", "may_retire": ["b1"]},
    "expensive-mistakes": {"treasury": 240_000},
    "league-points": {"result": "won", "touchdowns": 3, "opponent_touchdowns": 1},
    "overtime": {"home_touchdowns": 1, "away_touchdowns": 1, "knock_out": True},
    "penalties": {"home_rerolls": 2, "away_rerolls": 1, "agreed": True},
    "friendly": {"met": 2},
    "trade": {
        "offering": _team(players=RISEN),
        "asked": _team(),
        "window": "trade-1",
        "gives": ["b1"],
        "gets": ["p11"],
        "paid": 60_000,
    },
    "walkover": {"team": _team(players=HURT), "absent": "them"},
    "forfeit": {"team": _team(), "absent": "us"},
    "void": {"team": _team(players=HURT), "absent": "neither"},
    "bye": {"team": _team(players=HURT)},
    "late-entry": {"team": _team(), "missed": 3},
    "redraft-budget": {"team": _team(record={"played": 7, "won": 4, "drawn": 1})},
    "redraft-healing": {"team": _team(players=HURT)},
    "redraft": {
        "team": _team(players=RISEN),
        "window": "season-2",
        "returning": ["b1"],
        "wish": {"race": "human", "players": {LINEMAN: 10}, "rerolls": 2},
    },
}

EXAMPLES = Examples(CIRCUMSTANCES)
