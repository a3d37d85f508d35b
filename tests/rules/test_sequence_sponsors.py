"""Whole post-matches of teams with sponsors; lines of bb2016-with-death-zones.txt."""

import pytest

from rules.engine.effects import Blacklisted, Gold, Lent, MissesNext, Niggled, Sponsor
from rules.engine.match import Hurt, Report
from tests.rules.builders import player
from tests.rules.evening import after, squad

pytestmark = pytest.mark.pure

HOUSE = {"sponsors": True}
SIG, FARBLAST = "star-insurance-guild", "farblast-and-sons"
MCMURTY, STEELHELM = "mcmurtys-burger-emporium", "steelhelms-sporting-emporium"
EQUIPMENT = ("bombardier", "loner", "secret-weapon")


def won(**more):
    return Report({"home": 1, "away": 0}, **more)


# --- Star Insurance Guild: lines 1670-1674


def test_the_guild_pays_half_a_dead_player_to_the_next_ten_thousand():
    """A lineman with Block is worth 70,000: half is 35,000, to the next 10,000 above 40,000."""
    home = squad("h", player("h1", skills=("block",), value_added=20_000), sponsor=SIG)
    texts = {"casualty/home/h1/1": 68, "home: sig-bill": 2}
    played = after(home, report=won(casualties=(Hurt("home", "h1"),)), said=texts, house=HOUSE)
    assert Gold(40_000, "insurance") in played.effects("report/joint", "home")
    # One left, the die shows 2: no bill.
    assert played["home"].treasury == 40_000 + 40_000


def test_a_bill_that_cannot_be_paid_ends_the_deal_for_good():
    """30,000 insured and 40,000 won are less than (6 + 6) x 10,000 (1672)."""
    texts = {
        "casualty/home/h1/1": 68,
        "home: sig-bill": 1,
        "home: sig-bill/premium": [6, 6],
        "home: sig-bill/missing": 2,
        "home: sig-bill/drawn": ["h2", "h3"],
    }
    report = won(casualties=(Hurt("home", "h1"),))
    played = after(squad("h", sponsor=SIG), report=report, said=texts, house=HOUSE)
    assert played.effects("hire-and-fire/home")[-5:] == [
        Gold(-70_000, "insurance-unpaid"),
        MissesNext("h2"),
        MissesNext("h3"),
        Sponsor(""),
        Blacklisted(SIG),
    ]
    assert played["home"].treasury == 0
    assert played["home"].blacklisted_by == {SIG}
    # Eight can play after that; three journeymen come (1387).
    assert sum(p.journeyman for p in played["home"].players.values()) == 3


def test_a_blacklisted_team_is_never_offered_the_guild_again():
    texts = {"home: sponsor-search/wanted": True, "home: sponsor-search": 16}
    texts |= {"home: sponsor-search/deal": "major"}
    home = squad("h", fan_factor=7, blacklisted_by=frozenset({SIG}))
    played = after(home, report=won(), said=texts, house=HOUSE)
    assert SIG not in played.asks["sponsor-search/sponsor"].options


def test_who_was_hired_for_the_match_was_never_on_the_roster():
    """1672: a dead mercenary and a star are nobody removed, and bring no bill."""
    dead = (
        Hurt("home", "m1/home/mercenary/1", hired="mercenary"),
        Hurt("home", "griff-oberwald", hired="star"),
    )
    report = won(casualties=dead, hired={"home": tuple(each.player for each in dead)})
    texts = {"casualty/home/m1/home/mercenary/1/1": 68, "casualty/home/griff-oberwald/1": 68}
    played = after(squad("h", sponsor=SIG), report=report, said=texts, house=HOUSE)
    assert "sig-bill" not in played.asks
    assert played["home"].treasury == 40_000


def test_the_guild_lets_go_at_the_very_end():
    """1381, 1674: not after the search, where other deals end."""
    played = after(
        squad("h", sponsor=SIG), said={"home: end-sponsorship": [SIG]}, report=won(), house=HOUSE
    )
    assert Sponsor("") in played.effects("next-match/home")
    assert Sponsor("") not in played.effects("fortune/home")


@pytest.mark.parametrize("sponsor", [SIG, FARBLAST, STEELHELM, MCMURTY])
def test_a_contract_rests_in_a_league_that_has_put_sponsors_away(sponsor):
    """House rules may change between seasons: nothing is asked, paid or owed."""
    report = won(deeds={"home": {"h2": {"touchdown": 2}}}, casualties=(Hurt("home", "h1"),))
    texts = {"casualty/home/h1/1": 68, "improvement/h2/1": [3, 4]}
    played = after(squad("h", sponsor=sponsor), report=report, said=texts)
    assert played["home"].treasury == 40_000
    assert played["home"].sponsor == sponsor


# --- Steelhelm's: lines 1676-1680


def test_steelhelms_three_dice_and_what_equal_ones_cost():
    texts = {
        "improvement/h1/1": [1, 4, 1],
        "improvement/h1/1/kept": "1+4",
        "improvement-choice/h1/1": "block",
    }
    report = won(deeds={"home": {"h1": {"touchdown": 2}}})
    played = after(squad("h", sponsor=STEELHELM), report=report, said=texts, house=HOUSE)
    assert played.effects("improvements/home")[-3:-1] == [MissesNext("h1"), Niggled("h1")]
    assert played["home"].players["h1"].skills == ("block",)
    # One misses the next match, so a journeyman stands in.
    assert len(played["home"].available) == 11
    assert len(played["home"].players) == 12


