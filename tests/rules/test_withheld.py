"""Why not: whatever there is, is for sale or says what keeps it from the team."""

import pytest

from rules.editions import edition
from rules.editions.bb2016.improvement import ImprovementChoice
from rules.editions.bb2016.market import Buying
from rules.engine.circumstances import HireAndFire
from rules.words import name, reason_words
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure

question = edition("bb2016").questions

FULL = team(*[player(f"p{n}") for n in range(16)])
# All that the book sells before a match, by what its keys begin with.
HOUSES = [
    {},
    {"plays": True, "inducements.staff": True},
    {"plays.lrb6": "instead"},
    {"stars": False, "inducements.barred": ["mercenary", "bribe", "special-play"]},
]


def shop(rules, side, **at):
    (ask,) = question["inducements"].ask(rules, Buying(side, **at), {}).open
    return ask


def everything(rules, race="human"):
    catalogue = rules.catalogue
    priced = {key for key, each in catalogue.inducements.items() if each.priced_by == "fixed"}
    stars = {f"star/{key}" for key in catalogue.stars}
    positions = catalogue.races[race].positions
    hired = {f"mercenary/{key}{skill}" for key in positions for skill in ("", "/with-skill")}
    return (
        priced | stars | hired | {f"special-play/{deck.key}" for deck in catalogue.shelves["deck"]}
    )


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("side", [team(treasury=500_000), FULL], ids=["room", "full"])
def test_everything_is_for_sale_or_says_why_not(house, side):
    rules = book(**house)
    ask = shop(rules, side)
    offered = {offer.key for offer in ask.offers}
    assert offered | ask.withheld.keys() == everything(rules)
    assert not offered & ask.withheld.keys()
    for key, reason in ask.withheld.items():
        what = name(rules.catalogue, key.split("/")[1] if "/" in key else key)
        text = reason_words(rules.catalogue, reason)
        assert reason.code == "not-in-this-league" or what in text, text


@pytest.mark.parametrize(
    ("house", "side", "elsewhere", "wanted", "told"),
    [
        ({}, team(), (), "igor", ("not-for-race", "Igor is not for Human teams.")),
        (
            {"inducements.barred": ["bribe"]},
            team(),
            (),
            "bribe",
            ("barred", "Bribe is barred in this league (Inducements that are not sold: Bribe)."),
        ),
        (
            {"stars.barred": ["griff-oberwald"]},
            team(),
            (),
            "star/griff-oberwald",
            ("barred", "Griff Oberwald is barred in this league (Stars that stay away)."),
        ),
        (
            {},
            team(),
            ("griff-oberwald",),
            "star/griff-oberwald",
            (
                "plays-elsewhere",
                "Griff Oberwald is not free: under contract with another team of the league, or "
                "hurt.",
            ),
        ),
        (
            {},
            FULL,
            (),
            "star/griff-oberwald",
            ("no-room", "Griff Oberwald finds no place: all 16 are taken."),
        ),
    ],
)
def test_a_refusal_names_what_bars_it(house, side, elsewhere, wanted, told):
    rules = book(**house)
    at = Buying(side, rostered_elsewhere=elsewhere)
    ruling = question["inducements"].ask(rules, at, {"inducements": {wanted: 1}})
    (reason,) = ruling.reasons
    assert (reason.code, reason_words(rules.catalogue, reason)) == told
    assert reason.subject == "inducements"
    assert reason.params["offer"] == wanted


def test_an_option_that_is_off_is_named_by_its_house_rule():
    rules = book()
    ruling = question["inducements"].ask(rules, Buying(team()), {"inducements": {"wizard": 1}})
    assert ruling.reasons[0].params["rule"] == "inducements.wizard"


def test_every_broken_limit_is_told_beside_what_is_not_for_sale():
    rules = book()
    basket = {"igor": 1, "bribe": 9, "trombone": 1}
    ruling = question["inducements"].ask(rules, Buying(team()), {"inducements": basket})
    assert [reason.code for reason in ruling.reasons] == [
        "not-for-race",
        "more-than-offered",
        "not-on-offer",
        "more-than-allowed",
        "cannot-afford",
    ]


def test_what_is_hired_knows_the_team():
    side = team(*[player(f"p{n}", "blitzer") for n in range(4)], rerolls=8, treasury=900_000)
    (ask,) = question["hire-and-fire"].ask(book(), HireAndFire(side, "w"), {}).open
    offers = {offer.key: offer for offer in ask.offers}
    assert (offers["hire/blitzer"].at_most, offers["hire/blitzer"].ceiling) == (0, 4)
    assert (offers["hire/lineman"].at_most, offers["reroll"].at_most) == (12, 0)
    assert ask.withheld["hire/blitzer"].code == "too-many-of-position"
    assert ask.withheld["reroll"].code == "too-many-rerolls"
    # Whoever lets one go in the same basket has the place.
    swap = {"hire-and-fire": {"hire/blitzer": 1, "fire/p0": 1}}
    assert question["hire-and-fire"].ask(book(), HireAndFire(side, "w"), swap).effects


def test_a_skill_that_cannot_be_learned_says_why_not():
    learner = player("p1", "lineman", skills=("frenzy",), owed={"1": [1, 2]})
    at = ImprovementChoice(team(learner), "p1", "1")
    (ask,) = question["improvement-choice"].ask(book(), at, {}).open
    codes = {key: reason.code for key, reason in ask.withheld.items()}
    assert codes["frenzy"] == "has-skill-already"
    assert codes["grab"] == "skill-barred-by"
    assert codes["guard"] == "takes-a-double"
    assert codes["piling-on"] == "not-in-this-league"
    assert codes["claws"] == "skill-not-open"
    assert codes["+st"] == "not-by-this-roll"
    known = {*ask.options, *codes}
    assert known == {*book().catalogue.skills, "+ma", "+st", "+ag", "+av"}
