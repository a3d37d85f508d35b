"""Teams that enter a running round robin, and teams that leave one."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.scheduling.complaints import Unworkable
from competition.scheduling.homes import surplus_of
from competition.scheduling.late_entry import enter_late
from competition.scheduling.leaving import (
    Cancelled,
    Fixture,
    Leaving,
    Replaced,
    ResultDeleted,
    Walkover,
    leave,
)
from competition.scheduling.round_robin import round_robin
from competition.scheduling.rounds import Pairing

pytestmark = pytest.mark.pure

NEW = 99


@given(st.integers(2, 14), st.integers(1, 3), st.integers(1, 3), st.data())
def test_a_newcomer_meets_everybody_and_nobody_plays_more_than_allowed(count, legs, a_round, data):
    teams = range(1, count + 1)
    rounds = round_robin(teams, legs=legs)
    first = data.draw(st.integers(1, len(rounds) + 1))
    entry = enter_late(NEW, rounds=rounds, opponents=teams, first=first, legs=legs, a_round=a_round)
    joined = entry.joining(rounds)
    met = Counter(
        team
        for each in joined
        for pairing in each.pairings
        if NEW in pairing.teams
        for team in pairing.teams - {NEW}
    )
    assert met == dict.fromkeys(teams, legs)
    assert entry.missed == first - 1
    assert len(joined) == len(rounds) + entry.extra
    for before, after in zip(rounds, joined, strict=False):
        assert after.pairings[: len(before.pairings)] == before.pairings
        assert after.number >= first or after == before
        assert max(after.playing.values()) <= a_round
        assert not set(after.byes) & set(after.playing)
    assert all(abs(each) <= 1 for each in surplus_of(joined).values())


@given(st.sampled_from([3, 5, 7, 9, 11]), st.data())
def test_of_an_odd_number_the_newcomer_takes_the_byes_that_are_left(count, data):
    teams = range(1, count + 1)
    rounds = round_robin(teams)
    first = data.draw(st.integers(1, count))
    entry = enter_late(NEW, rounds=rounds, opponents=teams, first=first)
    joined = entry.joining(rounds)
    assert entry.extra == first - 1
    assert not any(each.byes for each in joined[first - 1 : count])
    for each in joined:
        assert max(each.playing.values()) == 1


def test_where_nobody_is_free_the_newcomer_has_rounds_of_its_own_or_somebody_plays_twice():
    rounds = round_robin([1, 2, 3, 4])
    alone = enter_late(NEW, rounds=rounds, opponents=[1, 2, 3, 4], first=2)
    assert (alone.missed, alone.extra) == (1, 4)
    doubled = enter_late(NEW, rounds=rounds, opponents=[1, 2, 3, 4], first=2, a_round=2)
    assert doubled.extra == 0
    assert sorted(number for number, _ in doubled.added) == [2, 2, 3, 3]


def test_a_newcomer_who_is_there_already_is_refused():
    with pytest.raises(Unworkable) as refusal:
        enter_late(1, rounds=round_robin([1, 2, 3]), opponents=[2, 3, 3], first=1, legs=0)
    assert [each.code for each in refusal.value.reasons] == [
        "team-twice",
        "out-of-range",
        "plays-already",
    ]


FIXTURES = [
    Fixture(1, Pairing(1, 2), played=True),
    Fixture(2, Pairing(3, 1)),
    Fixture(3, Pairing(2, 3)),
    Fixture(4, Pairing(1, 4)),
]


def test_walkovers_leave_results_as_they_are():
    assert leave(1, fixtures=FIXTURES, how=Leaving.WALKOVERS) == (Walkover(2, 3), Walkover(4, 4))


def test_deleted_means_as_if_it_had_never_been_there():
    assert leave(1, fixtures=FIXTURES, how=Leaving.DELETED) == (
        ResultDeleted(1),
        Cancelled(2),
        Cancelled(4),
    )


def test_a_replacement_plays_what_is_left():
    assert leave(1, fixtures=FIXTURES, how=Leaving.REPLACED, replacement=9) == (
        Replaced(2, Pairing(3, 9)),
        Replaced(4, Pairing(9, 4)),
    )


@pytest.mark.parametrize(
    ("team", "how", "replacement", "codes"),
    [
        (8, Leaving.REPLACED, None, ["not-in-the-stage", "no-replacement"]),
        (1, Leaving.REPLACED, 4, ["plays-already"]),
        (1, Leaving.DELETED, 9, ["replacement-not-wanted"]),
    ],
)
def test_leaving_that_makes_no_sense_is_refused(team, how, replacement, codes):
    with pytest.raises(Unworkable) as refusal:
        leave(team, fixtures=FIXTURES, how=how, replacement=replacement)
    assert [each.code for each in refusal.value.reasons] == codes
