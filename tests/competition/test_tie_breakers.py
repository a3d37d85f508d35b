"""Tie-breakers: each decides by its own measure, and head-to-head in tables of their own."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.standings.results import Bye, Drawing, Entrant
from competition.standings.table import standings
from competition.standings.tie_breakers import TIE_BREAKERS, tie_breaker
from rules.house.standings import TIE_BREAKERS as LISTED
from tests.competition.leagues import any_league, entrants, game, order, scheme

pytestmark = pytest.mark.pure


def decided(results, *ways, teams="AB", lots=(), **points):
    """The order, and what made the difference at the top."""
    rows = standings(entrants(teams), results, scheme=scheme(*ways, **points), lots=lots)
    above = rows[0].above
    return order(rows), above.code, above.mine, above.theirs


def test_every_option_of_the_house_rules_is_a_tie_breaker():
    assert [tie_breaker(key, ("td", "cas")).key for key in LISTED] == [*LISTED]
    assert set(TIE_BREAKERS) <= set(LISTED)


def test_points():
    results = [game("B", "X", (1, 0)), game("A", "X", (1, 1), round=2)]
    assert decided(results, "points") == ("BA", "points", 3, 1)


def test_wins():
    """A win and two losses beat three draws that brought as many points."""
    results = [
        *(game("A", "X", (0, 0), round=n) for n in (1, 2, 3)),
        game("B", "X", (1, 0), round=4),
        *(game("B", "X", (0, 1), round=n) for n in (5, 6)),
    ]
    assert decided(results, "points", "wins") == ("BA", "wins", 1, 0)


def test_win_rate_counts_a_draw_as_half():
    results = [
        game("A", "X", (1, 0), round=1),
        game("A", "X", (0, 0), round=2),
        game("A", "X", (0, 1), round=3),
        game("B", "X", (1, 0), round=4),
        game("B", "X", (0, 0), round=5),
    ]
    expected = ("BA", "win-rate", Fraction(3, 4), Fraction(1, 2))
    assert decided(results, "points", "win-rate") == expected
    assert decided([], "win-rate")[1] == "level"


def test_touchdown_difference():
    results = [game("A", "X", (4, 3)), game("B", "X", (2, 0), round=2)]
    assert decided(results, "points", "td-difference") == ("BA", "td-difference", 2, 1)


def test_touchdowns_for():
    results = [game("A", "X", (2, 0)), game("B", "X", (4, 3), round=2)]
    assert decided(results, "points", "td-for") == ("BA", "td-for", 4, 2)


def test_fewest_touchdowns_against():
    results = [game("A", "X", (4, 3)), game("B", "X", (2, 1), round=2)]
    assert decided(results, "points", "td-against") == ("BA", "td-against", 1, 3)


def test_casualty_difference():
    results = [game("A", "X", (1, 0), (4, 3)), game("B", "X", (1, 0), (2, 0), round=2)]
    assert decided(results, "points", "cas-difference") == ("BA", "cas-difference", 2, 1)


def test_casualties_for():
    results = [game("A", "X", (1, 0), (2, 0)), game("B", "X", (1, 0), (4, 3), round=2)]
    assert decided(results, "points", "cas-for") == ("BA", "cas-for", 4, 2)


def test_the_sum_of_both_differences():
    results = [game("A", "X", (3, 0), (0, 2)), game("B", "X", (1, 0), (4, 1), round=2)]
    assert decided(results, "points", "both-differences") == ("BA", "both-differences", 4, 1)


def test_strength_of_opponents_is_the_mean_of_their_points():
    results = [
        game("X", "Y", (1, 0), round=1),
        game("A", "Y", (1, 0), round=2),
        game("B", "X", (1, 0), round=2),
    ]
    assert decided(results, "points", "opponents") == ("BA", "opponents", 3, 0)


def test_a_bye_is_no_opponent():
    results = [
        game("X", "Y", (1, 0)),
        game("A", "X", (1, 0), round=2),
        game("A", "Y", (0, 0), round=3),
        game("B", "X", (1, 0), round=4),
        Bye("b", "B", 5),
    ]
    expected = ("BA", "opponents", Fraction(3), Fraction(2))
    assert decided(results, "points", "opponents", bye=1) == expected


def test_lower_team_value():
    teams = [Entrant("A", "A", 1_200_000), Entrant("B", "B", 1_150_000)]
    rows = standings(teams, [], scheme=scheme("team-value"))
    assert (order(rows), rows[0].above.mine) == ("BA", 1_150_000)
    nobody_knows = [teams[0], replace(teams[1], strength=None)]
    assert standings(nobody_knows, [], scheme=scheme("team-value"))[0].above.code == "level"


def test_lots_decide_last_whether_or_not_they_are_named():
    lots = [Drawing(("B", "A"))]
    assert decided([], "points", "lots", lots=lots) == ("BA", "lots", 1, 2)
    assert decided([], "points", lots=lots) == ("BA", "lots", 1, 2)


def test_the_last_drawing_that_all_took_part_in_holds():
    first, second = Drawing(("A", "B", "C")), Drawing(("C", "B", "A"))
    assert decided([], "lots", teams="ABC", lots=[first, second])[0] == "CBA"
    assert decided([], "lots", teams="ABC", lots=[first, Drawing(("B", "A"))])[0] == "ABC"
    assert decided([], "lots", teams="ABC", lots=[Drawing(("B", "A"))])[1] == "level"


def test_tie_breakers_go_in_the_order_of_the_league():
    results = [game("A", "X", (4, 3), (0, 2)), game("B", "X", (2, 0), (2, 0), round=2)]
    assert decided(results, "td-for", "cas-for")[:2] == ("AB", "td-for")
    assert decided(results, "cas-for", "td-for")[:2] == ("BA", "cas-for")


# --- head-to-head


def test_head_to_head_between_two():
    results = [
        game("B", "A", (1, 0), round=1),
        game("A", "X", (5, 0), round=2),
    ]
    assert decided(results, "points", "head-to-head") == ("BA", "head-to-head", 3, 0)


def test_head_to_head_decides_nothing_before_each_has_met_each():
    results = [
        game("A", "B", (1, 0), round=1),
        game("B", "X", (1, 0), round=2),
        game("C", "X", (1, 0), round=3),
    ]
    assert decided(results, "points", "head-to-head", teams="ABC")[1] == "level"


def test_two_meetings_that_cancel_out_leave_it_to_the_next():
    results = [
        game("A", "B", (1, 0), round=1),
        game("B", "A", (1, 0), round=2),
        game("B", "X", (0, 0), (2, 0), round=3),
        game("A", "X", (0, 0), round=4),
    ]
    assert decided(results, "points", "head-to-head", "cas-for")[:2] == ("BA", "cas-for")


CIRCLE = [
    # Each of three has beaten one of the others; touchdowns among them put C last.
    game("A", "B", (2, 0), round=1),
    game("B", "C", (3, 0), round=2),
    game("C", "A", (1, 0), round=3),
]


def test_a_mini_table_goes_by_touchdown_difference_when_points_are_equal():
    rows = standings(entrants("CBA"), CIRCLE, scheme=scheme("points", "head-to-head"))
    assert order(rows) == "ABC"
    why = rows[1].above
    assert (why.measure, why.mine, why.theirs) == ("score-difference", 1, -2)


def test_those_still_level_after_a_mini_table_get_one_of_their_own():
    """A circle of three is level in the mini-table of four, where D lost to all; among the
    three alone touchdowns differ."""
    results = [
        game("A", "B", (1, 0), round=1),
        game("B", "C", (2, 0), round=2),
        game("C", "A", (1, 0), round=3),
        # Against D they make up for it, so that all three are equal in the table of four.
        game("A", "D", (2, 0), round=4),
        game("B", "D", (1, 0), round=5),
        game("C", "D", (3, 0), round=6),
        # And D is level with them on points of the whole season.
        game("D", "X", (1, 0), round=7),
        game("D", "X", (1, 0), round=8),
    ]
    rows = standings(entrants("DCBA"), results, scheme=scheme("points", "head-to-head"))
    assert order(rows) == "BACD"
    assert [len(row.above.table) for row in rows[:3]] == [3, 3, 4]
    assert (rows[2].above.measure, rows[2].above.mine, rows[2].above.theirs) == ("points", 6, 0)
    assert [row.above.measure for row in rows[:2]] == ["score-difference"] * 2
    assert [row.above.mine for row in rows[:2]] == [1, 0]


def test_uneven_meetings_count_per_match():
    results = [
        game("A", "B", (1, 0), round=1),
        game("A", "B", (0, 0), round=2),
        game("B", "C", (0, 0), round=3),
        game("C", "A", (0, 0), round=4),
        game("B", "X", (1, 0), round=5),
        game("C", "X", (1, 0), round=6),
    ]
    rows = standings(entrants("ABC"), results, scheme=scheme("points", "head-to-head"))
    assert order(rows) == "ACB"
    assert rows[0].above.per_match
    assert rows[0].above.mine == Fraction(5, 3)


@given(st.tuples(st.integers(0, 4), st.integers(0, 4)))
def test_between_two_the_winner_of_their_only_meeting_is_above(td):
    """Whatever else they did, as long as they are level on points."""
    rows = standings(entrants("AB"), [game("A", "B", td)], scheme=scheme("head-to-head", "lots"))
    expected = "BA" if td[1] > td[0] else "AB"
    assert order(rows) == expected
    assert (rows[0].above.code == "level") == (td[0] == td[1])


@given(
    any_league(),
    st.sampled_from([["head-to-head"], ["points", "head-to-head"], ["wins", "head-to-head"]]),
)
def test_a_mini_table_holds_the_matches_among_its_teams_and_no_other(league, ways):
    house = league["scheme"].house
    turned = {**house.turned, "tie-breakers": ways}
    league["scheme"] = replace(league["scheme"], house=replace(house, turned=turned))
    rows = standings(**league)
    for row, below in pairwise(rows):
        if row.above.code != "head-to-head":
            continue
        table = {each.entrant.key: each for each in row.above.table}
        assert {row.entrant.key, below.entrant.key} <= set(table)
        for each in rows:
            if each.entrant.key in table:
                met = [entry for entry in each.sheet.entries if entry.opponent in table]
                mini = table[each.entrant.key]
                assert {entry.opponent for entry in met} == {*table} - {each.entrant.key}
                assert mini.points == sum(entry.points for entry in met)
                assert mini.score_for == sum(entry.score_for for entry in met)
        assert row.above.mine > row.above.theirs
