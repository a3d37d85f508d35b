"""Living Rulebook 4: every result of the handicap table, as the side of the lower rating rolls it
(4312-4472). Home has the higher one; lines are those of the rulebook."""

import pytest

from rules.editions.lrb4.edition import EDITION
from rules.editions.lrb4.handicap import HandicapRoll, Ratings, handicap, results
from rules.engine.asks import Choose, Pick
from rules.engine.effects import Fact, To
from tests.rules.lrb4_matches import BOOK, ask, evening, player, squad

pytestmark = pytest.mark.pure

# Home: a niggled player of 9 points, an Ogre of 15, one of 3; three re-rolls, fan factor 5.
STRONG = (
    player("h1", niggles=1, awards={"touchdown": 3}, improvements=1),
    player("h2", "ogre", awards={"touchdown": 5}, improvements=1),
    player("h3", awards={"touchdown": 1}),
)


def rolled(number, answers=None, *, strong=STRONG, weak=(), **home):
    """A match in which away rolls this number, and the facts that come of it."""
    about = {"rerolls": 3, "treasury": 100_000, **home}
    match = evening(
        squad("h", *strong, **about),
        squad("a", *weak, treasury=170_000),
        said={"handicap/away/1/1": number, **(answers or {})},
    )
    assert match.facts("handicap/joint", "handicap-rolls") == [1]
    return match


def noted(match):
    """What is noted beside the roll itself: for whom, and what."""
    return [
        (each.side, each.effect.what, each.effect.value)
        for each in match.steps["handicap/joint"].effects
        if isinstance(each, To)
        and isinstance(each.effect, Fact)
        and each.effect.what not in ("handicap-rolls", "handicap")
    ]


def given(who, *skills, **raises):
    return "for-the-match", {"player": who, "skills": [*skills], "raises": raises}


# Low end and high end of the row, its key, what coaches and dice say, and what is noted.
ROWS = [
    (11, 12, "extra-training", {}, []),
    (
        *(13, 14, "intensive-training"),
        {"": ["a2"], "/a2": "tackle"},
        [("away", *given("a2", "tackle"))],
    ),
    (15, 16, "inspiration", {"": ["a2"]}, [("away", "inspired", "a2")]),
    (21, 22, "i-am-the-greatest", {}, [("home", "never-together", ["h2", "h1"])]),
    # Half of 5, rounded up (4396).
    (23, 24, "bad-press", {}, [("home", "fans-for-the-match", 3)]),
    (25, 26, "illegal-drugs", {"": ["a2"], "/raises": "st"}, [("away", *given("a2", st=1))]),
    (
        *(31, 32, "morleys-revenge"),
        {"/die": 2, "/drawn": ["h3", "h9"]},
        [("home", "has-drunk", ["h3", "h9"])],
    ),
    (33, 34, "smelling-salts", {}, []),
    (35, 36, "palmed-coin", {}, []),
    # Half of 3, rounded down (4424).
    (41, 42, "doom-and-gloom", {}, [("home", "rerolls-in-the-first-half", 1)]),
    (43, 44, "it-wasnt-me", {"/drawn": ["h2"]}, [("home", "sits-out", "h2")]),
    (45, 46, "that-boys-got-talent", {"": "ogre"}, [("away", "talent", {"position": "ogre"})]),
    (51, 52, "duh-where-am-i", {"": ["h3"]}, [("home", *given("h3", "bone-head"))]),
    (53, 54, "bribe-the-ref", {}, []),
    (55, 56, "knuckledusters", {"": ["a3"]}, [("away", *given("a3", "mighty-blow"))]),
    (61, 62, "virus", {}, [("home", "sits-out", "h1")]),
    (63, 64, "iron-man", {"": ["a3"]}, [("away", "never-hurt", "a3")]),
    (65, 66, "buzzing", {"": ["a3"]}, [("away", *given("a3", "jump-up", "frenzy"))]),
]


@pytest.mark.parametrize(
    ("number", "result", "answers", "facts"),
    [
        (number, result, answers, facts)
        for low, high, result, answers, facts in ROWS
        for number in (low, high)
    ],
)
def test_each_result_does_what_its_row_says_4373(number, result, answers, facts):
    who = {f"handicap/away/{result}{more}": answer for more, answer in answers.items()}
    match = rolled(number, who)
    assert match.facts("handicap/joint", "handicap") == [result]
    assert noted(match) == facts
    assert EDITION.pitch.inducements(BOOK, match.over, "away")[result] == 1


