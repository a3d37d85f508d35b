"""The facts of Blood Bowl 2020, read a second time: totals of every list, and some by hand."""

import pytest

from tests.rules.second_season import CATALOGUE

pytestmark = pytest.mark.pure

# For each list: tier, re-roll, apothecary, positions, most of all positions, and the sums of prices
# in thousands, of MA, ST, AG, PA and AV, and of skills.
LISTS = {
    "amazon": (1, 60, True, 4, 22, 330, 25, 13, 12, 17, 33, 10),
    "black-orc": (2, 60, True, 3, 19, 250, 14, 11, 12, 14, 28, 13),
    "chaos-chosen": (2, 60, True, 5, 23, 565, 25, 22, 19, 19, 48, 19),
    "chaos-dwarf": (1, 70, True, 6, 27, 540, 32, 21, 22, 27, 55, 18),
    "chaos-renegades": (2, 70, True, 10, 21, 895, 56, 37, 34, 33, 91, 33),
    "dark-elf": (1, 50, True, 5, 22, 445, 34, 15, 10, 21, 42, 7),
    "dwarf": (1, 50, True, 5, 19, 500, 24, 19, 19, 13, 49, 19),
    "elven-union": (2, 50, True, 4, 20, 350, 27, 12, 8, 13, 33, 5),
    "gnome": (3, 50, True, 5, 24, 315, 24, 14, 16, 16, 39, 23),
    "goblin": (3, 60, True, 8, 24, 510, 44, 24, 26, 30, 66, 32),
    "halfling": (3, 60, True, 4, 22, 255, 17, 12, 14, 17, 33, 18),
    "high-elf": (1, 50, True, 4, 24, 360, 27, 12, 8, 15, 35, 5),
    "human": (2, 50, True, 6, 30, 450, 37, 18, 19, 24, 52, 13),
    "imperial-nobility": (2, 70, True, 5, 21, 455, 30, 17, 17, 21, 45, 12),
    "khorne": (2, 60, True, 4, 25, 390, 22, 15, 14, 14, 36, 9),
    "lizardmen": (1, 70, True, 4, 21, 355, 27, 13, 16, 13, 36, 11),
    "necromantic-horror": (2, 70, False, 5, 24, 450, 29, 16, 17, 8, 45, 13),
    "norse": (1, 60, True, 6, 25, 500, 35, 19, 20, 12, 48, 21),
    "nurgle": (2, 70, False, 4, 21, 365, 19, 15, 16, 16, 38, 17),
    "ogre": (3, 70, True, 3, 22, 300, 15, 11, 11, 14, 26, 13),
    "old-world-alliance": (2, 70, True, 11, 24, 910, 59, 36, 38, 43, 101, 40),
    "orc": (2, 60, True, 6, 31, 440, 31, 20, 21, 20, 57, 17),
    "shambling-undead": (1, 70, False, 5, 32, 370, 25, 17, 19, 15, 44, 8),
    "skaven": (1, 50, True, 5, 25, 460, 36, 16, 15, 15, 42, 9),
    "snotling": (3, 60, True, 6, 26, 305, 30, 14, 22, 24, 43, 35),
    "tomb-kings": (2, 70, False, 4, 24, 300, 21, 14, 17, 15, 35, 11),
    "underworld-denizens": (1, 70, True, 8, 26, 630, 51, 24, 26, 29, 66, 28),
    "vampire": (2, 60, True, 5, 23, 510, 31, 19, 13, 15, 44, 16),
    "wood-elf": (1, 50, True, 5, 21, 500, 32, 17, 13, 19, 43, 13),
    "slann": (2, 50, True, 4, 25, 390, 26, 13, 13, 12, 36, 14),
    "amazon-tol": (1, 50, True, 4, 24, 290, 24, 12, 12, 17, 32, 7),
    "chaos-dwarf-tol": (1, 70, True, 4, 25, 390, 21, 15, 15, 16, 37, 12),
    "norse-tol": (1, 60, True, 6, 21, 545, 36, 21, 21, 17, 50, 14),
    "vampire-tol": (2, 70, True, 2, 18, 150, 12, 7, 5, 8, 17, 3),
    "daemons-of-khorne": (2, 70, True, 4, 23, 410, 24, 14, 14, 13, 36, 14),
}


@pytest.mark.parametrize("key", CATALOGUE.races)
def test_a_list_is_as_it_was_read(key):
    race = CATALOGUE.races[key]
    positions = race.positions.values()
    sums = [sum(each.profile[name] for each in positions) for name in CATALOGUE.characteristics]
    assert LISTS[key] == (
        *(race.tier, race.reroll_cost // 1000, race.apothecary, len(positions)),
        *(sum(each.max for each in positions), sum(each.cost for each in positions) // 1000),
        *sums,
        sum(len(each.skills) for each in positions),
    )


def test_nothing_is_missing_and_nothing_too_much():
    assert set(LISTS) == set(CATALOGUE.races)
    counts = (len(CATALOGUE.skills), len(CATALOGUE.stars), len(CATALOGUE.inducements))
    assert counts == (105, 64, 58)
    assert sum(star.cost for star in CATALOGUE.stars.values()) == 12575000
    by_letter = {letter: len(CATALOGUE.skills_in(letter)) for letter in "GASPM"}
    assert by_letter == dict.fromkeys("GASPM", 12)


@pytest.mark.parametrize("category", ["general", "agility", "strength", "passing", "mutation"])
def test_a_random_table_has_every_skill_of_its_category_once(category):
    rows = CATALOGUE.tables[f"random-{category}"].rows
    letter = CATALOGUE.categories[category.capitalize()]
    assert sorted(row["skill"] for row in rows) == sorted(
        skill.key for skill in CATALOGUE.skills_in(letter)
    )
    assert [(row.low, row.high) for row in rows] == [(n, n) for n in range(1, 13)]


def test_positions_as_printed():
    rotter = CATALOGUE.races["nurgle"].positions["rotter-lineman"]
    assert (rotter.cost, dict(rotter.profile)) == (
        35_000,
        {"ma": 5, "st": 3, "ag": 4, "pa": 6, "av": 9},
    )
    vargheist = CATALOGUE.races["vampire"].positions["vargheist"]
    assert "bloodlust-3" in vargheist.skills
    assert CATALOGUE.said("pa", vargheist.profile["pa"]) == "–"
    assert CATALOGUE.races["orc"].positions["thrower"].normal == "GP"


def test_who_plays_for_whom():
    stars, races = CATALOGUE.stars, CATALOGUE.races
    morg = next(star for key, star in stars.items() if key.startswith("morg"))
    assert not morg.is_for(races["vampire"], races["vampire"].rules)
    assert morg.is_for(races["human"], races["human"].rules)
    norse = races["norse"]
    khorne = norse.rules_with({norse.choices[0].key: "favoured-of-khorne"})
    assert stars["scyla-anfingrimm"].is_for(norse, khorne)
    assert not stars["scyla-anfingrimm"].is_for(norse, norse.rules)
    assert len(stars["grak-and-crumbleberry"].members) == 2
    bribes = CATALOGUE.inducements["bribes"]
    assert bribes.price_for(races["goblin"], races["goblin"].rules) == 50_000
    chef = CATALOGUE.inducements["halfling-master-chef"]
    assert chef.price_for(races["gnome"], races["gnome"].rules) == 300_000
    brew = CATALOGUE.inducements["bottles-of-heady-brew"]
    assert [brew.is_for(races[key], races[key].rules) for key in ("ogre", "orc")] == [True, False]
