"""Losing, selling and buying a home, and saving for it."""

import pytest

from rules.editions.bb2016.edition import question
from rules.editions.bb2016.stadiums import OfHome, Saving
from rules.engine.drive import Asks
from rules.engine.effects import Fund, Gold, HomeStadium
from rules.engine.state import Home
from tests.rules.builders import book, team

pytestmark = pytest.mark.pure

RENTED = Home("ice", "Frostfield")
OWNED = Home("ice", "Frostfield", owned=True)
BOOK = book(stadiums=True)


def loss(die, *, fan_factor=3, treasury=0, **answers):
    at = OfHome(team(home=RENTED, fan_factor=fan_factor, treasury=treasury))
    return question["residency-loss"].ask(BOOK, at, {"residency-loss": die, **answers})


@pytest.mark.parametrize(
    ("die", "fan_factor", "lost"),
    [(3, 3, False), (4, 3, True), (7, 7, False), (8, 7, True), (8, 12, True), (7, 12, False)],
)
def test_a_home_is_lost_above_the_fan_factor_or_on_an_eight(die, fan_factor, lost):
    """Line 1346."""
    assert (HomeStadium(None) in loss(die, fan_factor=fan_factor).effects) == lost


def test_gold_takes_points_off_the_die_after_it_is_seen():
    asked = loss(5, treasury=60_000)
    assert isinstance(asked, Asks)
    assert [(offer.price, offer.at_most) for offer in asked.open[0].offers] == [(30_000, 2)]
    kept = loss(5, treasury=60_000, **{"residency-loss/points": {"point": 2}})
    assert kept.effects == (Gold(-60_000, "residency-loss"),)
    in_vain = loss(5, treasury=60_000, **{"residency-loss/points": {"point": 1}})
    assert in_vain.effects == (Gold(-30_000, "residency-loss"), HomeStadium(None))


def test_an_eight_cannot_be_bought_off():
    assert loss(8, treasury=900_000).effects == (HomeStadium(None),)


def test_an_owner_never_loses_his_stadium():
    at = OfHome(team(home=OWNED))
    ruling = question["residency-loss"].ask(BOOK, at, {"residency-loss": 8})
    assert [reason.code for reason in ruling.reasons] == ["owned-already"]


@pytest.mark.parametrize(
    ("die", "dice", "gold"),
    [(1, [1, 1], 20_000), (2, [6, 6], 220_000), (5, [3, 4], 170_000), (6, None, 250_000)],
)
def test_a_sale_brings_what_the_table_says_and_the_team_stays(die, dice, gold):
    """Lines 1785-1787."""
    answers = {"stadium-sale": die} | ({"stadium-sale/gold": dice} if dice else {})
    ruling = question["stadium-sale"].ask(BOOK, OfHome(team(home=OWNED)), answers)
    assert ruling.effects == (Gold(gold, "stadium-sale"), HomeStadium(RENTED))


def test_only_an_owner_can_sell():
    ruling = question["stadium-sale"].ask(BOOK, OfHome(team(home=RENTED)), {"stadium-sale": 6})
    assert [reason.code for reason in ruling.reasons] == ["not-owned"]


@pytest.mark.parametrize(
    ("fund", "treasury", "effects"),
    [
        (0, 250_000, [Gold(-250_000, "stadium-purchase")]),
        (100_000, 150_000, [Fund(-100_000), Gold(-150_000, "stadium-purchase")]),
        (300_000, 0, [Fund(-250_000)]),
    ],
)
def test_a_stadium_is_paid_from_the_fund_first(fund, treasury, effects):
    at = OfHome(team(home=RENTED, fund=fund, treasury=treasury))
    ruling = question["stadium-purchase"].ask(BOOK, at, {})
    assert ruling.effects == (*effects, HomeStadium(OWNED))


def test_a_stadium_that_is_not_affordable_says_what_is_missing():
    at = OfHome(team(home=RENTED, fund=100_000, treasury=140_000))
    (reason,) = question["stadium-purchase"].ask(BOOK, at, {}).reasons
    assert (reason.code, reason.params, reason.integrity) == (
        "cannot-afford",
        {"short": 10_000},
        True,
    )


def test_saving_loses_two_parts_in_seven():
    """Line 1379: 70,000 paid puts 50,000 into the fund."""
    ruling = question["stadium-fund"].ask(BOOK, Saving(team(treasury=150_000), 2), {})
    assert ruling.effects == (Gold(-140_000, "stadium-fund"), Fund(100_000))


@pytest.mark.parametrize(("payments", "code"), [(0, "negative"), (3, "cannot-afford")])
def test_saving_is_refused(payments, code):
    ruling = question["stadium-fund"].ask(BOOK, Saving(team(treasury=150_000), payments), {})
    assert [reason.code for reason in ruling.reasons] == [code]


@pytest.mark.parametrize("name", ["residency-loss", "stadium-sale", "stadium-purchase"])
def test_without_a_home_or_without_stadiums_there_is_nothing_to_rule_on(name):
    assert [r.code for r in question[name].ask(BOOK, OfHome(team()), {}).reasons] == ["no-home"]
    off = question[name].ask(book(), OfHome(team(home=RENTED)), {})
    assert [reason.code for reason in off.reasons] == ["not-in-this-league"]
