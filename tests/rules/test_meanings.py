"""What an ask says of itself: the sum of each option, and what is known when it is asked."""

import pytest

from rules.asking import ask_data
from rules.editions.bb2016.fortune import Winnings, least_and_most
from rules.editions.bb2016.improvement import ImprovementChoice
from rules.editions.bb2016.injury import Casualty
from rules.editions.bb2016.mvp import Mvp
from rules.editions.bb2016.sponsors import SponsorSearch
from rules.editions.bb2016.stadiums import buying_home, selling
from tests.rules.answering import ask
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure
BOOK = book()


def asked(question, at, answers=None, **house):
    """The first open ask as programs get it."""
    return ask_data(ask(question, at, answers or {}, **house).open[0], BOOK.catalogue)


def test_winnings_are_kept_with_their_sum():
    again = asked("winnings", Winnings(team(), "won", fame=1), {"winnings": 2})
    assert again["names"] == {"keep": "Keep 40,000", "reroll": "Roll the 2 again"}
    assert [line["amount"] for line in again["because"]] == [20_000, 10_000, 10_000]
    assert [line["sentence"] for line in again["because"]] == [
        "The D6 shows 2",
        "FAME 1",
        "The match was won",
    ]


def test_all_winnings_lie_between_the_lowest_and_the_highest_face():
    assert least_and_most(BOOK, Winnings(team(), "won", fame=1)) == (30_000, 80_000)


def test_the_apothecary_exchanges_one_injury_for_another():
    at = Casualty(team(player("p1")), "p1", apothecary=True)
    row = next(r for r in BOOK.catalogue.tables["casualty"].rows if r["effect"] == "ag")
    face = next(n for n in range(11, 69) if n % 10 in range(1, 9) and row == _injury(n))
    rolled = {"casualty/p1/1": face}
    treat = asked("casualty", at, rolled)
    assert treat["names"]["no"].startswith("Leave it at")
    assert treat["because"][0]["code"] == "casualty-roll"
    key = "casualty/p1/1/apothecary"
    kept = asked("casualty", at, rolled | {key: True, f"{key}/roll": 23})
    assert kept["names"]["23"] == "Badly Hurt"
    assert kept["names"][str(face)] == f"{row.name}, \N{MINUS SIGN}1 AG"


def _injury(rolled):
    return BOOK.catalogue.tables["casualty"].row(rolled)


def test_nominees_come_with_position_and_points_and_the_dead_are_marked():
    at = Mvp(team(*(player(f"p{n}") for n in range(1, 5))), dead=("p2",))
    about = asked("mvp", at)["about"]
    assert about["p1"] == "Lineman, 0 SPP"
    assert about["p2"] == "Lineman, 0 SPP, died: the points would be lost"


def test_a_stadium_has_its_price_and_what_a_sale_brings():
    resident = team(fund=100_000, treasury=200_000)
    paid = buying_home(BOOK, resident)["yes"].params
    assert paid == {"gold": 250_000, "fund": 100_000, "treasury": 150_000}
    brings = selling(BOOK)["yes"].params
    assert 0 < brings["least"] < brings["most"]


def test_each_deal_says_what_it_pays():
    at = SponsorSearch(team(fan_factor=18), "won")
    deals = asked("sponsor-search", at, {"sponsor-search": 16}, sponsors=True)
    assert deals["because"][0]["code"] == "die"
    assert set(deals["about"]) == set(deals["options"]) - {"none"}
    assert deals["names"]["none"] == "No deal"


def test_an_improvement_says_what_it_does_and_adds():
    learner = player("p1", owed={"1": [5, 5]})
    choice = asked("improvement-choice", ImprovementChoice(team(learner), "p1", "1"))
    assert choice["about"]["block"].startswith("worth 20,000; ")
    assert choice["about"]["+ma"] == "6 becomes 7; worth 30,000"
