"""Living Rulebook 4: what a match earns, who grows by it and who grows old. Lines are those of the
rulebook; whole evenings stand in test_lrb4_evenings."""

from dataclasses import replace

import pytest

from rules.editions.lrb4.fortune import Following, Winnings
from rules.editions.lrb4.improvement import Ageing, Improvement, ImprovementChoice
from rules.editions.lrb4.mvp import Mvp
from rules.engine.circumstances import HireAndFire
from rules.engine.effects import Earned, Fact, FanFactor, Gold, Lowered, Niggled
from rules.engine.rulings import Allowed, Refused, total
from tests.rules.lrb4_matches import BOOK, ask, player, squad

pytestmark = pytest.mark.pure


# --- winnings


# The highest rating of each column, and the gate of each row (4524-4536).
RATINGS = (99, 125, 150, 175, 200, 225, 250, 275, 300, 9_999)
GATES = (20_000, 40_000, 60_000, 80_000, 100_000, 120_000, 140_000, 160_000, 9_999_999)


def earned(rating, gate, die, result="drawn", **more):
    return ask("winnings", Winnings(rating, gate, result, **more), {"winnings": die})


@pytest.mark.parametrize("row", range(9))
@pytest.mark.parametrize("column", range(10))
def test_the_matrix_of_gate_and_rating_with_both_edges_of_each_field_4525(row, column):
    """Each step to the right is one less, each step down one more; +1 stands in the corner."""
    lowest = (0, *(each + 1 for each in RATINGS[:-1]))[column]
    fewest = (0, *(each + 1 for each in GATES[:-1]))[row]
    for rating in (lowest, RATINGS[column]):
        for gate in (fewest, GATES[row]):
            modifier = 1 + row - column
            line = earned(rating, gate, 6).because[1]
            assert (line.code, line.amount) == ("gate-and-rating", modifier * 10_000)
            assert earned(rating, gate, 6).effects[0].amount == max(0, 6 + modifier) * 10_000


@pytest.mark.parametrize(
    ("rating", "die", "result", "gold"),
    [
        (301, 6, "lost", 0),
        (301, 6, "won", 0),
        # 1 and -2, and 1 for winning: nothing, not -10,000 and then 1 (4509, 4538).
        (151, 1, "won", 0),
        (126, 1, "won", 10_000),
        (99, 1, "lost", 20_000),
    ],
)
def test_winnings_are_never_below_nothing_once_all_is_counted_4509(rating, die, result, gold):
    ruling = earned(rating, 20_000, die, result)
    assert ruling.effects == (Gold(gold, "winnings"),)
    assert total(ruling.because) == gold


def test_a_conceder_passes_on_what_they_rolled_and_only_a_winner_has_it_4605():
    passed = earned(60, 20_000, 4, "lost", conceded=True)
    assert passed.effects == (Gold(0, "winnings"), Fact("winnings-passed-on", 50_000))
    had = earned(60, 20_000, 1, "won", from_conceder=50_000)
    assert had.effects == (Gold(80_000, "winnings"),)
    assert isinstance(earned(60, 20_000, 1, "lost", from_conceder=50_000), Refused)


# --- fans


@pytest.mark.parametrize(
    ("fans", "die", "result", "more", "by"),
    [
        (5, 1, "drawn", {}, -1),
        (5, 2, "drawn", {}, 0),
        (5, 5, "drawn", {}, 0),
        (5, 6, "drawn", {}, 1),
        (5, 5, "won", {}, 1),
        (5, 2, "lost", {}, -1),
        (5, 6, "lost", {}, 0),
        (5, 5, "drawn", {"touchdowns": 2}, 1),
        (5, 5, "drawn", {"touchdowns": 1, "casualties": 1}, 0),
        (5, 5, "drawn", {"casualties": 2}, 1),
        (5, 4, "drawn", {"touchdowns": 5, "casualties": 9}, 1),
        (5, 4, "drawn", {"semi_final": True}, 0),
        (5, 5, "drawn", {"semi_final": True}, 1),
        (5, 3, "drawn", {"final": True}, 0),
        (5, 4, "drawn", {"final": True}, 1),
        (5, 3, "won", {"conceded_to": True}, 1),
        # One less for every full ten (4566).
        (9, 6, "drawn", {}, 1),
        (10, 6, "drawn", {}, 0),
        (19, 2, "drawn", {}, -1),
        (20, 3, "drawn", {}, -1),
        # Nobody falls below one, and there is no limit upwards (4545).
        (1, 1, "lost", {}, 0),
        (2, 1, "lost", {}, -1),
        (99, 6, "won", {"touchdowns": 2, "casualties": 2, "final": True, "conceded_to": True}, 0),
        (49, 6, "won", {"touchdowns": 2, "casualties": 2}, 0),
        (39, 6, "won", {"touchdowns": 2, "casualties": 2}, 1),
    ],
)
def test_fans_come_and_go_by_a_die_with_all_that_counts_4555(fans, die, result, more, by):
    at = Following(squad("h", fan_factor=fans), result, **more)
    ruling = ask("fan-factor", at, {"fan-factor": die})
    assert list(ruling.effects) == ([FanFactor(by)] if by else [])


