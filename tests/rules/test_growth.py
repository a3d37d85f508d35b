"""A player's value, points and level."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.bb2016.growth import player_value, skills_of, spp_level
from rules.engine.circumstances import Experience, OfPlayer
from rules.engine.growth import characteristic, level, points, rolls_due
from rules.engine.rulings import Refused, total
from rules.engine.state import Player
from tests.rules.builders import book, player

pytestmark = pytest.mark.pure

BOOK = book()
AWARDS = st.dictionaries(
    st.sampled_from(["completion", "casualty", "interception", "touchdown", "mvp"]),
    st.integers(0, 60),
)


def facts(ruling):
    return {effect.what: effect.value for effect in ruling.effects}


@pytest.mark.parametrize(
    ("award", "worth"),
    [("completion", 1), ("casualty", 2), ("interception", 2), ("touchdown", 3), ("mvp", 5)],
)
def test_each_deed_earns_its_points_1104_to_1116(award, worth):
    assert points(BOOK, player(awards={award: 1})) == worth
    assert points(BOOK, player(awards={award: 3})) == 3 * worth


@pytest.mark.parametrize(
    ("earned", "title", "rolls"),
    [
        (0, "Rookie", 0),
        (5, "Rookie", 0),
        (6, "Experienced", 1),
        (15, "Experienced", 1),
        (16, "Veteran", 2),
        (30, "Veteran", 2),
        (31, "Emerging Star", 3),
        (50, "Emerging Star", 3),
        (51, "Star", 4),
        (75, "Star", 4),
        (76, "Super Star", 5),
        (175, "Super Star", 5),
        (176, "Legend", 6),
        (10_000, "Legend", 6),
    ],
)
def test_levels_begin_and_end_as_printed_5905(earned, title, rolls):
    reached = level(BOOK, earned)
    assert (reached.name, reached["rolls"]) == (title, rolls)


def test_the_way_to_the_next_level_and_the_rolls_still_to_make():
    ruling = spp_level(BOOK, Experience({"touchdown": 5, "completion": 1}, improvements=1))
    assert facts(ruling) == {
        "points": 16,
        "level": "Veteran",
        "rolls": 2,
        "rolls-due": 1,
        "to-next-level": 15,
    }
    assert [(line.code, line.amount) for line in ruling.because] == [
        ("touchdown", 15),
        ("completion", 1),
    ]


def test_a_legend_has_no_next_level():
    assert facts(spp_level(BOOK, Experience({"mvp": 36})))["to-next-level"] is None


@settings(deadline=None)
@given(AWARDS, st.integers(0, 8))
def test_points_are_the_sum_of_their_lines_and_the_next_level_is_where_it_says(awards, made):
    ruling = spp_level(BOOK, Experience(awards, made))
    said = facts(ruling)
    assert total(ruling.because) == said["points"]
    assert said["rolls-due"] == max(0, said["rolls"] - made)
    if said["to-next-level"] is not None:
        there = said["points"] + said["to-next-level"]
        assert level(BOOK, there)["rolls"] == said["rolls"] + 1
        assert level(BOOK, there - 1)["rolls"] == said["rolls"]


def test_points_that_belong_to_no_award_have_a_line_of_their_own():
    ruling = spp_level(BOOK, Experience({"touchdown": 1}, extra=3))
    assert [(line.code, line.amount) for line in ruling.because] == [
        ("touchdown", 3),
        ("extra-points", 3),
    ]
    assert facts(ruling)["level"] == "Experienced"
    assert points(BOOK, player(awards={"mvp": 2}, extra=-4)) == 6
    assert rolls_due(BOOK, player(awards={"mvp": 2}, extra=-5)) == 0


def test_no_more_points_can_be_taken_than_were_earned():
    assert spp_level(BOOK, Experience({"mvp": 1}, extra=-5)).because[-1].amount == -5
    ruling = spp_level(BOOK, Experience({"mvp": 1}, extra=-6))
    assert [(r.code, r.subject) for r in ruling.reasons] == [("negative", "extra")]
    ruling = player_value(BOOK, OfPlayer("human", player(extra=-1)))
    assert [(r.code, r.subject) for r in ruling.reasons] == [("negative", "player.extra")]


def test_unknown_awards_and_negative_numbers_are_all_refused():
    ruling = spp_level(BOOK, Experience({"hat-trick": 1, "mvp": -1}, improvements=-1))
    assert [(r.code, r.subject) for r in ruling.reasons] == [
        ("unknown", "awards.hat-trick"),
        ("negative", "awards.mvp"),
        ("negative", "improvements"),
    ]


def test_rolls_already_made_are_not_due_again():
    assert rolls_due(BOOK, player(awards={"mvp": 4})) == 2
    assert rolls_due(BOOK, player(awards={"mvp": 4}, improvements=2)) == 0
    assert rolls_due(BOOK, player(awards={}, improvements=1)) == 0


def test_a_player_is_worth_his_price_and_each_improvement_1161_to_1170():
    """A Human Catcher with a normal skill, a double one, +1 AG, +2 ST and an injury."""
    catcher = player(
        position="catcher",
        skills=("block", "guard"),
        raised={"ag": 1, "st": 2},
        lowered={"av": 1},
        value_added=20_000 + 30_000 + 40_000 + 2 * 50_000,
    )
    ruling = player_value(BOOK, OfPlayer("human", catcher))
    assert [(line.code, line.amount) for line in ruling.because] == [
        ("position", catcher.cost),
        ("skill", 20_000),
        ("double-skill", 30_000),
        ("ag", 40_000),
        ("st", 100_000),
    ]
    assert total(ruling.because) == catcher.value


def test_value_that_no_improvement_explains_has_its_own_line():
    ruling = player_value(BOOK, OfPlayer("human", player(value_added=5_000)))
    assert [(line.code, line.amount) for line in ruling.because][1:] == [("otherwise", 5_000)]


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(sorted(BOOK.catalogue.skills)), max_size=6, unique=True),
    st.dictionaries(st.sampled_from(["ma", "st", "ag", "av"]), st.integers(0, 3)),
    st.integers(0, 300_000),
)
def test_the_breakdown_of_a_value_is_always_the_value(skills, raised, added):
    somebody = player(skills=tuple(skills), raised=raised, value_added=added)
    ruling = player_value(BOOK, OfPlayer("human", somebody))
    assert total(ruling.because) == somebody.value


def test_everything_wrong_with_a_player_is_said_at_once():
    nobody = player(
        position="lineman",
        cost=-1,
        skills=("flying",),
        lent=("singing",),
        raised={"charm": 1},
        lowered={"ma": -1},
        awards={"hat-trick": 1},
        niggles=-1,
    )
    ruling = player_value(BOOK, OfPlayer("human", nobody))
    assert isinstance(ruling, Refused)
    assert [(r.code, r.subject) for r in ruling.reasons] == [
        ("no-such-skill", "player.skills"),
        ("no-such-skill", "player.lent"),
        ("unknown", "player.raised.charm"),
        ("negative", "player.lowered.ma"),
        ("unknown", "player.awards.hat-trick"),
        ("negative", "player.cost"),
        ("negative", "player.niggles"),
    ]
    assert not ruling.overridable()


@pytest.mark.parametrize(
    ("race", "position", "code"),
    [("martian", "lineman", "no-such-race"), ("human", "wardancer", "no-such-position")],
)
def test_a_race_or_position_that_nobody_knows_is_refused(race, position, code):
    stranger = Player("p1", position, 50_000)
    assert [r.code for r in player_value(BOOK, OfPlayer(race, stranger)).reasons] == [code]


def test_a_characteristic_counts_improvements_and_injuries():
    hurt = player(raised={"ma": 2}, lowered={"ma": 1, "st": 1})
    assert [characteristic(BOOK, "human", hurt, name) for name in ("ma", "st", "ag")] == [7, 2, 3]


def test_a_journeyman_is_a_loner_until_he_is_hired_1387():
    assert skills_of(BOOK, "amazon", player(position="linewoman", race="amazon")) == ("dodge",)
    stand_in = player(position="linewoman", race="amazon", journeyman=True, skills=("block",))
    assert skills_of(BOOK, "amazon", stand_in) == ("dodge", "block", "loner")
    bombardier = player(journeyman=True, lent=("bombardier", "loner"))
    assert skills_of(BOOK, "human", bombardier) == ("bombardier", "loner")
