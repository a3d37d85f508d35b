"""Improvement rolls and what they allow."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.bb2016.edition import question
from rules.editions.bb2016.improvement import (
    Improvement,
    ImprovementChoice,
    improvement_options,
)
from rules.engine import effects as e
from rules.engine.dice import dice
from rules.engine.drive import Asks
from rules.engine.fold import fold
from rules.engine.rulings import total
from rules.engine.state import Player
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure

BOOK = book()
SPONSORS = book(sponsors=True)
STEELHELM = "steelhelms-sporting-emporium"
MCMURTY = "mcmurtys-burger-emporium"
SKILLED = {"touchdown": 2}


def roll(at, answers=None, using=BOOK):
    return question["improvement"].ask(using, at, answers or {})


def learn(at, answers=None, using=BOOK):
    return question["improvement-choice"].ask(using, at, answers or {})


def options(rolled, using=BOOK, race="human", sponsor="", **fields):
    fields.setdefault("position", "lineman")
    return improvement_options(using, race, player(race=race, **fields), rolled, sponsor=sponsor)


def categories(found):
    return {BOOK.catalogue.skills[key].category for key in found if not key.startswith("+")}


# --- the roll


def test_a_level_reached_is_rolled_for_with_two_dice_1120():
    at = Improvement(team(player("p1", awards=SKILLED)), "p1")
    (asked,) = roll(at).open
    assert (asked.key, asked.dice) == ("improvement/p1/1", "2D6")
    ruling = roll(at, {"improvement/p1/1": [4, 6]})
    assert ruling.effects == (e.ImprovementOwed("p1", "1", [4, 6]),)
    assert total(ruling.because) == 10


def test_two_levels_at_once_are_two_rolls_and_no_third():
    squad = team(player("p1", awards={"mvp": 4}))
    for number in ("1", "2"):
        ruling = roll(Improvement(squad, "p1"), {f"improvement/p1/{number}": [1, 2]})
        squad = fold(squad, ruling.effects)
    assert set(squad.players["p1"].owed) == {"1", "2"}
    (reason,) = roll(Improvement(squad, "p1")).reasons
    assert (reason.code, reason.integrity) == ("not-earned", False)
    assert reason.params == {"points": 20, "rolls": 2, "made": 2}


def test_a_rookie_has_no_roll_at_five_points():
    at = Improvement(team(player("p1", awards={"mvp": 1})), "p1")
    assert [r.code for r in roll(at).reasons] == ["not-earned"]


def test_a_journeyman_rolls_before_he_is_hired_and_keeps_what_he_learns_1366():
    squad = team(player("p1", awards=SKILLED, journeyman=True))
    squad = fold(squad, roll(Improvement(squad, "p1"), {"improvement/p1/1": [2, 3]}).effects)
    chosen = learn(ImprovementChoice(squad, "p1", "1"), {"improvement-choice/p1/1": "block"})
    hired = fold(squad, [*chosen.effects, e.Signed("p1")]).players["p1"]
    assert (hired.skills, hired.value, hired.journeyman) == (("block",), 70_000, False)


@pytest.mark.parametrize(
    ("rolled", "pairs"),
    [
        ([2, 5, 6], ("2+5", "2+6", "5+6")),
        ([5, 2, 5], ("2+5", "5+5")),
        ([1, 1, 6], ("1+1", "1+6")),
    ],
)
def test_steelhelm_lets_any_two_of_three_dice_be_kept_1678(rolled, pairs):
    at = Improvement(team(player("p1", awards=SKILLED), sponsor=STEELHELM), "p1")
    (first,) = roll(at, using=SPONSORS).open
    assert first.dice == "3D6"
    (asked,) = roll(at, {"improvement/p1/1": rolled}, SPONSORS).open
    assert (asked.key, asked.options) == ("improvement/p1/1/kept", pairs)
    answers = {"improvement/p1/1": rolled, "improvement/p1/1/kept": pairs[-1]}
    ruling = roll(at, answers, SPONSORS)
    kept = [int(face) for face in pairs[-1].split("+")]
    assert ruling.effects[0] == e.ImprovementOwed("p1", "1", kept)
    assert total(ruling.because) == sum(kept)


@pytest.mark.parametrize(
    ("rolled", "kept", "price"),
    [
        ([2, 5, 6], "5+6", []),
        ([1, 5, 6], "5+6", []),
        ([5, 2, 5], "2+5", [e.MissesNext("p1")]),
        ([4, 4, 4], None, [e.MissesNext("p1")]),
        ([1, 1, 6], "1+6", [e.MissesNext("p1"), e.Niggled("p1")]),
        ([1, 1, 1], None, [e.MissesNext("p1"), e.Niggled("p1")]),
    ],
)
def test_steelhelm_has_its_price_whichever_dice_are_kept_1680(rolled, kept, price):
    at = Improvement(team(player("p1", awards=SKILLED), sponsor=STEELHELM), "p1")
    answers = {"improvement/p1/1": rolled, "improvement/p1/1/kept": kept}
    assert list(roll(at, answers, SPONSORS).effects[1:]) == price


def test_without_sponsors_in_the_league_two_dice_are_rolled():
    at = Improvement(team(player("p1", awards=SKILLED), sponsor=STEELHELM), "p1")
    assert roll(at).open[0].dice == "2D6"


def test_every_roll_of_three_dice_is_answered():
    at = Improvement(team(player("p1", awards=SKILLED), sponsor=STEELHELM), "p1")
    for rolled in dice("3D6").results():
        answers = {"improvement/p1/1": rolled}
        step = roll(at, answers, SPONSORS)
        if isinstance(step, Asks):
            answers["improvement/p1/1/kept"] = step.open[0].options[0]
            step = roll(at, answers, SPONSORS)
        kept = step.effects[0].dice
        assert len(kept) == 2
        assert all(kept.count(face) <= rolled.count(face) for face in kept)


# --- the choice


def test_a_human_catcher_takes_general_or_agility_1151():
    assert categories(options([2, 3], position="catcher")) == {"General", "Agility"}


def test_a_double_opens_the_other_columns_too_1159():
    found = options([2, 2], position="catcher")
    assert categories(found) == {"General", "Agility", "Strength", "Passing"}
    assert (found["block"].value, found["guard"].value) == (20_000, 30_000)


@pytest.mark.parametrize(
    ("rolled", "raises"),
    [
        ([1, 1], {}),
        ([4, 5], {}),
        ([4, 6], {"+ma": 30_000, "+av": 30_000}),
        ([5, 5], {"+ma": 30_000, "+av": 30_000}),
        ([5, 6], {"+ag": 40_000}),
        ([6, 6], {"+st": 50_000}),
    ],
)
def test_which_characteristics_the_dice_raise_1126_to_1130(rolled, raises):
    found = options(rolled)
    assert {key: option.value for key, option in found.items() if key[0] == "+"} == raises
    assert "block" in found


@pytest.mark.parametrize(
    ("fields", "may"),
    [
        ({}, True),
        ({"raised": {"st": 1}}, True),
        ({"raised": {"st": 2}}, False),
        ({"raised": {"st": 2}, "lowered": {"st": 1}}, True),
        ({"raised": {"st": 3}, "lowered": {"st": 1}}, False),
        ({"lowered": {"st": 2}}, True),
    ],
)
def test_two_above_the_start_on_the_net_value_and_an_injury_makes_room_1155_5698(fields, may):
    assert ("+st" in options([6, 6], **fields)) is may


@pytest.mark.parametrize(
    ("race", "position", "fields", "key", "may"),
    [
        ("skaven", "gutter-runner", {}, "+ma", True),
        ("skaven", "gutter-runner", {"raised": {"ma": 1}}, "+ma", False),
        ("dwarf", "deathroller", {}, "+av", False),
        ("dwarf", "deathroller", {"lowered": {"av": 1}}, "+av", True),
    ],
)
def test_no_characteristic_rises_above_ten_1155(race, position, fields, key, may):
    assert (key in options([4, 6], race=race, position=position, **fields)) is may


def test_mcmurty_bans_ma_and_ag_1658():
    def raises(rolled, using):
        found = options(rolled, using, sponsor=MCMURTY)
        return {key for key in found if key[0] == "+"}

    assert raises([4, 6], SPONSORS) == {"+av"}
    assert raises([5, 6], SPONSORS) == set()
    assert raises([6, 6], SPONSORS) == {"+st"}
    assert raises([5, 6], BOOK) == {"+ag"}


def test_a_skill_already_known_is_not_offered():
    assert "dodge" not in options([1, 2], position="catcher")
    assert "block" not in options([1, 2], skills=("block",))


def test_extraordinary_skills_are_never_offered():
    for race in BOOK.catalogue.races.values():
        for position in race.positions:
            found = options([3, 3], race=race.key, position=position)
            assert "Extraordinary" not in categories(found)


def test_piling_on_only_by_house_rule():
    assert "piling-on" not in options([3, 3])
    assert "piling-on" in options([3, 3], book(**{"piling-on": True}))


def test_mutations_only_for_those_who_have_the_letter():
    assert "Mutation" not in categories(options([3, 3]))
    assert "Mutation" in categories(options([1, 2], race="nurgle", position="rotter"))
    assert "Mutation" not in categories(options([1, 2], race="skaven"))
    assert "Mutation" in categories(options([1, 1], race="skaven"))


def test_nobody_learns_grab_beside_frenzy_4775():
    """One bars the other, whichever was there first, and however it came."""
    open_to = partial(options, [3, 3], race="norse")
    assert "frenzy" in open_to()
    assert "grab" in open_to()
    assert "grab" not in open_to(skills=("frenzy",))
    assert "frenzy" not in open_to(skills=("grab",))
    assert "grab" not in open_to(position="berserker")


@pytest.mark.parametrize(
    ("rolled", "said", "effect"),
    [
        ([1, 2], "block", e.Improved("p1", "2", 20_000, skill="block")),
        ([3, 3], "block", e.Improved("p1", "2", 20_000, skill="block")),
        ([3, 3], "guard", e.Improved("p1", "2", 30_000, skill="guard")),
        ([6, 4], "+av", e.Improved("p1", "2", 30_000, characteristic="av")),
        ([6, 5], "+ag", e.Improved("p1", "2", 40_000, characteristic="ag")),
        ([6, 6], "+st", e.Improved("p1", "2", 50_000, characteristic="st")),
        ([6, 6], "guard", e.Improved("p1", "2", 30_000, skill="guard")),
    ],
)
def test_a_choice_improves_the_player_by_its_value_1165(rolled, said, effect):
    squad = team(player("p1", owed={"2": rolled}))
    at = ImprovementChoice(squad, "p1", "2")
    ruling = learn(at, {"improvement-choice/p1/2": said})
    assert ruling.effects == (effect,)
    assert total(ruling.because) == effect.value
    after = fold(squad, ruling.effects).players["p1"]
    assert after.value == squad.players["p1"].value + effect.value


def test_the_ask_lists_exactly_what_the_dice_allow():
    at = ImprovementChoice(team(player("p1", owed={"1": [5, 6]})), "p1", "1")
    (asked,) = learn(at).open
    assert asked.options == tuple(options([5, 6]))
    assert [r.code for r in learn(at, {asked.key: "guard"}).reasons] == ["takes-a-double"]


def test_somebody_who_knows_it_all_has_nothing_left_to_learn():
    everything = tuple(BOOK.catalogue.skills)
    at = ImprovementChoice(team(player("p1", skills=everything, owed={"1": [1, 2]})), "p1", "1")
    assert [r.code for r in learn(at).reasons] == ["nothing-left-to-learn"]


@pytest.mark.parametrize(
    ("owed", "code", "subject"),
    [
        ({}, "not-owed", "level"),
        ({"1": [7, 1]}, "dice-range", "team.players.p1.owed.1"),
        ({"1": [1, 2, 3]}, "dice-shape", "team.players.p1.owed.1"),
    ],
)
def test_an_improvement_that_is_not_owed_or_not_rolled_is_refused(owed, code, subject):
    at = ImprovementChoice(team(player("p1", owed=owed)), "p1", "1")
    assert [(r.code, r.subject) for r in learn(at).reasons] == [(code, subject)]


@pytest.mark.parametrize(
    ("squad", "who", "codes"),
    [
        (team(player("p1")), "p9", ["no-such-player"]),
        (team(player("p1"), sponsor="acme"), "p9", ["no-such-sponsor", "no-such-player"]),
        (team(Player("p1", "wardancer", 1)), "p1", ["no-such-position"]),
        (team(player("p1", skills=("flying",))), "p1", ["no-such-skill"]),
    ],
)
def test_bad_circumstances_are_refused_by_both(squad, who, codes):
    assert [r.code for r in roll(Improvement(squad, who)).reasons] == codes
    assert [r.code for r in learn(ImprovementChoice(squad, who, "1")).reasons] == codes


@settings(deadline=None)
@given(
    race=st.sampled_from(sorted(BOOK.catalogue.races)),
    rolled=st.lists(st.integers(1, 6), min_size=2, max_size=2),
    data=st.data(),
)
def test_every_roll_offers_something_to_everybody_and_each_offer_is_taken(race, rolled, data):
    position = data.draw(st.sampled_from(sorted(BOOK.catalogue.races[race].positions)))
    squad = team(player("p1", position, race, owed={"1": rolled}), race=race)
    at = ImprovementChoice(squad, "p1", "1")
    said = data.draw(st.sampled_from(learn(at).open[0].options))
    ruling = learn(at, {"improvement-choice/p1/1": said})
    after = fold(squad, ruling.effects).players["p1"]
    assert after.value_added == total(ruling.because) >= 20_000
    assert not after.owed
    assert learn(at, {"improvement-choice/p1/1": said}) == ruling
