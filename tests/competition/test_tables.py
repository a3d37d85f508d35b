"""League tables: what a row counts, in which order rows stand, and as of which round."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.standings.record import Record
from competition.standings.results import Adjustment, Bye, Drawing, Side
from competition.standings.table import standings, table
from rules.engine.rulings import Line
from tests.competition.leagues import (
    ALL_BONUSES,
    any_league,
    entrants,
    game,
    order,
    places,
    scheme,
)

pytestmark = pytest.mark.pure


def row(results, key, how=None, **more):
    keys = sorted({side.entrant for each in results for side in sides(each)})
    rows = standings(entrants(keys), results, scheme=how or scheme(), **more)
    return next(each for each in rows if each.entrant.key == key)


def sides(result):
    return [result] if isinstance(result, Bye) else [result.home, result.away]


def test_ranking_needs_no_django():
    modules = "awards divisions prospects record results scheme table tie_breakers"
    names = ", ".join(f"competition.standings.{name}" for name in modules.split())
    code = f"import sys, {names}; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- what a row counts


def test_a_row_adds_up_its_matches():
    results = [
        game("A", "B", (2, 1), (3, 0)),
        game("C", "A", (1, 1), (0, 1), round=2),
        game("A", "C", (0, 2), (1, 4), round=3),
        game("B", "C", (0, 0), round=4),
    ]
    of = row(results, "A")
    assert (of.tally.played, of.tally.won, of.tally.drawn, of.tally.lost) == (3, 1, 1, 1)
    assert (
        of.tally.score_for,
        of.tally.score_against,
        of.tally.score_for - of.tally.score_against,
    ) == (3, 4, -1)
    assert of.tally.tallies == {"cas": (5, 4)}
    assert of.points == 4


def test_three_two_one_nothing_with_bonus_points():
    """3 for a win, 2 for a draw, 1 for a loss, nothing for whoever does not turn up."""
    how = scheme(win=3, draw=2, loss=1, forfeit=0, bonus=["td-3", "cas-3"])
    results = [
        game("A", "B", (3, 2), (1, 3)),
        game("A", "C", (1, 1), round=2),
        game("B", "C", (2, 0), how="forfeit", winner="home", round=3),
    ]
    rows = standings(entrants("ABC"), results, scheme=how)
    assert [(each.entrant.key, each.points, each.tally.bonus) for each in rows] == [
        ("A", 6, 1),
        ("B", 5, 1),
        ("C", 2, 0),
    ]


def test_four_two_one_nothing_with_a_point_for_a_loss_by_one():
    """4 for a win, 2 for a draw, 1 for losing by a touchdown, nothing for losing by more."""
    how = scheme(win=4, draw=2, loss=0, bonus=["lost-by-one"])
    results = [
        game("A", "B", (2, 1)),
        game("A", "C", (3, 1), round=2),
        game("B", "C", (1, 1), round=3),
    ]
    rows = standings(entrants("ABC"), results, scheme=how)
    assert [(each.entrant.key, each.points) for each in rows] == [("A", 8), ("B", 3), ("C", 2)]


def test_every_point_has_the_line_that_explains_it():
    of = row([game("A", "B", (3, 0), (4, 0))], "A", scheme(bonus=ALL_BONUSES))
    (entry,) = of.sheet.entries
    assert [(line.code, line.amount, line.params.get("bonus")) for line in entry.because] == [
        ("result", 3, None),
        ("bonus", 1, "td-3"),
        ("bonus", 1, "cas-3"),
        ("bonus", 1, "clean-sheet"),
    ]


def test_what_was_ruled_when_the_match_was_played_holds():
    match = game("A", "B", (1, 0))
    ruled = replace(match, home=replace(match.home, because=(Line("result", 2),)))
    assert row([ruled], "A").points == 2


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (game("A", "B", (1, 2), how="overtime"), (4, 8)),
        (game("A", "B", (3, 1), how="conceded", winner="away"), (-3, 10)),
        (game("A", "B", (0, 2), how="walkover"), (-5, 10)),
        (game("A", "B", (0, 0), how="forfeit", winner="nobody"), (-5, -5)),
        (game("A", "B", (0, 0), how="ruled"), (5, 5)),
    ],
)
def test_every_ending_has_its_points(result, expected):
    how = scheme(win=10, draw=5, loss=1, overtime_win=8, overtime_loss=4, concession=-3, forfeit=-5)
    assert (row([result], "A", how).points, row([result], "B", how).points) == expected


def test_a_void_match_was_never_played():
    results = [game("A", "B", (0, 0), how="void"), game("A", "C", (1, 0), round=2)]
    of = row(results, "A")
    assert (of.tally.played, of.points, of.tally.byes, len(of.form())) == (1, 3, 0, 1)


def test_touchdowns_entered_without_a_match_count_as_touchdowns_only():
    """For a bye, or for whoever was there when a fixture was struck out."""
    results = [game("A", "B", (2, 0), how="void"), Bye("b", "A", 2, score=1)]
    of = row(results, "A")
    assert (of.tally.played, of.points, of.tally.score_for, of.streak()) == (0, 0, 3, None)
    assert row(results, "B").tally.score_against == 2


def test_a_bye_gives_points_and_is_no_match():
    of = row([game("A", "B", (1, 0)), Bye("b1", "A", 2)], "A", scheme(bye=2))
    assert (of.points, of.tally.byes, of.tally.played, len(of.form())) == (5, 1, 1, 1)


def test_adjustments_count_and_keep_their_reason():
    taken = Adjustment("A", -2, "A roster that was not legal.")
    of = row([game("A", "B", (1, 0))], "A", adjustments=[taken])
    assert (of.points, of.tally.points, of.adjusted_by, of.adjustments) == (1, 3, -2, (taken,))


def test_provisional_results_count_and_are_said_to():
    results = [game("A", "B", (1, 0), provisional=True), game("A", "C", (1, 0), round=2)]
    assert (row(results, "A").points, row(results, "A").tally.provisional) == (6, 1)
    assert row(results, "B").provisional
    assert not row(results, "C").provisional


def test_form_and_streak_tell_of_the_last_matches():
    scores = [(0, 1), (1, 1), (2, 1), (0, 3), (1, 0), (2, 0), (3, 0)]
    results = [game("A", "B", td, round=n) for n, td in enumerate(scores)]
    of = row(results[::-1], "A")
    assert [entry.result[0] for entry in of.form()] == ["w", "l", "w", "w", "w"]
    assert of.streak() == ("won", 3)
    assert row(results, "B").streak() == ("lost", 3)
    assert standings(entrants("A"), [], scheme=scheme())[0].streak() is None


def test_matches_of_one_round_go_by_their_order():
    results = [game("A", "B", (1, 0), order=2, key="x"), game("A", "C", (0, 1), order=1, key="y")]
    assert [entry.key for entry in row(results, "A").form()] == ["y", "x"]


# --- open play


OPEN = [
    game("A", "B", (0, 2), round=1),
    game("A", "C", (1, 0), round=2),
    game("A", "D", (1, 1), round=3),
    game("A", "E", (3, 0), round=4),
]


def test_the_best_results_count_in_open_play():
    of = row(OPEN, "A", scheme(best=2))
    assert (
        of.points,
        of.tally.played,
        of.not_counted,
        of.tally.score_for - of.tally.score_against,
    ) == (6, 2, 2, 4)
    assert len(of.form()) == 4


def test_only_the_first_matches_count_in_open_play():
    of = row(OPEN, "A", scheme(maximum=3))
    assert (of.points, of.tally.played, of.not_counted) == (4, 3, 1)
    assert row(OPEN, "A", scheme(maximum=3, best=1)).points == 3


def test_who_has_not_played_enough_is_told_how_many_are_missing():
    assert row(OPEN, "A", scheme(minimum=6)).short_of_minimum == 2
    assert row(OPEN, "A", scheme(minimum=3)).short_of_minimum == 0


def test_who_has_not_played_enough_stands_below_all_who_have():
    results = [
        game("A", "B", (3, 0), round=1),
        game("B", "C", (0, 0), round=2),
        game("C", "D", (2, 0), round=3),
    ]
    rows = standings(entrants("ABCD"), results, scheme=scheme(minimum=2))
    assert places(rows) == [(1, "C"), (2, "B"), (3, "A"), (4, "D")]
    assert [row.above and row.above.code for row in rows] == ["points", "minimum", "points", None]
    assert [row.short_of_minimum for row in rows] == [0, 0, 1, 1]
    assert order(standings(entrants("ABCD"), results, scheme=scheme(minimum=3))) == "CABD"


# --- the order of rows


def test_the_league_is_empty():
    assert standings([], [], scheme=scheme()) == ()


def test_before_the_first_match_everybody_is_level():
    rows = standings(entrants("CAB"), [], scheme=scheme())
    assert places(rows) == [(1, "A"), (1, "B"), (1, "C")]
    assert [each.above and each.above.code for each in rows] == ["level", "level", None]


def test_a_shared_place_leaves_the_next_one_out():
    results = [game("A", "C", (1, 0)), game("B", "C", (1, 0), round=2)]
    rows = standings(entrants("ABC"), results, scheme=scheme("points"))
    assert places(rows) == [(1, "A"), (1, "B"), (3, "C")]
    assert [each.shared for each in rows] == [True, True, False]


def test_opponents_without_a_row_still_count():
    """Another division's team, or one that has left."""
    rows = standings(entrants("AB"), [game("A", "X", (1, 0))], scheme=scheme())
    assert [(each.entrant.key, each.points) for each in rows] == [("A", 3), ("B", 0)]


