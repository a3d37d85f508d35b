"""The Competition Rules as facts: every difference from bb2016, and no other.

`guide` is reference-guide-gw-and-crp.txt, `rulings` the crp section of rulings.md; bare lines
are of bb2016-with-death-zones.txt.
"""

import pytest

from rules.editions import edition
from rules.editions.bb2016.market import mercenary_skills
from rules.editions.bb2016.mvp import Mvp
from rules.house import House, faults
from rules.loading import load, own_words
from tests.rules.builders import book, team

pytestmark = pytest.mark.pure

CRP = load("crp")
BASE = load("bb2016")

# The lists by the guide's lines: printed name, and the one it says they are also known as.
LISTS = {
    "amazon": (675, "Amazon", ""),
    "chaos-chosen": (676, "Chaos Chosen", "Chaos"),
    "chaos-dwarf": (677, "Chaos Dwarf", ""),
    "chaos-renegades": (678, "Chaos Renegades", "Chaos Pact"),
    "dark-elf": (679, "Dark Elf", ""),
    "dwarf": (680, "Dwarf", ""),
    "elf-union": (681, "Elf Union", "Elf"),
    "goblin": (682, "Goblin", ""),
    "halfling": (683, "Halfling", ""),
    "high-elf": (684, "High Elf", ""),
    "human": (685, "Human", ""),
    "khemri": (686, "Khemri", ""),
    "lizardmen": (687, "Lizardmen", ""),
    "necromantic": (688, "Necromantic Horror", "Necromantic"),
    "norse": (689, "Norse", ""),
    "nurgle": (690, "Nurgle", ""),
    "ogre": (691, "Ogre", ""),
    "orc": (692, "Orc", ""),
    "skaven": (693, "Skaven", ""),
    "slann": (694, "Slann", ""),
    "undead": (695, "Shambling Undead", "Undead"),
    "underworld": (696, "Underworld Denizens", "Underworld"),
    "vampire": (697, "Vampire", ""),
    "wood-elf": (698, "Wood Elf", ""),
}


@pytest.mark.parametrize(("key", "said"), LISTS.items(), ids=LISTS)
def test_a_list_of_the_guide_goes_by_its_old_name_and_answers_to_the_other(key, said):
    _, printed, known_as = said
    race = CRP.races[key]
    assert race.name == (known_as or printed)
    assert printed in (race.name, *race.also)


def test_there_are_no_other_lists():
    """Guide 675-698; 701 and 702 name the others as later or unsupported."""
    assert {*CRP.races} == {*LISTS}
    assert {*BASE.races} - {*CRP.races} == {
        "bretonnia",
        "human-nobility",
        "khorne",
        "pestilent-vermin",
        "savage-orc",
        "slayer-hold",
    }


def test_pro_elf_is_found_too():
    """Guide 681."""
    assert "Pro Elf" in CRP.races["elf-union"].also


DIFFERENT = {
    ("human", "catcher", "cost"): (60_000, 70_000, "rulings 69"),
    ("skaven", "gutter-runner", "skills"): (("dodge", "weeping-dagger"), ("dodge",), "rulings 69"),
    ("halfling", "treeman", "skills"): (
        (
            "mighty-blow",
            "stand-firm",
            "strong-arm",
            "take-root",
            "thick-skull",
            "throw-team-mate",
            "timmm-ber",
        ),
        (
            "mighty-blow",
            "stand-firm",
            "strong-arm",
            "take-root",
            "thick-skull",
            "throw-team-mate",
        ),
        "rulings 69",
    ),
}


def differences(old, new, ignored):
    """The fields in which two entries differ."""
    names = [name for name in old.__dataclass_fields__ if name not in ignored]
    return {
        name: (getattr(old, name), getattr(new, name))
        for name in names
        if getattr(old, name) != getattr(new, name)
    }


def test_positions_differ_in_these_figures_and_no_other():
    found = {
        (race.key, position.key, field): values
        for race in CRP.races.values()
        for position in race.positions.values()
        for field, values in differences(
            BASE.races[race.key].positions[position.key], position, {"line", "source"}
        ).items()
    }
    assert found == {place: (old, new) for place, (old, new, _) in DIFFERENT.items()}
    assert all(
        [*race.positions] == [*BASE.races[race.key].positions] for race in CRP.races.values()
    )


