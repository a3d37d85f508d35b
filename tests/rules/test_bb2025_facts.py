"""The facts of Blood Bowl 2025, read a second time: totals of every list, and some by hand."""

from collections import Counter

import pytest

from rules.loading import editions, load

pytestmark = pytest.mark.pure
CATALOGUE = load("bb2025")
BASE = load("bb2020")

# For each list: tier, re-roll, apothecary, positions, most of all positions, and the sums of prices
# in thousands, of MA, ST, AG, PA and AV, of skills and of keywords; big guys, and positions of
# which the sources do not agree.
LISTS = {
    "amazon": (1, 60, True, 4, 22, 330, 25, 13, 12, 15, 33, 10, 8, 0, 0),
    "black-orc": (3, 60, True, 3, 23, 250, 14, 11, 12, 14, 28, 12, 6, 1, 0),
    "bretonnian": (2, 60, True, 4, 22, 310, 26, 12, 12, 15, 36, 10, 8, 0, 1),
    "chaos-chosen": (3, 50, True, 5, 23, 560, 25, 22, 19, 24, 48, 21, 10, 3, 1),
    "chaos-dwarf": (1, 70, True, 6, 27, 530, 32, 21, 22, 33, 55, 19, 12, 1, 2),
    "chaos-renegades": (3, 70, True, 10, 25, 885, 56, 37, 34, 44, 91, 34, 20, 4, 10),
    "dark-elf": (1, 50, True, 5, 24, 450, 34, 15, 10, 17, 42, 9, 10, 0, 0),
    "dwarf": (2, 60, True, 5, 23, 515, 25, 19, 20, 18, 49, 23, 11, 1, 1),
    "elven-union": (2, 50, True, 4, 22, 355, 27, 12, 8, 12, 33, 8, 8, 0, 0),
    "gnome": (4, 50, True, 5, 24, 315, 24, 14, 16, 16, 39, 23, 10, 1, 1),
    "goblin": (4, 60, True, 8, 24, 510, 44, 24, 26, 28, 66, 34, 16, 1, 0),
    "halfling": (4, 60, True, 4, 22, 255, 17, 12, 14, 16, 33, 18, 8, 1, 1),
    "high-elf": (1, 50, True, 4, 22, 375, 27, 12, 8, 12, 36, 8, 9, 0, 4),
    "human": (2, 50, True, 6, 26, 455, 37, 19, 19, 24, 52, 14, 12, 1, 1),
    "imperial-nobility": (2, 60, True, 5, 25, 435, 29, 17, 16, 19, 45, 14, 10, 1, 3),
    "khorne": (3, 60, True, 4, 23, 385, 22, 15, 14, 20, 36, 11, 8, 1, 1),
    "lizardmen": (1, 70, True, 4, 25, 360, 27, 13, 16, 19, 36, 13, 8, 1, 4),
    "necromantic-horror": (2, 70, False, 5, 24, 430, 29, 16, 17, 18, 45, 17, 16, 0, 1),
    "norse": (1, 60, True, 6, 25, 500, 35, 19, 20, 24, 48, 23, 13, 1, 0),
    "nurgle": (3, 60, False, 4, 23, 360, 19, 15, 16, 22, 38, 22, 8, 1, 1),
    "ogre": (4, 70, True, 3, 22, 300, 15, 11, 11, 13, 26, 13, 8, 2, 0),
    "old-world-alliance": (1, 70, True, 11, 30, 920, 59, 37, 39, 47, 101, 37, 22, 2, 6),
    "orc": (2, 60, True, 6, 27, 460, 32, 20, 21, 26, 57, 18, 12, 1, 1),
    "shambling-undead": (2, 70, False, 5, 38, 375, 25, 17, 19, 26, 44, 13, 19, 1, 1),
    "skaven": (2, 50, True, 5, 23, 455, 37, 16, 15, 20, 42, 11, 10, 1, 0),
    "snotling": (4, 70, True, 6, 26, 300, 31, 14, 22, 27, 43, 34, 13, 2, 0),
    "tomb-kings": (2, 60, False, 4, 24, 305, 21, 14, 17, 20, 36, 12, 16, 1, 1),
    "underworld-denizens": (1, 70, True, 8, 30, 625, 52, 24, 26, 33, 66, 31, 16, 2, 5),
    "vampire": (2, 60, True, 5, 23, 510, 31, 19, 13, 19, 44, 16, 15, 1, 2),
    "wood-elf": (1, 50, True, 5, 23, 490, 32, 17, 13, 16, 43, 15, 10, 1, 2),
    "slann": (2, 50, True, 4, 21, 380, 26, 13, 13, 17, 36, 14, 8, 1, 0),
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
        sum(len(each.keywords) for each in positions),
        sum(each.big_guy for each in positions),
        sum(not each.certain for each in positions),
    )


