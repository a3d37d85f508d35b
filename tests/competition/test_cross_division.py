"""Fixtures between divisions, and how fixtures find a free round."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.schedules import together
from competition.scheduling.complaints import Unworkable
from competition.scheduling.cross_division import Opponents, across_divisions, cross_division
from competition.scheduling.homes import even_out, home_surplus, surplus_of
from competition.scheduling.round_robin import round_robin
from competition.scheduling.rounds import Pairing, Round, place

pytestmark = pytest.mark.pure

NORTH, SOUTH = range(1, 9), range(101, 109)
sizes = st.integers(2, 9)
games = st.integers(1, 5)


def merged(north, south):
    """Two divisions that play side by side."""
    longest = max(len(north), len(south))
    by_number = {number: Round(number) for number in range(1, longest + 1)}
    for each in (*north, *south):
        had = by_number[each.number]
        by_number[each.number] = Round(
            each.number, (*had.pairings, *each.pairings), (*had.byes, *each.byes)
        )
    return tuple(by_number.values())


def crossing(rounds):
    return [
        pairing
        for each in rounds
        for pairing in each.pairings
        if (pairing.home < 100) != (pairing.away < 100)
    ]


def test_two_conferences_home_and_away_inside_and_two_cross_games_by_seed():
    inside = merged(round_robin(NORTH, legs=2), round_robin(SOUTH, legs=2))
    placed = cross_division(NORTH, SOUTH, games=2, rounds=inside)
    assert placed.extra == 2
    assert len(placed.rounds) == 16
    assert {pairing.teams for pairing in crossing(placed.rounds)} == {
        frozenset((north + odd, 100 + south + odd))
        for odd in (1, 3, 5, 7)
        for north in (0, 1)
        for south in (0, 1)
    }
    assert set(surplus_of(placed.rounds).values()) == {0}


@given(sizes, games, st.sampled_from(Opponents), st.integers(0, 20))
def test_everybody_gets_as_many_games_in_as_many_rounds(size, games, opponents, turn):
    north, south = range(size), range(100, 100 + size)
    placed = cross_division(north, south, games=games, opponents=opponents, turn=turn)
    played = Counter(team for each in crossing(placed.rounds) for team in each.teams)
    assert played == dict.fromkeys([*north, *south], games)
    assert placed.extra == games
    assert all(max(each.playing.values()) == 1 for each in placed.rounds)
    assert all(abs(surplus) <= 1 for surplus in surplus_of(placed.rounds).values())


@given(sizes, games, st.booleans())
def test_with_a_team_more_on_one_side_nobody_is_short_of_more_than_one_game(size, games, swapped):
    sides = [range(size), range(100, 101 + size)]
    north, south = sides[::-1] if swapped else sides
    games = min(games, size)
    inside = merged(round_robin(north), round_robin(south))
    placed = cross_division(north, south, games=games, rounds=inside)
    played = Counter(team for each in crossing(placed.rounds) for team in each.teams)
    larger = max(sides, key=len)
    assert all(played[team] == games for team in sides[0])
    assert sum(games - played[team] for team in larger) == games
    assert min(played[team] for team in larger) >= games - 1
    assert all(max(each.playing.values()) == 1 for each in placed.rounds)


@given(st.sampled_from([3, 5, 7, 9, 11]))
def test_free_rounds_of_the_season_are_used_before_others_are_appended(size):
    """Odd divisions leave one team of each side free in every round."""
    north, south = range(size), range(100, 100 + size)
    inside = merged(round_robin(north), round_robin(south))
    placed = cross_division(north, south, games=1, opponents=Opponents.SAME_SEED, rounds=inside)
    assert placed.extra == 0
    assert len(crossing(placed.rounds)) == size
    assert not any(each.byes for each in placed.rounds)


def test_rotating_opponents_begin_elsewhere_each_season():
    placed = cross_division(
        [1, 2, 3], [101, 102, 103], games=1, opponents=Opponents.ROTATING, turn=1
    )
    assert {each.teams for each in crossing(placed.rounds)} == {
        frozenset(pair) for pair in ((1, 102), (2, 103), (3, 101))
    }


def test_rounds_before_the_first_one_named_stay_as_they_are():
    inside = (Round(1, (), (1, 101)), Round(2, (), (1, 101)))
    placed = place([Pairing(1, 101)], inside, first=2)
    assert placed.rounds == (inside[0], Round(2, (Pairing(1, 101),)))


def test_what_two_divisions_cannot_do_is_refused_at_once():
    with pytest.raises(Unworkable) as refusal:
        cross_division([1, 2, 3], [3], games=0)
    assert [each.code for each in refusal.value.reasons] == [
        "team-twice",
        "out-of-range",
        "divisions-uneven",
    ]


def test_a_team_more_on_one_side_cannot_play_its_own_seed_only():
    with pytest.raises(Unworkable):
        cross_division([1, 2, 3], [4, 5], games=2, opponents=Opponents.SAME_SEED)


@given(
    st.lists(
        st.tuples(st.integers(1, 9), st.integers(1, 9)).filter(lambda pair: pair[0] != pair[1])
    ),
    st.dictionaries(st.integers(1, 9), st.integers(-3, 3)),
)
def test_home_and_away_are_evened_out_as_far_as_can_be(pairs, before):
    pairings = [Pairing(*pair) for pair in pairs]
    evened = even_out(pairings, before=before)
    assert [each.teams for each in evened] == [each.teams for each in pairings]
    assert all(abs(surplus) <= 1 for surplus in home_surplus(even_out(pairings)).values())
    if len(pairings) <= 8:
        after = home_surplus(evened)
        after.update(before)
        assert sum(each**2 for each in after.values()) == least_surplus(pairings, before)


def least_surplus(pairings, before):
    """Every way to turn them, tried."""
    best = None
    for turns in range(2 ** len(pairings)):
        surplus = home_surplus(
            each.swapped() if turns >> index & 1 else each for index, each in enumerate(pairings)
        )
        surplus.update(before)
        squares = sum(each**2 for each in surplus.values())
        best = squares if best is None else min(best, squares)
    return best


@given(
    st.lists(st.integers(2, 6), min_size=2, max_size=5),
    st.integers(1, 4),
)
@settings(max_examples=60, deadline=None)
def test_any_number_of_divisions_of_any_size_meets_others_only(sizes, games):
    divisions = [[100 * number + seed for seed in range(size)] for number, size in enumerate(sizes)]
    inside = together(round_robin(division) for division in divisions)
    largest = max(sizes)
    if largest * (games - 1) > (sum(sizes) - largest) * games:
        with pytest.raises(Unworkable):
            across_divisions(divisions, games=games, rounds=inside)
        return
    placed = across_divisions(divisions, games=games, rounds=inside)
    assert all(max(each.playing.values(), default=0) <= 1 for each in placed.rounds)
    across = [
        pairing
        for each in placed.rounds
        for pairing in each.pairings
        if pairing.home // 100 != pairing.away // 100
    ]
    own = sum(size * (size - 1) // 2 for size in sizes)
    assert sum(len(each.pairings) for each in placed.rounds) == own + len(across)
    played = Counter(team for each in across for team in each.teams)
    short = [games - played[team] for division in divisions for team in division]
    assert set(short) <= {0, 1}
    # Nobody is short without need: only where the number of places is odd, or in a division that is
    # larger than all the others together.
    if largest * 2 <= sum(sizes):
        assert sum(short) == sum(sizes) * games % 2


def test_three_divisions_meet_by_seed_and_each_team_both_others():
    divisions = [[1, 2, 3, 4], [11, 12, 13, 14], [21, 22, 23, 24]]
    placed = across_divisions(divisions, games=2)
    met = Counter(
        (team, other // 10)
        for each in placed.rounds
        for pairing in each.pairings
        for team, other in ((pairing.home, pairing.away), (pairing.away, pairing.home))
    )
    assert set(met.values()) == {1}
    assert len(met) == 24


def test_games_across_take_somebody_to_play():
    with pytest.raises(Unworkable) as refusal:
        across_divisions([[1, 2, 3, 4]], games=2)
    assert [each.code for each in refusal.value.reasons] == ["one-division"]
