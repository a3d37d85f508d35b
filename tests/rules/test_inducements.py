"""Gold for inducements, who buys first, the shop, and hiring the same star."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.bb2016.edition import question
from rules.editions.bb2016.inducements import InducementOrder
from rules.editions.bb2016.market import Buying, market, mercenary_skills
from rules.engine.circumstances import InducementBudget, Purse
from rules.engine.drive import Asks
from rules.engine.effects import Fact, Gold, To
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, Refused, total
from rules.engine.state import Team
from rules.engine.wares import DoubleHire
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure

BOOK = book()
RICH = 2_000_000


def codes(ruling):
    assert isinstance(ruling, Refused)
    return [(reason.code, reason.subject) for reason in ruling.reasons]


# --- the gold


def budget(home, away, answers=None, rules=BOOK, **where):
    at = InducementBudget(Purse(*home), Purse(*away), **where)
    return question["inducement-budget"].ask(rules, at, answers or {})


def given_to(ruling, what="inducement-gold"):
    return {
        effect.side: effect.effect.value for effect in ruling.effects if effect.effect.what == what
    }


@pytest.mark.parametrize(
    ("home", "away", "expected"),
    [
        (1_000_000, 1_250_000, {"home": 250_000, "away": 0}),
        (1_250_000, 1_000_000, {"home": 0, "away": 250_000}),
        (1_000_000, 1_000_000, {"home": 0, "away": 0}),
    ],
)
def test_the_underdog_gets_the_difference(home, away, expected):
    """Line 1237."""
    assert given_to(budget((home,), (away,))) == expected


@pytest.mark.parametrize(
    ("at_home", "expected"),
    [("home", {"home": 100_000, "away": 50_000}), ("away", {"home": 150_000, "away": 0})],
)
def test_a_visitor_gets_fifty_thousand_underdog_or_not(at_home, expected):
    """Lines 1239 and 1762."""
    rules = book(stadiums=True)
    ruling = budget((1_000_000,), (1_100_000,), rules=rules, at_home=at_home, stadium="ice")
    assert given_to(ruling) == expected


def test_a_spectacle_is_rolled_once_for_both():
    """Line 1722."""
    rules = book(stadiums=True)
    where = {"at_home": "home", "stadium": "reputation-for-spectacle"}
    asked = budget((1_000_000,), (1_100_000,), rules=rules, **where)
    assert [ask.key for ask in asked.open] == ["inducement-budget/spectacle"]
    answers = {"inducement-budget/spectacle": [4, 3]}
    ruling = budget((1_000_000,), (1_100_000,), answers, rules, **where)
    assert given_to(ruling) == {"home": 170_000, "away": 120_000}


def test_the_treasury_is_told_apart_and_changes_nothing():
    """Line 1237: treasury gold does not count in the difference."""
    ruling = budget((1_000_000, 300_000), (1_250_000, 10_000))
    assert given_to(ruling) == {"home": 250_000, "away": 0}
    assert given_to(ruling, "inducement-treasury") == {"home": 300_000, "away": 10_000}


def test_bad_budgets_are_named_all_at_once():
    ruling = budget((-1, -2), (0,), rules=book(stadiums=True), at_home="north", stadium="lava")
    assert codes(ruling) == [
        ("negative", "home.value"),
        ("negative", "home.treasury"),
        ("no-such-stadium", "stadium"),
        ("not-a-side", "at_home"),
    ]
    assert codes(budget((0,), (0,), at_home="home", stadium="ice")) == [
        ("not-in-this-league", "stadiums")
    ]


@given(
    st.integers(0, 4_000_000),
    st.integers(0, 4_000_000),
    st.sampled_from(["", "home", "away"]),
    st.sampled_from(["ice", "reputation-for-spectacle"]),
    st.lists(st.integers(1, 6), min_size=2, max_size=2),
)
def test_a_sides_lines_add_up_to_the_gold_given(home, away, at_home, stadium, faces):
    ruling = budget(
        (home,),
        (away,),
        {"inducement-budget/spectacle": faces},
        book(stadiums=True),
        at_home=at_home,
        stadium=stadium,
    )
    assert isinstance(ruling, Allowed)
    for side, gold in given_to(ruling).items():
        assert gold == total([line for line in ruling.because if line.params["side"] == side])
        assert gold >= 0


# --- who buys first


@pytest.mark.parametrize(
    ("home", "away", "first"), [(1_100_000, 1_000_000, "home"), (1_000_000, 1_010_000, "away")]
)
def test_the_higher_value_buys_before_the_underdog(home, away, first):
    """Line 1237."""
    ruling = question["inducement-order"].ask(BOOK, InducementOrder(home, away), {})
    assert ruling.effects == (Fact("buys-first", first),)


def test_at_equal_values_the_winner_of_a_roll_off_says_who_buys_first():
    """Line 5704: ties are rolled again."""
    at = InducementOrder(1_000_000, 1_000_000)
    answers = {"inducement-order/1/home": 4, "inducement-order/1/away": 4}
    asked = question["inducement-order"].ask(BOOK, at, answers)
    assert [ask.key for ask in asked.open] == ["inducement-order/2/home", "inducement-order/2/away"]
    answers |= {"inducement-order/2/home": 6, "inducement-order/2/away": 1}
    asked = question["inducement-order"].ask(BOOK, at, answers)
    assert [(ask.key, ask.who) for ask in asked.open] == [("inducement-order/first", "side")]
    answers |= {"inducement-order/first": "away"}
    ruling = question["inducement-order"].ask(BOOK, at, answers)
    assert ruling.effects == (Fact("buys-first", "away"),)


def test_values_below_nothing_are_refused():
    ruling = question["inducement-order"].ask(BOOK, InducementOrder(-1, -1), {})
    assert codes(ruling) == [("negative", "home"), ("negative", "away")]


# --- the shop: what is on offer


def offers(side=None, rules=BOOK, **at):
    at.setdefault("team", side or team())
    asked = question["inducements"].ask(rules, Buying(**at), {})
    assert isinstance(asked, Asks)
    return {offer.key: offer for offer in asked.open[0].offers}


def of_kind(found, kind):
    return {key.removeprefix(f"{kind}/") for key in found if key.startswith(f"{kind}/")}


def plain(found):
    return {key: (offer.price, offer.at_most) for key, offer in found.items() if "/" not in key}


def test_what_a_human_team_may_buy_with_prices_and_limits():
    """Lines 1243-1253, 1415-1429, 1447, 1453."""
    assert plain(offers()) == {
        "bloodweiser-keg": (50_000, 2),
        "bribe": (100_000, 3),
        "extra-team-training": (100_000, 4),
        "halfling-master-chef": (300_000, 1),
        "wandering-apothecary": (100_000, 2),
        "horatio-x-scottenheim": (80_000, 1),
        "kari-coldsteel": (50_000, 1),
    }


@pytest.mark.parametrize(
    ("race", "key", "price"),
    [("goblin", "bribe", 50_000), ("halfling", "halfling-master-chef", 100_000)],
)
def test_some_races_pay_less(race, key, price):
    """Lines 1417 and 1421."""
    assert offers(team(race=race))[key].price == price


@pytest.mark.parametrize(("race", "igor"), [("undead", True), ("nurgle", True), ("human", False)])
def test_an_igor_is_for_those_who_may_have_no_apothecary(race, igor):
    """Lines 1423 and 1429."""
    found = offers(team(race=race))
    assert ("igor" in found) == igor
    assert ("wandering-apothecary" in found) == (not igor)


@pytest.mark.parametrize(
    ("knob", "race", "keys"),
    [
        ("inducements.wizard", "human", {"wizard"}),
        ("inducements.team-specific", "human-nobility", {"master-of-ballistics"}),
        ("inducements.team-specific", "savage-orc", {"waaagh-drummer"}),
        ("inducements.team-specific", "dwarf", {"runesmith"}),
        ("inducements.team-specific", "pestilent-vermin", {"warlock-engineer"}),
        ("inducements.team-specific", "amazon", set()),
        ("inducements.winter", "elf-union", {"interference", "revitalising-tonic", "weather-mage"}),
    ],
)
def test_optional_inducements_need_the_leagues_word(knob, race, keys):
    """Lines 1530-1590 and 3077-3093."""
    without = set(offers(team(race=race)))
    with_word = set(offers(team(race=race), book(**{knob: True})))
    assert with_word - without == keys


@pytest.mark.parametrize(
    ("barred", "gone"),
    [
        ("bribe", {"bribe"}),
        ("famous-coaching-staff", {"horatio-x-scottenheim", "kari-coldsteel"}),
        ("kari-coldsteel", {"kari-coldsteel"}),
    ],
)
def test_a_league_may_bar_an_inducement_or_a_whole_kind(barred, gone):
    """Line 1522."""
    assert set(offers()) - set(offers(rules=book(**{"inducements.barred": [barred]}))) == gone


@pytest.mark.parametrize(
    ("turned", "kind"),
    [
        ({"inducements.barred": ["mercenary"]}, "mercenary"),
        ({"inducements.barred": ["star-player"]}, "star"),
        ({"stars": False}, "star"),
    ],
)
def test_mercenaries_and_stars_may_stay_away(turned, kind):
    assert of_kind(offers(), kind)
    assert not of_kind(offers(rules=book(**turned)), kind)


def test_without_famous_staff_none_is_offered():
    found = offers(rules=book(**{"inducements.staff": False}))
    assert not {"horatio-x-scottenheim", "kari-coldsteel"} & set(found)


def test_stars_play_for_their_races_and_only_for_hire():
    """Lines 4459-4618; The White Dwarf is not for hire."""
    assert of_kind(offers(), "star") == {
        "frank-n-stein",
        "grak-crumbleberry",
        "griff-oberwald",
        "heinrich-von-duisgart",
        "helmut-wulf",
        "karla-von-kill",
        "mighty-zug",
        "morg-n-thorg",
        "puggy-baconbreath",
        "zara-the-slayer",
    }


def test_stars_who_are_rostered_elsewhere_barred_or_ones_own_are_not_for_hire():
    """Lines 1597-1598."""
    rules = book(**{"stars.barred": ["mighty-zug"]})
    side = team(star="griff-oberwald")
    found = of_kind(offers(side, rules, rostered_elsewhere=("morg-n-thorg",)), "star")
    gone = of_kind(offers(), "star") - found
    assert gone == {"mighty-zug", "griff-oberwald", "morg-n-thorg"}


def test_stars_are_cheaper_in_a_broadcast_studio():
    """Line 1723."""
    found = offers(rules=book(stadiums=True), stadium="broadcast-studio")
    assert found["star/morg-n-thorg"].price == 380_000
    dwarfs = offers(team(race="dwarf"), book(stadiums=True), stadium="broadcast-studio")
    assert dwarfs["star/barik-farblast"].price == 10_000


def linemen(count, start=1, **fields):
    return [player(f"l{n}", **fields) for n in range(start, start + count)]


def test_a_pair_needs_two_places():
    """Line 4468."""
    assert "star/grak-crumbleberry" in offers(team(*linemen(14)))
    one_left = offers(team(*linemen(15)))
    assert "star/grak-crumbleberry" not in one_left
    assert "star/mighty-zug" in one_left
    assert not of_kind(offers(team(*linemen(16))), "star")


def test_who_misses_the_match_takes_no_place():
    """Lines 1425 and 1431."""
    side = team(*linemen(15), *linemen(1, 20, misses_next=True))
    assert "star/mighty-zug" in offers(side)
    assert offers(side)["mercenary/lineman"].at_most == 1


def test_journeymen_take_places_even_beyond_sixteen():
    """Line 1387."""
    side = team(
        *linemen(8),
        *linemen(8, 20, misses_next=True),
        *linemen(3, 40, journeyman=True),
    )
    assert offers(side)["mercenary/lineman"].at_most == 5
    full = team(*linemen(14), *linemen(3, 40, journeyman=True))
    assert not of_kind(offers(full), "star") | of_kind(offers(full), "mercenary")


def test_a_rostered_star_takes_a_place():
    assert "star/mighty-zug" not in offers(team(*linemen(15), star="griff-oberwald"))


def test_a_mercenary_with_frenzy_buys_no_grab_nor_the_other_way_round():
    """Line 4777: nobody has both, by whatever means."""
    rules = book()
    norse, khorne = rules.position("norse", "yhetee"), rules.position("khorne", "bloodthirster")
    for each in (norse, khorne):
        assert "frenzy" in each.skills
        assert "grab" not in mercenary_skills(rules, each)
    assert "grab" in mercenary_skills(rules, rules.position("human", "ogre"))


def test_a_mercenary_costs_thirty_thousand_more_and_a_skill_fifty():
    """Line 1431: a Human lineman at 80,000, with Tackle at 130,000."""
    found = offers()
    assert found["mercenary/lineman"].price == 80_000
    assert found["mercenary/lineman/with-skill"].price == 130_000
    assert found["mercenary/ogre"].price == 170_000


def test_positions_count_only_those_who_can_play():
    """Line 1431."""
    blitzers = [player(f"b{n}", "blitzer") for n in range(3)]
    hurt = player("b9", "blitzer", misses_next=True)
    assert offers(team(*blitzers, hurt))["mercenary/blitzer"].at_most == 1
    fit = player("b9", "blitzer")
    assert "mercenary/blitzer" not in offers(team(*blitzers, fit))


def test_special_plays_are_sold_by_deck_or_at_one_price():
    """Lines 1433-1441; the flat price is a house rule."""
    assert not of_kind(offers(), "special-play")
    found = offers(rules=book(plays=True))
    prices = {key: found[f"special-play/{key}"].price for key in of_kind(found, "special-play")}
    assert prices == {
        "miscellaneous-mayhem": 200_000,
        "heroic-feats": 100_000,
        "magical-memorabilia": 100_000,
        "benefits-of-training": 100_000,
        "dirty-tricks": 50_000,
        "random-events": 50_000,
    }
    flat = offers(rules=book(plays=True, **{"plays.price": "flat"}))
    assert {flat[f"special-play/{key}"].price for key in prices} == {100_000}


# --- the shop: what a basket does


def buy(basket, side=None, rules=BOOK, answers=None, **at):
    at.setdefault("team", side or team(treasury=RICH))
    return question["inducements"].ask(
        rules, Buying(**at), {"inducements": basket, **(answers or {})}
    )


def test_given_gold_is_spent_before_the_treasury():
    side = team(treasury=100_000)
    covered = buy({"bribe": 1, "bloodweiser-keg": 1}, side, given=200_000)
    assert covered.effects == (
        Fact("inducement", {"key": "bloodweiser-keg", "count": 1}),
        Fact("inducement", {"key": "bribe", "count": 1}),
    )
    assert covered == buy({"bloodweiser-keg": 1, "bribe": 1}, side, given=200_000)
    assert covered.because[-1].params == {"of": 200_000, "lost": 50_000}
    beyond = buy({"bribe": 2, "bloodweiser-keg": 1}, side, given=200_000)
    assert beyond.effects[0] == Gold(-50_000, "inducements")
    assert total(beyond.because) == -50_000
    assert fold(side, beyond.effects).treasury == 50_000


def test_buying_nothing_costs_nothing():
    assert buy({}, given=500_000) == Allowed()


def test_gold_that_is_not_there_cannot_be_spent():
    ruling = buy({"bribe": 3}, team(treasury=99_999), given=200_000)
    assert codes(ruling) == [("cannot-afford", "treasury")]
    assert ruling.reasons[0].params["short"] == 1
    assert not ruling.overridable()


def test_two_stars_or_one_beside_a_rostered_one():
    """Lines 1425 and 1596."""
    two = {"star/mighty-zug": 1, "star/morg-n-thorg": 1}
    ruling = buy(two)
    assert [e for e in ruling.effects if isinstance(e, Fact)] == [
        Fact("hired-star", "mighty-zug"),
        Fact("hired-star", "morg-n-thorg"),
    ]
    assert codes(buy(two | {"star/helmut-wulf": 1})) == [("more-than-allowed", "star-player")]
    rostered = team(treasury=RICH, star="griff-oberwald")
    assert codes(buy(two, rostered)) == [("more-than-allowed", "star-player")]
    assert isinstance(buy({"star/mighty-zug": 1}, rostered), Allowed)


def test_at_most_two_famous_helpers():
    """Line 1443."""
    rules = book()
    side = team(race="underworld", treasury=RICH)
    three = {"horatio-x-scottenheim": 1, "fink-da-fixer": 1, "krot-shockwhisker": 1}
    assert codes(buy(three, side, rules)) == [("more-than-allowed", "famous-coaching-staff")]
    del three["horatio-x-scottenheim"]
    assert buy(three, side, rules).effects[1:] == (
        Fact("hired-staff", "fink-da-fixer"),
        Fact("hired-staff", "krot-shockwhisker"),
    )


def test_at_most_five_special_plays_of_all_decks():
    """Line 1433."""
    rules = book(plays=True)
    five = {"special-play/dirty-tricks": 3, "special-play/random-events": 2}
    assert buy(five, rules=rules).effects == (
        Gold(-250_000, "inducements"),
        Fact("special-plays-bought", {"deck": "dirty-tricks", "count": 3, "price": 50_000}),
        Fact("special-plays-bought", {"deck": "random-events", "count": 2, "price": 50_000}),
    )
    six = five | {"special-play/heroic-feats": 1}
    assert codes(buy(six, rules=rules)) == [("more-than-allowed", "special-play")]


def test_everything_that_is_wrong_is_said_at_once():
    blitzers = [player(f"b{n}", "blitzer") for n in range(3)]
    side = team(*linemen(11), *blitzers, treasury=0)
    basket = {
        "star/grak-crumbleberry": 1,
        "star/mighty-zug": 1,
        "star/morg-n-thorg": 1,
        "mercenary/blitzer": 1,
        "mercenary/blitzer/with-skill": 1,
    }
    assert codes(buy(basket, side)) == [
        ("more-than-allowed", "star-player"),
        ("too-many-of-position", "mercenary/blitzer"),
        ("too-many-players", "players"),
        ("cannot-afford", "treasury"),
    ]
    assert [reason.integrity for reason in buy(basket, side).reasons] == [False] * 3 + [True]


def test_a_pair_and_a_star_may_fill_the_team_but_not_overfill_it():
    pair_and_star = {"star/grak-crumbleberry": 1, "star/mighty-zug": 1}
    assert isinstance(buy(pair_and_star, team(*linemen(13), treasury=RICH)), Allowed)
    crowded = buy(pair_and_star, team(*linemen(14), treasury=RICH))
    assert codes(crowded) == [("too-many-players", "players")]


def test_a_mercenary_with_a_skill_is_asked_which():
    """Line 1431."""
    basket = {"mercenary/lineman": 1, "mercenary/lineman/with-skill": 2}
    asked = buy(basket)
    keys = ["inducements/mercenary/lineman/1", "inducements/mercenary/lineman/2"]
    assert [ask.key for ask in asked.open] == keys
    assert {"tackle", "block"} <= set(asked.open[0].options)
    assert not {"dodge", "mighty-blow", "loner"} & set(asked.open[0].options)
    ruling = buy(basket, answers={keys[0]: "tackle", keys[1]: "block"})
    assert ruling.effects == (
        Gold(-340_000, "inducements"),
        Fact("mercenary", {"position": "lineman", "skill": ""}),
        Fact("mercenary", {"position": "lineman", "skill": "tackle"}),
        Fact("mercenary", {"position": "lineman", "skill": "block"}),
    )
    wrong = buy(basket, answers={keys[0]: "dodge", keys[1]: "block"})
    assert codes(wrong) == [("not-an-option", keys[0])]


def test_a_mercenary_learns_nothing_twice_and_piling_on_only_by_house_rule():
    basket = {"mercenary/blitzer/with-skill": 1}
    options = buy(basket).open[0].options
    assert "block" not in options
    assert "guard" in options
    assert "piling-on" not in options
    assert "piling-on" in buy(basket, rules=book(**{"piling-on": True})).open[0].options


def test_what_is_not_on_offer_cannot_be_bought():
    assert codes(buy({"igor": 1, "bribe": 4})) == [
        ("not-for-race", "inducements"),
        ("more-than-offered", "inducements"),
        ("more-than-allowed", "bribe"),
    ]


def test_bad_circumstances_are_named_all_at_once():
    side = team(treasury=-5, star="nobody")
    ruling = buy({}, side, given=-1, stadium="lava", rostered_elsewhere=("somebody",))
    assert codes(ruling) == [
        ("negative", "given"),
        ("negative", "team.treasury"),
        ("no-such-stadium", "stadium"),
        ("no-such-star", "rostered_elsewhere"),
        ("no-such-star", "team.star"),
    ]
    stranger = question["inducements"].ask(BOOK, Buying(Team("penguin")), {})
    assert codes(stranger) == [("no-such-race", "team.race")]


# --- the old decks


def test_old_decks_may_be_sold_beside_the_other_inducements():
    """Line 3475."""
    rules = book(**{"plays.lrb6": "inducement"})
    found = offers(rules=rules)
    assert len(of_kind(found, "special-play")) == 7
    assert found["special-play/lrb6-good-karma"].price == 100_000
    assert "bribe" in found
    six = {"special-play/lrb6-dirty-tricks": 5, "special-play/lrb6-magic-items": 1}
    assert codes(buy(six, rules=rules)) == [("more-than-allowed", "old-card")]


def test_old_decks_may_be_sold_instead_of_everything_else():
    """Line 3476."""
    found = offers(rules=book(plays=True, **{"plays.lrb6": "instead"}))
    assert {key.split("/")[1][:5] for key in found} == {"lrb6-"}


def test_an_allowance_buys_old_cards_and_nothing_else():
    """Line 3477."""
    rules = book(**{"plays.lrb6": "allowance", "plays.lrb6-allowance": 150_000})
    found = offers(rules=rules)
    assert found["special-play/lrb6-dirty-tricks"].at_most == 3
    assert "special-play/lrb6-random-events" not in found
    cards = {"special-play/lrb6-good-karma": 1, "special-play/lrb6-dirty-tricks": 1}
    ruling = buy(cards | {"bribe": 1}, team(treasury=100_000), rules)
    assert ruling.effects[0] == Gold(-100_000, "inducements")
    over = cards | {"special-play/lrb6-magic-items": 1, "bribe": 2}
    assert codes(buy(over, team(treasury=100_000), rules)) == [
        ("cannot-afford", "card-gold"),
        ("cannot-afford", "treasury"),
    ]


# --- properties


@st.composite
def shopping(draw):
    race = draw(st.sampled_from(["human", "goblin", "undead", "halfling", "ogre", "underworld"]))
    rules = book(plays=True, stadiums=True, **{"inducements.wizard": True})
    side = team(race=race, treasury=draw(st.integers(0, 60)) * 10_000)
    given_gold = draw(st.integers(0, 60)) * 10_000
    at = Buying(side, given_gold, draw(st.sampled_from(["", "broadcast-studio"])))
    wares = [ware for key, ware in market(rules, at).items() if not key.endswith("/with-skill")]
    picked = draw(st.lists(st.sampled_from(wares), max_size=5, unique_by=lambda w: w.offer.key))
    basket = {w.offer.key: draw(st.integers(0, w.offer.at_most)) for w in picked}
    return rules, at, basket


@given(shopping())
def test_no_basket_leaves_a_treasury_below_nothing(case):
    rules, at, basket = case
    ruling = question["inducements"].ask(rules, at, {"inducements": basket})
    assert ruling == question["inducements"].ask(rules, at, {"inducements": basket})
    wares = market(rules, at)
    price = sum(wares[key].offer.price * count for key, count in basket.items())
    if isinstance(ruling, Allowed):
        after = fold(at.team, ruling.effects).treasury
        assert after == at.team.treasury + total(ruling.because)
        assert at.team.treasury - after == max(0, price - at.given)
    else:
        assert ruling.reasons
        short = price > at.given + at.team.treasury
        assert short == any(reason.code == "cannot-afford" for reason in ruling.reasons)


# --- the same star


def double(home, away):
    return question["double-hire"].ask(BOOK, DoubleHire(home, away), {})


def test_whoever_both_sides_hired_plays_for_neither():
    """Lines 1425 and 1443: both have paid."""
    ruling = double(
        ("morg-n-thorg", "horatio-x-scottenheim", "mighty-zug"),
        ("horatio-x-scottenheim", "morg-n-thorg"),
    )
    assert ruling.effects == (
        To("home", Fact("does-not-play", "horatio-x-scottenheim")),
        To("away", Fact("does-not-play", "horatio-x-scottenheim")),
        To("home", Fact("does-not-play", "morg-n-thorg")),
        To("away", Fact("does-not-play", "morg-n-thorg")),
    )
    assert double(("mighty-zug",), ("morg-n-thorg",)) == Allowed()


def test_nobody_of_that_name_is_refused_for_both_sides():
    assert codes(double(("bribe",), ("nobody",))) == [
        ("nobody-of-that-name", "home"),
        ("nobody-of-that-name", "away"),
    ]