def test_nothing_is_missing_and_nothing_too_much():
    assert [*LISTS] == [*CATALOGUE.races]
    stars, inducements = CATALOGUE.stars.values(), CATALOGUE.inducements.values()
    members = [member for star in stars for member in star.members]
    assert (len(stars), len(members), sum(star.cost for star in stars)) == (65, 68, 12_540_000)
    assert sum(len(member.skills) for member in members) == 434
    totals = [sum(each.profile[name] for each in members) for name in CATALOGUE.characteristics]
    assert totals == [405, 252, 215, 244, 604]
    # Three of them are what wizards, famous staff and referees of one's own have in common.
    assert len(inducements) == 57 + 3
    assert [each.certain for each in inducements].count(False) == 39
    assert all(each.optional for each in inducements if not each.certain)


def test_letters_of_all_positions():
    """How many positions learn a category easily, and how many with effort."""
    positions = [each for race in CATALOGUE.races.values() for each in race.positions.values()]
    easily = Counter("".join(each.normal for each in positions))
    assert easily == {"A": 58, "D": 34, "G": 98, "M": 27, "P": 24, "S": 67}
    with_effort = Counter("".join(each.double for each in positions))
    assert with_effort == {"A": 98, "D": 52, "G": 63, "M": 13, "P": 38, "S": 86}


def test_it_is_not_offered_and_says_of_which_day_it_is():
    assert "bb2025" not in editions()
    assert CATALOGUE.dated == "2026-05-01"
    assert CATALOGUE.digest != BASE.digest


def test_a_list_stated_whole_has_its_own_order_and_nothing_of_the_base():
    human = CATALOGUE.races["human"]
    assert [*human.positions] == [
        "human-lineman",
        "halfling-hopeful",
        "human-catcher",
        "human-thrower",
        "human-blitzer",
        "ogre",
    ]
    assert {"amazon-tol", "daemons-of-khorne"} <= {*BASE.races} - {*CATALOGUE.races}


# --- skills


@pytest.mark.parametrize("category", [name for name in CATALOGUE.categories if name != "Trait"])
def test_a_random_table_has_every_skill_of_its_category_once(category):
    rows = CATALOGUE.tables[f"random-{category.lower()}"].rows
    skills = CATALOGUE.skills_in(CATALOGUE.categories[category])
    assert len(skills) == 12
    assert {row["skill"]: row.name for row in rows} == {each.key: each.name for each in skills}
    assert [(row.low, row.high) for row in rows] == [(n, n) for n in range(1, 13)]


def test_what_needs_and_what_bars_another():
    skills = CATALOGUE.skills
    assert skills["saboteur"].needs == ("secret-weapon",)
    assert not skills["no-hands"].never_with
    assert skills["lethal-flight"].needs == ("right-stuff",)
    assert len(skills["violent-innovator"].needs) == 8
    assert not skills["violent-innovator"].certain
    assert len(skills["ball-and-chain"].never_with) == 10
    assert {*skills["frenzy"].never_with} == {
        "ball-and-chain",
        "grab",
        "hit-and-run",
        "multiple-block",
    }
    needing = {key for key, skill in skills.items() if skill.needs}
    assert needing == {"bullseye", "lethal-flight", "saboteur", "strong-arm", "violent-innovator"}


def test_what_only_has_another_name_is_found_by_the_old_one():
    names = {key: CATALOGUE.skills[key].name for key in ("no-hands", "pogo-stick", "mighty-blow")}
    assert names == {"no-hands": "No Ball", "pogo-stick": "Pogo", "mighty-blow": "Mighty Blow"}
    assert CATALOGUE.skills["mighty-blow"].also == ("Mighty Blow (+1)",)
    assert not {"running-pass", "swarming", "mighty-blow-2"} & {*CATALOGUE.skills}


def test_the_elite_are_four():
    elite = {row["skill"] for row in CATALOGUE.tables["elite-skills"].rows}
    assert elite == {"block", "dodge", "guard", "mighty-blow"}
    assert CATALOGUE.figure("value-modifiers", "elite") == 10_000


