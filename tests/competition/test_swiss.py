"""Swiss rounds, compared with every pairing there is."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.scheduling import swiss
from competition.scheduling.complaints import Unworkable
from competition.scheduling.draw import Draw
from competition.scheduling.rounds import Pairing, Round
from competition.scheduling.swiss import Entrant, pair_swiss

pytestmark = pytest.mark.pure

SMALL_SCORES = st.integers(0, 9)
draws = st.builds(Draw, st.integers(0, 2**32))


def ways_to_pair(teams):
    """Every set of pairs of an even or odd number of teams; None is the bye."""
    if len(teams) % 2:
        teams = [*teams, None]
    if not teams:
        yield []
        return
    first, *rest = teams
    for other in rest:
        for more in ways_to_pair([team for team in rest if team != other]):
            yield [(first, other), *more]


@st.composite
def rounds_played(draw, *, at_most=8, scores=SMALL_SCORES):
    """Entrants of a tournament, and a past in which anybody may have met anybody."""
    teams = list(range(1, draw(st.integers(2, at_most)) + 1))
    history = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        order = draw(st.permutations(teams))
        played = draw(st.integers(0, len(order) // 2))
        pairings = tuple(Pairing(*order[2 * index : 2 * index + 2]) for index in range(played))
        history.append(Round(number, pairings, tuple(order[2 * played : 2 * played + 1])))
    clubs = st.sampled_from(["", "Altdorf", "Nuln"])
    entrants = [Entrant(team, draw(scores), draw(clubs)) for team in teams]
    pairs = [frozenset(pair) for pair in combinations(teams, 2)]
    return entrants, history, draw(st.sets(st.sampled_from(pairs), max_size=4))


def priorities(ways, entrants, history, forbidden):
    """What the round is judged by, the gravest first."""
    by_team = {each.team: each for each in entrants}
    met = Counter(pairing.teams for each in history for pairing in each.pairings)
    byes = Counter(team for each in history for team in each.byes)
    pairs = [pair for pair in ways if None not in pair]
    bye = [one or other for one, other in ways if None in (one, other)]
    clubs = [(by_team[one].club, by_team[other].club) for one, other in pairs]
    return (
        sum(met[frozenset(pair)] for pair in pairs),
        sum(byes[team] for team in bye),
        sum(frozenset(pair) in forbidden for pair in pairs),
        sum(by_team[team].score for team in bye),
        sum((by_team[one].score - by_team[other].score) ** 2 for one, other in pairs),
        0 if history else sum(bool(one) and one == other for one, other in clubs),
    )


def chosen(paired):
    pairs = [(each.home, each.away) for each in paired.round.pairings]
    return [*pairs, *((team, None) for team in paired.round.byes)]


@given(rounds_played(), draws)
@settings(max_examples=300)
def test_no_other_way_to_pair_is_better(tournament, draw):
    entrants, history, forbidden = tournament
    paired = pair_swiss(entrants, draw=draw, history=history, forbidden=forbidden)
    best = min(
        priorities(ways, entrants, history, forbidden)
        for ways in ways_to_pair([each.team for each in entrants])
    )
    assert priorities(chosen(paired), entrants, history, forbidden) == best


@given(rounds_played(at_most=7, scores=st.integers(-500_000, 500_000)), draws)
def test_large_scores_stay_exact(tournament, draw):
    entrants, history, forbidden = tournament
    paired = pair_swiss(entrants, draw=draw, history=history, forbidden=forbidden)
    best = min(
        priorities(ways, entrants, history, forbidden)
        for ways in ways_to_pair([each.team for each in entrants])
    )
    assert priorities(chosen(paired), entrants, history, forbidden) == best


@given(rounds_played(at_most=40, scores=st.integers(0, 6)), draws)
def test_nothing_is_lost_by_leaving_out_pairs_that_are_far_apart(tournament, draw):
    entrants, history, forbidden = tournament
    terms = {"draw": draw, "history": history, "forbidden": forbidden}
    full = pair_swiss(entrants, **terms)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(swiss, "ALL_WITH_ALL", 0)
        sparse = pair_swiss(entrants, **terms)
    assert priorities(chosen(sparse), entrants, history, forbidden) == priorities(
        chosen(full), entrants, history, forbidden
    )


@given(st.integers(2, 24), st.integers(0, 2**32), st.data())
def test_a_tournament_is_fair_to_its_end(count, seed, data):
    """Nobody meets a team again, or has two byes, while half of the others are still to come."""
    scores = Counter()
    history = []
    for number in range(1, min(6, count // 2) + 1):
        entrants = [Entrant(team, scores[team]) for team in range(1, count + 1)]
        paired = pair_swiss(entrants, draw=Draw(seed + number), history=history)
        assert not paired.unavoidable
        assert paired.round.number == number
        everybody = [*paired.round.playing.elements(), *paired.round.byes]
        assert sorted(everybody) == list(range(1, count + 1))
        history.append(paired.round)
        for pairing in paired.round.pairings:
            home = data.draw(st.sampled_from([0, 1, 3]))
            scores[pairing.home] += home
            scores[pairing.away] += {0: 3, 1: 1, 3: 0}[home]
        scores.update(dict.fromkeys(paired.round.byes, 3))
    byes = Counter(team for each in history for team in each.byes)
    assert max(byes.values(), default=0) <= 1


@given(rounds_played(), draws, st.randoms())
def test_the_order_in_which_entrants_are_named_does_not_matter(tournament, draw, shuffling):
    entrants, history, forbidden = tournament
    shuffled = list(entrants)
    shuffling.shuffle(shuffled)
    terms = {"draw": draw, "history": history, "forbidden": forbidden}
    assert pair_swiss(shuffled, **terms) == pair_swiss(entrants, **terms)


def test_another_draw_pairs_otherwise():
    entrants = [Entrant(team) for team in range(1, 41)]
    assert len({pair_swiss(entrants, draw=Draw(seed)) for seed in range(10)}) == 10


def test_the_first_round_by_seed_sets_the_upper_half_against_the_lower():
    entrants = [Entrant(team, seed=team) for team in range(1, 9)]
    paired = pair_swiss(entrants, draw=Draw(1))
    assert [pairing.teams for pairing in paired.round.pairings] == [
        frozenset((seed, seed + 4)) for seed in (1, 2, 3, 4)
    ]


def test_club_mates_meet_in_the_first_round_only_if_there_is_nobody_else():
    clubs = ["Altdorf"] * 5 + ["Nuln"] * 2 + [""]
    entrants = [Entrant(team, club=club) for team, club in enumerate(clubs)]
    paired = pair_swiss(entrants, draw=Draw(5))
    assert [reason.code for reason in paired.unavoidable] == ["club-mates"]


def test_club_mates_may_meet_later():
    entrants = [Entrant(1, 3, "Nuln"), Entrant(2, 3, "Nuln"), Entrant(3, 0), Entrant(4, 0)]
    history = [Round(1, (Pairing(1, 3), Pairing(2, 4)))]
    paired = pair_swiss(entrants, draw=Draw(5), history=history)
    assert {each.teams for each in paired.round.pairings} == {frozenset((1, 2)), frozenset((3, 4))}
    assert not paired.unavoidable


def test_a_rematch_that_cannot_be_avoided_is_said():
    history = [Round(1, (Pairing(1, 2),))]
    paired = pair_swiss([Entrant(1), Entrant(2)], draw=Draw(5), history=history)
    (reason,) = paired.unavoidable
    assert (reason.code, reason.params["times"]) == ("rematch", 1)
    assert paired.round.pairings == (Pairing(2, 1),)


def test_the_bye_goes_to_the_lowest_score_of_those_who_had_none():
    history = [Round(1, (Pairing(1, 2), Pairing(3, 4)), (5,))]
    scores = {1: 3, 2: 0, 3: 3, 4: 1, 5: 0}
    entrants = [Entrant(team, score) for team, score in scores.items()]
    paired = pair_swiss(entrants, draw=Draw(5), history=history)
    assert paired.round.byes == (2,)


def test_who_withdrew_is_not_paired_and_who_arrived_is():
    history = [Round(1, (Pairing(1, 2), Pairing(3, 4)))]
    paired = pair_swiss([Entrant(team) for team in (1, 3, 4, 9)], draw=Draw(5), history=history)
    assert sorted(paired.round.playing) == [1, 3, 4, 9]
    assert not paired.unavoidable


def test_a_thousand_teams_are_paired_without_a_rematch():
    history = []
    for number in (1, 2, 3):
        entrants = [
            Entrant(team, score=sum(team * each % 4 for each in range(number)))
            for team in range(1001)
        ]
        paired = pair_swiss(entrants, draw=Draw(number), history=history)
        assert len(paired.round.pairings) == 500
        assert not paired.unavoidable
        history.append(paired.round)


def test_nobody_to_pair_is_refused_with_every_reason():
    with pytest.raises(Unworkable) as refusal:
        pair_swiss([Entrant(1), Entrant(1, score=10**9)], draw=Draw(5))
    assert [each.code for each in refusal.value.reasons] == [
        "too-few-teams",
        "team-twice",
        "out-of-range",
    ]
