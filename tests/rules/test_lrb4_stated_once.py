"""Living Rulebook 4 says each number in one place of its data."""

import re

import pytest

from rules.editions.lrb4.house import KNOBS
from rules.house import House
from tests.rules.lrb4_matches import BOOK

pytestmark = pytest.mark.pure

TABLES = BOOK.catalogue.tables


def test_a_secret_weapon_has_its_penalty_roll_in_their_table_alone_2675():
    rows = TABLES["secret-weapons"].named
    weapons = [
        skill for skill in BOOK.catalogue.skills.values() if skill.category == "Secret weapon"
    ]
    assert {skill.key for skill in weapons} == {*rows}
    for skill in weapons:
        row = rows[skill.key]
        assert row.name == skill.name
        assert not re.search(r"penalty roll of|\bsent off on", skill.summary, re.IGNORECASE)
        assert not re.search(r"\d", row["summary"])


def test_no_sentence_repeats_a_price_or_a_count_that_stands_beside_it():
    for each in BOOK.catalogue.inducements.values():
        assert f"{each.cost:,}" not in each.summary, each.key
    for row in TABLES["spp-levels"].rows:
        assert not re.search(r"\d", row["summary"].replace("2D6", "")), row.name


@pytest.mark.parametrize(
    ("knob", "figure"),
    [
        ("draft.treasury", "treasury"),
        ("draft.players-at-least", "players-min"),
        ("draft.players-at-most", "players-max"),
    ],
)
def test_what_a_league_may_change_begins_as_the_book_has_it_1390_1406(knob, figure):
    assert House(KNOBS)[knob] == BOOK.figure("draft", figure)


def test_a_half_price_comes_out_even_4259():
    """In a game of steps of 5,000 nothing has to be rounded."""
    share, step = BOOK.figure("freebooters", "share"), BOOK.catalogue.traits.gold
    prices = {
        position.cost
        for race in BOOK.catalogue.races.values()
        for position in race.positions.values()
    }
    assert all(price % (share * step) == 0 for price in prices)
