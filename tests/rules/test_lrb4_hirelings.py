"""Living Rulebook 4: whom a side hires for a match, and who comes to watch. Lines are those of the
rulebook."""

from dataclasses import replace

import pytest

from rules.editions.lrb4.edition import EDITION
from rules.editions.lrb4.freebooters import DoubleHire, Hiring
from rules.editions.lrb4.prematch import Gate, Niggles, Weather
from rules.engine.effects import Fact, To
from rules.engine.rulings import Allowed, Refused, total
from tests.rules.lrb4_matches import BOOK, ask, evening, player, squad

pytestmark = pytest.mark.pure

LUTHOR, THRUD, MORG = "count-luthor-von-drakenborg", "thrud-the-barbarian", "morg-n-throg"


# --- the same star for both (1503-1511)


@pytest.mark.parametrize(
    ("home", "away", "star", "both_go_home"),
    [
        ("human", "undead", LUTHOR, True),
        ("vampire", "undead", LUTHOR, False),
        ("human", "vampire", LUTHOR, False),
        ("vampire", "vampire", LUTHOR, False),
        # The exception is Luthor's alone.
        ("vampire", "human", THRUD, True),
        ("human", "orc", MORG, True),
    ],
)
def test_a_star_whom_both_hired_plays_for_neither_but_for_a_second_count_1505(
    home, away, star, both_go_home
):
    ruling = ask("double-hire", DoubleHire(home, away, (star, "griff-oberwald"), (star,)))
    gone = [To(side, Fact("does-not-play", star)) for side in ("home", "away")]
    assert list(ruling.effects) == (gone if both_go_home else [])


def test_both_pay_for_a_star_who_then_plays_for_neither_and_brings_no_fans_1505():
    basket = {"inducements": {f"star/{THRUD}": 1}}
    match = evening(
        squad("h", treasury=50_000), squad("a", race="orc", treasury=60_000), said=basket
    )
    assert match.facts("conditions/joint", "does-not-play") == [THRUD, THRUD]
    assert match.lines("conditions/joint")[-1:] == [("gate-dice", 30_000)]
    assert [match["home"].treasury, match["away"].treasury] == [60_000, 60_000]
    assert not any(who.is_hired for who in EDITION.pitch.lineup(BOOK, match.over, "home"))


# --- freebooters, stars and wizards: from 4238 and 2407 on


def hire(team, basket):
    return ask("freebooters", Hiring(replace(team, treasury=300_000)), {"inducements": basket})


def offered(race, **marks):
    """What each thing costs a team of a race, as far as it may have it."""
    line = min(BOOK.race(race).positions.values(), key=lambda each: each.cost).key
    team = squad("h", race=race, line=line, marks=marks)
    (asked,) = ask("freebooters", Hiring(team)).open
    return {offer.key: (offer.price, offer.at_most) for offer in asked.offers if offer.at_most}


@pytest.mark.parametrize(
    ("race", "position", "half"),
    [
        ("human", "blitzer", 45_000),
        ("human", "thrower", 35_000),
        ("human", "ogre", 60_000),
        ("halfling", "halfling", 15_000),
        ("nurgle", "rotter", 55_000),
    ],
)
def test_a_freebooter_costs_half_4259(race, position, half):
    assert offered(race)[f"freebooter/{position}"][0] == half


def test_no_freebooter_or_star_makes_a_seventeenth_and_the_hurt_count_4270():
    hurt = [player(f"h{n}", "blitzer", misses_next=True) for n in range(1, 4)]
    fifteen = squad("h", *hurt, count=15)
    assert isinstance(hire(fifteen, {"freebooter/blitzer": 1}), Allowed)
    for basket in ({"freebooter/blitzer": 1, f"star/{MORG}": 1}, {"freebooter/thrower": 2}):
        assert "too-many-players" in [each.code for each in hire(fifteen, basket).reasons]
    assert isinstance(hire(fifteen, {"freebooter/blitzer": 2}), Refused)
    # A star counts against no limit of positions or Big Guys (1524, 2197).
    ogre = squad("h", player("h1", "ogre"))
    assert isinstance(hire(ogre, {f"star/{MORG}": 1}), Allowed)
    assert isinstance(hire(ogre, {"freebooter/ogre": 1}), Refused)


