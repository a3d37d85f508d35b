"""Who takes the field, and what a side has to use there."""

import pytest

from rules.editions.bb2016.lineup import FIELD
from rules.engine.match import Match
from tests.rules.builders import book, team

pytestmark = pytest.mark.pure

BOOK = book(**{"stars.rostered": True})


def match_of(home, *, stadium="", **facts):
    match_facts = {"stadium": (stadium,)} if stadium else {}
    return Match(
        "m1",
        {"home": home, "away": team(race="orc")},
        facts=match_facts,
        side_facts={"home": facts, "away": {}},
    )


@pytest.mark.parametrize("star", ["griff-oberwald", "grak-crumbleberry"])
def test_a_rostered_star_is_a_fan_favourite_and_a_hired_one_is_not_1616(star):
    under_contract = match_of(team(star=star))
    hired = match_of(team(), **{"hired-star": (star,)})
    for match, counts in ((under_contract, 1), (hired, 0)):
        stars = [each for each in FIELD.lineup(BOOK, match, "home") if each.position == star]
        assert stars
        assert {each.skills.count("fan-favourite") for each in stars} == {counts}


def test_on_site_apothecaries_treat_one_casualty_more_1724():
    home = team(staff={"apothecary": 1})
    there = match_of(home, stadium="on-site-apothecaries")
    assert FIELD.treatments(BOOK, there, "home") == {"apothecary": 2}
    assert FIELD.treatments(BOOK, match_of(home, stadium="ice"), "home") == {"apothecary": 1}
    assert FIELD.treatments(BOOK, there, "away") == {"apothecary": 1}


def test_whoever_may_have_no_apothecary_has_a_re_roll_there_instead_1724():
    there = match_of(team(race="undead"), stadium="on-site-apothecaries")
    assert FIELD.treatments(BOOK, there, "home") == {}
    assert FIELD.inducements(BOOK, there, "home") == {"extra-team-training": 1}


def test_apathetic_officials_take_a_bribe_from_each_side_in_each_half_1710():
    bought = ({"key": "bribe", "count": 1},)
    there = match_of(team(), stadium="apathetic-officials", inducement=bought)
    assert FIELD.inducements(BOOK, there, "home") == {"bribe": 3}
    assert FIELD.inducements(BOOK, there, "away") == {"bribe": 2}
