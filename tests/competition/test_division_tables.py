"""Divisions side by side: the thirds compared, and who goes on to the play-offs."""

from fractions import Fraction

import pytest

from competition.standings.divisions import across, places_on, qualify
from competition.standings.record import Record
from competition.standings.results import Bye, Drawing
from competition.standings.table import table
from tests.competition.leagues import entrants, game, order, scheme

pytestmark = pytest.mark.pure


def ladder(names, margin=1):
    """Everybody beats everybody below them."""
    return [
        game(home, away, (margin, 0), round=names.index(away))
        for home in names
        for away in names[names.index(home) + 1 :]
    ]


def side_by_side(*divisions, results=None, lots=(), how=None):
    played = [match for names in divisions for match in ladder(names)]
    record = Record.of(
        results or played, scheme=how or scheme("points", "td-difference"), lots=lots
    )
    return {names: table(entrants(names), record) for names in divisions}, record


def test_thirds_are_ranked_as_anybody_is():
    results = [*ladder("ABCD", 1), *ladder("EFGH", 3), *ladder("IJKL", 2)]
    tables, record = side_by_side("ABCD", "EFGH", "IJKL", results=results)
    rows = across(tables, 3, record)
    assert order(rows) == "CKG"
    assert (rows[0].above.code, rows[0].above.mine, rows[0].above.theirs) == (
        "td-difference",
        -1,
        -2,
    )


def test_unequal_divisions_are_compared_per_match():
    tables, record = side_by_side("ABC", "EFGHI")
    rows = across(tables, 2, record)
    assert order(rows) == "FB"
    why = rows[0].above
    assert (why.code, why.per_match, why.mine, why.theirs) == (
        "points",
        True,
        Fraction(9, 4),
        Fraction(3, 2),
    )


def test_byes_do_not_count_per_match():
    results = [*ladder("ABC"), *(Bye(f"b{who}", who) for who in "ABC"), *ladder("EFGH")]
    tables, record = side_by_side("ABC", "EFGH", results=results, how=scheme("points", bye=3))
    rows = across(tables, 1, record)
    assert [row.place for row in rows] == [1, 1]


def test_the_top_two_of_three_divisions_and_the_two_best_thirds():
    results = [*ladder("ABCD", 1), *ladder("EFGH", 3), *ladder("IJKL", 2)]
    tables, record = side_by_side("ABCD", "EFGH", "IJKL", results=results)
    found = qualify(tables, record, top=2, wild_cards=2)
    assert [each.entrant.key for each in found.qualifiers] == [*"EIAFJBCK"]
    assert [each.seed for each in found.qualifiers] == [*range(1, 9)]
    assert [each.place for each in found.qualifiers] == [1, 1, 1, 2, 2, 2, 3, 3]
    assert [each.wild_card for each in found.qualifiers] == [False] * 6 + [True] * 2
    assert found.qualifiers[-1].division == "IJKL"
    assert found.undecided == ()


def test_wild_cards_go_on_to_the_next_place_when_one_does_not_suffice():
    tables, record = side_by_side("ABC", "EFGH")
    found = qualify(tables, record, top=1, wild_cards=4)
    assert [(each.entrant.key, each.place) for each in found.qualifiers[2:]] == [
        ("F", 2),
        ("B", 2),
        ("G", 3),
        ("C", 3),
    ]


def test_there_are_no_more_qualifiers_than_teams():
    tables, record = side_by_side("AB", "EF")
    assert len(qualify(tables, record, top=3, wild_cards=5).qualifiers) == 4


def test_whoever_is_level_across_the_line_is_undecided_until_lots_are_drawn():
    tables, record = side_by_side("ABC", "EFG")
    found = qualify(tables, record, top=1, wild_cards=1)
    assert [[each.key for each in group] for group in found.undecided] == [["B", "F"]]
    tables, record = side_by_side("ABC", "EFG", lots=[Drawing(("F", "B"))])
    found = qualify(tables, record, top=1, wild_cards=1)
    assert (found.qualifiers[-1].entrant.key, found.undecided) == ("F", ())


def test_level_within_a_division_is_undecided_too():
    tables, record = side_by_side("AB", results=[game("A", "B", (1, 1))])
    assert len(qualify(tables, record, top=1).undecided) == 1
    assert qualify(tables, record, top=2).undecided == ()


@pytest.mark.parametrize(
    ("sizes", "top", "wild_cards", "places"),
    [
        ([4, 4, 4], 2, 0, (2, 2)),
        ([4, 4, 4], 2, 2, (2, 3)),
        ([4, 4, 4], 2, 3, (3, 3)),
        ([4, 4, 4], 2, 4, (3, 4)),
        ([8], 4, 2, (6, 6)),
        ([3, 4, 4], 3, 1, (3, 4)),
        ([2, 2], 2, 3, (2, 2)),
    ],
)
def test_how_deep_the_wild_cards_reach(sizes, top, wild_cards, places):
    assert places_on(sizes, top=top, wild_cards=wild_cards) == places