def test_the_table_as_it_stood_after_a_round():
    results = [
        game("A", "B", (1, 0), round=1),
        game("A", "B", (0, 1), round=2),
        game("A", "B", (0, 1), round=3),
    ]
    more = {
        "scheme": scheme(),
        "adjustments": [Adjustment("A", 9, "For the ground.", 3)],
        "lots": [Drawing(("B", "A"), 3)],
    }
    assert order(standings(entrants("AB"), results, upto_round=1, **more)) == "AB"
    second = standings(entrants("AB"), results, upto_round=2, **more)
    assert (places(second), second[0].shared) == ([(1, "A"), (1, "B")], True)
    assert order(standings(entrants("AB"), results, **more)) == "AB"


@given(any_league(), st.randoms(use_true_random=False))
def test_the_order_in_which_things_are_given_changes_nothing(league, chance):
    shuffled = dict(league)
    for what in ("entrants", "results"):
        shuffled[what] = chance.sample(league[what], len(league[what]))
    assert standings(**shuffled) == standings(**league)


@given(any_league())
def test_every_row_but_the_last_says_why(league):
    rows = standings(**league)
    for each, below in pairwise(rows):
        assert (each.above.code == "level") == (each.place == below.place)
        assert each.above.code == "level" or each.above.mine != each.above.theirs
    assert rows[-1].above is None


