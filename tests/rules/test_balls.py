"""Special balls: who may kick which, and whose kicker is caught (source 943-1015)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.bb2016.balls import SpecialBall
from rules.engine.drive import Asks
from rules.engine.effects import Fact
from rules.engine.rulings import Allowed
from rules.loading import load
from tests.rules.answering import ask, keys, play_out, reasons

pytestmark = pytest.mark.pure

SPIKY = "extra-spiky-ball"
OWN = {
    "orc": "limpin-squig",
    "skaven": "warpstone-brazier",
    "dwarf": "master-hewn-ball",
    "goblin": "explodin-ball",
}
BALLS = [ball.key for ball in load("bb2016").shelves["ball"]]


def kicked(race, ball, *used, dice=(3, 4), again=None):
    answers = {"special-ball/kick-off": [*dice]}
    if again:
        answers["special-ball/again"] = again
    return ask("special-ball", SpecialBall(race, ball, used), answers, **{"special-balls": True})


def is_sent_off(outcome):
    return {each.what: each.value for each in outcome.effects if isinstance(each, Fact)}[
        "kicker-sent-off"
    ]


@pytest.mark.parametrize("race", ["human", "wood-elf", *OWN])
def test_any_team_may_kick_the_spiky_one(race):
    """955."""
    assert Fact("special-ball", SPIKY) in kicked(race, SPIKY).effects


@pytest.mark.parametrize(("race", "ball"), OWN.items())
def test_a_race_has_its_own_ball_and_nobody_elses(race, ball):
    assert isinstance(kicked(race, ball), Allowed)
    for other in OWN.keys() - {race}:
        assert reasons(kicked(other, ball)) == [("not-their-ball", "ball")]


def test_a_double_on_the_kick_off_table_sends_the_kicker_off_and_the_ball_stays():
    """951."""
    outcome = kicked("orc", "limpin-squig", dice=(5, 5))
    assert is_sent_off(outcome)
    assert Fact("special-ball", "limpin-squig") in outcome.effects
    assert not is_sent_off(kicked("orc", "limpin-squig", dice=(5, 6)))


def test_it_is_once_a_match():
    """947."""
    assert reasons(kicked("orc", "limpin-squig", SPIKY)) == [("no-more-balls", "used")]
    assert reasons(kicked("orc", SPIKY, SPIKY)) == [("used-already", "ball")]


@pytest.mark.parametrize(("die", "sent_off"), [(1, True), (2, True), (3, False), (6, False)])
def test_goblins_have_three_and_a_die_against_them_from_the_second_on(die, sent_off):
    """996-998."""
    assert is_sent_off(kicked("goblin", "explodin-ball", SPIKY, again=die)) is sent_off
    third = kicked("goblin", "snotling-ball-suit", SPIKY, "explodin-ball", again=die)
    assert is_sent_off(third) is sent_off
    fourth = kicked("goblin", "shady-special", SPIKY, "explodin-ball", "snotling-ball-suit")
    assert reasons(fourth) == [("no-more-balls", "used")]


def test_the_first_goblin_ball_and_one_who_is_caught_need_no_second_die():
    first = ask("special-ball", SpecialBall("goblin", "explodin-ball"), **{"special-balls": True})
    assert isinstance(first, Asks)
    assert keys(first) == ["special-ball/kick-off"]
    assert is_sent_off(kicked("goblin", "explodin-ball", SPIKY, dice=(1, 1)))


@pytest.mark.parametrize("used", [(), (SPIKY,)])
def test_nobody_is_sent_off_for_a_shady_special(used):
    """1002."""
    at = SpecialBall("goblin", "shady-special", used)
    assert not is_sent_off(ask("special-ball", at, **{"special-balls": True}))


def test_a_league_without_them_and_balls_that_nobody_knows_are_refused():
    at = SpecialBall("nobody", "round", ("square",))
    assert reasons(ask("special-ball", at)) == [
        ("not-in-this-league", "special-balls"),
        ("no-such-ball", "ball"),
        ("no-such-ball", "used"),
        ("no-such-race", "race"),
    ]


@given(st.data(), st.sampled_from([*load("bb2016").races]), st.sampled_from(BALLS))
def test_every_roll_is_answered(data, race, ball):
    at, house = SpecialBall(race, ball), {"special-balls": True}
    outcome, answers = play_out(data, "special-ball", at, **house)
    assert ask("special-ball", at, answers, **house) == outcome
