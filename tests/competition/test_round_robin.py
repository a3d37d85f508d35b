"""Everybody against everybody: properties of the schedule, whatever the number of teams."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.scheduling.complaints import Unworkable
from competition.scheduling.homes import surplus_of
from competition.scheduling.round_robin import round_robin

pytestmark = pytest.mark.pure

teams = st.lists(st.integers(1, 10_000), min_size=2, max_size=33, unique=True)
legs = st.integers(1, 5)


@given(teams, legs)
def test_every_pair_meets_exactly_once_a_leg(teams, legs):
    rounds = round_robin(teams, legs=legs)
    length = len(rounds) // legs
    everybody = {frozenset(pair): 1 for pair in combinations(teams, 2)}
    for leg in range(legs):
        of_leg = rounds[leg * length : (leg + 1) * length]
        assert Counter(pairing.teams for each in of_leg for pairing in each.pairings) == everybody


@given(teams, legs)
def test_nobody_plays_twice_in_a_round_and_who_does_not_play_has_a_bye(teams, legs):
    rounds = round_robin(teams, legs=legs)
    assert [each.number for each in rounds] == list(range(1, len(rounds) + 1))
    for each in rounds:
        assert Counter([*each.playing.elements(), *each.byes]) == Counter(teams)


@given(teams, legs)
def test_home_and_away_differ_by_one_at_most(teams, legs):
    rounds = round_robin(teams, legs=legs)
    assert all(abs(surplus) <= 1 for surplus in surplus_of(rounds).values())


@given(teams, legs)
def test_byes_go_round_once_a_leg(teams, legs):
    byes = Counter(team for each in round_robin(teams, legs=legs) for team in each.byes)
    assert byes == (dict.fromkeys(teams, legs) if len(teams) % 2 else {})


@given(teams)
def test_the_second_leg_mirrors_the_first(teams):
    rounds = round_robin(teams, legs=2)
    half = len(rounds) // 2
    for first, second in zip(rounds[:half], rounds[half:], strict=True):
        assert second.pairings == tuple(pairing.swapped() for pairing in first.pairings)


@given(teams)
def test_home_and_away_take_turns(teams):
    """Of n teams, an even number, n minus two at least must repeat once; of an odd one nobody."""
    places = {team: [] for team in teams}
    for each in round_robin(teams):
        for pairing in each.pairings:
            places[pairing.home].append("home")
            places[pairing.away].append("away")
    repeats = sum(a == b for played in places.values() for a, b in pairwise(played))
    assert repeats == (0 if len(teams) % 2 else len(teams) - 2)


def test_the_first_seed_begins_against_the_last():
    opening = round_robin([1, 2, 3, 4, 5, 6])[0]
    assert {pairing.teams for pairing in opening.pairings} == {
        frozenset(pair) for pair in ((1, 6), (2, 5), (3, 4))
    }


def test_a_season_of_one_team_without_legs_is_refused_for_both_reasons():
    with pytest.raises(Unworkable) as refusal:
        round_robin([7], legs=0)
    assert [(each.code, each.subject) for each in refusal.value.reasons] == [
        ("too-few-teams", "teams"),
        ("out-of-range", "legs"),
    ]
    assert refusal.value.reasons[1].params == {"value": 0, "at_least": 1, "at_most": 20}


def test_the_same_team_twice_is_refused_by_name():
    with pytest.raises(Unworkable) as refusal:
        round_robin([4, 9, 4, 2, 9])
    (reason,) = refusal.value.reasons
    assert (reason.code, reason.params) == ("team-twice", {"teams": [4, 9]})
