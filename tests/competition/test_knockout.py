"""Brackets of every size, played to the end."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.scheduling.complaints import Unworkable
from competition.scheduling.knockout import (
    LoserOf,
    Remaining,
    Seed,
    WinnerOf,
    bracket,
    bracket_size,
    fill,
)

pytestmark = pytest.mark.pure

SIZES = range(2, 65)


def play(tree, decide):
    """Play match after match; `decide` names the winner of two."""
    winners = {}
    for match in tree.matches:
        here = fill(tree, winners)[match.number - 1]
        assert None not in (here.home, here.away), "everybody is known when it is time to play"
        winners[match.number] = decide(here.home, here.away)
    return fill(tree, winners)


def better_seed(tree):
    return lambda home, away: min(home, away, key=tree.entrants.index)


@pytest.mark.parametrize("reseeding", [False, True])
@pytest.mark.parametrize("count", [*SIZES, 100, 255, 256])
def test_there_is_one_match_fewer_than_entrants_and_byes_go_to_the_top_seeds(count, reseeding):
    tree = bracket(range(1, count + 1), reseeding=reseeding)
    assert [match.number for match in tree.matches] == list(range(1, count))
    opening = [match for match in tree.matches if match.round == 1]
    playing = sorted(slot.number for match in opening for slot in (match.home, match.away))
    byes = bracket_size(count) - count
    assert playing == list(range(byes + 1, count + 1))
    assert 2 ** (tree.rounds - 1) < count <= 2**tree.rounds
    assert [match.kind for match in tree.matches] == [""] * (count - 2) + ["final"]


@pytest.mark.parametrize("reseeding", [False, True])
@pytest.mark.parametrize("count", SIZES)
def test_top_seeds_meet_as_late_as_possible(count, reseeding):
    """If nobody springs a surprise, the best 2 are in the final, the best 4 in the last four …"""
    tree = bracket([100 + seed for seed in range(1, count + 1)], reseeding=reseeding)
    played = play(tree, better_seed(tree))
    assert played[-1].winner == 101
    for each in played:
        left = 2 ** (tree.rounds - each.match.round + 1)
        seeds = sorted((each.home - 100, each.away - 100))
        assert sum(seeds) == left + 1
        assert seeds[1] <= left


@pytest.mark.parametrize("count", SIZES)
def test_in_a_fixed_bracket_two_seeds_cannot_meet_before_their_round(count):
    tree = bracket(range(1, count + 1))
    inside = {}
    for match in tree.matches:
        sides = [
            {slot.number} if isinstance(slot, Seed) else inside[slot.match]
            for slot in (match.home, match.away)
        ]
        inside[match.number] = sides[0] | sides[1]
        for one in sides[0]:
            for other in sides[1]:
                rank = max(one, other)
                latest = tree.rounds - (rank - 1).bit_length() + 1
                assert match.round >= latest


@given(st.integers(2, 64), st.booleans(), st.randoms())
def test_everybody_but_the_champion_loses_once(count, reseeding, dice):
    tree = bracket(range(1, count + 1), reseeding=reseeding)
    played = play(tree, lambda home, away: dice.choice([home, away]))
    losers = Counter(each.loser for each in played)
    champion = played[-1].winner
    assert losers == dict.fromkeys(set(tree.entrants) - {champion}, 1)


@given(st.integers(2, 64), st.randoms())
def test_re_seeding_sets_the_best_of_those_left_against_the_worst(count, dice):
    tree = bracket(range(1, count + 1), reseeding=True)
    played = play(tree, lambda home, away: dice.choice([home, away]))
    for number in range(2, tree.rounds + 1):
        out = {each.loser for each in played if each.match.round < number}
        left = [team for team in tree.entrants if team not in out]
        pairs = [(each.home, each.away) for each in played if each.match.round == number]
        half = len(left) // 2
        assert pairs == list(zip(left[:half], left[: -half - 1 : -1], strict=True))


@pytest.mark.parametrize("reseeding", [False, True])
@pytest.mark.parametrize("count", [4, 5, 8, 13])
def test_the_third_place_is_played_by_the_losers_of_the_semi_finals(count, reseeding):
    tree = bracket(range(1, count + 1), reseeding=reseeding, third_place=True)
    assert len(tree.matches) == count
    third, final = tree.matches[-2:]
    assert (third.kind, final.kind) == ("third-place", "final")
    assert third.round == final.round
    played = play(tree, better_seed(tree))
    assert {played[-2].home, played[-2].away} == {3, 4}
    assert {played[-1].home, played[-1].away} == {1, 2}


def test_slots_say_where_teams_come_from():
    tree = bracket([10, 20, 30, 40, 50], third_place=True)
    assert [(match.home, match.away) for match in tree.matches] == [
        (Seed(4), Seed(5)),
        (Seed(1), WinnerOf(1)),
        (Seed(2), Seed(3)),
        (LoserOf(2), LoserOf(3)),
        (WinnerOf(2), WinnerOf(3)),
    ]
    again = bracket([10, 20, 30, 40, 50], reseeding=True)
    assert [(match.home, match.away) for match in again.matches] == [
        (Seed(4), Seed(5)),
        (Remaining(1, 1), Remaining(1, 4)),
        (Remaining(1, 2), Remaining(1, 3)),
        (Remaining(2, 1), Remaining(2, 2)),
    ]


def test_a_match_is_filled_as_soon_as_its_teams_are_known():
    tree = bracket([10, 20, 30, 40])
    assert [(each.home, each.away) for each in fill(tree, {1: 40})] == [
        (10, 40),
        (20, 30),
        (40, None),
    ]
    again = bracket([10, 20, 30, 40], reseeding=True)
    assert fill(again, {1: 40})[2].home is None
    final = fill(again, {1: 40, 2: 30})[2]
    assert (final.home, final.away) == (30, 40)


def test_winners_that_cannot_be_are_refused_each_with_its_reason():
    with pytest.raises(Unworkable) as refusal:
        fill(bracket([10, 20, 30, 40]), {1: 20, 3: 10, 9: 10})
    assert [(each.code, each.params["match"]) for each in refusal.value.reasons] == [
        ("no-such-match", 9),
        ("not-in-the-match", 1),
        ("match-not-ready", 3),
    ]


def test_33_teams_do_not_fit_a_bracket_of_16():
    with pytest.raises(Unworkable) as refusal:
        bracket(range(33), size=16)
    (reason,) = refusal.value.reasons
    assert (reason.code, reason.params) == ("too-many-teams", {"count": 33, "at_most": 16})


@pytest.mark.parametrize(
    ("entrants", "codes"),
    [
        ([], ["too-few-teams", "third-place-needs-four"]),
        ([1], ["too-few-teams", "third-place-needs-four"]),
        ([1, 1], ["too-few-teams", "team-twice", "third-place-needs-four"]),
        ([*range(257), 7], ["too-many-teams", "team-twice"]),
    ],
)
def test_entrants_of_no_bracket_are_refused_with_every_reason(entrants, codes):
    with pytest.raises(Unworkable) as refusal:
        bracket(entrants, third_place=True)
    assert [each.code for each in refusal.value.reasons] == codes


@pytest.mark.parametrize("count", [8, 16])
def test_the_whole_bracket_is_open_to_everybody(count):
    """Any two entrants have a way to the final or to an earlier match against each other."""
    tree = bracket(range(1, count + 1))
    for favourites in combinations(tree.entrants, 2):
        played = play(
            tree,
            lambda home, away, best=favourites: min(home, away, key=lambda team: team not in best),
        )
        assert any({each.home, each.away} == set(favourites) for each in played)
