"""Awards from the records: the highest wins, whoever is level shares, nothing is not honoured."""

from fractions import Fraction

import pytest

from competition.queries.honours import counted
from competition.standings.awards import PlayerTotals, TeamTotals, awards
from competition.standings.table import standings
from competition.standings_words import AWARDS, COUNTED
from tests.competition.leagues import entrants, game, scheme

pytestmark = pytest.mark.pure

SQUAD = [
    PlayerTotals("griff", "A", touchdowns=5, mvps=1),
    PlayerTotals("zug", "A", casualties=6, mvps=1),
    PlayerTotals("hakflem", "B", touchdowns=5, completions=2),
]


def totals(results):
    """What teams did in these matches."""
    found = {}
    for match in results:
        for mine, theirs in ((match.home, match.away), (match.away, match.home)):
            had = found.get(mine.entrant, TeamTotals(mine.entrant))
            found[mine.entrant] = TeamTotals(
                mine.entrant,
                had.played + 1,
                had.conceded + theirs.score,
                had.casualties + mine.tallies.get("cas", 0),
            )
    return list(found.values())


def given_to(players, results, teams="ABC", champions=()):
    rows = standings(entrants(teams), results, scheme=scheme())
    found = awards(players, totals(results), rows, champions=champions)
    return {award.code: (award.winners, award.value) for award in found}


def test_awards_of_players_are_shared_by_those_who_are_level():
    found = given_to(SQUAD, [])
    assert found["scorer"] == (("griff", "hakflem"), 5)
    assert found["killer"] == (("zug",), 6)
    assert found["passer"] == (("hakflem",), 2)
    assert found["most-mvps"] == (("griff", "zug"), 1)


def test_awards_of_teams():
    results = [
        game("A", "B", (2, 1), (0, 4), round=1),
        game("B", "C", (3, 1), (1, 2), round=2),
        game("A", "C", (4, 1), (2, 2), round=3),
    ]
    found = given_to([], results)
    assert found == {
        "best-defence": (("A",), 1),
        "most-brutal": (("B",), 5),
        "wooden-spoon": (("C",), 3),
    }


def test_the_best_defence_goes_by_matches():
    results = [game("A", "C", (2, 1)), *(game("B", "C", (1, 0), round=n) for n in (2, 3))]
    assert given_to([], results)["best-defence"] == (("B",), 0)


def test_whoever_played_once_has_neither_the_best_defence_nor_the_wooden_spoon():
    """It takes half as many matches as whoever played most."""
    results = [
        *(game("A", "B", (2, 1), round=n) for n in (1, 2, 3)),
        game("A", "C", (1, 0), round=4),
        game("D", "C", (0, 0), round=5),
    ]
    found = given_to([], results, teams="ABCD")
    assert found["best-defence"] == (("C",), Fraction(1, 2))
    results = [*(game("A", "B", (1, 1), round=n) for n in (1, 2, 3)), game("A", "C", (2, 0))]
    assert given_to([], results)["best-defence"] == (("A",), Fraction(3, 4))
    assert given_to([], results)["wooden-spoon"] == (("B",), 2)


def test_a_champion_gets_no_wooden_spoon():
    results = [
        game("A", "B", (2, 1), round=1),
        game("B", "C", (2, 1), round=2),
        game("A", "C", (2, 1), round=3),
    ]
    assert given_to([], results, champions=["C"])["wooden-spoon"] == (("B",), 2)
    assert "wooden-spoon" not in given_to([], results, champions=["B", "C"])


def test_nobody_is_honoured_for_nothing():
    assert given_to([], []) == {}
    assert given_to([PlayerTotals("griff", "A")], [], teams="") == {}


def test_every_award_has_its_name():
    results = [game("A", "B", (2, 1), (1, 0))]
    assert set(given_to(SQUAD, results)) == set(AWARDS) == set(COUNTED)


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        ("scorer", "1", "1 touchdown"),
        ("scorer", "5", "5 touchdowns"),
        ("best-defence", "1", "1 touchdown conceded a match"),
        ("best-defence", "2/3", "0.67 touchdowns conceded a match"),
        ("wooden-spoon", "6", "place 6"),
        ("", "", ""),
    ],
)
def test_an_award_says_what_it_counts(kind, value, said):
    assert counted(kind, value) == said