@pytest.mark.parametrize(
    ("race", "contract", "prices"),
    [
        ("human", "", {"wizard": 50_000}),
        ("human", "x", {"wizard": 25_000}),
        ("dwarf", "", {"runesmith": 50_000}),
        ("dwarf", "x", {"runesmith": 50_000, "wizard": 25_000}),
        ("halfling", "", {"master-chef": 20_000}),
        ("halfling", "x", {"master-chef": 20_000, "wizard": 25_000}),
        ("khemri", "", {}),
        ("khemri", "x", {"wizard": 25_000}),
        ("undead", "", {}),
        ("necromantic", "", {}),
        ("vampire", "", {"wizard": 50_000}),
        ("chaos-dwarf", "", {"wizard": 50_000}),
    ],
)
def test_which_wizard_a_list_hires_and_what_a_colleges_contract_adds_2519_4916(
    race, contract, prices
):
    marks = {"wizard-contract": contract} if contract else {}
    found = offered(race, **marks)
    assert {key: found[key][0] for key in found if "/" not in key} == prices


def test_only_one_wizard_comes_whatever_they_are_called_2414():
    dwarfs = squad("h", race="dwarf", line="long-beard", marks={"wizard-contract": "x"})
    assert total(hire(dwarfs, {"runesmith": 1}).because) == -50_000
    assert total(hire(dwarfs, {"wizard": 1}).because) == -25_000
    both = hire(dwarfs, {"runesmith": 1, "wizard": 1})
    assert [each.code for each in both.reasons] == ["more-than-allowed"]


# --- the weather, the gate, old injuries


@pytest.mark.parametrize(
    ("dice", "weather"),
    [
        ([1, 1], "sweltering-heat"),
        ([1, 2], "very-sunny"),
        ([2, 2], "nice"),
        ([4, 6], "nice"),
        ([5, 6], "pouring-rain"),
        ([6, 6], "blizzard"),
    ],
)
def test_the_weather_by_two_dice_1691(dice, weather):
    ruling = ask("weather", Weather(), {"weather": dice})
    assert Fact("weather", weather) in ruling.effects


@pytest.mark.parametrize(
    ("at", "dice", "gate"),
    [
        # The example of the book: six dice of 1 to 6 (4306).
        (Gate(4, 2), {"gate": [1, 2, 3, 4, 5, 6]}, 21_000),
        (Gate(4, 2, semi_final=True), {"gate": [1, 2, 3, 4, 5, 6]}, 27_000),
        (Gate(4, 2, final=True), {"gate": [1, 2, 3, 4, 5, 6]}, 33_000),
        (Gate(1, 1), {"gate": [6, 6]}, 12_000),
        # Thrud: three of the dice are his following, and 3D6 thousand come besides (3582).
        (Gate(4, 1, thrud=1), {"gate": [1] * 5, "gate/thrud": [6, 6, 6]}, 23_000),
        (Gate(4, 1, thrud=1, final=True), {"gate": [1] * 5, "gate/thrud": [1, 1, 1]}, 18_000),
        # There is no limit to fan factor (4545).
        (Gate(120, 1), {"gate": [1] * 121}, 121_000),
    ],
)
def test_a_die_for_each_point_of_both_fan_factors_4299(at, dice, gate):
    ruling = ask("gate", at, dice)
    assert ruling.effects == (Fact("gate", gate),)
    assert total(ruling.because) == gate


@pytest.mark.parametrize(
    ("dice", "plays"), [((2, 2), True), ((6, 1), False), ((1, 1), False), ((1, 6), False)]
)
def test_one_1_among_the_dice_of_niggles_is_enough_4481(dice, plays):
    team = squad("h", player("h1", niggles=2), player("h2", niggles=1, misses_next=True))
    told = {f"niggles/h1/{number}": die for number, die in enumerate(dice, 1)}
    ruling = ask("niggles", Niggles(team), told)
    assert list(ruling.effects) == ([] if plays else [Fact("sits-out", "h1")])


def test_the_apothecary_of_vampires_brings_thralls_back_alone_2605_2634():
    old = [player(f"h{number}", "vampire", "vampire", niggles=1) for number in (1, 2)]
    thrall = player("h3", "thrall", "vampire", niggles=1)
    team = squad("h", *old, thrall, race="vampire", line="thrall", staff={"apothecary": 1})
    told = {f"niggles/h{number}/1": 1 for number in (1, 2, 3)}
    (asked,) = ask("niggles", Niggles(team), told).open
    assert (asked.candidates, asked.at_most) == (("h3",), 1)