def test_lists_differ_in_their_names_only():
    ignored = {"line", "source", "positions", "name", "also"}
    assert not any(differences(BASE.races[race.key], race, ignored) for race in CRP.races.values())


def test_skills_differ_in_what_nobody_has():
    assert {*BASE.skills} - {*CRP.skills} == {"timmm-ber", "weeping-dagger"}
    known = {key: skill for key, skill in CRP.skills.items() if key != "piling-on"}
    assert all(skill == BASE.skills[key] for key, skill in known.items())


def test_stars_differ_in_whom_they_cannot_play_for():
    """The guide names no star (655): they are those of bb2016 whose teams there still are."""
    assert {*BASE.stars} - {*CRP.stars} == {"buboe-festerspit"}
    for key, star in CRP.stars.items():
        assert not differences(BASE.stars[key], star, {"plays_for"})
        assert star.plays_for == tuple(r for r in BASE.stars[key].plays_for if r in CRP.races)


INDUCEMENTS = {
    "bloodweiser-keg": {"name": "Bloodweiser Babes"},  # 3453, rulings 69
    "wizard": {"optional": False},  # rulings 69; the price is the same
    "special-play": {"name": "Special Play Card"},  # 3475
}


def test_inducements_differ_in_babes_wizard_and_cards():
    ignored = {"line", "source", "also", "summary", "only_for", "cost_for"}
    found = {
        key: {field: new for field, (_, new) in changed.items()}
        for key, inducement in CRP.inducements.items()
        if (changed := differences(BASE.inducements[key], inducement, ignored))
    }
    assert found == INDUCEMENTS
    assert (CRP.inducements["wizard"].cost, CRP.inducements["wizard"].max) == (150_000, 1)
    assert (CRP.inducements["bloodweiser-keg"].cost, CRP.inducements["bloodweiser-keg"].max) == (
        50_000,
        2,
    )


def test_there_is_no_famous_staff():
    """Guide 644, rulings 69."""
    gone = {key for key in BASE.inducements if key not in CRP.inducements}
    assert gone == {"famous-coaching-staff"} | {
        key for key, each in BASE.inducements.items() if each.staff
    }


def test_inducements_of_single_races_know_only_lists_that_remain():
    only = {key: each.only_for for key, each in CRP.inducements.items() if each.only_for}
    assert only == {
        "master-of-ballistics": ("human",),
        "waaagh-drummer": ("orc",),
        "runesmith": ("dwarf",),
        "warlock-engineer": ("skaven",),
    }


@pytest.mark.parametrize(
    "shelf", ["referee", "referee_table", "stadium_table", "sponsor", "event_set"]
)
def test_there_are_no_referees_stadiums_sponsors_and_match_events(shelf):
    """Guide 633, rulings 69."""
    assert BASE.shelves[shelf]
    assert CRP.shelves[shelf] == ()


DECKS = {
    "lrb6-miscellaneous-mayhem": (3481, 50_000, 13),
    "lrb6-team-plays": (3585, 50_000, 13),
    "lrb6-magic-items": (3693, 50_000, 13),
    "lrb6-dirty-tricks": (3801, 50_000, 13),
    "lrb6-good-karma": (3909, 100_000, 26),
    "lrb6-random-events": (4125, 200_000, 18),
    "lrb6-desperate-measures": (4275, 400_000, 8),
}


def test_its_decks_are_its_own_seven():
    found = {d.key: (d.line, d.holds["cost"], len(d.entries)) for d in CRP.shelves["deck"]}
    assert found == DECKS


def test_other_shelves_are_as_in_bb2016():
    changed = {"referee", "referee_table", "stadium_table", "sponsor", "event_set", "deck"}
    assert {k: v for k, v in CRP.shelves.items() if k not in changed} == {
        k: v for k, v in BASE.shelves.items() if k not in changed
    }


