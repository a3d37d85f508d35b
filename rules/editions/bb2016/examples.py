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


BLITZER = {"b1": _player("blitzer", 90_000, name="Griselda", skills=["dodge"], value_added=20_000)}
RISING = {"b1": _player("blitzer", 90_000, awards={"touchdown": 2})}
OWED = {"b1": _player("blitzer", 90_000, awards={"touchdown": 2}, owed={"1": [4, 3]})}
PROUD = {"b1": _player("blitzer", 90_000, awards={"touchdown": 17})}
HURT = {"b1": _player("blitzer", 90_000, niggles=1, misses_next=True)}
AT_HOME = {"attribute": "sloping-pitch", "name": "The Anchor Bank"}
OWNED = {**AT_HOME, "owned": True}
ADOPTED = [
    {"position": "blitzer", "skills": ["guard"], "awards": {"touchdown": 2, "casualty": 1}},
    {"position": "catcher", "raised": {"st": 1}, "awards": {"touchdown": 4, "mvp": 1}},
    {"position": "thrower", "lowered": {"av": 1}, "niggles": 1, "awards": {"completion": 5}},
    {"position": "lineman", "misses_next": True, "extra": 3},
    *({"position": "lineman"} for _place in range(8)),
]
GUILD = "star-insurance-guild"

