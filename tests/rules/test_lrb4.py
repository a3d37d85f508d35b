"""The facts of Living Rulebook 4, read out of its text a second time and apart from the data."""

import re
from pathlib import Path

import pytest

from rules.editions.lrb4.edition import EDITION

pytestmark = pytest.mark.pure

CATALOGUE = EDITION.catalogue
# Each entry with the line of the text in which it was read.
LISTS, BIG_GUYS, STARS = (
    [line for line in part.splitlines() if not line.startswith("#")]
    for part in (Path(__file__).parent / "lrb4_facts.txt").read_text().strip().split("\n\n")
)


# What positions that the text itself speaks of may learn, and what rulings.md gives the others that
# it names (2381-2387, 4058-4060); of all others the source has lost its ticks (5719-5828).
ACCESS = [
    ("human", "catcher", "GA", True),
    ("human", "thrower", "GP", True),
    ("khemri", "mummy", "S", False),
    ("undead", "mummy", "S", False),
    ("necromantic", "wight", "GS", False),
    ("undead", "wight", "GS", False),
    ("orc", "goblin", "A", False),
    ("orc", "lineman", "G", False),
]
NAMES = {name: key for key, skill in CATALOGUE.skills.items() for name in (skill.name, *skill.also)}
RACES = {race.name: race for race in CATALOGUE.races.values()}
NUMBERS = re.compile(r"(\d+) (.+?) (\d+) (?:(\d+) )?(\d+) (\d+) (\d+) (\d+) ([^\d].*)")


def keys(text):
    """Skills as printed; some have two spellings in the source."""
    named = [each.strip() for each in text.split(",") if each.strip() != "None"]
    return sorted(NAMES[each] for each in named)


def lists():
    for line in LISTS:
        if not line.startswith(" "):
            number, name, reroll = re.fullmatch(r"(\d+) (.+) (\d+)", line).groups()
            found = (int(number), name, int(reroll), [])
            yield found
        else:
            found[3].append(NUMBERS.fullmatch(line.strip()).groups())


@pytest.mark.parametrize("printed", [*lists()], ids=lambda printed: printed[1])
def test_a_team_list_is_as_printed(printed):
    number, name, reroll, rows = printed
    race = RACES[name]
    assert (race.line, race.reroll_cost) == (number, reroll)
    own = [position for position in race.positions.values() if not position.big_guy]
    assert [
        (each.max, each.cost, tuple(each.profile.values()), sorted(each.skills)) for each in own
    ] == [
        (int(most), int(cost), (int(ma), int(st), int(ag), int(av)), keys(skills))
        for most, _title, cost, _none, ma, st, ag, av, skills in rows
    ]
    assert race.apothecary is (name not in ("Khemri", "Necromantic", "Nurgle", "Undead"))


def test_there_are_21_lists_and_26_stars_and_no_more():
    assert (len(RACES), len(CATALOGUE.stars)) == (21, 26)
    assert {name for _line, name, _reroll, _rows in lists()} == RACES.keys()


@pytest.mark.parametrize("printed", BIG_GUYS)
def test_a_big_guy_is_as_printed_and_plays_for_their_allies_alone(printed):
    said, allies = printed.split(" | ")
    number, name, cost, _none, *profile, skills = NUMBERS.fullmatch(said).groups()
    playing = {
        race.name: position
        for race in RACES.values()
        for position in race.positions.values()
        if position.big_guy and position.name == name
    }
    assert sorted(playing) == sorted(allies.split(", "))
    for race, position in playing.items():
        assert (position.line, position.cost) == (int(number), int(cost))
        assert [*position.profile.values()] == [int(each) for each in profile]
        assert sorted(position.skills) == keys(skills)
        assert position.max == (2 if race in ("Goblin", "Halfling") else 1)
        # Strength alone, on a double traits of it and skills of all others (2381-2385).
        mutates = name in ("Beast of Nurgle", "Minotaur", "Rat Ogre")
        assert (position.normal, position.double) == ("S", "GAsPh" if mutates else "GAsP")
        assert position.certain


@pytest.mark.parametrize("printed", STARS)
def test_a_star_is_as_printed(printed):
    said, teams = printed.split(" | ")
    number, name, full, hire, *profile, skills = NUMBERS.fullmatch(said).groups()
    star = next(each for each in CATALOGUE.stars.values() if each.name == name)
    (member,) = star.members
    assert (star.line, star.full_cost, star.cost) == (int(number), int(full), int(hire))
    assert [*member.profile.values()] == [int(each) for each in profile]
    assert sorted(member.skills) == keys(skills)
    playing = sorted(CATALOGUE.races[key].name for key in star.plays_for)
    assert playing == (sorted(RACES) if teams == "Any" else sorted(teams.split(", ")))