TABLES_WITHOUT = {
    "inducement-gold": {
        "home-visitor",
        "spectacle",
        "special-plays-max",
        "stars-max-with-rostered",
        "staff-max",
        "broadcast-discount",
        "broadcast-minimum",
    },
    "gate": {"home"},
    "winnings": {"merchandise", "exposure", "owned-win", "owned-loss", "farblast", "promo-tour"},
    "treatment": {"weeping-dagger", "argue-the-call", "argue-ejected"},
}
SAID_OTHERWISE = {"mvp"}


def test_tables_differ_in_what_stadiums_sponsors_and_staff_need():
    for key, table in CRP.tables.items():
        gone = {*BASE.tables[key].named} - {*table.named}
        assert gone == TABLES_WITHOUT.get(key, set())
        values = {
            name: row.holds.get("value")
            for name, row in table.named.items()
            if name in BASE.tables[key].named
        }
        assert values == {name: BASE.tables[key].named[name].holds.get("value") for name in values}
    assert {*CRP.tables["inducement-gold"].named} - {*BASE.tables["inducement-gold"].named} == {
        "petty-cash-step"
    }
    for key in {*CRP.tables} - {*TABLES_WITHOUT} - SAID_OTHERWISE:
        assert CRP.tables[key].rows == BASE.tables[key].rows


AS_THE_GUIDE_SAYS = [
    # guide 590-620: the two injury tables
    ("injury", [(2, 7), (8, 9), (10, 12)]),
    ("casualty", [(11, 38), *((n, n) for n in [*range(41, 49), *range(51, 59)]), (61, 68)]),
    # guide 866-869 and 874-878
    ("spp-levels", [(0, 5), (6, 15), (16, 30), (31, 50), (51, 75), (76, 175), (176, 999_999_999)]),
    ("improvement", [(2, 9), (10, 10), (11, 11), (12, 12)]),
]


@pytest.mark.parametrize(("table", "rows"), AS_THE_GUIDE_SAYS)
def test_tables_have_the_rows_of_the_guide(table, rows):
    assert [(row.low, row.high) for row in CRP.tables[table].rows] == rows


def test_points_fans_and_weather_are_those_of_the_guide():
    """Guide 461-464, 480-485, 571-575."""
    points = {key: row["value"] for key, row in CRP.tables["spp-awards"].named.items()}
    assert points == {"completion": 1, "casualty": 2, "interception": 2, "touchdown": 3, "mvp": 5}
    draft = CRP.tables["draft"].named
    assert [draft[f"fan-factor-{what}"]["value"] for what in ("start", "cost", "max")] == [
        0,
        10_000,
        9,
    ]
    assert [CRP.figure("fame", key) for key in ("equal-or-fewer", "more", "double")] == [0, 1, 2]
    weather = next(table for table in CRP.shelves["weather_table"] if table.key == "standard")
    assert [(row.holds["from"], row.holds["to"]) for row in weather.entries] == [
        (2, 2),
        (3, 3),
        (4, 10),
        (11, 11),
        (12, 12),
    ]


def entries(said):
    """Every entry of an overlay that says more than which entry it is."""
    if isinstance(said, list):
        for each in said:
            yield from entries(each)
    elif isinstance(said, dict):
        if {*said} - {"key", "position", "row", "without"}:
            yield said
        for name in ("position", "row"):
            yield from entries(said.get(name, []))


def test_every_entry_names_the_line_it_was_read_from():
    own = own_words("crp")
    found = [entry for name in ("team", "inducement") for entry in entries(own[name])] + [
        entry for table in own["tables"].values() for entry in entries(table)
    ]
    assert len(found) == 16
    for entry in found:
        assert entry["line"] > 0, entry
        assert entry.get("source", "") in ("", "guide", "rulings")


def test_an_edition_tells_what_it_is():
    crp = edition("crp")
    assert (crp.key, crp.title) == ("crp", "Competition Rules (Living Rulebook 6)")
    assert crp.characteristics == ("ma", "st", "ag", "av")
    assert crp.traits == edition("bb2016").traits
    assert crp.catalogue.digest != edition("bb2016").catalogue.digest


# --- house rules

DEFAULTS = {
    "mvp": "random",
    "mistakes": False,
    "expenses.spiralling": True,
    "expenses.breakpoint": 1_750_000,
    "expenses.step": 150_000,
    "inducements.wizard": True,
    "piling-on": True,
    "plays.lrb6": "off",
    "stadiums": False,
    "referees": False,
    "match-events": False,
    "plays": False,
    "sponsors": False,
    "stars.rostered": False,
    "inducements.staff": False,
}


