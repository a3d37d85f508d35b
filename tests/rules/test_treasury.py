"""Expensive mistakes and upkeep."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.bb2016.edition import question
from rules.editions.bb2016.treasury import Upkeep, half_up
from rules.engine.dice import dice
from rules.engine.drive import Asks
from rules.engine.effects import Gold, RosteredStar
from rules.engine.mistakes import Mistakes
from rules.engine.rulings import Allowed, Refused
from tests.rules.builders import book, team

pytestmark = pytest.mark.pure

BANDS = {
    100_000: "mmcccc",
    200_000: "mmmccc",
    300_000: "XMmmcc",
    400_000: "XXMmmc",
    500_000: "XXXMmm",
}
INCIDENTS = {
    "c": "crisis-averted",
    "m": "minor-incident",
    "M": "major-incident",
    "X": "catastrophe",
}


def mistakes(treasury, answers, **house):
    return question["expensive-mistakes"].ask(book(**house), Mistakes(treasury), answers)


@pytest.mark.parametrize("treasury", [0, 50_000, 95_000, 99_999])
def test_nothing_is_rolled_below_100_000(treasury):
    ruling = mistakes(treasury, {})
    assert isinstance(ruling, Allowed)
    assert ruling.effects == ()


@pytest.mark.parametrize("band", BANDS)
@pytest.mark.parametrize("die", range(1, 7))
def test_every_cell_of_the_table_as_printed_in_lines_1399_to_1405(band, die):
    """195,000 is still in the band 100,000 to 190,000."""
    for treasury in (band, band + 95_000):
        ruling = mistakes(treasury, {"expensive-mistakes": die})
        incident = INCIDENTS[BANDS[band][die - 1]]
        if isinstance(ruling, Asks):
            assert ruling.open[0].key == f"expensive-mistakes/{incident}"
        else:
            assert ruling.because[1].params["incident"] == incident


@pytest.mark.parametrize(
    ("treasury", "answers", "left"),
    [
        (150_000, {"expensive-mistakes": 3}, 150_000),
        (150_000, {"expensive-mistakes": 1, "expensive-mistakes/minor-incident": 3}, 120_000),
        (310_000, {"expensive-mistakes": 2}, 150_000),
        (315_000, {"expensive-mistakes": 2}, 155_000),
        (520_000, {"expensive-mistakes": 1, "expensive-mistakes/catastrophe": [3, 4]}, 70_000),
    ],
)
def test_incidents_cost_what_the_book_says(treasury, answers, left):
    assert treasury + sum(effect.amount for effect in mistakes(treasury, answers).effects) == left


@given(st.integers(0, 300).map(lambda n: n * 5_000), st.data())
def test_a_treasury_never_grows_nor_falls_below_zero(treasury, data):
    answers = {}
    ruling = mistakes(treasury, answers)
    while isinstance(ruling, Asks):
        ask = ruling.open[0]
        answers[ask.key] = data.draw(st.sampled_from(list(dice(ask.dice).results())))
        ruling = mistakes(treasury, answers)
    assert 0 <= treasury + sum(effect.amount for effect in ruling.effects) <= treasury


def test_a_league_may_do_without():
    ruling = mistakes(500_000, {}, mistakes=False)
    assert [reason.code for reason in ruling.reasons] == ["not-in-this-league"]


def test_a_treasury_below_zero_is_refused():
    assert isinstance(mistakes(-1, {}), Refused)


@pytest.mark.parametrize(("gold", "half"), [(10_000, 10_000), (20_000, 10_000), (310_000, 160_000)])
def test_half_goes_up_to_the_next_ten_thousand(gold, half):
    assert half_up(gold) == half


def keep(star, treasury, answers):
    return question["upkeep"].ask(book(), Upkeep(team(star=star, treasury=treasury)), answers)


@pytest.mark.parametrize(
    ("star", "price"),
    [
        ("barik-farblast", 20_000),
        ("morg-n-thorg", 60_000),
        ("zara-the-slayer", 50_000),
        ("helmut-wulf", 30_000),
    ],
)
def test_upkeep_goes_by_the_hiring_price(star, price):
    """Lines 1371-1375."""
    assert keep(star, 100_000, {"upkeep": True}).effects == (Gold(-price, "upkeep"),)


def test_a_star_leaves_who_is_not_paid():
    assert keep("morg-n-thorg", 100_000, {"upkeep": False}).effects == (RosteredStar(""),)


def test_a_star_leaves_without_asking_when_the_gold_is_not_there():
    ruling = keep("morg-n-thorg", 50_000, {})
    assert ruling.effects == (RosteredStar(""),)
    assert ruling.because[-1].code == "cannot-pay"


def test_upkeep_without_a_star_is_refused():
    assert [reason.code for reason in keep("", 50_000, {}).reasons] == ["no-rostered-star"]
