"""Dice: pips or figures, and words for those who do not see them."""

import pytest

from web import dice
from web.dice import Die

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("face", range(1, 7))
def test_six_sided_die_shows_its_value_in_pips(face):
    assert dice.draw(Die(6, face)).count("<circle") == face


@pytest.mark.parametrize(("sides", "value"), [(3, 2), (8, 7), (16, 13)])
def test_other_dice_show_a_figure(sides, value):
    assert f">{value}</text>" in dice.draw(Die(sides, value))


def test_die_says_what_it_shows_and_who_threw_it():
    assert 'aria-label="D6: 4"' in dice.draw(Die(6, 4))
    thrown = dice.draw(Die(6, 4, by_server=True, spent=True))
    assert 'aria-label="D6: 4, thrown by the server, re-rolled"' in thrown
    assert 'class="die server spent"' in thrown
    assert "aria-label" not in dice.draw(Die(6, 4), silent=True)


def test_die_not_thrown_yet_shows_a_question():
    assert ">?</text>" in dice.draw(Die(16))
    assert ">?</text>" in dice.draw(Die(6))


@pytest.mark.parametrize(("sides", "value"), [(7, 1), (6, 0), (6, 7), (3, 4)])
def test_impossible_dice_are_not_drawn(sides, value):
    with pytest.raises(ValueError, match="D"):
        Die(sides, value)
