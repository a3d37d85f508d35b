"""Special rules and leagues, where lists, stars and inducements of bb2016 had them."""

from copy import deepcopy

import pytest

from rules.book import Book
from rules.editions import edition
from rules.editions.bb2016.hire import stars_who_would_sign
from rules.editions.bb2016.market import Buying, market
from rules.editions.bb2016.withheld import withheld
from rules.engine.state import Team
from rules.house import House
from rules.loading import made_from, raw_of
from rules.queries import special_offers, stars_for
from rules.ruleset import ruleset

pytestmark = pytest.mark.pure

CLASSIC, BRAWL = {"league": "classic"}, {"league": "brawl"}


def changed():
    """Humans play in one of two leagues; Griff, wizards and cheap bribes go by these."""
    raw = deepcopy(raw_of("bb2016"))
    raw["special_rule"] = [
        {"key": "classic", "name": "Old Classic", "kind": "league", "line": 1},
        {"key": "brawl", "name": "Big Brawl", "kind": "league", "line": 2},
    ]
    by_key = {each["key"]: each for each in (*raw["team"], *raw["star"], *raw["inducement"])}
    choice = {"key": "league", "name": "League", "rules": ["Old Classic", "Big Brawl"]}
    by_key["human"]["choice"] = [choice]
    by_key["griff-oberwald"]["plays_for"] = ["Old Classic"]
    by_key["bribe"]["only_for"] = ["Big Brawl", "Goblin"]
    by_key["bribe"]["cost_for"] = {"Big Brawl": 50_000}
    by_key["bribe"]["max_for"] = {"Big Brawl": 6}
    return made_from(raw)


CATALOGUE = changed()
BOOK = Book(CATALOGUE, House(edition("bb2016").knobs, {"stars.rostered": True}))


def sold(marks):
    return market(BOOK, Buying(Team("human", marks=marks)))


def test_stars_are_free_for_who_plays_in_their_league():
    assert "star/griff-oberwald" in sold(CLASSIC)
    assert "star/griff-oberwald" not in sold(BRAWL)
    kept = withheld(BOOK, Buying(Team("human", marks=BRAWL)), sold(BRAWL))
    assert kept["star/griff-oberwald"].code == "not-for-race"
    signing = [
        stars_who_would_sign(BOOK, Team("human", marks=each), ()) for each in (CLASSIC, BRAWL)
    ]
    assert ["griff-oberwald" in stars for stars in signing] == [True, False]


def test_inducements_are_open_and_priced_by_what_a_team_has_chosen():
    assert "bribe" not in sold(CLASSIC)
    offer = sold(BRAWL)["bribe"].offer
    assert (offer.price, offer.at_most) == (50_000, 6)
    kept = withheld(BOOK, Buying(Team("human", marks=CLASSIC)), sold(CLASSIC))
    assert kept["bribe"].code == "not-for-race"


def test_the_rulebook_lists_what_some_team_of_a_list_may_have():
    human, orc = (CATALOGUE.races[key] for key in ("human", "orc"))
    assert "griff-oberwald" in [star.key for star in stars_for(CATALOGUE, human)]
    assert "griff-oberwald" not in [star.key for star in stars_for(CATALOGUE, orc)]
    assert {each.inducement.key: each.cost for each in special_offers(CATALOGUE, human)}[
        "bribe"
    ] == 50_000
    told = {each["key"]: each for each in ruleset(CATALOGUE)["inducements"]}["bribe"]
    assert told["for_rules"] == ["brawl"]
    assert "Human" in told["only_for"]
