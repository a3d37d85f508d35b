"""Small teams and books for tests of the rulebook."""

from rules.editions import edition as edition_of
from rules.engine.state import Player, Team
from rules.loading import load


def book(edition="bb2016", **turned):
    """The book, with the house rules given as a mapping: `book(**{"mvp": "random"})`."""
    return edition_of(edition).book(**turned)


def player(id_="p1", position="lineman", race="human", **fields):
    fields.setdefault("cost", load("bb2016").races[race].positions[position].cost)
    return Player(id=id_, position=position, **fields)


def team(*players, race="human", **fields):
    """A team of the given players, or of eleven linemen."""
    position = load("bb2016").races[race].journeymen[0]
    squad = players or [player(f"p{n}", position, race) for n in range(1, 12)]
    return Team(race=race, players={each.id: each for each in squad}, **fields)
