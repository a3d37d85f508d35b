"""Whole pre-matches: gold, stars, cards, coin and fans; lines of bb2016-with-death-zones.txt."""

import pytest

from rules.editions.bb2016.decks import playable_decks
from rules.engine.effects import Gold, Joined, To
from rules.engine.match import Report
from tests.rules.builders import book, player
from tests.rules.evening import after, before, squad, then

pytestmark = pytest.mark.pure

MORG = {"inducements": {"star/morg-n-thorg": 1}}


# --- inducements: lines 1233-1255, 1413-1443, 5703-5704


def test_both_who_hire_one_star_have_paid_and_neither_plays_with_him():
    """Morg costs 430,000; the teams are worth 610,000 each, so nobody is given gold (1425)."""
    home, away = squad("h", treasury=450_000), squad("a", race="orc", treasury=430_000)
    played = before(home, away, said=MORG)
    assert (played["home"].treasury, played["away"].treasury) == (20_000, 0)
    for side in ("home", "away"):
        assert played.match.all_of(side, "does-not-play") == ("morg-n-thorg",)


def test_one_who_hires_a_star_alone_plays_with_him():
    texts = {"home: inducements": MORG["inducements"]}
    played = before(squad("h", treasury=430_000), said=texts)
    assert played.match.all_of("home", "hired-star") == ("morg-n-thorg",)
    assert played.match.all_of("home", "does-not-play") == ()


def test_the_underdog_buys_last_and_given_gold_goes_first():
    """An ogre for a lineman makes 700,000 to 610,000 (1237): 90,000 for away, who adds 10,000."""
    home = squad("h", player("h1", "ogre"))
    texts = {"away: inducements": {"bloodweiser-keg": 2}}
    played = before(home, squad("a", treasury=30_000), said=texts)
    assert [place for place in played.steps if "inducements/" in place] == [
        "inducements/home",
        "inducements/away",
    ]
    assert played.match.side_fact("away", "inducement-gold") == 90_000
    assert played["away"].treasury == 30_000 - (2 * 50_000 - 90_000)


def test_of_two_equal_teams_the_winner_of_a_roll_off_says_who_buys_first():
    """5704: a tie is rolled again."""
    texts = {
        "inducement-order/1/home": 4,
        "inducement-order/1/away": 4,
        "inducement-order/2/home": 2,
        "inducement-order/2/away": 5,
        "inducement-order/first": "away",
    }
    played = before(squad("h"), squad("a"), said=texts)
    assert [place for place in played.steps if "inducements/" in place] == [
        "inducements/away",
        "inducements/home",
    ]
    assert played.asks["inducement-order/first"].who == "opponent"


def test_a_team_that_cannot_field_eleven_is_filled_up_before_it_is_measured():
    """1387: ten linemen and a journeyman are worth eleven."""
    home = squad("h", player("h1", misses_next=True))
    played = before(home, squad("a"))
    (joined,) = [e for e in played.effects("journeymen/home") if isinstance(e, Joined)]
    assert joined.player.journeyman
    assert played.match.side_fact("home", "team-value") == 610_000
    assert "journeymen/away" not in played.steps


def test_a_spectacle_gives_both_the_same_gold():
    """1722: (3 + 3) x 10,000; 9 is luxury and 2 the spectacle."""
    texts = {"stadium": [4, 5], "stadium/attribute": 2}
    played = before(squad("h"), squad("a"), said=texts, house={"stadiums": True})
    for side in ("home", "away"):
        assert played.match.side_fact(side, "inducement-gold") == 60_000


# --- petty cash (rulings, crp)


def test_in_the_competition_rules_gold_moved_counts_in_the_comparison():
    """Home moves 100,000, so that away is given as much; the treasury stays closed after that."""
    texts = {
        "inducement-budget/home/moved": {"petty-cash": 10},
        "away: inducements": {"bloodweiser-babe": 2},
    }
    home, away = squad("h", treasury=100_000), squad("a", treasury=50_000)
    asked = before(home, away, in_edition="crp").asks["inducements"].offers
    keg = next(offer for offer in asked if offer.price == 50_000)
    texts["away: inducements"] = {keg.key: 2}
    played = before(home, away, said=texts, in_edition="crp")
    assert (played["home"].treasury, played["away"].treasury) == (0, 50_000)
    assert To("home", Gold(-100_000, "petty-cash")) in played.effects("inducement-gold/joint")
    assert played.match.side_fact("away", "inducement-gold") == 100_000


def test_two_rivals_turn_up_with_the_fans():
    """4625-4627."""
    texts = {"fans-and-fame/away": [5, 5]}
    played = before(squad("h"), squad("a", race="orc"), said=texts, house={"rivals": True})
    assert played.match.side_fact("home", "joins-for-the-match") == "the-white-dwarf"
    assert played.match.side_fact("away", "joins-for-the-match") == "the-black-gobbo"


# --- special plays: lines 1257-1265, 2062-2186


def cards(deck):
    return [f"{deck}/{card.key}" for card in playable_decks(book())[deck].entries]


def dealt(variant, said=None, **more):
    house = {"plays": True, "plays.variant": variant, **more.pop("house", {})}
    return before(squad("h"), squad("a"), said=said or {}, house=house, **more)


TRICKS, FEATS = cards("dirty-tricks"), cards("heroic-feats")