def test_every_keyword_but_positions_can_be_hated():
    positions = [each for race in CATALOGUE.races.values() for each in race.positions.values()]
    keywords = {word for each in (*positions, *CATALOGUE.stars.values()) for word in each.keywords}
    never = ["Big Guy", "Blitzer", "Blocker", "Catcher", "Lineman", "Runner", "Special", "Thrower"]
    rows = {row.name: row["skill"] for row in CATALOGUE.tables["hateable"].rows}
    assert {*rows} == keywords - {*never}
    assert {CATALOGUE.skills[key].name for key in rows.values()} == {
        f"Hatred ({word})" for word in rows
    }
    # Printed, and gained by nobody.
    assert "hatred-big-guy" in CATALOGUE.skills


# --- lists, stars, inducements


def test_positions_as_printed():
    squire = CATALOGUE.races["bretonnian"].positions["bretonnian-squire"]
    assert (squire.max, squire.keywords) == (16, ("Human", "Lineman"))
    prince = CATALOGUE.races["high-elf"].positions["dragon-prince"]
    assert (prince.max, prince.cost, prince.certain) == (2, 110_000, False)
    assert {*prince.skills} == {"block", "my-ball", "steady-footing"}
    goblin = CATALOGUE.races["orc"].positions["goblin-lineman"]
    assert (goblin.profile["pa"], goblin.certain) == (4, False)
    ogre = CATALOGUE.races["chaos-renegades"].positions["ogre"]
    assert "loner-3" in ogre.skills
    assert CATALOGUE.races["dwarf"].positions["dwarf-runner"].double == "AS"
    assert CATALOGUE.races["old-world-alliance"].positions["halfling-hopeful"].max == 3


def test_journeymen_are_the_linemen_of_whom_there_may_be_sixteen():
    races = CATALOGUE.races
    assert races["shambling-undead"].journeymen == ("skeleton-lineman", "zombie-lineman")
    assert races["chaos-renegades"].journeymen == ("renegade-human",)


def test_limits_and_choices():
    races = CATALOGUE.races
    limits = {key: race.limits[0].max for key, race in races.items() if race.limits}
    assert limits == {
        "chaos-chosen": 1,
        "chaos-renegades": 3,
        "old-world-alliance": 1,
        "underworld-denizens": 1,
    }
    assert (
        races["chaos-renegades"].room_for("troll", {"ogre": 1, "minotaur": 1, "rat-ogre": 1}) == 0
    )
    leagues = [
        key for key, race in races.items() if race.choices and race.choices[0].key == "league"
    ]
    assert leagues == ["chaos-dwarf", "gnome", "goblin", "halfling", "norse", "ogre", "wood-elf"]
    assert len(races["chaos-chosen"].choices[0].rules) == 6
    assert "favoured-of-hashut" not in races["chaos-renegades"].possible_rules
    norse = races["norse"]
    assert norse.rules_with({"league": "chaos-clash"}) == ("chaos-clash", "favoured-of-khorne")
    assert norse.rules_with({"league": "old-world-classic"}) == ("old-world-classic",)


def test_special_rules_of_lists():
    def having(rule):
        return {key for key, race in CATALOGUE.races.items() if rule in race.rules}

    assert having("brawlin-brutes") == {"black-orc", "dwarf", "khorne", "nurgle", "ogre", "orc"}
    assert having("team-captain") == {"human", "orc"}
    assert having("swarming") == {"snotling"}
    assert having("low-cost-linemen") == {"ogre", "snotling"}
    assert "masters-of-undeath" in CATALOGUE.races["vampire"].rules
    assert "vampire-lord" not in CATALOGUE.special_rules


def test_who_plays_for_whom():
    stars, races = CATALOGUE.stars, CATALOGUE.races
    morg, zug, skrorg = (
        stars[key] for key in ("morg-n-thorg", "the-mighty-zug", "skrorg-snowpelt")
    )
    assert not morg.is_for(races["vampire"], races["vampire"].rules)
    assert morg.is_for(races["bretonnian"], races["bretonnian"].rules)
    assert (morg.cost, morg.certain) == (340_000, False)
    assert zug.is_for(races["dwarf"], races["dwarf"].rules)
    assert not zug.is_for(races["amazon"], races["amazon"].rules)
    assert not skrorg.may_be_for(races["halfling"])
    ogres = races["ogre"]
    assert zug.is_for(ogres, ogres.rules_with({"league": "worlds-edge-superleague"}))
    assert not zug.is_for(ogres, ogres.rules_with({"league": "badlands-brawl"}))
    norse, scyla = races["norse"], stars["scyla-anfingrimm"]
    assert scyla.is_for(norse, norse.rules_with({"league": "chaos-clash"}))
    assert not scyla.is_for(norse, norse.rules_with({"league": "old-world-classic"}))