@pytest.mark.parametrize(("fans", "by"), [(5, -1), (2, -1), (1, 0)])
def test_who_gives_up_loses_a_fan_factor_without_a_roll_4608(fans, by):
    at = Following(squad("h", fan_factor=fans), "lost", conceded=True)
    assert list(ask("fan-factor", at).effects) == ([FanFactor(by)] if by else [])


# --- the award


@pytest.mark.parametrize(
    ("about", "drawn", "points"),
    [
        ({}, "h1", True),
        # Posthumously, and wasted (5892); a star's and a freebooter's are lost (3969).
        ({"dead": ("x",)}, "x", False),
        ({"hired": ("thrud-the-barbarian",)}, "thrud-the-barbarian", False),
    ],
)
def test_the_award_is_drawn_and_lost_on_the_dead_and_the_hired_3953(about, drawn, points):
    ruling = ask("mvp", Mvp(squad("h"), **about), {"mvp/1/drawn": [drawn]})
    assert ruling.effects == (Fact("mvp", drawn), *([Earned(drawn, "mvp")] if points else []))


def test_nobody_has_two_awards_nor_one_without_having_been_there_3963_5894():
    at = Mvp(squad("h", count=3), absent=("h1",), inspired=("h2",), conceded="them")
    ruling = ask("mvp", at, {"mvp/1/drawn": ["h3"]})
    assert ruling.effects == (Fact("mvp", "h3"), Earned("h3", "mvp"))
    assert ruling.because[-1].code == "mvp"
    assert ask("mvp", Mvp(squad("h"), conceded="us")).effects == ()


# --- star player rolls


def options(faces, who, race="human", line="lineman"):
    """All that these dice let somebody choose."""
    owing = replace(who, awards={"mvp": 9}, owed={"1": faces}, improvements=1)
    (asked,) = ask(
        "improvement-choice", ImprovementChoice(squad("h", owing, race=race, line=line), "h1", "1")
    ).open
    return {*asked.options}


def skills(*letters):
    return {each.key for each in BOOK.catalogue.skills_in("".join(letters))}


@pytest.mark.parametrize(
    ("faces", "position", "letters", "raises"),
    [
        # A Human Catcher is the book's example: General and Agility (4056), by a double any skill,
        # or a trait of those two (4102), and no mutation.
        ([4, 5], "catcher", "GA", ""),
        ([1, 1], "catcher", "GAgaSP", ""),
        ([4, 6], "catcher", "GA", "ma"),
        ([5, 5], "catcher", "GAgaSP", "ma"),
        ([5, 6], "catcher", "GA", "ag"),
        ([6, 6], "catcher", "GAgaSP", "st"),
        ([5, 6], "thrower", "GP", "ag"),
        # Big Guys: Strength alone, and a trait of it by a double (2380).
        ([1, 2], "ogre", "S", ""),
        ([3, 3], "ogre", "SsGAP", ""),
    ],
)
def test_what_two_dice_let_a_human_learn_4035_4093_4104(faces, position, letters, raises):
    own = {*BOOK.position("human", position).skills}
    expected = skills(letters) - own | ({f"+{raises}"} if raises else set())
    assert options(faces, player("h1", position)) == expected


