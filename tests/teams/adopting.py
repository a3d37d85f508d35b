"""Teams to adopt, for tests."""

from teams.arriving.arrivals import Arrival
from teams.newcomers import Person

# A blitzer with two skills, a battered catcher, an ogre who sits out, and nine linemen.
PLAYERS = [
    {"position": "blitzer", "skills": ["guard", "tackle"], "awards": {"touchdown": 3, "mvp": 2}},
    {"position": "catcher", "raised": {"st": 1}, "lowered": {"ma": 1}, "niggles": 1, "extra": 6},
    {"position": "ogre", "misses_next": True, "awards": {"casualty": 2}},
    *({"position": "lineman"} for _ in range(9)),
]
BRINGS = {
    "treasury": 85_000,
    "rerolls": 3,
    "fan_factor": 5,
    "staff": {"apothecary": 1, "cheerleader": 2},
    "record": {"won": 4, "drawn": 1, "lost": 2},
    "players": PLAYERS,
}
PEOPLE = [Person("Jory Vane", 7), Person("Wren", 11), Person("Big Tam", 1)]


def arrival(name="Greywater Rovers", *, race="human", people=None, players=None, **brings):
    values = {**BRINGS, **brings, "players": PLAYERS if players is None else players}
    called = PEOPLE if people is None else people
    return Arrival(race, name, "royal", "white", values, called)