def test_pairs_come_together():
    pairs = {star.name: star.cost for star in CATALOGUE.stars.values() if star.is_pair}
    assert pairs == {
        "Grak & Crumbleberry": 250_000,
        "Dribl & Drull": 230_000,
        "Lucien Swift & Valen Swift": 300_000,
    }
    mega = {row["star"] for row in CATALOGUE.tables["mega-stars"].rows}
    assert len(mega) == 5
    assert mega < {*CATALOGUE.stars}
    unsure = {key for key, star in CATALOGUE.stars.items() if not star.certain}
    assert len(unsure) == 15
    assert {"bryce-the-slice-cambuel", "frank-n-stein"} < unsure


def test_inducements_and_what_they_cost():
    have, races = CATALOGUE.inducements, CATALOGUE.races
    goblin, undead = races["goblin"], races["shambling-undead"]
    prayers, bribes = have["prayers-to-nuffle"], have["bribes"]
    assert (prayers.cost, prayers.max, prayers.certain) == (10_000, 3, True)
    assert (bribes.price_for(goblin, goblin.rules), bribes.most_for(goblin, goblin.rules)) == (
        50_000,
        6,
    )
    human = races["human"]
    assert bribes.most_for(human, human.rules) == 3
    assert have["halfling-master-chef"].price_for(races["halfling"], ()) == 100_000
    assert have["halfling-master-chef"].price_for(races["gnome"], ()) == 300_000
    assert have["mortuary-assistant"].is_for(undead, undead.rules)
    assert not have["wandering-apothecaries"].is_for(undead, undead.rules)
    assert [have[key].max for key in ("wizard", "famous-coaching-staff", "biased-referees")] == [
        1
    ] * 3
    assert (have["mercenary"].max, have["star-player"].max) == (3, 2)
    assert have["biased-referee-thoron-korensson"].for_rules == ("worlds-edge-superleague",)
    brew = have["bottles-of-heady-brew"]
    assert [brew.is_for(races[key], ()) for key in ("ogre", "black-orc")] == [True, False]
    assert (have["temp-agency-cheerleaders"].cost, have["weather-mage"].cost) == (5_000, 25_000)
    assert not {"special-plays", "giant-mercenary-player"} & {*have}


# --- tables


def bands(name, *columns):
    return [
        (row.low, row.high, *(row[each] for each in columns)) for row in CATALOGUE.tables[name].rows
    ]


def test_injuries_by_their_edges():
    assert bands("casualty", "key") == [
        (1, 8, "badly-hurt"),
        (9, 10, "seriously-hurt"),
        (11, 12, "serious-injury"),
        (13, 14, "lasting-injury"),
        (15, 16, "dead"),
    ]
    assert bands("lasting-injury", "effect") == [
        (1, 2, "av"),
        (3, 3, "ma"),
        (4, 4, "pa"),
        (5, 5, "ag"),
        (6, 6, "st"),
    ]
    assert (CATALOGUE.tables["casualty"].dice, CATALOGUE.traits.injury_dice) == ("D16", "D16")


def test_advancement():
    prices = ("random-primary", "chosen-primary", "chosen-secondary", "characteristic")
    rows = [
        tuple(row[each] for each in prices) for row in CATALOGUE.tables["advancement-cost"].rows
    ]
    assert rows == [
        (3, 6, 10, 14),
        (4, 8, 12, 16),
        (6, 12, 16, 20),
        (8, 16, 20, 24),
        (10, 20, 24, 28),
        (15, 30, 34, 38),
    ]
    values = {key: row["value"] for key, row in CATALOGUE.tables["value-modifiers"].named.items()}
    assert values == {
        "random-primary": 20_000,
        "chosen-primary": 20_000,
        "chosen-secondary": 40_000,
        "av": 10_000,
        "ma": 20_000,
        "pa": 20_000,
        "ag": 30_000,
        "st": 60_000,
        "elite": 10_000,
    }
    assert bands("characteristic-improvement", "choices") == [
        (1, 1, ["av"]),
        (2, 2, ["pa", "av"]),
        (3, 4, ["ma", "pa", "av"]),
        (5, 5, ["ma", "pa"]),
        (6, 6, ["ma", "ag"]),
        (7, 7, ["st", "ag"]),
        (8, 8, ["ma", "st", "ag", "pa", "av"]),
    ]
    assert CATALOGUE.tables["characteristic-improvement"].dice == "D8"
    assert CATALOGUE.figure("random-skill", "times") == 2