CIRCUMSTANCES: Mapping[str, Example] = {
    "player-value": {"race": "human", "player": {"id": "b1", **BLITZER["b1"]}},
    "player-profile": {
        "race": "human",
        "player": {"id": "b1", **BLITZER["b1"], "raised": {"st": 1}, "lowered": {"ma": 1}},
    },
    "spp-level": {"awards": {"touchdown": 3, "casualty": 1, "mvp": 1}, "improvements": 1},
    "missed-matches": {"team": _team(players=HURT), "sat_out": ["b1"]},
    "journeymen": {"team": _team(players={"p11": _player(misses_next=True)}), "window": "round-1"},
    "team-value": {"team": _team(players=BLITZER, staff={"apothecary": 1})},
    "draft": {
        "race": "human",
        "players": {"lineman": 9, "blitzer": 3},
        "rerolls": 2,
        "fan_factor": 3,
        "staff": {"apothecary": 1},
        "skilled": [
            {"position": "lineman", "skills": ["block"]},
            {"position": "blitzer", "skills": ["dodge"]},
        ],
        "inducements": {"bloodweiser-keg": 1},
    },
    "draft-offers": {"race": "human"},
    "draft-bill": {
        "race": "human",
        "players": {"lineman": 6, "blitzer": 4},
        "rerolls": 3,
        "skilled": [{"position": "blitzer", "skills": ["guard"]}],
        "inducements": {"bloodweiser-keg": 1},
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
    "adjustment": {
        "team": _team(players=BLITZER),
        "treasury": -20_000,
        "player": "b1",
        "awards": {"casualty": 1},
        "skill_given": "guard",
        "skill_taken": "dodge",
    },
    "entrance": {"team": _team(players=BLITZER)},
    "winnings": {"team": _team(), "result": "won", "fame": 1, "team_value": 1_800_000},
    "exposure": {"stadium": "desperate-for-exposure"},
    "fan-factor": {"team": _team(), "result": "won"},
    "concession": {"side": "home", "team": _team(players=PROUD)},
    "overtime": {"home_touchdowns": 1, "away_touchdowns": 1, "knock_out": True},
    "penalties": {"home_rerolls": 2, "away_rerolls": 1, "agreed": True},
    "friendly": {"met": 2},
    "league-points": {"result": "won", "touchdowns": 3, "opponent_touchdowns": 1},
    "walkover": {"team": _team(players=HURT), "absent": "them"},
    "forfeit": {"team": _team(players=PROUD), "absent": "us"},
    "void": {"team": _team(players=HURT), "absent": "neither"},
    "bye": {"team": _team(players=HURT)},
    "late-entry": {"team": _team(), "missed": 3},
    "weather": {},
    "stadium": {"home_has": AT_HOME},
    "give-up-home": {"team": _team(home=AT_HOME)},
    "referee": {},
    "coin": {},
    "match-events": {"race": "human"},
    "special-ball": {"race": "goblin", "ball": "explodin-ball", "used": ["shady-special"]},
    "fans-and-fame": {
        "home": {"fan_factor": 5, "race": "human"},
        "away": {"fan_factor": 3, "race": "orc"},
    },
    "fame-change": {"cause": "breaking-scandal", "home": 2, "away": 0},
    "hire-and-fire": {"team": _team(), "window": "round-1"},
    "improvement": {"team": _team(players=RISING), "player": "b1"},
    "improvement-choice": {"team": _team(players=OWED), "player": "b1", "level": "1"},
    "inducement-budget": {"home": {"value": 1_200_000}, "away": {"value": 1_050_000}},
    "inducement-order": {"home": 1_200_000, "away": 1_050_000},
    "inducements": {"team": _team(), "given": 150_000},
    "double-hire": {"home": ["morg-n-thorg"], "away": ["morg-n-thorg"]},
    "casualty": {"team": _team(players=BLITZER), "player": "b1", "apothecary": True},
    "sponsor-search": {"team": _team(), "result": "won", "touchdowns": 3, "casualties": 3},
    "one-time-sponsorship": {"team": _team()},
    "ongoing-sponsorship": {"team": _team(ongoing_sponsors=1)},
    "major-sponsor": {"team": _team(), "sponsor": "farblast-and-sons"},
    "bombardier": {"team": _team(sponsor="farblast-and-sons")},
    "end-sponsorship": {"team": _team(ongoing_sponsors=2)},
    "sig-payout": {"team": _team(sponsor=GUILD), "player": {"id": "b1", **BLITZER["b1"]}},
    "sig-bill": {"team": _team(sponsor=GUILD), "removed": 2},
    "mvp": {"team": _team(players=BLITZER)},
    "special-plays": {"home": {"value": 1_200_000}, "away": {"value": 1_050_000}},
    "special-plays-round-robin": {"home": {"value": 1_200_000}, "away": {"value": 1_050_000}},
    "special-plays-points": {"home": {"value": 1_200_000}, "away": {"value": 1_050_000}},
    "special-plays-one-deck": {"home": {"value": 1_200_000}, "away": {"value": 1_050_000}},
    "special-plays-draft": {"home": {"value": 1_200_000}, "away": {"value": 1_050_000}},
    "special-plays-bought": {
        "home": {"value": 1_200_000, "bought": {"lrb6-dirty-tricks": 1}},
        "away": {"value": 1_050_000},
    },
    "raise-dead": {"team": _team("undead", "skeleton", 40_000), "victim": "b1", "strength": 3},
    "rot": {
        "team": _team("nurgle", "rotter", 40_000),
        "victim": "b1",
        "strength": 3,
        "killed_by": "block",
        "killer_skills": ["nurgles-rot"],
    },
    "redraft-budget": {"team": _team(record={"played": 7, "won": 4, "drawn": 1})},
    "redraft-healing": {"team": _team(players=HURT)},
    "redraft": {
        "team": _team(players=BLITZER),
        "window": "season-2",
        "returning": ["b1"],
        "wish": {"race": "human", "players": {"lineman": 11}, "rerolls": 2},
    },
    "trade": {
        "offering": _team(players=BLITZER),
        "asked": _team(),
        "window": "trade-1",
        "gives": ["b1"],
        "gets": ["p11"],
        "paid": 60_000,
    },
    "residency": {"team": _team(), "result": "won", "stadium": "sloping-pitch"},
    "residency-contested": {
        "home": _team(),
        "away": _team(fan_factor=8),
        "result": "won",
        "stadium": "sloping-pitch",
    },
    "residency-loss": {"team": _team(home=AT_HOME)},
    "stadium-sale": {"team": _team(home=OWNED)},
    "stadium-purchase": {"team": _team(home=AT_HOME, fund=150_000)},
    "stadium-fund": {"team": _team(), "payments": 1},
    "expensive-mistakes": {"treasury": 240_000},
    "upkeep": {"team": _team(star="griff-oberwald")},
}

STADIUMS = {"stadiums": True}
SPONSORS = {"sponsors": True}
ONE_OFF = {
    "resurrection": True,
    "resurrection.skills": 3,
    "draft.permanent-inducements": ["bloodweiser-keg"],
}

# The house rules that a league has which asks this.
HOUSE: Mapping[str, Example] = {
    "draft": ONE_OFF,
    "draft-bill": ONE_OFF,
    "draft-offers": ONE_OFF,
    "exposure": STADIUMS,
    "expensive-mistakes": {"mistakes": True},
    "fame-change": {"kick-off.table": "blitzmania"},
    "give-up-home": STADIUMS,
    "match-events": {"match-events": True},
    "referee": {"referees": True},
    "residency": STADIUMS,
    "residency-contested": STADIUMS,
    "residency-loss": STADIUMS,
    "stadium": STADIUMS,
    "stadium-fund": STADIUMS,
    "stadium-purchase": STADIUMS,
    "stadium-sale": STADIUMS,
    "special-ball": {"special-balls": True},
    "upkeep": {"stars.rostered": True},
    "bombardier": SPONSORS,
    "end-sponsorship": SPONSORS,
    "major-sponsor": SPONSORS,
    "one-time-sponsorship": SPONSORS,
    "ongoing-sponsorship": SPONSORS,
    "sig-bill": SPONSORS,
    "sig-payout": SPONSORS,
    "sponsor-search": SPONSORS,
    "special-plays": {"plays": True},
    "special-plays-bought": {"plays.lrb6": "inducement"},
    "special-plays-draft": {"plays": True, "plays.variant": "draft"},
    "special-plays-one-deck": {"plays": True, "plays.variant": "one-deck"},
    "special-plays-points": {"plays": True, "plays.variant": "points"},
    "special-plays-round-robin": {"plays": True, "plays.variant": "round-robin"},
}

EXAMPLES = Examples(CIRCUMSTANCES, HOUSE)
