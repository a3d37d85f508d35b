"""Dice, asks, driving, effects and the fold, without any edition."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import effects as e
from rules.engine.asks import Offer, Roll, choose, confirm, pick, roll, shop, together
from rules.engine.dice import dice
from rules.engine.drive import Asks, Driving, drive
from rules.engine.fold import Impossible, fold
from rules.engine.rulings import Allowed, Line, Refused, allowed, total
from rules.engine.state import Home, Player, Team

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("spec", "count", "lowest", "highest"),
    [
        ("D3", 3, 1, 3),
        ("D6", 6, 1, 6),
        ("D8", 8, 1, 8),
        ("D16", 16, 1, 16),
        ("2D6", 36, [1, 1], [6, 6]),
        ("3D6", 216, [1, 1, 1], [6, 6, 6]),
        ("D68", 48, 11, 68),
    ],
)
def test_dice_show_all_their_results_and_no_other(spec, count, lowest, highest):
    results = list(dice(spec).results())
    assert (len(results), results[0], results[-1]) == (count, lowest, highest)
    assert all(dice(spec).fault(result) is None for result in results)


@given(st.one_of(st.integers(), st.text(), st.lists(st.integers()), st.none(), st.booleans()))
def test_a_d68_takes_exactly_its_48_results(value):
    faultless = dice("D68").fault(value) is None
    assert faultless == (type(value) is int and value in list(dice("D68").results()))


@pytest.mark.parametrize("value", [0, 7, 6.0, "6", True, None, [6]])
def test_a_d6_refuses_what_it_cannot_show(value):
    assert dice("D6").fault(value) in ("dice-range", "dice-shape")


def test_unknown_dice_are_a_bug_not_an_answer():
    with pytest.raises(ValueError, match="no such dice"):
        dice("D6+1")


def winnings(side):
    rolled = yield from roll("winnings", "D6")
    if side["won"] and (yield from choose("winnings/again", "keep", "reroll")) == "reroll":
        rolled = yield from roll("winnings/second", "D6")
    lines = [Line("die", rolled), Line("fame", side["fame"]), Line("result", int(side["won"]))]
    return allowed(e.Gold(10_000 * max(0, total(lines)), "winnings"), because=lines)


def test_driving_goes_on_from_where_it_waits():
    begun = []

    def step(side):
        begun.append(side)
        return (yield from winnings(side))

    driving = Driving(step, {"won": True, "fame": 0})
    for answers in (
        {},
        {"winnings": 7},
        {"winnings": 2},
        {"winnings": 2, "winnings/again": "keep"},
    ):
        assert driving.follow(answers).outcome == drive(winnings, driving.side, answers)
    assert len(begun) == 1


def test_driving_starts_anew_where_an_answer_is_another():
    driving = Driving(winnings, {"won": True, "fame": 0})
    kept = {"winnings": 2, "winnings/again": "keep"}
    for answers in (
        kept,
        kept | {"winnings": 5},
        {"winnings": 5},
        {},
        kept,
        kept | {"winnings": True},
    ):
        assert driving.follow(answers).outcome == drive(winnings, driving.side, answers)


def test_a_step_asks_one_thing_after_the_other():
    side = {"won": True, "fame": 1}
    assert drive(winnings, side, {}) == Asks((Roll("winnings", dice="D6"),))
    second = drive(winnings, side, {"winnings": 2})
    assert [ask.key for ask in second.open] == ["winnings/again"]
    assert [ask.key for ask in second.answered] == ["winnings"]
    kept = drive(winnings, side, {"winnings": 2, "winnings/again": "keep"})
    assert kept.effects == (e.Gold(40_000, "winnings"),)
    answers = {"winnings": 2, "winnings/again": "reroll", "winnings/second": 6}
    assert drive(winnings, side, answers).effects == (e.Gold(80_000, "winnings"),)


def test_answers_nobody_asked_for_change_nothing():
    side = {"won": False, "fame": 0}
    plain = drive(winnings, side, {"winnings": 3})
    assert drive(winnings, side, {"winnings": 3, "winnings/second": 6}) == plain


def test_an_answer_out_of_bounds_is_refused_with_its_key():
    ruling = drive(winnings, {"won": True, "fame": 0}, {"winnings": 7})
    assert isinstance(ruling, Refused)
    assert [(r.code, r.subject, r.integrity) for r in ruling.reasons] == [
        ("dice-range", "winnings", True)
    ]


def test_asks_put_together_are_answered_in_any_order_and_refused_together():
    def step(_):
        first, second = yield from together(Roll("a", dice="D6"), Roll("b", dice="D3"))
        return allowed(e.Gold(first * second, "sum"))

    assert [ask.key for ask in drive(step, None, {"b": 3}).open] == ["a"]
    assert drive(step, None, {"b": 3, "a": 2}).effects == (e.Gold(6, "sum"),)
    assert [r.subject for r in drive(step, None, {"a": 9, "b": 9}).reasons] == ["a", "b"]


def test_a_step_that_asks_twice_under_one_key_is_a_bug():
    def step(_):
        yield from roll("same", "D6")
        yield from roll("same", "D6")
        return allowed()

    with pytest.raises(LookupError, match="asked twice"):
        drive(step, None, {"same": 1})


@pytest.mark.parametrize(
    ("answer", "codes"),
    [
        (["ann", "bob"], []),
        (["ann", "ann"], ["picked-twice"]),
        (["ann"], ["wrong-number"]),
        (["ann", "zed"], ["not-a-candidate"]),
        ("ann", ["not-a-list-of-ids"]),
        ([1, 2], ["not-a-list-of-ids"]),
        (["zed", "zed", "zed"], ["picked-twice", "not-a-candidate", "wrong-number"]),
    ],
)
def test_picking_says_everything_that_is_wrong(answer, codes):
    def step(_):
        yield from pick("who", ["ann", "bob", "cat"], at_least=2, at_most=2)
        return allowed()

    ruling = drive(step, None, {"who": answer})
    assert [r.code for r in getattr(ruling, "reasons", ())] == codes


@pytest.mark.parametrize(
    ("basket", "codes"),
    [
        ({"lineman": 2}, []),
        ({"lineman": 0}, []),
        ({"lineman": 5, "ogre": 1}, ["more-than-offered", "not-on-offer"]),
        ({"lineman": -1}, ["not-a-count"]),
        ({"lineman": 1.5}, ["not-a-count"]),
        ([], ["not-a-basket"]),
    ],
)
def test_a_basket_says_everything_that_is_wrong(basket, codes):
    def step(_):
        yield from shop("hire", [Offer("lineman", 50_000, 4)], purse=100_000)
        return allowed()

    ruling = drive(step, None, {"hire": basket})
    assert [r.code for r in getattr(ruling, "reasons", ())] == codes


def test_confirming_wants_yes_or_no():
    def step(_):
        sure = yield from confirm("sure")
        return allowed(e.Rerolls(int(sure)))

    assert drive(step, None, {"sure": True}).effects == (e.Rerolls(1),)
    assert [r.code for r in drive(step, None, {"sure": "yes"}).reasons] == ["not-yes-or-no"]


PLAYER = Player(
    id="p1",
    position="lineman",
    cost=50_000,
    number=3,
    name="Cob Netter",
    skills=("tackle",),
    value_added=20_000,
)
TEAM = Team(race="human", treasury=100_000, players={"p1": PLAYER}, fan_factor=1, rerolls=1)

ONE_OF_EACH = [
    e.Gold(-30_000, "hire"),
    e.Fund(50_000),
    e.Joined(
        Player(id="p2", position="thrower", cost=70_000, skills=("accurate",), owed={"1": [5, 5]})
    ),
    e.Left("p1", "fired"),
    e.Signed("p1"),
    e.Renewed("p1"),
    e.Earned("p1", "td", 2),
    e.PointsGiven("p1", -2),
    e.Spent("p1", 3),
    e.TemporarilyRetired("p1"),
    e.ImprovementOwed("p1", "1", [2, 5]),
    e.Improved("p1", "1", 20_000, skill="block"),
    e.Lent("p1", ("bombardier", "loner")),
    e.SkillGiven("p1", "block", 20_000),
    e.SkillTaken("p1", "tackle", 20_000),
    e.Raised("p1", "st", 1, 50_000),
    e.Lowered("p1", "ag"),
    e.Lowered("p1", "ag", 2),
    e.Niggled("p1"),
    e.MissesNext("p1"),
    e.Rerolls(1),
    e.Staff("cheerleader", 1),
    e.LastingInducement("bribe", 1),
    e.FanFactor(-1),
    e.Sponsor("farblast"),
    e.OngoingSponsors(1),
    e.Blacklisted("sig"),
    e.HomeStadium(Home("ice", "Frostfield")),
    e.HomeNamed("The Frozen Bowl", "ice"),
    e.RosteredStar("griff-oberwald"),
    e.Marked("league", "badlands-brawl"),
    e.Recorded({"played": 1, "won": 1}),
]
NOT_OF_A_TEAM = [e.Fact("weather", "nice"), e.To("home", e.Gold(10_000, "exposure"))]


def test_every_kind_of_effect_has_an_example_here():
    assert {type(effect) for effect in ONE_OF_EACH + NOT_OF_A_TEAM} == set(e.KINDS.values())


@pytest.mark.parametrize("effect", ONE_OF_EACH + NOT_OF_A_TEAM, ids=e.kind_of)
def test_an_effect_survives_being_stored(effect):
    assert e.from_data(json.loads(json.dumps(e.to_data(effect)))) == effect


@pytest.mark.parametrize("effect", ONE_OF_EACH, ids=e.kind_of)
def test_every_effect_changes_something(effect):
    before = (
        fold(TEAM, [e.ImprovementOwed("p1", "1", [2, 5])])
        if isinstance(effect, e.Improved)
        else TEAM
    )
    before = fold(before, [e.MissesNext("p1", misses=False)])
    if isinstance(effect, e.Signed):
        before = fold(
            TEAM,
            [e.Left("p1", "x"), e.Joined(Player("p1", "lineman", 50_000, journeyman=True))],
        )
    if isinstance(effect, e.HomeNamed):
        before = fold(before, [e.HomeStadium(Home("ice"))])
    assert fold(before, [effect]) != before


def test_a_name_is_not_handed_on_to_a_home_of_another_kind():
    """As by a match that is entered late, before the home was named."""
    named = e.HomeNamed("The Frozen Bowl", "ice")
    for kind, called in (("ice", "The Frozen Bowl"), ("solid-stone", "")):
        home = fold(TEAM, [e.HomeStadium(Home(kind)), named]).home
        assert home.name == called


@pytest.mark.parametrize(
    "effect",
    [
        e.Gold(-100_001, "too much"),
        e.Fund(-1),
        e.Joined(PLAYER),
        e.Left("nobody", "fired"),
        e.Earned("nobody", "td"),
        e.Improved("p1", "1", 20_000, skill="block"),
        e.SkillGiven("p1", "tackle", 20_000),
        e.SkillTaken("p1", "block", 20_000),
        e.SkillTaken("p1", "tackle", 30_000),
        e.Raised("p1", "st", -1, -50_000),
        e.Raised("p1", "st", 1, -50_000),
        e.Lowered("p1", "st", -1),
        e.PointsGiven("nobody", 1),
        e.Niggled("p1", -1),
        e.Rerolls(-2),
        e.Staff("cheerleader", -1),
        e.LastingInducement("bribe", -1),
        e.FanFactor(-2),
    ],
    ids=repr,
)
def test_the_fold_bears_no_lies(effect):
    with pytest.raises(Impossible):
        fold(TEAM, [effect])


def test_an_improvement_raises_value_and_characteristic_and_is_owed_no_more():
    team = fold(
        TEAM,
        [e.ImprovementOwed("p1", "1", [2, 5]), e.Improved("p1", "1", 50_000, characteristic="st")],
    )
    player = team.players["p1"]
    assert (player.value, player.net("st"), player.owed, player.improvements) == (120_000, 1, {}, 1)
    hurt = fold(team, [e.Lowered("p1", "st"), e.Lowered("p1", "st")]).players["p1"]
    assert (hurt.net("st"), hurt.value) == (-1, 120_000)


def test_what_is_given_by_hand_can_be_taken_again():
    given = [
        e.SkillGiven("p1", "block", 20_000),
        e.Raised("p1", "st", 2, 100_000),
        e.Lowered("p1", "ag", 2),
        e.PointsGiven("p1", 5),
    ]
    changed = fold(TEAM, given).players["p1"]
    assert (changed.skills, changed.value) == (("tackle", "block"), 190_000)
    assert (changed.net("st"), changed.net("ag"), changed.extra) == (2, -2, 5)
    taken = [
        e.SkillTaken("p1", "block", 20_000),
        e.Raised("p1", "st", -2, -100_000),
        e.Lowered("p1", "ag", -2),
        e.PointsGiven("p1", -5),
    ]
    again = fold(TEAM, given + taken).players["p1"]
    assert (again.skills, again.value) == (PLAYER.skills, PLAYER.value)
    assert (again.net("st"), again.net("ag"), again.extra) == (0, 0, 0)


def test_a_loss_that_was_stored_before_losses_were_counted_is_one_point():
    stored = {"kind": "lowered", "player": "p1", "characteristic": "ag"}
    assert e.from_data(stored) == e.Lowered("p1", "ag", 1)


def test_allowed_and_refused_are_told_apart_by_type():
    assert isinstance(drive(winnings, {"won": False, "fame": -3}, {"winnings": 1}), Allowed)
