"""Whole matches in stadiums that are somebody's home, or become it."""

import pytest

from rules.engine.effects import Fund, Gold, HomeStadium
from rules.engine.match import Report
from rules.engine.state import Home
from tests.rules.evening import after, before, squad, then

pytestmark = pytest.mark.pure

HOUSE = {"stadiums": True}
RINK = Home("ice", "The Rink")
OWN = Home("ice", "The Rink", owned=True)
AT_HOME = {"stadium": "ice", "stadium-name": "The Rink", "at-home": "home"}
ELSEWHERE = {"stadium": "astrogranite", "stadium-name": "", "at-home": ""}
LOST, WON = Report({"home": 0, "away": 1}), Report({"home": 1, "away": 0})


def played_at(home, report=WON, *, facts=AT_HOME, away=None, **more):
    return after(home, away, report, facts=facts, house=HOUSE | more.pop("house", {}), **more)


# --- at home: lines 1231, 1239, 1760-1764


def test_a_home_takes_the_place_of_a_stadium_and_the_visitor_is_given_gold():
    """50,000 for the visitor; (3 + 3 + 6 + D3 of 2) thousand fans against (3 + 3 + 6)."""
    texts = {"stadium/drawn": ["home"], "stadium": [1, 1], "stadium/use-home": True}
    played = before(squad("h", home=RINK), squad("a"), said=texts, house=HOUSE)
    assert played.match.fact("at-home") == "home"
    assert (played.match.fact("stadium"), played.match.fact("stadium-name")) == ("ice", "The Rink")
    assert played.match.side_fact("away", "inducement-gold") == 50_000
    assert played.match.side_fact("home", "inducement-gold") == 0
    assert played.match.side_fact("home", "fans") == 14_000
    assert played.match.side_fact("away", "fans") == 12_000
    assert played.match.fact("gate") == 26_000
    assert played.match.side_fact("home", "fame") == 1
    # The match is lost: winnings 3 + FAME 1, and a 7 is more than the fans of 6 (1346).
    ended = then(played, LOST, said={"residency-loss": 7}, house=HOUSE)
    assert ended["home"].home is None
    assert Gold(40_000, "winnings") in ended.effects("fortune/home")


def test_when_the_visitor_is_drawn_the_home_stays_empty():
    texts = {"stadium/drawn": ["away"], "stadium": [1, 1], "stadium/attribute": 4}
    played = before(squad("h", home=RINK), squad("a"), said=texts, house=HOUSE)
    assert (played.match.fact("at-home"), played.match.fact("stadium")) == ("", "astrogranite")
    assert "stadium/use-home" not in played.asks


def test_an_owner_who_loses_at_home_loses_gold_but_not_the_home():
    """3 x 10,000 less D3 of 2 x 10,000; no D8 (1314, 1772-1774)."""
    played = played_at(squad("h", home=OWN), LOST)
    assert played["home"].treasury == 10_000
    assert "residency-loss" not in played.asks
    assert played["home"].home == OWN


def test_an_owner_never_wins_less_than_nothing():
    played = played_at(
        squad("h", home=OWN), LOST, said={"home: winnings": 1, "home: winnings/own-stadium": 3}
    )
    assert played["home"].treasury == 0


def test_an_owner_who_wins_at_home_wins_more():
    """(3 + 1 + FAME 1) and (D3 of 2 + FAME 1), each x 10,000 (1313)."""
    played = played_at(squad("h", home=OWN), sides={"home": {"fame": 1}})
    assert played["home"].treasury == 80_000


def test_a_residency_is_lost_on_an_8_whatever_the_fans_or_the_purse():
    home = squad("h", home=RINK, fan_factor=12, treasury=60_000)
    played = played_at(home, LOST, said={"home: residency-loss": 8})
    assert HomeStadium(None) in played.effects("hire-and-fire/home")
    assert "residency-loss/points" not in played.asks


def test_a_residency_is_saved_with_gold():
    """A 7 with fan factor 6: one payment of 30,000 makes it a 6 (1346)."""
    texts = {"home: residency-loss": 7, "home: residency-loss/points": {"point": 1}}
    played = played_at(squad("h", home=RINK), LOST, said=texts)
    assert (played["home"].home, played["home"].treasury) == (RINK, 0)


def test_the_visitors_lose_no_home_where_they_do_not_play():
    played = played_at(squad("h", home=RINK), away=squad("a", home=Home("ice", "Elsewhere")))
    assert "residency-loss" not in played.asks


# --- taking a residency: lines 1281-1299, 1742-1759

BOTH = {"residency/home/wanted": True, "residency/away/wanted": True}


def test_of_two_who_want_a_stadium_the_higher_result_is_offered_it():
    """Home 5 + won 1 is 6, away 6 - lost 1 is 5: home pays with all its winnings."""
    said = BOTH | {
        "residency-contested/home": 5,
        "residency-contested/away": 6,
        "residency-contested/home/accept": True,
    }
    played = played_at(squad("h"), facts=ELSEWHERE, said=said)
    assert HomeStadium(Home("astrogranite")) in played.effects("settlement/joint", "home")
    assert played.effects("settlement/joint", "away") == []
    assert (played["home"].treasury, played["away"].treasury) == (0, 30_000)


def test_a_tie_leaves_both_without():
    """4 + 1 and 6 - 1."""
    said = BOTH | {"residency-contested/home": 4, "residency-contested/away": 6}
    played = played_at(squad("h"), facts=ELSEWHERE, said=said)
    assert played["home"].home is played["away"].home is None


