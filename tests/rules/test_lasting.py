"""Inducements bought at the draft of a one-off event, there in every match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.asking import put
from rules.editions import edition
from rules.editions.bb2016.draft import Draft
from rules.editions.bb2016.inducements import inducements
from rules.editions.bb2016.market import Buying, lasting_market, market
from rules.editions.bb2016.redraft import Redraft
from rules.editions.bb2016.value import team_value
from rules.editions.crp.questions import question as crp_question
from rules.engine.drive import drive
from rules.engine.effects import Fact, Gold, LastingInducement
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, total
from rules.engine.state import Team
from rules.loading import load
from tests.rules.answering import ask, lines, reasons
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure

KNOB = "draft.permanent-inducements"
# The event that the source gives as its example (3453).
EVENT = [
    "star-player",
    "bloodweiser-keg",
    "wandering-apothecary",
    "igor",
    "wizard",
    "halfling-master-chef",
]


def drafted(wanted, *, race="human", players=None, named=EVENT, **house):
    squad = players or {load("bb2016").races[race].journeymen[0]: 11}
    return ask("draft", Draft(race, squad, inducements=wanted), **({KNOB: named} | house))


def test_an_event_sells_what_it_names_for_all_matches():
    """Line 3453, with the prices of 1415, 1429 and 1584; the wizard needs no other word."""
    ruling = drafted({"bloodweiser-keg": 2, "wizard": 1, "wandering-apothecary": 1})
    assert lines(ruling)[2:] == [
        ("bloodweiser-keg", -100_000),
        ("wizard", -150_000),
        ("wandering-apothecary", -100_000),
    ]
    assert ruling.effects[-3:] == (
        LastingInducement("bloodweiser-keg", 2),
        LastingInducement("wizard", 1),
        LastingInducement("wandering-apothecary", 1),
    )
    begun = fold(Team("human"), ruling.effects)
    assert begun.treasury == total(ruling.because) == 100_000
    assert begun.inducements == {"bloodweiser-keg": 2, "wizard": 1, "wandering-apothecary": 1}


def test_a_draft_without_inducements_asks_nothing_of_the_market():
    """The house rules that an answer names as read are those that it rests on."""
    rules = edition("bb2016")
    wish = {"race": "human", "players": {"lineman": 11}}
    asked = put(rules, rules.questions["draft"], wish, {KNOB: EVENT})
    assert isinstance(asked.follow({}).outcome, Allowed)
    assert asked.read & {"stars", "stars.barred", "inducements.barred", KNOB} == set()


def test_what_is_there_for_every_match_counts_in_no_team_value():
    begun = fold(Team("human"), drafted({"wizard": 1}).effects)
    assert team_value(book(), begun)[0] == 550_000


@pytest.mark.parametrize(
    ("race", "what", "price"),
    [
        ("human", "bribe", 100_000),
        ("goblin", "bribe", 50_000),
        ("human", "halfling-master-chef", 300_000),
        ("halfling", "halfling-master-chef", 100_000),
        ("undead", "igor", 100_000),
        ("human", "star/griff-oberwald", 320_000),
        ("dwarf", "runesmith", 30_000),
    ],
)
def test_some_races_pay_another_price(race, what, price):
    """Lines 1417-1425."""
    named = [*EVENT, "bribe", "runesmith"]
    ruling = drafted({what: 1}, race=race, named=named)
    assert lines(ruling)[-1][1] == -price


def test_a_league_that_names_none_sells_none():
    ruling = drafted({"bribe": 1}, named=[])
    assert reasons(ruling) == [("not-in-this-league", "inducements")]
    assert isinstance(drafted({"bribe": 0}, named=[]), Allowed)


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"bribe": 1}, ("not-drafted-here", "inducements.bribe")),
        ({"igor": 1}, ("not-for-race", "inducements.igor")),
        ({"mercenary": 1}, ("not-drafted-here", "inducements.mercenary")),
        ({"star/glart-smashrip-jr": 1}, ("not-for-race", "inducements.star/glart-smashrip-jr")),
        ({"trombone": 1}, ("no-such-inducement", "inducements.trombone")),
        ({"star/nobody": 1}, ("no-such-inducement", "inducements.star/nobody")),
        ({"bloodweiser-keg": 3}, ("more-than-allowed", "inducements.bloodweiser-keg")),
        ({"star/griff-oberwald": 2}, ("more-than-allowed", "inducements.star/griff-oberwald")),
        ({"wizard": -1}, ("negative", "inducements.wizard")),
    ],
)
def test_each_thing_that_is_wrong_has_its_reason(wanted, reason):
    assert reasons(drafted(wanted, **{"draft.treasury": 2_000_000})) == [reason]


def test_what_a_league_bars_it_does_not_sell_at_the_draft_either():
    barred = {"inducements.barred": ["wizard"], "stars.barred": ["griff-oberwald"]}
    wanted = {"wizard": 1, "star/griff-oberwald": 1}
    assert isinstance(drafted(wanted, **{"draft.treasury": 2_000_000}), Allowed)
    assert reasons(drafted(wanted, **barred)) == [
        ("barred", "inducements.wizard"),
        ("barred", "inducements.star/griff-oberwald"),
    ]


def test_famous_helpers_are_named_singly_or_all_together_and_two_are_the_most():
    """Line 1443."""
    helpers = {"horatio-x-scottenheim": 1, "fink-da-fixer": 1, "krot-shockwhisker": 1}
    together = drafted(helpers, race="underworld", named=["famous-coaching-staff"])
    assert reasons(together) == [("more-than-allowed", "inducements")]
    singly = drafted(helpers, race="underworld", named=["fink-da-fixer"])
    assert reasons(singly) == [
        ("not-drafted-here", "inducements.horatio-x-scottenheim"),
        ("not-drafted-here", "inducements.krot-shockwhisker"),
    ]


def test_stars_take_places_and_two_are_the_most():
    """Line 1425."""
    rich = {"draft.treasury": 3_000_000}
    pair, griff = {"star/grak-crumbleberry": 1}, {"star/griff-oberwald": 1}
    both = drafted(pair | griff, players={"lineman": 13}, **rich)
    assert fold(Team("human"), both.effects).inducements == pair | griff
    crowded = drafted(pair | griff, players={"lineman": 14}, **rich)
    assert reasons(crowded) == [("too-many-players", "players")]
    three = drafted(pair | griff | {"star/mighty-zug": 1}, **rich)
    assert reasons(three) == [("more-than-allowed", "inducements")]


def test_everything_that_is_wrong_is_said_at_once():
    wanted = {"bribe": 1, "trombone": 1, "wizard": 2, "halfling-master-chef": 1}
    ruling = drafted(wanted, players={"lineman": 10}, **{"draft.treasury": 800_000})
    assert reasons(ruling) == [
        ("too-few-players", "players"),
        ("not-drafted-here", "inducements.bribe"),
        ("no-such-inducement", "inducements.trombone"),
        ("more-than-allowed", "inducements.wizard"),
        ("over-budget", "treasury"),
    ]


def test_mercenaries_and_cards_are_never_for_good():
    named = ["mercenary", "special-play", "bribe"]
    rules = book(plays=True, **{KNOB: named})
    assert set(lasting_market(rules, rules.race("human"))) == {"bribe"}


# --- before a match


def bought(side, basket=None, **house):
    rules = book(**house)
    return drive(lambda at: inducements(rules, at), Buying(side), {"inducements": basket or {}})


def test_what_lasts_is_there_in_every_match_without_a_price():
    has = {"bribe": 1, "horatio-x-scottenheim": 1, "star/griff-oberwald": 1, "wizard": 0}
    side = team(treasury=100_000, inducements=has)
    assert bought(side).effects == (
        Fact("inducement", {"key": "bribe", "count": 1}),
        Fact("hired-staff", "horatio-x-scottenheim"),
        Fact("hired-star", "griff-oberwald"),
    )
    more = bought(side, {"bribe": 1})
    assert more.effects[:2] == (
        Gold(-100_000, "inducements"),
        Fact("inducement", {"key": "bribe", "count": 2}),
    )


def test_what_lasts_counts_against_the_limits_of_a_match():
    has = {"bribe": 2, "bloodweiser-keg": 2, "star/griff-oberwald": 1, "kari-coldsteel": 1}
    side = team(treasury=2_000_000, inducements=has)
    found = market(book(), Buying(side))
    assert found["bribe"].offer.at_most == 1
    assert not {"bloodweiser-keg", "star/griff-oberwald", "kari-coldsteel"} & set(found)
    two = {"star/mighty-zug": 1, "star/morg-n-thorg": 1}
    assert reasons(bought(side, two)) == [("more-than-allowed", "star-player")]
    assert isinstance(bought(side, {"star/mighty-zug": 1, "horatio-x-scottenheim": 1}), Allowed)


def test_a_star_who_lasts_takes_a_place_in_every_match():
    squad = [player(f"p{n}") for n in range(15)]
    full = team(*squad, inducements={"star/griff-oberwald": 1})
    assert not [key for key in market(book(), Buying(full)) if key.startswith("star/")]
    assert [key for key in market(book(), Buying(team(*squad))) if key.startswith("star/")]


def test_a_team_that_has_what_nobody_knows_is_refused():
    side = team(inducements={"trombone": 1, "mercenary": 1, "star/nobody": 1, "bribe": -1})
    assert reasons(bought(side)) == [
        ("no-such-inducement", "team.inducements.trombone"),
        ("no-such-inducement", "team.inducements.mercenary"),
        ("no-such-inducement", "team.inducements.star/nobody"),
        ("negative", "team.inducements.bribe"),
    ]


def test_a_re_draft_begins_anew():
    last = team(inducements={"wizard": 1, "bloodweiser-keg": 2})
    wish = Draft("", {"lineman": 11}, inducements={"bloodweiser-keg": 1, "igor": 0})
    ruling = ask("redraft", Redraft(last, "s2", (), wish), **{KNOB: EVENT})
    assert [each for each in ruling.effects if isinstance(each, LastingInducement)] == [
        LastingInducement("bloodweiser-keg", -1),
        LastingInducement("wizard", -1),
    ]
    assert total(ruling.because) == 1_000_000 - 550_000 - 50_000


def test_the_competition_rules_sell_for_good_too():
    """Petty cash buys the rest; what lasts costs none of it."""
    rules = book("crp", **{KNOB: ["wizard"]})
    wish = Draft("human", {"lineman": 11}, inducements={"wizard": 1})
    begun = fold(Team("human"), crp_question["draft"].ask(rules, wish, {}).effects)
    ruling = crp_question["inducements"].ask(rules, Buying(begun), {"inducements": {}})
    assert ruling.effects == (Fact("inducement", {"key": "wizard", "count": 1}),)
    helper = Draft("human", {"lineman": 11}, inducements={"kari-coldsteel": 1})
    assert reasons(crp_question["draft"].ask(rules, helper, {})) == [
        ("no-such-inducement", "inducements.kari-coldsteel")
    ]


# --- properties

CATALOGUE = load("bb2016")


@st.composite
def events(draw):
    """Wishes that mostly keep to what an event sells."""
    race = CATALOGUE.races[draw(st.sampled_from(sorted(CATALOGUE.races)))]
    inducements = sorted(CATALOGUE.inducements)
    named = draw(st.lists(st.sampled_from(inducements), min_size=4, unique=True))
    wares = lasting_market(book(**{KNOB: named}), race)
    wanted = {}
    if wares:
        for key in draw(st.lists(st.sampled_from(sorted(wares)), max_size=3)):
            wanted[key] = draw(st.integers(0, wares[key].offer.at_most))
    if draw(st.sampled_from([False, False, False, True])):
        wanted[draw(st.sampled_from(inducements))] = draw(st.integers(0, 5))
    treasury = draw(st.sampled_from([1_000_000, 2_000_000]))
    return Draft(race.key, {race.journeymen[0]: 11}, inducements=wanted), named, treasury


@given(events())
def test_prices_add_up_and_what_is_paid_for_is_there(case):
    wish, named, treasury = case
    house = {KNOB: named, "draft.treasury": treasury}
    ruling = ask("draft", wish, **house)
    assert ruling == ask("draft", wish, **house)
    if not isinstance(ruling, Allowed):
        assert ruling.reasons
        return
    begun = fold(Team(wish.race), ruling.effects)
    rules = book(**house)
    wares = lasting_market(rules, rules.race(wish.race))
    wanted = {key: count for key, count in wish.inducements.items() if count}
    assert begun.inducements == wanted
    price = sum(wares[key].offer.price * count for key, count in wanted.items())
    assert begun.treasury == total(ruling.because) >= 0
    assert begun.treasury + price + team_value(rules, begun)[0] == treasury
    there = bought(begun, **house)
    assert isinstance(there, Allowed)
    assert len(there.effects) == len(wanted)