def test_the_books_choices_are_those_of_the_rulings():
    house = House(edition("crp").knobs)
    assert {key: house[key] for key in DEFAULTS} == DEFAULTS


def test_every_default_is_a_value_that_its_knob_takes():
    for key in ("bb2016", "crp"):
        for knob in edition(key).knobs.values():
            assert knob.faults(knob.default) == []


ABSENT = {
    "stadiums",
    "referees",
    "referees.table",
    "match-events",
    "plays",
    "plays.variant",
    "plays.price",
    "stars.rostered",
    "inducements.staff",
    "sponsors",
    "sponsors.one-time",
    "re-draft.keeps",
}


def test_what_the_edition_does_not_have_cannot_be_turned_on():
    assert {*edition("bb2016").knobs} - {*edition("crp").knobs} == ABSENT
    turned = {"stadiums": True, "mvp": "coach"}
    assert [(r.code, r.subject) for r in faults(edition("crp").knobs, turned)] == [
        ("not-in-this-edition", "stadiums")
    ]
    assert faults(edition("bb2016").knobs, turned) == []
    house = House(edition("crp").knobs, turned)
    assert (house["stadiums"], house["mvp"]) == (False, "coach")
    assert [knob.key for knob, _ in house.differences()] == ["mvp"]


def test_presets_leave_out_what_an_edition_does_not_have():
    presets = edition("crp").knobs.presets
    assert [*presets] == ["core", "everything"]
    assert not {*presets["everything"].turned} & ABSENT
    assert presets["everything"].turned["special-balls"] is True


# --- what the pages say


def told(catalogue):
    """Every sentence of an edition's tables and skills."""
    for table in catalogue.tables.values():
        yield f"{table.title}. {table.summary}"
        for row in table.rows:
            yield f"{row.name}. {row['summary']}"


def test_nothing_is_told_that_these_rules_do_not_know():
    """Nobody is nominated or argues a call; expenses are the rule, mistakes the option."""
    sentences = [*told(CRP)]
    for word in ("nominat", "D3 picks", "argu", "thrown out", "stadium", "sponsor", "referee"):
        assert not [each for each in sentences if word in each.casefold()], word
    tables = CRP.tables
    assert tables["spiralling-expenses"].title == "Spiralling expenses"
    assert tables["expensive-mistakes"].title == "Expensive mistakes (option)"
    assert "random" in tables["mvp"].summary
    assert tables["mvp"].dice == ""
    assert not CRP.skills["piling-on"].optional


def test_three_may_be_named_where_a_league_wants_it():
    side = team()
    ruling = edition("crp").questions["mvp"].ask(book("crp", mvp="nominate-three"), Mvp(side), {})
    assert [each.key for each in ruling.open] == ["mvp/1/nominees"]


def test_piling_on_can_still_be_put_away():
    position = book("crp").position("human", "blitzer")
    assert "piling-on" in mercenary_skills(book("crp"), position)
    assert "piling-on" not in mercenary_skills(book("crp", **{"piling-on": False}), position)


@pytest.mark.parametrize(
    ("key", "house", "conditions", "kick_off", "settlement"),
    [
        ("crp", {}, "Weather", "Coin and fans", "A concession"),
        ("crp", {"plays.lrb6": "inducement"}, "Weather", "Cards, coin and fans", "A concession"),
        ("bb2016", {}, "Weather", "Coin and fans", "A concession"),
        (
            "bb2016",
            {"stadiums": True, "plays": True},
            "Weather and stadium",
            "Cards, coin and fans",
            "What both settle",
        ),
    ],
)
def test_steps_are_called_by_what_the_league_plays_with(
    key, house, conditions, kick_off, settlement
):
    rules = book(key, **house)
    steps = (*edition(key).pre_match, *edition(key).post_match)
    titles = {step.key: step.under(rules).title for step in steps}
    assert [titles[each] for each in ("conditions", "kick-off", "settlement")] == [
        conditions,
        kick_off,
        settlement,
    ]