@pytest.mark.parametrize(
    ("race", "position", "learns"),
    [
        ("chaos", "chaos-warrior", True),
        ("chaos", "beastman", True),
        ("chaos", "minotaur", True),
        ("chaos", "troll", False),
        ("nurgle", "rotter", True),
        ("nurgle", "beast-of-nurgle", True),
        ("skaven", "lineman", True),
        ("skaven", "rat-ogre", True),
        ("chaos-dwarf", "hobgoblin", False),
        ("orc", "black-orc", False),
    ],
)
def test_only_some_have_mutations_and_those_by_doubles_2383_4092(race, position, learns):
    line = min(BOOK.race(race).positions.values(), key=lambda each: each.cost).key
    found = options([2, 2], player("h1", position, race), race, line)
    assert bool(found & skills("h")) is learns
    single = options([1, 2], player("h1", position, race), race, line)
    assert not single & skills("h")


def test_who_has_no_skill_left_learns_as_by_a_double_4045():
    full = player("h1", skills=tuple(sorted(skills("G"))))
    assert options([1, 2], full) == skills("gASP")
    assert options([4, 6], full) == skills("gASP") | {"+ma"}


@pytest.mark.parametrize(
    ("before", "rises"),
    [
        ({"raised": {"st": 1}}, True),
        ({"raised": {"st": 2}}, False),
        # A point that was lost makes room again (5936).
        ({"raised": {"st": 2}, "lowered": {"st": 1}}, True),
    ],
)
def test_no_characteristic_rises_by_more_than_two_4065(before, rises):
    assert ("+st" in options([6, 6], player("h1", **before))) is rises


def test_a_roll_has_to_be_earned_4016():
    rookie = squad("h", player("h1", awards={"completion": 5}))
    assert isinstance(ask("improvement", Improvement(rookie, "h1")), Refused)


# --- age


@pytest.mark.parametrize(
    ("level", "needed"), [(1, 3), (2, 4), (3, 5), (4, 6), (5, 7), (6, 8), (7, 9)]
)
def test_each_level_ages_by_its_own_row_4002(level, needed):
    def rolled(sum_):
        first = min(6, sum_ - 1)
        at = Ageing(squad("h"), "h1", str(level))
        told = {f"ageing/h1/{level}": [first, sum_ - first], f"ageing/h1/{level}/result": [1, 1]}
        return [*ask("ageing", at, told).effects]

    assert rolled(needed) == []
    assert rolled(needed - 1) == [Niggled("h1")]


@pytest.mark.parametrize(
    ("dice", "before", "taken"),
    [
        ([1, 1], {}, [Niggled("h1")]),
        ([2, 6], {}, [Niggled("h1")]),
        ([3, 6], {}, [Lowered("h1", "av")]),
        ([4, 6], {}, [Lowered("h1", "ma")]),
        ([5, 6], {}, [Lowered("h1", "ag")]),
        ([6, 6], {}, [Lowered("h1", "st")]),
        # Whatever would be beyond the limits is ignored (4136).
        ([6, 6], {"lowered": {"st": 2}}, []),
        ([3, 6], {"lowered": {"av": 2}}, []),
    ],
)
def test_what_age_takes_4145(dice, before, taken):
    at = Ageing(squad("h", player("h1", **before)), "h1", "1")
    told = {"ageing/h1/1": [1, 1], "ageing/h1/1/result": dice}
    assert [*ask("ageing", at, told).effects] == taken


# --- purchases


@pytest.mark.parametrize(
    ("race", "line", "reroll"),
    [("human", "lineman", 100_000), ("amazon", "linewoman", 80_000), ("ogre", "ogre", 140_000)],
)
def test_prices_after_the_league_has_begun_4573(race, line, reroll):
    team = squad("h", race=race, line=line, treasury=1_000_000)
    (asked,) = ask("hire-and-fire", HireAndFire(team, "w")).open
    prices = {offer.key: offer.price for offer in asked.offers}
    assert (prices["reroll"], prices["drop-reroll"]) == (reroll, 0)
    assert prices["staff/assistant-coach"] == prices["staff/cheerleader"] == 10_000
    assert (prices["staff/apothecary"], prices["drop-staff/apothecary"]) == (50_000, 0)
    assert prices[f"hire/{line}"] == BOOK.position(race, line).cost
    # Fan factor is never bought nor given up (4540).
    assert not any("fan" in key for key in prices)
    told = {"hire-and-fire": {"staff/assistant-coach": 7, "staff/cheerleader": 12}}
    assert isinstance(ask("hire-and-fire", HireAndFire(team, "w"), told), Allowed)