def test_what_the_higher_declines_the_other_does_not_get():
    said = BOTH | {
        "residency-contested/home": 6,
        "residency-contested/away": 6,
        "residency-contested/home/accept": False,
    }
    played = played_at(squad("h"), facts=ELSEWHERE, said=said)
    assert played["home"].home is played["away"].home is None
    assert played["home"].treasury == 40_000


def test_the_visitors_answer_for_themselves():
    """Away has lost: 6 - 1 + 2 for fan factor 8 is 7, which costs the winnings."""
    texts = {
        "residency/away/wanted": True,
        "residency": 6,
        "residency/accept": True,
    }
    played = played_at(squad("h"), facts=ELSEWHERE, away=squad("a", fan_factor=8), said=texts)
    assert played["away"].home == Home("astrogranite")
    assert played["away"].treasury == 0
    assert played.asks["residency"].who == played.asks["residency/accept"].who == "opponent"


def test_it_will_cost_the_winnings_but_not_the_exposure():
    """1714: D6 of 3 for both beside the winnings; 5 + 1 is 6 (1293)."""
    facts = {"stadium": "desperate-for-exposure", "stadium-name": "", "at-home": ""}
    texts = {"residency/home/wanted": True, "residency": 5, "residency/accept": True}
    played = played_at(squad("h"), facts=facts, said=texts)
    assert (played["home"].treasury, played["away"].treasury) == (30_000, 60_000)


def test_a_resident_gives_up_one_home_for_another():
    """50,000 for the old one (1757-1758); 6 + 1 + 2 for fan factor 8 is free."""
    texts = {"residency/home/wanted": True, "residency": 6, "residency/accept": True}
    home = squad("h", home=RINK, treasury=50_000, fan_factor=8)
    played = played_at(home, facts=ELSEWHERE, said=texts)
    assert (played["home"].home, played["home"].treasury) == (Home("astrogranite"), 40_000)


@pytest.mark.parametrize(
    "home",
    [squad("h", home=OWN, treasury=50_000), squad("h", home=RINK, treasury=40_000)],
    ids=["an owner", "a resident who cannot pay for leaving"],
)
def test_who_may_not_move_is_not_asked_and_does_not_stand_in_the_way(home):
    """1771, 1757: the other side seeks alone; 6 - 1 + 4 for fan factor 8 is not enough for 9."""
    texts = {"residency/away/wanted": True, "residency": 4}
    played = played_at(home, facts=ELSEWHERE, said=texts)
    assert "residency/home/wanted" not in played.asks
    assert "residency-contested/home" not in played.asks


def test_nobody_is_asked_about_somebodys_home():
    played = played_at(squad("h", home=RINK))
    assert not any(key.startswith("residency") for key in played.asks)


def test_after_a_concession_the_winners_pledge_takes_what_was_passed_on_too():
    """1393, 1293: all winnings of this match."""
    report = Report({"home": 0, "away": 0}, conceded_by="away")
    texts = {"residency/home/wanted": True, "residency": 5, "residency/accept": True}
    played = played_at(squad("h"), report, facts=ELSEWHERE, said=texts)
    assert (played["home"].treasury, played["away"].treasury) == (0, 0)
    assert played["home"].home == Home("astrogranite")


# --- owning: lines 1348-1356, 1377-1379, 1766-1787


def test_a_stadium_is_sold_and_bought_again():
    """Break Even brings 250,000, and the resident may buy it back for as much."""
    texts = {
        "home: stadium-sale/wanted": True,
        "home: stadium-sale": 6,
        "home: stadium-purchase": True,
    }
    played = played_at(squad("h", home=OWN), facts=ELSEWHERE, said=texts)
    gold = [e.amount for e in played.effects("hire-and-fire/home") if isinstance(e, Gold)]
    assert gold == [250_000, -250_000]
    assert (played["home"].home, played["home"].treasury) == (OWN, 40_000)


def test_sold_at_a_loss_the_team_stays_on():
    """100,000 and (3 + 3) x 10,000."""
    texts = {"home: stadium-sale/wanted": True, "home: stadium-sale": 4}
    texts |= {"home: expensive-mistakes": 6}
    played = played_at(squad("h", home=OWN), facts=ELSEWHERE, said=texts)
    assert (played["home"].home, played["home"].treasury) == (RINK, 200_000)


def test_the_fund_pays_first():
    texts = {"home: stadium-purchase": True}
    home = squad("h", home=RINK, fund=200_000, treasury=20_000)
    played = played_at(home, facts=ELSEWHERE, said=texts)
    assert Fund(-200_000) in played.effects("hire-and-fire/home")
    assert (played["home"].home, played["home"].treasury) == (OWN, 10_000)


def test_saving_puts_fifty_of_seventy_thousand_aside():
    texts = {"home: stadium-fund": {"payment": 2}}
    played = played_at(squad("h", treasury=110_000), facts=ELSEWHERE, said=texts)
    assert (played["home"].fund, played["home"].treasury) == (100_000, 10_000)


def test_a_home_rests_in_a_league_that_has_put_stadiums_away():
    home = squad("h", home=OWN, fund=50_000)
    started = before(home, squad("a"))
    ended = then(started, LOST)
    assert (ended["home"].home, ended["home"].treasury) == (OWN, 30_000)
