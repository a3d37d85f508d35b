"""Splitting entrants, drawing lots, going up and down."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.scheduling.complaints import Unworkable
from competition.scheduling.divisions import (
    by_draw,
    by_hand,
    by_seed,
    promote_and_relegate,
)
from competition.scheduling.draw import Draw

pytestmark = pytest.mark.pure

entered = st.lists(st.integers(1, 999), min_size=2, max_size=40, unique=True)


@given(entered, st.integers(1, 8), st.integers(0, 2**48))
def test_everybody_is_in_one_division_and_sizes_differ_by_one_at_most(teams, count, seed):
    count = min(count, len(teams) // 2)
    for divisions in (
        by_seed(teams, count),
        by_draw(teams, count, draw=Draw(seed)),
    ):
        assert sorted(team for each in divisions for team in each) == sorted(teams)
        sizes = {len(each) for each in divisions}
        assert max(sizes) - min(sizes) <= 1
        assert len(divisions) == count
        assert by_hand(divisions, teams=teams) == divisions


@given(entered, st.integers(0, 2**48), st.randoms())
def test_a_draw_can_be_shown_again_whatever_order_teams_are_named_in(teams, seed, shuffling):
    shuffled = list(teams)
    shuffling.shuffle(shuffled)
    assert Draw(seed).order(teams) == Draw(seed).order(shuffled)
    assert by_draw(teams, 1, draw=Draw(seed)) == by_draw(shuffled, 1, draw=Draw(seed))


def test_a_draw_is_the_same_in_every_version():
    assert Draw(20261116).order(range(1, 9)) == (3, 2, 7, 1, 8, 6, 4, 5)


def test_every_order_is_about_as_likely():
    randomness = random.Random(1)
    firsts = [Draw.fresh(randomness).order([1, 2, 3])[0] for _ in range(3000)]
    assert all(900 < firsts.count(team) < 1100 for team in (1, 2, 3))


def test_seeds_go_to_divisions_like_a_snake():
    assert by_seed(range(1, 9), 3) == ((1, 6, 7), (2, 5, 8), (3, 4))


def test_divisions_by_hand_are_checked_for_everything():
    with pytest.raises(Unworkable) as refusal:
        by_hand([[1, 2, 9], [2], [3, 4]], teams=[1, 2, 3, 4, 5])
    assert [(each.code, dict(each.params)) for each in refusal.value.reasons] == [
        ("team-in-two-divisions", {"teams": [2]}),
        ("team-without-division", {"teams": [5]}),
        ("not-entered", {"teams": [9]}),
        ("division-too-small", {"division": 2, "count": 1, "at_least": 2}),
    ]


@pytest.mark.parametrize(
    "split", [by_seed, lambda teams, count: by_draw(teams, count, draw=Draw(1))]
)
def test_a_split_that_leaves_somebody_alone_is_refused(split):
    with pytest.raises(Unworkable) as refusal:
        split([1, 2, 3, 3, 4], 3)
    assert [each.code for each in refusal.value.reasons] == ["team-twice", "too-few-for-divisions"]
    with pytest.raises(Unworkable) as refusal:
        split([1, 2], 0)
    assert [each.code for each in refusal.value.reasons] == ["out-of-range"]


def test_two_go_up_and_two_go_down():
    moved = promote_and_relegate([[11, 12, 13, 14], [21, 22, 23, 24], [31, 32, 33]], up=2)
    assert moved.divisions == ((11, 12, 21, 22), (13, 14, 31, 32), (23, 24, 33))
    assert moved.promoted == (21, 22, 31, 32)
    assert moved.relegated == (13, 14, 23, 24)
    assert not moved.remarks


def test_more_down_than_up_changes_sizes_and_says_so():
    moved = promote_and_relegate([[11, 12, 13, 14], [21, 22, 23]], up=1, down=2)
    assert moved.divisions == ((11, 12, 21), (13, 14, 22, 23))
    assert [dict(each.params) for each in moved.remarks] == [
        {"division": 1, "before": 4, "after": 3},
        {"division": 2, "before": 3, "after": 4},
    ]


@given(st.lists(st.integers(2, 9), min_size=2, max_size=5), st.integers(0, 5), st.integers(0, 5))
def test_nobody_is_lost_between_divisions(sizes, up, down):
    ranked = [[10 * number + place for place in range(size)] for number, size in enumerate(sizes)]
    try:
        moved = promote_and_relegate(ranked, up=up, down=down)
    except Unworkable:
        return
    assert sorted(team for each in moved.divisions for team in each) == sorted(
        team for each in ranked for team in each
    )
    assert len(moved.promoted) == up * (len(sizes) - 1)
    assert len(moved.relegated) == down * (len(sizes) - 1)


@pytest.mark.parametrize(
    ("ranked", "up", "down", "codes"),
    [
        ([[1, 2, 3]], 1, 1, ["out-of-range"]),
        ([[1, 2], [3, 4], [5, 6]], 2, 2, ["too-few-to-move"]),
        ([[1, 2], [3, 4]], 0, 2, ["division-too-small"]),
        ([[1, 2], [2, 3]], -1, 5, ["team-twice", "out-of-range", "too-few-to-move"]),
    ],
)
def test_moves_that_cannot_be_are_refused(ranked, up, down, codes):
    with pytest.raises(Unworkable) as refusal:
        promote_and_relegate(ranked, up=up, down=down)
    assert [each.code for each in refusal.value.reasons] == codes
