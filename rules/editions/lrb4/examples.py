"""A question of every kind that this edition answers."""

from collections.abc import Mapping
from typing import Any

from rules.editions import Example, Examples


def _player(position: str = "lineman", cost: int = 50_000, **more: Any) -> Example:
    return {"position": position, "cost": cost, **more}


def _team(
    race: str = "human", position: str = "lineman", cost: int = 50_000, **more: Any
) -> Example:
    """Eleven who can play, and whatever an example is about."""
    squad = {f"p{number}": _player(position, cost) for number in range(1, 12)}
    squad |= more.pop("players", {})
    return {
        "race": race,
        "treasury": 150_000,
        "rerolls": 3,
        "fan_factor": 5,
        "players": {id_: {"id": id_, **player} for id_, player in squad.items()},
        **more,
    }


BLITZER = {"b1": _player("blitzer", 90_000, name="Griselda", skills=["dodge"])}
RISING = {"b1": _player("blitzer", 90_000, awards={"touchdown": 2})}
OWED = {"b1": _player("blitzer", 90_000, awards={"touchdown": 2}, owed={"1": [4, 4]})}
AGED = {"b1": _player("blitzer", 90_000, awards={"touchdown": 12}, improvements=3)}
HURT = {"b1": _player("blitzer", 90_000, niggles=2)}
ADOPTED = [
    {"position": "blitzer", "skills": ["guard"], "awards": {"touchdown": 2, "casualty": 1}},
    {"position": "catcher", "raised": {"st": 1}, "awards": {"touchdown": 4, "mvp": 1}},
    {"position": "thrower", "lowered": {"av": 1}, "niggles": 1, "awards": {"completion": 5}},
    {"position": "lineman", "misses_next": True, "extra": 3},
    *({"position": "lineman"} for _place in range(8)),
]

CIRCUMSTANCES: Mapping[str, Example] = {
    "adjustment": {
        "team": _team(players=BLITZER),
        "treasury": -20_000,
        "player": "b1",
        "awards": {"casualty": 1},
        "skill_given": "guard",
        "skill_taken": "dodge",
    },
    "adoption": {
        "race": "human",
        "players": ADOPTED,
        "treasury": 60_000,
        "rerolls": 3,
        "fan_factor": 4,
        "staff": {"apothecary": 1},
        "record": {"won": 3, "drawn": 1, "lost": 2},
    },
    "ageing": {"team": _team(players=AGED), "player": "b1", "level": "3"},
    "casualty": {
        "team": _team(players=BLITZER, staff={"apothecary": 1}),
        "player": "b1",
        "apothecary": True,
    },
    "coin": {},
    "double-hire": {
        "home_race": "human",
        "away_race": "orc",
        "home": ["morg-n-throg"],
        "away": ["morg-n-throg"],
    },
    "draft": {
        "race": "human",
        "players": {"lineman": 8, "blitzer": 3, "ogre": 1},
        "rerolls": 2,
        "fan_factor": 3,
        "staff": {"apothecary": 1},
    },
    "draft-bill": {"race": "human", "players": {"lineman": 6, "blitzer": 4}, "rerolls": 3},
    "draft-offers": {"race": "chaos"},
    "entrance": {"team": _team(players=BLITZER)},
    "fan-factor": {"team": _team(fan_factor=11), "result": "won", "touchdowns": 2},
    "freebooters": {"team": _team()},
    "gate": {"home": 5, "away": 3, "final": True},
    "handicap": {"home": 100, "away": 152},
    "handicap-roll": {"side": "home"},
    "hire-and-fire": {"team": _team(), "window": "round-1"},
    "improvement": {"team": _team(players=RISING), "player": "b1"},
    "improvement-choice": {"team": _team(players=OWED), "player": "b1", "level": "1"},
    "mvp": {"team": _team(players=BLITZER)},
    "niggles": {"team": _team(players=HURT, staff={"apothecary": 1})},
    "overtime": {"home_touchdowns": 1, "away_touchdowns": 1, "knock_out": True},
    "penalties": {"home_rerolls": 2, "away_rerolls": 1, "agreed": True},
    "player-profile": {
        "race": "human",
        "player": {"id": "b1", **BLITZER["b1"], "raised": {"st": 1}, "lowered": {"ma": 1}},
    },
    "player-value": {"race": "human", "player": {"id": "b1", **BLITZER["b1"]}},
    "raise-dead": {"team": _team("undead", "skeleton", 30_000), "victim": "b1"},
    "rot": {
        "team": _team("nurgle", "nurgle-beastman", 60_000),
        "victim": "b1",
        "killed_by": "block",
        "killer_skills": ["nurgles-rot"],
    },
    "spp-level": {"awards": {"touchdown": 3, "casualty": 1, "mvp": 1}, "improvements": 1},
    "team-rating": {"team": _team(players=RISING, staff={"apothecary": 1})},
    "trade": {
        "offering": _team(players=BLITZER),
        "asked": _team(),
        "window": "trade-1",
        "gives": ["b1"],
        "gets": ["p11"],
        "paid": 60_000,
    },
    "weather": {},
    "winnings": {"rating": 120, "gate": 45_000, "result": "won"},
}

EXAMPLES = Examples(CIRCUMSTANCES)
