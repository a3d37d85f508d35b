"""Clinched and eliminated: never claimed unless every way the season can go agrees."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.standings.prospects import Prospect, prospects
from competition.standings.record import Record
from competition.standings.results import Adjustment, Bye, Drawing, Played
from competition.standings.table import table
from competition.standings_words import fate_words
from tests.competition.leagues import any_league, entrants, game, scheme

pytestmark = pytest.mark.pure


def outlook(teams, results, fixtures=(), how=None, *, rounds_to_come=(), later=None, **more):
    """Fixtures are of the ninth round; `later` is how it counts."""
    record = Record.of(results, scheme=how or scheme(), **more)
    return prospects(
        table(entrants(teams), record),
        record,
        fixtures=[(*pair, 9) for pair in fixtures],
        rounds_to_come=rounds_to_come,
        scheme_in=lambda number: (number >= 9 and later) or record.scheme,
    )


LEADER = [
    game("A", "B", (1, 0), round=1),
    game("A", "C", (1, 0), round=2),
    game("A", "B", (1, 0), round=3),
]


def test_the_champion_is_known_when_nobody_can_catch_up():
    found = outlook("ABC", LEADER, [("B", "C"), ("A", "C")])
    assert found["A"].champion
    assert (found["B"].eliminated(1), found["C"].eliminated(1)) == (True, True)
    assert not found["B"].eliminated(2)


def test_level_on_points_is_not_certain():
    """C can still reach nine, and tie-breakers may go either way."""
    found = outlook("ABC", LEADER, [("B", "C"), ("A", "C"), ("B", "C")])
    assert not found["A"].champion
    assert not found["C"].eliminated(1)


def test_bonus_maxima_count():
    open_ = [("B", "C"), ("A", "C")]
    assert outlook("ABC", LEADER, open_, scheme(bonus=["td-3"]))["A"].champion
    assert not outlook("ABC", LEADER, open_, scheme(bonus=["td-3", "cas-3"]))["A"].champion


def test_a_match_to_come_is_worth_what_its_round_counts():
    """Amended already, though it does not hold yet."""
    open_ = [("B", "C"), ("A", "C")]
    found = outlook("ABC", LEADER, open_, later=scheme(win=30))
    assert (found["A"].champion, found["C"].most) == (False, 60)
    assert outlook("ABC", LEADER, rounds_to_come=[8, 9], later=scheme(win=30))["C"].most == 33
    assert outlook("ABC", LEADER, [("C", None)], later=scheme(bye=20))["C"].most == 20
    shaky = [*LEADER, game("B", "C", (0, 0), round=9, provisional=True)]
    assert outlook("ABC", shaky, later=scheme(win=30))["C"].most == 30
    assert not outlook("ABC", LEADER, open_, later=scheme("td-for", "points"))["A"].champion


def test_a_penalty_for_staying_away_can_still_cost_the_leader():
    open_ = [("B", "C"), ("A", "C")]
    assert outlook("ABC", LEADER, open_, scheme(forfeit=-2))["A"].champion
    assert not outlook("ABC", LEADER, open_, scheme(forfeit=-3))["A"].champion


def test_a_provisional_result_is_not_certain():
    shaky = [*LEADER[:2], replace(LEADER[2], provisional=True)]
    assert not outlook("ABC", shaky, [("B", "C"), ("A", "C")])["A"].champion


def test_a_provisional_result_beyond_those_that_count_is_not_certain_either():
    results = [game("A", "B", (1, 0)), game("A", "C", (0, 0), round=2, provisional=True)]
    found = outlook("ABC", results, how=scheme(best=1))
    assert (found["A"].best, found["A"].worst) == (1, 2)


def test_a_better_result_may_displace_one_that_cost_points():
    """Among the best two stands a forfeit at minus one; two wins leave it behind."""
    lost = [game("A", "B", (0, 2), how="forfeit", round=n) for n in (1, 2)]
    how = scheme(best=2, forfeit=-1)
    found = outlook("AB", lost, [("A", "B"), ("A", "B")], how)
    won = [game("A", "B", (1, 0), round=n) for n in (3, 4)]
    best = outlook("AB", [*lost, *won], how=how)["A"].most
    assert (best, found["A"].most >= best) == (6, True)


def test_a_match_played_late_may_displace_one_that_counts():
    """Of the first two matches only those of rounds two and three have been played."""
    won = [game("A", "B", (1, 0), round=n) for n in (2, 3)]
    found = outlook("AB", won, [("A", "B")], scheme(maximum=2))
    assert found["A"].least <= 3


def test_adjustments_count():
    taken = Adjustment("A", -1, "Late.")
    found = outlook("ABC", LEADER, [("B", "C"), ("C", "A")], adjustments=[taken])
    assert (found["A"].least, found["A"].champion) == (8, True)
    assert not outlook("ABC", LEADER, [("B", "C"), ("C", "A"), ("C", "B")])["A"].champion


def test_byes_and_rounds_without_pairings_can_bring_points():
    assert outlook("ABC", LEADER, [("C", None)], scheme(bye=3))["C"].most == 3
    assert outlook("ABC", LEADER, how=scheme(bye=4), rounds_to_come=[4, 5])["C"].most == 8


def test_at_the_end_tie_breakers_and_lots_have_decided():
    results = [game("A", "B", (2, 1)), game("C", "B", (1, 0), round=2)]
    found = outlook("ABC", results, how=scheme("points", "td-for"))
    assert (found["A"].champion, found["C"].champion) == (True, False)
    level = outlook("ABC", results, how=scheme("points"))
    assert level["A"] == Prospect(best=1, worst=2, least=3, most=3)
    drawn = outlook("ABC", results, how=scheme("points"), lots=[Drawing(("C", "A"))])
    assert drawn["C"].champion


def test_nothing_is_said_where_points_do_not_come_first():
    found = outlook("ABC", LEADER, [("B", "C")], scheme("td-for", "points"))
    assert {(each.best, each.worst) for each in found.values()} == {(1, 3)}


def test_what_is_certain_is_said_in_words():
    words = [
        fate_words(Prospect(*places, 0, 0).fate(4), 4)
        for places in [(1, 1), (1, 4), (5, 8), (1, 5)]
    ]
    assert words == [
        "First, whatever happens: nobody can catch up any more.",
        "Certain of going on, whatever happens.",
        "Out of the running for the top 4.",
        "",
    ]
    assert fate_words(Prospect(2, 3, 0, 0).fate(1), 1) == "Out of the running for first place."


# --- every way the season can go

WAYS = [
    {"score": (1, 0)},
    {"score": (0, 0)},
    {"score": (3, 4), "tallies": {"cas": (3, 3)}},
    {"score": (4, 0), "tallies": {"cas": (3, 0)}},
    {"score": (0, 2), "tallies": {"cas": (5, 0)}, "winner": "away", "how": "forfeit"},
    {"score": (0, 0), "how": "void"},
]


def endings_of(open_matches):
    for ways in product(WAYS, repeat=len(open_matches)):
        yield [
            Played.score(key, *pair, round=round_, **way)
            for (key, pair, round_), way in zip(open_matches, ways, strict=True)
        ]


@settings(max_examples=50)
@given(any_league(first_by_points=True), st.data())
def test_no_ending_of_the_season_contradicts_what_was_certain(league, data):
    names = [each.key for each in league["entrants"]]
    pairs = st.permutations(names).map(lambda drawn: tuple(drawn[:2]))
    fixtures = data.draw(st.lists(pairs, max_size=2))
    idle = data.draw(st.lists(st.sampled_from(names), max_size=1))
    results = league["results"]
    played = [each for each in results if isinstance(each, Played) and each.how != "void"]
    shaky = [each for each in played if each.provisional]
    results = [each for each in results if each not in shaky[1:]]
    shaky = shaky[:1]
    known = {"scheme": league["scheme"], "adjustments": league["adjustments"]}
    now = Record.of(results, **known)
    found = prospects(
        table(league["entrants"], now),
        now,
        fixtures=[(*pair, 9) for pair in (*fixtures, *((who, None) for who in idle))],
    )
    certain = [each for each in results if each not in shaky]
    certain += [Bye(f"x{n}", who, 9) for n, who in enumerate(idle)]
    open_ = [(each.key, (each.home.entrant, each.away.entrant), each.round) for each in shaky]
    open_ += [(f"open{n}", pair, 0) for n, pair in enumerate(fixtures)]
    for ending in endings_of(open_):
        final = Record.of([*certain, *ending], **known, lots=league["lots"])
        for row in table(league["entrants"], final):
            prospect = found[row.entrant.key]
            assert prospect.least <= row.points <= prospect.most
            assert prospect.best <= row.place <= prospect.worst
