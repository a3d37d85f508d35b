"""A player's characteristics and skills as a roster writes them."""

import pytest

from rules.editions.bb2016.profile import player_profile
from rules.engine.circumstances import OfPlayer
from rules.engine.rulings import Line, Refused
from rules.engine.state import Player
from tests.rules.builders import book, player

pytestmark = pytest.mark.pure


def facts(ruling):
    return {effect.what: effect.value for effect in ruling.effects}


def test_somebody_as_he_was_hired_has_nothing_to_explain():
    ruling = player_profile(book(), OfPlayer("human", player(position="blitzer", cost=90_000)))
    assert facts(ruling) == {
        "characteristics": {"ma": 7, "st": 3, "ag": 3, "av": 8},
        "skills": {"given": ["block"], "gained": [], "lent": []},
    }
    assert ruling.because == ()


def test_what_differs_from_the_position_is_explained_line_by_line():
    changed = player(
        position="blitzer", skills=("guard",), raised={"st": 1, "ma": 1}, lowered={"ma": 2}
    )
    ruling = player_profile(book(), OfPlayer("human", changed))
    assert facts(ruling)["characteristics"] == {"ma": 6, "st": 4, "ag": 3, "av": 8}
    assert facts(ruling)["skills"] == {"given": ["block"], "gained": ["guard"], "lent": []}
    assert ruling.because == (
        Line("born-with", 7, {"characteristic": "ma"}),
        Line("risen", 1, {"characteristic": "ma"}),
        Line("lost-to-injury", -2, {"characteristic": "ma"}),
        Line("born-with", 3, {"characteristic": "st"}),
        Line("risen", 1, {"characteristic": "st"}),
    )


def test_a_journeyman_is_a_loner_for_as_long_as_he_is_one_1387():
    ruling = player_profile(book(), OfPlayer("human", player(journeyman=True)))
    assert facts(ruling)["skills"] == {"given": [], "gained": [], "lent": ["loner"]}


def test_nobody_can_say_what_a_stranger_is_like():
    stranger = Player("p1", "minotaur", 150_000)
    ruling = player_profile(book(), OfPlayer("human", stranger))
    assert isinstance(ruling, Refused)
    assert [reason.code for reason in ruling.reasons] == ["no-such-position"]
