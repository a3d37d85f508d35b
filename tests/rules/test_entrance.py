"""Entering a season: the limits that hold for a team at any time."""

import pytest

from rules.book import Book
from rules.editions import edition
from rules.engine.rulings import Allowed, Refused
from rules.engine.state import Player, Team
from rules.house import House

pytestmark = pytest.mark.pure


def ask(team, **house):
    bb2016 = edition("bb2016")
    question = bb2016.questions["entrance"]
    book = Book(bb2016.catalogue, House(bb2016.knobs, house))
    return question.ask(book, question.circumstances(team), {})


def squad(**positions):
    names = [name for name, count in positions.items() for _each in range(count)]
    return {
        str(number): Player(str(number), name, 50_000, number=number)
        for number, name in enumerate(names, start=1)
    }


def test_ten_are_enough_since_journeymen_fill_up():
    ruling = ask(Team("human", players=squad(lineman=10)))
    assert isinstance(ruling, Allowed)
    assert sum(line.amount for line in ruling.because) == 10 * 50_000


def test_everything_that_is_wrong_is_said():
    team = Team(
        "undead",
        players=squad(mummy=3, zombie=14),
        rerolls=9,
        staff={"apothecary": 1},
    )
    ruling = ask(team, **{"draft.races": ["human"]})
    assert isinstance(ruling, Refused)
    assert [reason.code for reason in ruling.reasons] == [
        "race-not-allowed",
        "too-many-players",
        "too-many-of-position",
        "too-many-rerolls",
        "no-apothecary-for-race",
    ]


def test_a_second_apothecary_is_one_too_many():
    ruling = ask(Team("human", players=squad(lineman=11), staff={"apothecary": 2}))
    assert isinstance(ruling, Refused)
    assert [reason.code for reason in ruling.reasons] == ["too-many-apothecaries"]