# --- McMurty's: lines 1654-1658

AWARDS = {"home": {"h1": {"touchdown": 2}}}


def test_mcmurtys_players_gain_neither_movement_nor_agility():
    texts = {"improvement/h1/1": [4, 6]}
    played = after(squad("h", sponsor=MCMURTY), report=won(deeds=AWARDS), said=texts, house=HOUSE)
    offered = played.asks["improvement-choice/h1/1"].options
    assert "+av" in offered
    assert "+ma" not in offered


def test_leaving_mcmurtys_afterwards_does_not_undo_the_ban():
    """The roll was made under the deal, which ended only in the step after it (1271, 1342)."""
    texts = {"improvement/h1/1": [4, 6], "home: end-sponsorship": [MCMURTY]}
    played = after(squad("h", sponsor=MCMURTY), report=won(deeds=AWARDS), said=texts, house=HOUSE)
    assert played["home"].sponsor == ""
    assert "+ma" not in played.asks["improvement-choice/h1/1"].options


def test_signing_with_mcmurtys_afterwards_does_not_spoil_the_roll():
    texts = {
        "improvement/h1/1": [4, 6],
        "home: sponsor-search/wanted": True,
        "home: sponsor-search": 16,
        "home: sponsor-search/deal": "major",
        "home: sponsor-search/sponsor": MCMURTY,
    }
    played = after(squad("h", fan_factor=8), report=won(deeds=AWARDS), said=texts, house=HOUSE)
    assert played["home"].sponsor == MCMURTY
    assert "+ma" in played.asks["improvement-choice/h1/1"].options


# --- Farblast & Sons: lines 1660-1666


def bombardier(name="h1"):
    return player(name, lent=EQUIPMENT)


def test_farblast_equips_a_line_player_when_the_deal_is_made():
    """D16 16 + fan factor 9 + won 2 is 27; no 20,000 in the match that ends before the deal."""
    texts = {
        "home: sponsor-search/wanted": True,
        "home: sponsor-search": 16,
        "home: sponsor-search/deal": "major",
        "home: sponsor-search/sponsor": FARBLAST,
        "home: major-sponsor/bombardier": ["h2"],
    }
    home = squad("h", player("h1", "blitzer"), fan_factor=8)
    played = after(home, report=won(), said=texts, house=HOUSE)
    assert Lent("h2", EQUIPMENT) in played.effects("fortune/home")
    assert "h1" not in played.asks["major-sponsor/bombardier"].candidates
    assert played["home"].treasury == 40_000


def test_farblast_takes_its_share_of_the_winnings():
    played = after(squad("h", bombardier(), sponsor=FARBLAST), report=won(), house=HOUSE)
    assert played["home"].treasury == 20_000


def test_farblast_takes_no_more_than_there_is():
    texts = {"away: winnings": 1}
    away = squad("a", sponsor=FARBLAST)
    played = after(away=away, report=won(), said=texts, house=HOUSE)
    assert played["away"].treasury == 0


def test_ending_the_deal_takes_the_bombs_away():
    texts = {"home: end-sponsorship": [FARBLAST]}
    played = after(
        squad("h", bombardier(), sponsor=FARBLAST), report=won(), said=texts, house=HOUSE
    )
    assert played["home"].players["h1"].lent == ()


def test_another_bombardier_is_named_when_the_first_is_gone():
    """1664: a line player has the skills for as long as the sponsorship lasts."""
    texts = {"casualty/home/h1/1": 68, "home: bombardier": ["h4"]}
    played = after(
        squad("h", bombardier(), sponsor=FARBLAST),
        report=won(casualties=(Hurt("home", "h1"),)),
        said=texts,
        house=HOUSE,
    )
    assert Lent("h4", EQUIPMENT) in played.effects("hire-and-fire/home")


# --- ongoing sponsors: lines 1642-1648


def test_every_ongoing_deal_pays_and_may_keep_a_player_busy():
    """D3 of 2 and 3; the second deal's mishap die is a 1."""
    texts = {
        "home: ongoing-sponsorship/1": 2,
        "home: ongoing-sponsorship/2": 3,
        "home: ongoing-sponsorship/2/mishap": 1,
        "home: ongoing-sponsorship/2/drawn": ["h5"],
    }
    played = after(squad("h", ongoing_sponsors=2), report=won(), said=texts, house=HOUSE)
    assert played["home"].treasury == 40_000 + 20_000 + 30_000
    assert played["home"].players["h5"].misses_next
    assert len(played["home"].available) == 11


def test_a_new_ongoing_deal_first_pays_after_the_next_match():
    """16 + 7 + 2 is 25, and the coach takes the lesser deal."""
    texts = {
        "home: sponsor-search/wanted": True,
        "home: sponsor-search": 16,
        "home: sponsor-search/deal": "ongoing",
    }
    played = after(report=won(), said=texts, house=HOUSE)
    assert (played["home"].ongoing_sponsors, played["home"].treasury) == (1, 40_000)