def test_points():
    points = {key: row["value"] for key, row in CATALOGUE.tables["spp-awards"].named.items()}
    assert points == {
        "touchdown": 3,
        "casualty": 2,
        "interception": 2,
        "completion": 1,
        "superb-throw": 1,
        "safe-landing": 1,
        "mvp": 4,
    }
    assert [CATALOGUE.figure("brawlin-brutes", key) for key in ("touchdown", "casualty")] == [2, 3]


@pytest.mark.parametrize(
    ("table", "figures"),
    [
        (
            "draft",
            {
                "fans-free": 1,
                "fans-cost": 5_000,
                "fans-draft-max": 3,
                "fans-max": 7,
                "cheerleader-max": 6,
                "assistant-coach-max": 6,
                "apothecary-cost": 50_000,
                "reroll-multiplier": 2,
            },
        ),
        ("petty-cash", {"difference": 1, "from-treasury": 50_000}),
        ("mercenaries", {"surcharge": 30_000, "skill": 50_000}),
        ("winnings", {"each": 10_000, "share": 2, "no-stalling": 1}),
        ("mvp", {"nominees": 6, "awards": 1, "winner-awards": 2}),
        ("concession", {"field-max": 2, "fans": 1, "advancements": 3, "leave-max": 3}),
        ("unplayed", {"mvp": 2, "winnings": 10_000}),
        ("redraft", {"heals": 4, "apothecary": 1, "seasons": 20_000, "hatred": 4}),
        ("getting-even", {"gained": 4}),
        ("team-captain", {"kept": 6}),
        ("prizes", {"first": 100_000, "second": 60_000, "third": 30_000, "trophy": 1}),
        ("matched-play-costs", {"primary": 1, "secondary": 2, "star": 2, "mega-star": 4}),
    ],
)
def test_figures(table, figures):
    assert {key: CATALOGUE.figure(table, key) for key in figures} == figures


def test_expensive_mistakes():
    rows = CATALOGUE.tables["expensive-mistakes"].rows
    assert [[row[f"d6_{die}"][:2] for row in rows] for die in range(1, 7)] == [
        ["mi", "mi", "ma", "ma", "ca", "ca"],
        ["av", "mi", "mi", "ma", "ma", "ca"],
        ["av", "av", "mi", "mi", "ma", "ma"],
        ["av", "av", "av", "mi", "mi", "ma"],
        ["av", "av", "av", "av", "mi", "mi"],
        ["av", "av", "av", "av", "av", "mi"],
    ]
    assert CATALOGUE.tables["expensive-incidents"].named["major"]["effect"] == "keep-half"
    assert BASE.tables["expensive-incidents"].named["major"]["effect"] == "lose-half"


def test_prayers_kick_off_and_weather():
    prayers = [row.name for row in CATALOGUE.tables["prayer"].rows]
    assert prayers[7:13] == [
        "Blessing of Nuffle",
        "Moles under the Pitch",
        "Perfect Passing",
        "Dazzling Catching",
        "Fan Interaction",
        "Fouling Frenzy",
    ]
    assert "prayers" not in CATALOGUE.tables
    (kickoff,) = CATALOGUE.shelves["kickoff_table"]
    assert [row.name for row in kickoff.entries][8:] == ["Charge!", "Dodgy Snack", "Pitch Invasion"]
    (weather,) = CATALOGUE.shelves["weather_table"]
    assert [row.holds["from"] for row in weather.entries] == [2, 3, 4, 11, 12]


def test_matched_play_by_tier():
    assert bands("matched-play", "skill-points", "secondary-max", "star-max") == [
        (1, 1, 6, 1, 1),
        (2, 2, 8, 2, 2),
        (3, 3, 9, 3, 2),
        (4, 4, 10, 4, 2),
    ]