@given(any_league())
def test_lots_that_everybody_drew_leave_nobody_level(league):
    drawn = Drawing(tuple(each.key for each in league["entrants"]))
    rows = standings(**{**league, "lots": [drawn]})
    assert [each.place for each in rows] == [*range(1, len(rows) + 1)]


@given(any_league())
def test_what_one_scores_another_concedes(league):
    league["scheme"] = replace(league["scheme"], best=None, maximum=None)
    tallies = [each.tally for each in standings(**league)]
    assert sum(each.score_for for each in tallies) == sum(each.score_against for each in tallies)
    assert len({sum(each.counts("cas", "td")[n] for each in tallies) for n in (0, 1)}) == 1
    assert sum(each.drawn for each in tallies) % 2 == 0
    assert all(each.played == each.won + each.drawn + each.lost for each in tallies)


@given(any_league())
def test_points_are_the_lines_that_count_and_the_adjustments(league):
    for each in standings(**league):
        worth = sum(entry.points for entry in each.sheet.entries)
        if not league["scheme"].limited():
            assert each.points == worth + each.adjusted_by
        assert each.tally.points + each.adjusted_by == each.points


# --- kept up to date


def record_of(league, results):
    return Record.of(
        results,
        scheme=league["scheme"],
        adjustments=league["adjustments"],
        lots=league["lots"],
    )


@given(any_league(), st.data())
def test_a_table_kept_up_to_date_is_the_table_made_anew(league, data):
    """Results come, are corrected and go again, in any order."""
    results = league["results"]
    kept = record_of(league, [])
    for result in data.draw(st.permutations(results)):
        kept = kept.plus(result)
    gone = (
        data.draw(st.lists(st.sampled_from(results), unique_by=lambda each: each.key))
        if results
        else []
    )
    for result in gone:
        kept = kept.minus(result)
    left = [result for result in results if result not in gone]
    if left and not isinstance(left[0], Bye):
        wrong = left[0]
        right = replace(wrong, home=replace(wrong.home, score=7), how="played", provisional=False)
        kept, left = kept.changed(wrong, right), [right, *left[1:]]
    assert table(league["entrants"], kept) == standings(**{**league, "results": left})


@given(any_league(), st.integers(0, 5))
def test_the_record_of_a_round_is_the_record_of_its_results(league, round_):
    upto = [result for result in league["results"] if result.round <= round_]
    lasting = [each for each in league["adjustments"] if each.round <= round_]
    then = standings(**{**league, "results": upto, "adjustments": lasting})
    assert standings(**league, upto_round=round_) == then


def test_a_result_is_entered_once_and_taken_away_once():
    match = game("A", "B", (1, 0))
    record = Record.of([match], scheme=scheme())
    with pytest.raises(ValueError, match="twice"):
        record.plus(match)
    with pytest.raises(ValueError, match="twice"):
        Record.of([match, match], scheme=scheme())
    with pytest.raises(KeyError):
        record.minus(match).minus(match)


def test_a_side_is_what_it_says():
    match = game("A", "B", (2, 1), (0, 3))
    assert (match.home, match.away) == (
        Side("A", "won", 2, {"cas": 0}),
        Side("B", "lost", 1, {"cas": 3}),
    )
