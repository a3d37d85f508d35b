"""Hire and fire, and the draft."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.bb2016.draft import Draft
from rules.editions.bb2016.edition import question
from rules.editions.bb2016.value import team_value
from rules.engine.circumstances import HireAndFire
from rules.engine.effects import Gold, Joined, Left, Rerolls, RosteredStar, Signed, Staff
from rules.engine.fold import fold
from rules.engine.grants import grant
from rules.engine.rulings import Allowed, total
from rules.engine.state import Player, Team
from rules.loading import load
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure

BOOK = book()
HUMANS = {"lineman": 7, "blitzer": 4, "thrower": 1}


def drafted(wish, **house):
    return question["draft"].ask(book(**house), wish, {})


def codes(ruling):
    return [(reason.code, reason.subject) for reason in ruling.reasons]


def test_a_human_team_of_twelve_adds_up():
    """Lines 587-621 and the list at 5196: 7 × 50,000, 4 × 90,000, 70,000, 3 × 50,000, 50,000."""
    ruling = drafted(Draft("human", HUMANS, 3, 2, {"apothecary": 1}))
    assert isinstance(ruling, Allowed)
    assert total(ruling.because) == 0
    begun = fold(Team("human"), ruling.effects)
    assert (begun.treasury, len(begun.players), begun.rerolls, begun.fan_factor) == (0, 12, 3, 2)
    assert team_value(BOOK, begun)[0] == 1_000_000


def test_every_broken_rule_is_named_at_once():
    wish = Draft("human", {"lineman": 4, "blitzer": 5, "ogre": 2}, 9, 10, {"apothecary": 2})
    assert codes(drafted(wish)) == [
        ("too-many-of-position", "players.blitzer"),
        ("too-many-of-position", "players.ogre"),
        ("too-many-rerolls", "rerolls"),
        ("too-much-fan-factor", "fan_factor"),
        ("too-many-apothecaries", "staff.apothecary"),
        ("over-budget", "treasury"),
    ]
    assert codes(drafted(Draft("human", {"lineman": 10}))) == [("too-few-players", "players")]
    assert ("too-many-players", "players") in codes(drafted(Draft("goblin", {"goblin": 17})))


def test_what_cannot_be_counted_is_refused_before_counting():
    assert codes(drafted(Draft("elvish"))) == [("no-such-race", "race")]
    wish = Draft("human", {"wardancer": 1, "lineman": -1}, -1, -1, {"wizard": 1, "cheerleader": -2})
    assert codes(drafted(wish)) == [
        ("no-such-position", "players.wardancer"),
        ("negative", "players.lineman"),
        ("negative", "rerolls"),
        ("negative", "fan_factor"),
        ("no-such-staff", "staff.wizard"),
        ("negative", "staff.cheerleader"),
    ]


def test_the_undead_may_have_no_apothecary():
    """Line 621."""
    wish = Draft("undead", {"skeleton": 6, "zombie": 5}, 0, 0, {"apothecary": 1})
    assert codes(drafted(wish)) == [("no-apothecary-for-race", "staff.apothecary")]


def test_house_rules_change_budget_races_and_fan_factor():
    wish = Draft("human", {"lineman": 11}, seasons_finished=2)
    richer = drafted(wish, **{"draft.treasury-per-season": 100_000})
    assert richer.because[0].amount == 1_200_000
    assert codes(drafted(wish, **{"draft.races": ["orc"]})) == [("race-not-allowed", "race")]
    free = drafted(wish, **{"fan-factor.free": True})
    begun = fold(Team("human"), free.effects)
    assert begun.fan_factor == 5
    assert team_value(book(**{"fan-factor.free": True}), begun)[0] == 550_000
    bought = Draft("human", {"lineman": 11}, fan_factor=1)
    assert codes(drafted(bought, **{"fan-factor.free": True})) == [
        ("fan-factor-is-free", "fan_factor")
    ]


@st.composite
def wishes(draw):
    race = load("bb2016").races[draw(st.sampled_from(sorted(load("bb2016").races)))]
    return Draft(
        race.key,
        {key: draw(st.integers(0, 16)) for key in race.positions},
        draw(st.integers(0, 9)),
        draw(st.integers(0, 10)),
        {
            what: draw(st.integers(0, 2))
            for what in ("assistant-coach", "cheerleader", "apothecary")
        },
    )


@given(wishes())
def test_a_draft_that_is_allowed_folds_into_a_team_worth_its_price(wish):
    ruling = drafted(wish, **{"draft.treasury": 3_000_000})
    if isinstance(ruling, Allowed):
        begun = fold(Team(wish.race), ruling.effects)
        value, lines = team_value(BOOK, begun)
        assert value == total(lines)
        assert begun.treasury + value == 3_000_000
    else:
        assert ruling.reasons


def window(current, basket, *, rules=None, **fields):
    at = HireAndFire(current, "m1", **fields)
    return question["hire-and-fire"].ask(rules or BOOK, at, {"hire-and-fire": basket})


def test_a_later_reroll_costs_double_but_counts_single():
    """Line 1363."""
    before = team(treasury=100_000)
    ruling = window(before, {"reroll": 1})
    assert ruling.effects == (Gold(-100_000, "reroll"), Rerolls(1))
    after = fold(before, ruling.effects)
    assert team_value(BOOK, after)[0] - team_value(BOOK, before)[0] == 50_000


def test_hiring_firing_and_staff_in_one_basket():
    before = team(player("old"), *[player(f"p{n}") for n in range(11)], treasury=200_000)
    ruling = window(before, {"fire/old": 1, "hire/blitzer": 1, "staff/cheerleader": 2})
    assert ruling.effects == (
        Left("old", "fired"),
        Gold(-90_000, "hire"),
        Gold(-20_000, "staff"),
        Joined(Player("m1/blitzer/1", "blitzer", 90_000)),
        Staff("cheerleader", 2),
    )
    assert fold(before, ruling.effects).treasury == 90_000


def test_an_empty_treasury_says_what_is_missing_and_nobody_overrides_it():
    ruling = window(team(treasury=80_000), {"hire/blitzer": 1})
    (reason,) = ruling.reasons
    assert (reason.code, reason.params["short"], reason.integrity) == (
        "cannot-afford",
        10_000,
        True,
    )
    assert not ruling.overridable()


def test_sixteen_is_a_full_roster_and_a_dismissal_makes_room():
    full = team(*[player(f"p{n}") for n in range(16)], treasury=500_000)
    assert codes(window(full, {"hire/blitzer": 1})) == [("too-many-players", "players")]
    assert isinstance(window(full, {"hire/blitzer": 1, "fire/p0": 1}), Allowed)


def test_positional_limits_count_those_who_stay():
    four = team(*[player(f"b{n}", "blitzer") for n in range(4)], treasury=500_000)
    assert codes(window(four, {"hire/blitzer": 1})) == [("too-many-of-position", "hire/blitzer")]
    assert isinstance(window(four, {"hire/blitzer": 1, "fire/b0": 1}), Allowed)


def test_journeymen_are_signed_at_rookie_price_or_leave():
    """Line 1366: they keep what they earned."""
    keen = player("j1", journeyman=True, awards={"touchdown": 2}, value_added=20_000)
    spare = player("j2", journeyman=True)
    before = team(keen, spare, treasury=50_000)
    ruling = window(before, {"sign/j1": 1})
    assert ruling.effects == (Left("j2", "journeyman"), Gold(-50_000, "sign"), Signed("j1"))
    signed = fold(before, ruling.effects).players["j1"]
    assert (signed.journeyman, signed.value, signed.awards) == (False, 70_000, {"touchdown": 2})


def test_a_raised_zombie_joins_for_nothing_but_counts_in_full():
    before = team(race="undead")
    ruling = window(before, {"free/1": 1}, free=("zombie",))
    (joined,) = ruling.effects
    assert joined == Joined(Player("m1/raised/1", "zombie", 40_000))
    full = team(*[player(f"s{n}", "skeleton", "undead") for n in range(16)], race="undead")
    assert codes(window(full, {"free/1": 1}, free=("zombie",))) == [("too-many-players", "players")]


def test_a_star_is_rostered_only_where_the_league_says_so_and_takes_a_place():
    rich = team(treasury=500_000)
    basket = {"star/griff-oberwald": 1}
    assert codes(window(rich, basket, stars=("griff-oberwald",))) == [
        ("not-in-this-league", "stars.rostered")
    ]
    rules = book(**{"stars.rostered": True})
    ruling = window(rich, basket, stars=("griff-oberwald",), rules=rules)
    assert ruling.effects == (Gold(-320_000, "star"), RosteredStar("griff-oberwald"))
    full = team(*[player(f"p{n}") for n in range(16)], treasury=500_000)
    assert codes(window(full, basket, stars=("griff-oberwald",), rules=rules)) == [
        ("too-many-players", "players")
    ]
    nearly = team(*[player(f"p{n}") for n in range(15)], treasury=500_000)
    pair = ("grak-crumbleberry",)
    assert codes(window(nearly, {f"star/{pair[0]}": 1}, stars=pair, rules=rules)) == [
        ("too-many-players", "players")
    ]


def test_a_star_signs_only_where_he_would_play():
    """Lines 1591-1598: whoever plays for the race, is for hire and is not barred."""
    rules = book(**{"stars.rostered": True, "stars.barred": ["helmut-wulf"]})
    rich = team(treasury=900_000)
    strangers = ("hakflem-skuttlespike", "helmut-wulf", "the-black-gobbo")
    ruling = window(rich, {"star/hakflem-skuttlespike": 1}, stars=strangers, rules=rules)
    assert [(reason.code, reason.params["star"]) for reason in ruling.reasons] == [
        ("star-plays-for-others", "hakflem-skuttlespike"),
        ("star-barred", "helmut-wulf"),
        ("star-not-for-hire", "the-black-gobbo"),
    ]
    signed = team(treasury=900_000, star="griff-oberwald")
    assert codes(window(signed, {}, stars=("griff-oberwald",), rules=rules)) == [
        ("under-contract-already", "stars")
    ]


@given(st.data())
def test_whatever_is_allowed_folds_and_never_overspends(data):
    before = team(
        *[player(f"p{n}") for n in range(9)],
        player("b", "blitzer"),
        player("j", journeyman=True),
        treasury=data.draw(st.integers(0, 60)) * 10_000,
        rerolls=2,
        staff={"cheerleader": 1},
    )
    at = HireAndFire(before, "m1")
    asked = question["hire-and-fire"].ask(BOOK, at, {}).open[0]
    basket = {
        offer.key: data.draw(st.integers(0, offer.at_most))
        for offer in data.draw(st.lists(st.sampled_from(asked.offers), unique=True, max_size=6))
    }
    ruling = window(before, basket)
    if isinstance(ruling, Allowed):
        after = fold(before, ruling.effects)
        assert after.treasury == before.treasury + total(ruling.because) >= 0
        assert len(after.players) <= 16
        assert not any(each.journeyman for each in after.players.values())
    else:
        assert ruling.reasons


class TestSettingRulesAside:
    def sixteen(self):
        return [player(f"p{n}", "lineman" if n < 12 else "blitzer") for n in range(16)]

    def ask(self, side, basket):
        at = HireAndFire(side, "window/1")
        return question["hire-and-fire"].ask(BOOK, at, {"hire-and-fire": basket})

    def test_a_refusal_says_what_would_come_true(self):
        full = team(*self.sixteen(), treasury=50_000)
        refusal = self.ask(full, {"hire/lineman": 1})
        although = refusal.although()
        assert codes(refusal) == [("too-many-players", "players")]
        assert although.effects == refusal.otherwise.effects
        assert len(fold(full, although.effects).players) == 17
        assert [line.code for line in although.because] == ["hire", "set-aside"]
        assert although.because[-1].params == {
            "rule": "too-many-players",
            "about": {"count": 17, "at_most": 16},
        }

    def test_never_where_integrity_is_at_stake(self):
        full = team(*self.sixteen(), treasury=40_000)
        refusal = self.ask(full, {"hire/lineman": 1})
        assert [code for code, _ in codes(refusal)] == ["too-many-players", "cannot-afford"]
        assert refusal.otherwise is not None
        assert refusal.although() is None

    def test_never_where_the_basket_makes_no_sense(self):
        refusal = self.ask(team(treasury=900_000), {"hire/lineman": -1})
        assert refusal.although() is None
        assert self.ask(team(treasury=900_000), {"hire/wizard": 1}).otherwise is None

    def test_a_grant_pays_for_what_is_allowed(self):
        poor = team(treasury=40_000)
        richer = fold(poor, grant(10_000).effects)
        ruling = self.ask(richer, {"hire/lineman": 1})
        assert isinstance(ruling, Allowed)
        assert fold(richer, ruling.effects).treasury == 0
