"""From divisions into the play-offs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.scheduling.complaints import Unworkable
from competition.scheduling.knockout import opening_pairs
from competition.scheduling.qualifying import qualifiers

pytestmark = pytest.mark.pure

# Points of teams 11, 12 … of the first division, 21, 22 … of the second, and so on.
POINTS = {11: 30, 12: 20, 13: 10, 14: 9, 21: 28, 22: 25, 23: 12, 24: 1, 31: 33, 32: 18, 33: 8}
DIVISIONS = {
    "north": [11, 12, 13, 14],
    "south": [21, 22, 23, 24],
    "west": [31, 32, 33],
}


def by_points(one, other):
    return POINTS[other] - POINTS[one]


def test_top_two_of_three_divisions_and_the_two_best_thirds_go_into_quarter_finals():
    through = qualifiers(DIVISIONS, top=2, wild_cards=2, compare=by_points)
    assert [each.team for each in through] == [31, 11, 21, 22, 12, 32, 23, 13]
    assert [each.seed for each in through] == list(range(1, 9))
    assert [(each.place, each.division) for each in through if each.wild_card] == [
        (3, "south"),
        (3, "north"),
    ]


def test_wild_cards_go_to_thirds_before_fourths_unless_anybody_may_have_one():
    thirds = qualifiers(DIVISIONS, top=2, wild_cards=3, compare=by_points)
    assert [each.team for each in thirds[6:]] == [23, 13, 33]
    anybody = qualifiers(DIVISIONS, top=2, wild_cards=3, compare=by_points, among="anybody")
    assert [each.team for each in anybody[6:]] == [23, 13, 14]


@given(st.integers(2, 6), st.integers(1, 4), st.integers(0, 3), st.randoms())
def test_kept_apart_nobody_meets_his_own_division_if_that_can_be(count, top, wild_cards, dice):
    divisions = {name: [10 * name + place for place in range(1, 9)] for name in range(count)}
    strength = {team: dice.random() for ranked in divisions.values() for team in ranked}

    def compare(one, other):
        return -1 if strength[one] > strength[other] else 1

    terms = {"top": top, "wild_cards": wild_cards, "compare": compare}
    plain = qualifiers(divisions, **terms)
    apart = qualifiers(divisions, **terms, keep_apart=True)
    assert {each.team for each in apart} == {each.team for each in plain}
    pairs = opening_pairs(len(apart))
    for better, _ in pairs:
        assert apart[better - 1].team == plain[better - 1].team
    met = [(apart[one - 1].division, apart[other - 1].division) for one, other in pairs]
    upper = [apart[one - 1].division for one, _ in pairs]
    lower = [apart[other - 1].division for _, other in pairs]
    clashes = max(
        (upper.count(name) + lower.count(name) - len(pairs) for name in divisions), default=0
    )
    assert sum(one == other for one, other in met) == max(0, clashes)


def test_what_divisions_cannot_give_is_refused_with_every_reason():
    with pytest.raises(Unworkable) as refusal:
        qualifiers(DIVISIONS, top=4, wild_cards=3, compare=by_points)
    assert [(each.code, dict(each.params)) for each in refusal.value.reasons] == [
        ("division-too-small", {"division": "west", "count": 3, "top": 4}),
        ("too-few-for-wild-cards", {"count": 0, "wild_cards": 3}),
    ]


def test_nobody_qualifying_is_refused():
    with pytest.raises(Unworkable) as refusal:
        qualifiers(DIVISIONS, top=0, wild_cards=1, compare=by_points)
    assert [each.code for each in refusal.value.reasons] == ["too-few-qualify"]