def test_the_rows_are_all_that_there_are():
    assert [row[2] for row in ROWS] == [*results(BOOK)]


@pytest.mark.parametrize(
    ("apart", "rolls", "picks"),
    [
        *((0, 0, 0), (10, 0, 0), (11, 1, 0), (25, 1, 0), (26, 2, 0), (50, 2, 0), (51, 3, 0)),
        *((75, 3, 0), (76, 4, 0), (100, 4, 0), (101, 4, 1), (400, 4, 1)),
    ],
)
def test_how_often_a_side_rolls_4352(apart, rolls, picks):
    for side, at in (("home", Ratings(60, 60 + apart)), ("away", Ratings(60 + apart, 60))):
        found = [
            (each.side, each.effect.what, each.effect.value) for each in handicap(BOOK, at).effects
        ]
        assert found == [
            *([(side, "handicap-rolls", rolls)] if rolls else []),
            *([(side, "handicap-picks", picks)] if picks else []),
        ]


def test_the_holder_of_the_chaos_cup_rolls_once_more_whatever_the_ratings_4961():
    assert handicap(BOOK, Ratings(200, 60, "home")).effects == (
        To("home", Fact("handicap-rolls", 1)),
        To("away", Fact("handicap-rolls", 4)),
        To("away", Fact("handicap-picks", 1)),
    )
    assert handicap(BOOK, Ratings(60, 60, "away")).effects == (
        To("away", Fact("handicap-rolls", 1)),
    )


def test_a_result_comes_once_for_both_sides_together_and_one_is_picked_last_4326():
    """The underdog's four, the pick after the holder's own roll, and nothing twice."""
    match = evening(
        squad("h", treasury=1_100_000, marks={"chaos-cup": "x"}),
        squad("a"),
        said={
            **{f"handicap/away/{nth}/1": number for nth, number in enumerate((33, 35, 11, 53), 1)},
            "handicap/home/1/1": 34,
            "handicap/home/1/2": 63,
            "handicap/away/5/picked": "bad-press",
        },
    )
    picked = next(each for each in match.put if each.key == "handicap/away/5/picked")
    had = {"smelling-salts", "palmed-coin", "extra-training", "bribe-the-ref", "iron-man"}
    assert {*picked.options} == {*results(BOOK)} - had
    assert match.facts("handicap/joint", "handicap")[-2:] == ["iron-man", "bad-press"]


def test_nothing_is_left_to_roll_when_all_came_up():
    ruling = ask("handicap-roll", HandicapRoll("home", taken=tuple(results(BOOK))))
    assert [each.code for each in ruling.reasons] == ["nothing-left-on-the-table"]


def put(match, key):
    return next(each for each in match.put if each.key == f"handicap/away/{key}")


def test_intensive_training_gives_a_skill_by_a_new_skill_result_no_trait_4378():
    match = rolled(13, {"handicap/away/intensive-training": ["a1"]})
    general = {each.key for each in BOOK.catalogue.skills_in("G")}
    asked = put(match, "intensive-training/a1")
    assert isinstance(asked, Choose)
    assert {*asked.options} == general
    # With none left it is as by a double (4045).
    full = player("a1", skills=tuple(sorted(general)))
    match = rolled(13, {"handicap/away/intensive-training": ["a1"]}, weak=[full])
    by_double = {each.key for each in BOOK.catalogue.skills_in("gASP")}
    assert {*put(match, "intensive-training/a1").options} == by_double


def test_inspiration_rolls_only_what_it_has_earned_4384():
    """Six points make the first level; a roll that was still open from before stays open."""
    waiting = player("a1", awards={"touchdown": 4}, improvements=1, owed={"1": [3, 4]})
    match = rolled(
        15,
        {
            "handicap/away/inspiration": ["a1"],
            "improvement/a1/2": [1, 2],
            "ageing/a1/2": [2, 2],
            "improvement-choice/a1/2": "tackle",
            "improvement-choice/a1/1": "block",
        },
        weak=[waiting],
    )
    put_before = [each.key for each in match.put].index("improvement-choice/a1/1")
    assert [each.key for each in match.put].index("improvement-choice/a1/2") < put_before
    assert match.facts("improvements/away", "mvp") == ["a2"]
    assert match["away"].players["a1"].skills == ("tackle", "block")


