"""Why a row stands above the next, in words."""

import ast
from fractions import Fraction
from pathlib import Path

import pytest

from competition.standings.tie_breakers import TIE_BREAKERS, Above, MiniRow
from competition.standings_words import (
    COMPLAINTS,
    MEASURES,
    NAMES,
    PER_MATCH,
    by_what,
    complaints_said,
    why_above,
)
from rules.editions import edition
from rules.engine.rulings import Reason
from tests.competition.leagues import entrants

PITCH = edition("bb2016").pitch

pytestmark = pytest.mark.pure

ROOT = Path(__file__).resolve().parents[2]

THREE = tuple(MiniRow(each, 2, 1, 0, 1, 3, 2, 2) for each in entrants("ABC"))


@pytest.mark.parametrize(
    ("above", "sentence"),
    [
        (Above("points", 9, 7), "Above Reavers on points: 9 to 7."),
        (Above("points", -1, -3), "Above Reavers on points: −1 to −3."),
        (Above("wins", 3, 2), "Above Reavers on wins: 3 to 2."),
        (
            Above("win-rate", Fraction(3, 4), Fraction(1, 2)),
            "Above Reavers on the share won: 0.75 to 0.50.",
        ),
        (Above("td-difference", 4, 0), "Above Reavers on touchdown difference: +4 to 0."),
        (Above("td-for", 12, 11), "Above Reavers on touchdowns scored: 12 to 11."),
        (Above("td-against", 3, 5), "Above Reavers on fewer touchdowns conceded: 3 to 5."),
        (Above("cas-difference", 1, -2), "Above Reavers on casualty difference: +1 to −2."),
        (Above("cas-for", 8, 6), "Above Reavers on casualties inflicted: 8 to 6."),
        (
            Above("both-differences", 5, 4),
            "Above Reavers on touchdown difference + casualty difference: +5 to +4.",
        ),
        (
            Above("opponents", Fraction(4), Fraction(10, 3)),
            "Above Reavers on the strength of opponents, in points: 4.00 to 3.33.",
        ),
        (
            Above("team-value", 1_080_000, 1_130_000),
            "Above Reavers on lower Team Value: 1,080,000 to 1,130,000.",
        ),
        (Above("lots", 1, 2), "Above Reavers by lots: nothing else told them apart."),
        (Above("level"), "Level with Reavers in all that counts. Lots have not been drawn."),
        (
            Above("head-to-head", 4, 1, measure="points", table=THREE[:2]),
            "Above Reavers on their own meetings: 4 points to 1.",
        ),
        (
            Above("head-to-head", 2, -2, measure="score-difference", table=THREE[:2]),
            "Above Reavers on their own meetings: level on points, touchdown difference +2 to −2.",
        ),
        (
            Above("head-to-head", 6, 3, measure="points", table=THREE),
            "Above Reavers on the meetings of the 3 teams that are level: 6 points to 3.",
        ),
        (
            Above("head-to-head", 1, -1, measure="score-difference", table=THREE),
            "Above Reavers on the meetings of the 3 teams that are level: "
            "touchdown difference +1 to −1.",
        ),
        (
            Above("points", Fraction(9, 4), Fraction(3, 2), per_match=True),
            "Above Reavers on points per match: 2.25 to 1.50.",
        ),
    ],
)
def test_each_row_says_why_it_stands_above_the_next(above, sentence):
    assert why_above(above, "Reavers", PITCH) == sentence


def test_numbers_that_differ_are_seen_to_differ():
    above = Above("win-rate", Fraction(334, 1000), Fraction(1, 3))
    assert why_above(above, "Reavers", PITCH) == "Above Reavers on the share won: 0.334 to 0.333."


def test_every_tie_breaker_has_its_sentence():
    for key, way in TIE_BREAKERS.items():
        if hasattr(way, "is_sum"):
            assert key in MEASURES
            assert (key in PER_MATCH) == way.is_sum


def complaint_codes():
    """Every code that the plain schedules can complain with, read from their source."""
    found = set()
    for path in (ROOT / "competition" / "scheduling").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason"):
                continue
            code = node.args[0]
            found |= {code.value} if isinstance(code, ast.Constant) else set()
    return found


def test_every_complaint_of_a_schedule_has_its_sentence():
    named_elsewhere = {"team-in-two-divisions", "team-without-division", "not-entered"}
    assert complaint_codes() | named_elsewhere <= set(COMPLAINTS)


def test_complaints_name_teams():
    reason = Reason("rematch", "pairing", {"home": 1, "away": 2, "times": 1})
    (said,) = complaints_said([reason], {1: "Anna", 2: "Bert"})
    assert said.message == "Anna and Bert meet again. Meetings so far: 1."


@pytest.mark.parametrize(
    ("above", "words"),
    [
        (Above("points", 13, 12), "points, 13 to 12"),
        (Above("td-difference", 2, -2), "touchdown difference, +2 to −2"),
        (Above("head-to-head", 3, 0, measure="points", table=THREE[:2]), "own meetings, 3 to 0"),
        (Above("level"), "level; lots not drawn"),
    ],
)
def test_the_reason_also_comes_in_a_few_words(above, words):
    assert by_what(above, PITCH) == words


def test_every_tie_breaker_has_its_name():
    assert set(TIE_BREAKERS) == set(NAMES) | {"lots"}