def test_the_ordinary_draw_below_a_million_is_two_and_one_is_kept():
    """1262; the home side wins the roll-off and draws first from the shuffled deck."""
    texts = {
        "special-plays/home/decks": {"dirty-tricks": 2},
        "special-plays/away/decks": {"dirty-tricks": 1, "heroic-feats": 1},
        "special-plays/dirty-tricks/drawn": TRICKS,
        "special-plays/heroic-feats/drawn": FEATS,
        "special-plays/home/keep": [TRICKS[1]],
        "special-plays/away/keep": [FEATS[0]],
    }
    played = dealt("standard", texts)
    assert played.asks["special-plays/away/keep"].candidates == (FEATS[0], TRICKS[2])
    assert played.match.side_fact("home", "hand") == [TRICKS[1]]
    assert played.match.side_fact("away", "hand") == [FEATS[0]]


def test_points_buy_cards_and_cards_are_exchanged():
    """Below 1,300,000 two points (2085), a trick costs one; home puts one back (2102)."""
    texts = {
        "special-plays-points/home/decks": {"dirty-tricks": 2},
        "special-plays-points/away/decks": {"dirty-tricks": 1},
        "special-plays-points/dirty-tricks/drawn": TRICKS,
        "special-plays-points/home/exchange": [TRICKS[0]],
    }
    played = dealt("points", texts)
    assert played.match.side_fact("home", "hand") == [TRICKS[1], TRICKS[2]]
    assert played.match.side_fact("away", "hand") == [TRICKS[3]]


def test_a_draft_gives_two_cards_and_leaves_one():
    """2122: two picks give each two cards; one is kept, the last goes back (2127-2131)."""
    texts = {
        "special-plays-draft/deck/1": "dirty-tricks",
        "special-plays-draft/deck/2": "dirty-tricks",
        "special-plays-draft/dirty-tricks/drawn": TRICKS,
        "special-plays-draft/home/keep/1": [TRICKS[3]],
        "special-plays-draft/away/keep/1": [TRICKS[1]],
    }
    played = dealt("draft", texts)
    # Home draws 0 and gives 1, away draws 2 and gives 3.
    assert played.asks["special-plays-draft/home/keep/1"].candidates == (TRICKS[0], TRICKS[3])
    assert played.match.side_fact("home", "hand") == [TRICKS[3]]
    assert played.match.side_fact("away", "hand") == [TRICKS[1]]


def test_one_deck_serves_both():
    """2151: two cards each; the winner of the roll-off names the deck."""
    texts = {
        "special-plays-one-deck/deck": "heroic-feats",
        "special-plays-one-deck/heroic-feats/drawn": FEATS,
        "special-plays-one-deck/away/exchange": [FEATS[2]],
    }
    played = dealt("one-deck", texts)
    assert played.match.side_fact("home", "hand") == FEATS[:2]
    assert played.match.side_fact("away", "hand") == [FEATS[3], FEATS[4]]


def test_round_robin_takes_from_ever_different_decks():
    texts = {
        "special-plays-round-robin/home/decks": {"dirty-tricks": 1, "heroic-feats": 1},
        "special-plays-round-robin/away/decks": {"dirty-tricks": 1, "heroic-feats": 1},
        "special-plays-round-robin/dirty-tricks/drawn": TRICKS,
        "special-plays-round-robin/heroic-feats/drawn": FEATS,
    }
    played = dealt("round-robin", texts)
    assert played.match.side_fact("home", "hand") == [FEATS[0]]
    assert played.match.side_fact("away", "hand") == [FEATS[1]]


def test_bought_cards_come_on_top():
    """1433: from the deck that was paid for, without a choice; a trick costs 50,000."""
    offers = dealt("standard").asks["inducements"].offers
    price = next(o.price for o in offers if o.key == "special-play/dirty-tricks")
    texts = {
        "home: inducements": {"special-play/dirty-tricks": 1},
        "special-plays/dirty-tricks/drawn": TRICKS,
        "special-plays/home/decks": {"dirty-tricks": 2},
    }
    house = {"plays": True}
    played = before(squad("h", treasury=price), squad("a"), said=texts, house=house)
    assert played.match.side_fact("home", "hand") == [TRICKS[0], TRICKS[1]]
    assert played["home"].treasury == 0


# --- Promo Tour: lines 2766-2768

TOUR = "benefits-of-training/promo-tour"


def test_promo_tour_brings_a_third_die_of_fans_and_more_winnings():
    """(3 + 3 + 3 + 6) thousand against 12,000; after the match D3 of 2 more: 3 + 2 + 1 + FAME 1."""
    training = [TOUR, *(c for c in cards("benefits-of-training") if c != TOUR)]
    texts = {
        "special-plays/home/decks": {"benefits-of-training": 2},
        "special-plays/benefits-of-training/drawn": training,
        "special-plays/home/keep": [TOUR],
        "fans-and-fame/home/promo-tour": True,
        "fans-and-fame/home": [3, 3, 3],
    }
    played = dealt("standard", texts)
    assert played.match.side_fact("home", "fans") == 15_000
    assert played.asks["fans-and-fame/home/promo-tour"].visible == "side"
    assert "fans-and-fame/away/promo-tour" not in played.asks
    ended = then(played, Report({"home": 1, "away": 0}), house={"plays": True})
    assert ended["home"].treasury == 70_000


def test_with_cards_on_the_table_the_coaches_say_who_is_on_tour():
    texts = {"fans-and-fame/away/promo-tour": True, "fans-and-fame/away": [1, 1, 1]}
    played = dealt("standard", texts, house={"plays.physical": True})
    assert played.match.side_fact("away", "fans") == 9_000


def test_the_report_may_still_tell_of_a_tour():
    report = Report({"home": 1, "away": 0}, promo_tour=("home",))
    assert after(report=report, house={"plays": True})["home"].treasury == 60_000