def test_the_roller_says_which_of_those_who_are_level_is_the_greatest_4391():
    level = [player(f"h{n}", awards={"touchdown": 1}) for n in (1, 2, 3)]
    top = player("h4", awards={"touchdown": 2}, improvements=1)
    answers = {"handicap/away/i-am-the-greatest": ["h3"]}
    match = rolled(21, answers, strong=[*level, top], rerolls=5)
    asked = put(match, "i-am-the-greatest")
    assert (asked.candidates, asked.at_most, asked.who) == (("h1", "h2", "h3"), 1, "opponent")
    assert noted(match) == [("home", "never-together", ["h4", "h3"])]


def test_bad_press_halves_thruds_following_too_3583():
    """Five and three of Thrud's are eight; the gate has them all (4396, rulings)."""
    match = rolled(23, {"home: inducements": {"star/thrud-the-barbarian": 1}})
    assert noted(match) == [("home", "fans-for-the-match", 4)]
    assert match.lines("conditions/joint")[-2:] == [
        ("gate-dice", 13 * 3_000),
        ("thruds-fans", 9_000),
    ]
    # The fan factor after the match is the team's own.
    assert match["home"].fan_factor == 5


def test_doom_and_gloom_halves_what_extra_training_has_added_4424():
    """Three and one more are four."""
    match = evening(
        squad("h", *STRONG, rerolls=3, treasury=100_000),
        squad("a", treasury=170_000, marks={"chaos-cup": "x"}),
        said={"handicap/away/1/1": 11, "handicap/away/2/1": 41},
    )
    assert ("home", "rerolls-in-the-first-half", 1) in noted(match)
    match = evening(
        squad("h", *STRONG, rerolls=3, treasury=1_000_000, marks={"chaos-cup": "x"}),
        squad("a"),
        said={
            **{f"handicap/away/{nth}/1": number for nth, number in enumerate((33, 35, 53, 61), 1)},
            "handicap/home/1/1": 12,
            "handicap/away/5/picked": "doom-and-gloom",
        },
    )
    assert ("home", "rerolls-in-the-first-half", 2) in noted(match)


def test_nobody_is_a_bone_head_twice_nor_a_big_guy_4443():
    """A star with Bone Head, and the Ogre, are not to be chosen."""
    match = rolled(
        51,
        {
            "handicap/away/duh-where-am-i": ["h1"],
            "home: inducements": {"star/thrud-the-barbarian": 1},
        },
    )
    asked = put(match, "duh-where-am-i")
    assert isinstance(asked, Pick)
    assert {"h2", "thrud-the-barbarian"}.isdisjoint(asked.candidates)


def test_a_talent_is_a_seventeenth_and_a_fifth_blitzer_4436():
    blitzers = [player(f"a{n}", "blitzer") for n in range(1, 5)]
    match = evening(
        squad("h", rerolls=3, treasury=550_000),
        squad("a", *blitzers, count=16),
        said={"handicap/away/1/1": 46, "handicap/away/that-boys-got-talent": "blitzer"},
    )
    people = EDITION.pitch.lineup(BOOK, match.over, "away")
    assert (len(people), people[-1].position, people[-1].is_hired) == (17, "blitzer", True)
    # They leave with the match.
    assert len(match["away"].players) == 16


def test_whoever_palmed_the_coin_wins_the_toss_without_a_flip_4419():
    match = rolled(35)
    asked = [(each.key, each.who) for each in match.put if each.key.startswith("coin")]
    assert asked == [("coin/kicks", "opponent")]


def test_whom_virus_and_arrest_keep_away_has_no_award_and_no_roll_for_niggles_5894():
    match = rolled(61)
    assert "niggles/home" not in match.steps
    assert match.facts("improvements/home", "mvp") == ["h2"]
    assert not match["home"].players["h1"].misses_next