def test_halflings_and_goblins_pay_double_but_for_their_own_1499():
    goblin, halfling = RACES["Goblin"], RACES["Halfling"]
    paying = {star.name: star.price_for(goblin) for star in CATALOGUE.stars.values()}
    dear = {name for name, price in paying.items() if price != cost_of(name)}
    assert dear & {star.name for star in CATALOGUE.stars.values() if star.may_be_for(goblin)} == {
        "Morg 'n' Throg",
        "Thrud the Barbarian",
        "Varag Ghoul-Chewer",
    }
    assert all(paying[name] == 2 * cost_of(name) for name in dear)
    prices = {
        star.name: (star.price_for(halfling), star.cost)
        for star in CATALOGUE.stars.values()
        if star.may_be_for(halfling)
    }
    assert prices == {
        "Deeproot Strongbranch": (90_000, 90_000),
        "Thrud the Barbarian": (100_000, 50_000),
    }


def cost_of(name):
    return next(star.cost for star in CATALOGUE.stars.values() if star.name == name)


@pytest.mark.parametrize(("race", "position", "letters", "certain"), ACCESS)
def test_what_the_text_still_says_of_skills_to_learn_is_certain(race, position, letters, certain):
    found = CATALOGUE.races[race].positions[position]
    assert (found.normal, found.certain) == (letters, certain)


def test_a_double_opens_all_skills_and_traits_of_own_categories_alone_4093_4104():
    order = "".join(CATALOGUE.categories.values())
    for race in RACES.values():
        for position in race.positions.values():
            own = set(position.normal)
            expected = (set("GASP") - own) | {letter.lower() for letter in own}
            mutates = race.key in ("chaos", "nurgle", "skaven") and not position.big_guy
            if mutates:
                expected.add("h")
            if not position.big_guy:
                assert set(position.double) == expected, (race.name, position.name)
            assert list(position.double) == sorted(position.double, key=order.find)


def test_nobody_learns_a_racial_characteristic_or_a_secret_weapon_3127():
    learnable = {skill.key for skill in CATALOGUE.skills_in("GgAaSsPph")}
    unlearnable = {
        skill.key
        for skill in CATALOGUE.skills.values()
        if skill.category in ("Racial characteristic", "Secret weapon")
    }
    assert learnable.isdisjoint(unlearnable)
    assert learnable | unlearnable == CATALOGUE.skills.keys()
    # The table of categories (3623-3697): so many of each.
    assert {
        letter: len(CATALOGUE.skills_in(letter))
        for letter in CATALOGUE.categories.values()
        if letter
    } == {"G": 9, "g": 4, "A": 8, "a": 1, "S": 5, "s": 1, "P": 5, "p": 1, "h": 12}


def test_secret_weapons_are_sent_off_by_their_penalty_rolls_2703_3052():
    table = CATALOGUE.tables["secret-weapons"].named
    assert {key: row["value"] for key, row in table.items()} == {
        "ball-chain": 8,
        "bomb": 8,
        "chainsaw": 8,
        "blunderbuss": 10,
        "death-roller": 7,
        "poisoned-dagger": 10,
        "pogo-stick": 10,
        "stakes": 10,
    }
    armed = {
        skill
        for star in CATALOGUE.stars.values()
        for skill in star.members[0].skills
        if CATALOGUE.skills[skill].category == "Secret weapon"
    }
    assert armed == table.keys()


@pytest.mark.parametrize(
    ("key", "cost", "most", "races"),
    [
        ("runesmith", 50_000, 1, {"Dwarf"}),
        ("master-chef", 20_000, 99, {"Halfling"}),
        (
            "wizard",
            50_000,
            1,
            RACES.keys() - {"Dwarf", "Halfling", "Khemri", "Necromantic", "Undead"},
        ),
    ],
)
def test_who_hires_which_wizard_2412_2519(key, cost, most, races):
    found = CATALOGUE.inducements[key]
    assert (found.cost, found.max) == (cost, most)
    assert {race.name for race in RACES.values() if found.may_be_for(race)} == races


def test_necromancers_come_with_two_lists_2566():
    assert {race.name for race in RACES.values() if race.necromancer} == {"Necromantic", "Undead"}
    assert {race.name for race in RACES.values() if race.rot} == {"Nurgle"}
