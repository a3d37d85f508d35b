"""Fans, gate and FAME, before the match and during it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.bb2016.edition import question
from rules.editions.bb2016.fans import FameChange, FansAndFame, Following
from rules.engine.drive import Asks
from rules.engine.effects import Fact, To
from rules.engine.rulings import Allowed, Refused, total
from tests.rules.builders import book

pytestmark = pytest.mark.pure

BOOK = book(stadiums=True, referees=True, **{"match-events": True, "kick-off.table": "blitzmania"})


def fans(at, home, away, at_home=None, rules=BOOK):
    answers = {"fans-and-fame/home": home, "fans-and-fame/away": away}
    if at_home:
        answers[f"fans-and-fame/{at.at_home}/at-home"] = at_home
    return question["fans-and-fame"].ask(rules, at, answers)


def of(ruling, side, what):
    found = [
        effect.effect.value
        for effect in ruling.effects
        if isinstance(effect, To) and effect.side == side and effect.effect.what == what
    ]
    return found[0] if found else None


def fame(ruling):
    return of(ruling, "home", "fame"), of(ruling, "away", "fame")


def gate(ruling):
    return next(effect.value for effect in ruling.effects if isinstance(effect, Fact))


def codes(ruling):
    assert isinstance(ruling, Refused)
    return [(reason.code, reason.subject) for reason in ruling.reasons]


def test_the_lowdown_ratz_draw_thirteen_thousand():
    """Line 649: fan factor 5 and a roll of 2 and 6."""
    ruling = fans(FansAndFame(home=Following(5)), [2, 6], [1, 1])
    assert of(ruling, "home", "fans") == 13_000
    assert of(ruling, "away", "fans") == 2_000
    assert gate(ruling) == 15_000 == total(ruling.because)


@pytest.mark.parametrize(
    ("home", "away", "expected"),
    [
        ([3, 4], [3, 4], (0, 0)),
        ([3, 5], [3, 4], (1, 0)),
        ([3, 4], [3, 5], (0, 1)),
        ([6, 1], [2, 2], (1, 0)),
        ([4, 4], [2, 2], (2, 0)),
        ([2, 2], [6, 6], (0, 2)),
    ],
)
def test_fame_is_for_more_fans_and_twice_as_many(home, away, expected):
    """Line 651."""
    assert fame(fans(FansAndFame(), home, away)) == expected


@pytest.mark.parametrize("side", ["home", "away"])
def test_whoever_is_at_home_has_up_to_three_thousand_more(side):
    """Lines 1231 and 1761."""
    at = FansAndFame(at_home=side, stadium="ice")
    ruling = fans(at, [1, 1], [1, 1], at_home=3)
    assert of(ruling, side, "fans") == 5_000
    assert gate(ruling) == 7_000 == total(ruling.because)
    assert of(ruling, side, "fame") == 2


def test_promo_tour_rolls_three_dice():
    """Line 2768."""
    at = FansAndFame(away=Following(3, promo_tour=True))
    asked = question["fans-and-fame"].ask(BOOK, at, {})
    assert isinstance(asked, Asks)
    assert {ask.key: ask.dice for ask in asked.open} == {
        "fans-and-fame/home": "2D6",
        "fans-and-fame/away": "3D6",
    }
    assert of(fans(at, [1, 1], [6, 6, 6]), "away", "fans") == 21_000


@pytest.mark.parametrize(
    ("home", "away", "expected"),
    [([3, 4], [3, 4], (1, 1)), ([3, 5], [3, 4], (2, 1)), ([6, 6], [1, 1], (2, 1))],
)
def test_a_boisterous_rabble_adds_one_up_to_two(home, away, expected):
    """Line 1734."""
    assert fame(fans(FansAndFame(stadium="boisterous-rabble"), home, away)) == expected


def test_solemn_and_silent_counts_nothing_in_play_and_all_of_it_afterwards():
    """Line 1738."""
    ruling = fans(FansAndFame(stadium="solemn-and-silent"), [6, 6], [1, 1])
    assert fame(ruling) == (2, 0)
    assert of(ruling, "home", "fame-in-play") == 0
    assert of(fans(FansAndFame(), [6, 6], [1, 1]), "home", "fame-in-play") is None


def test_the_greenboyz_are_loved_by_whoever_comes():
    """Line 4381: always 2, the opponent's as usual."""
    at = FansAndFame(home=Following(0, hall_of_fame="greenboyz"))
    assert fame(fans(at, [1, 1], [6, 6])) == (2, 2)
    other = FansAndFame(home=Following(0, hall_of_fame="bright-crusaders"))
    assert fame(fans(other, [1, 1], [6, 6])) == (0, 2)


@pytest.mark.parametrize(
    ("races", "dice", "joining"),
    [
        (("human", "orc"), ([6, 4], [1, 2]), ["the-white-dwarf", "the-black-gobbo"]),
        (("underworld", "norse"), ([1, 2], [5, 5]), ["the-black-gobbo", "the-white-dwarf"]),
        (("human", "orc"), ([5, 4], [6, 3]), [None, None]),
        (("human", "dwarf"), ([6, 6], [6, 6]), [None, None]),
        (("human", "savage-orc"), ([6, 6], [6, 6]), [None, None]),
        (("human", ""), ([6, 6], [6, 6]), [None, None]),
    ],
)
def test_two_old_rivals_turn_up_together_or_not_at_all(races, dice, joining):
    """4625-4627: fan dice of 10 or more, before anything is added."""
    at = FansAndFame(*(Following(9, race=race) for race in races))
    ruling = fans(at, *dice, rules=book(rivals=True))
    assert [of(ruling, side, "joins-for-the-match") for side in ("home", "away")] == joining
    unagreed = fans(at, *dice)
    assert not any(line.code == "rival" for line in unagreed.because)


def test_a_race_that_nobody_knows_draws_nobody():
    ruling = question["fans-and-fame"].ask(BOOK, FansAndFame(away=Following(race="humans")), {})
    assert codes(ruling) == [("no-such-race", "away.race")]


def test_bad_circumstances_are_named_all_at_once():
    at = FansAndFame(
        Following(-1, hall_of_fame="nobodies"), Following(-2), at_home="north", stadium="lava"
    )
    assert codes(question["fans-and-fame"].ask(BOOK, at, {})) == [
        ("negative", "home.fan_factor"),
        ("negative", "away.fan_factor"),
        ("no-such-stadium", "stadium"),
        ("not-a-side", "at_home"),
        ("no-such-team", "home.hall_of_fame"),
    ]
    nowhere = FansAndFame(at_home="home")
    assert codes(question["fans-and-fame"].ask(BOOK, nowhere, {})) == [("nobodys-home", "at_home")]
    away = FansAndFame(stadium="ice")
    assert codes(question["fans-and-fame"].ask(book(), away, {})) == [
        ("not-in-this-league", "stadiums")
    ]


dice_pair = st.lists(st.integers(1, 6), min_size=2, max_size=2)


@given(
    home=dice_pair,
    away=dice_pair,
    home_factor=st.integers(0, 18),
    away_factor=st.integers(0, 18),
    at_home=st.sampled_from(["", "home", "away"]),
    face=st.integers(1, 3),
    stadium=st.sampled_from(["ice", "boisterous-rabble", "solemn-and-silent"]),
)
def test_the_gate_is_the_sum_of_its_lines_and_fame_between_nought_and_two(
    *, home, away, home_factor, away_factor, at_home, face, stadium
):
    at = FansAndFame(Following(home_factor), Following(away_factor), at_home, stadium)
    ruling = fans(at, home, away, at_home=face if at_home else None)
    assert isinstance(ruling, Allowed)
    both = of(ruling, "home", "fans") + of(ruling, "away", "fans")
    assert gate(ruling) == both == total(ruling.because)
    assert {0, 1, 2} >= set(fame(ruling))
    assert stadium == "boisterous-rabble" or 0 in fame(ruling)
    assert ruling == fans(at, home, away, at_home=face if at_home else None)


# --- during play


def change(cause, answers=None, rules=BOOK, **at):
    asked = {f"fame-change/{cause}/1{key}": value for key, value in (answers or {}).items()}
    return question["fame-change"].ask(rules, FameChange(cause, **at), asked)


def test_a_breaking_scandal_costs_each_coach_a_d3_even_below_nought():
    """Line 677."""
    ruling = change("breaking-scandal", {"/home": 3, "/away": 1}, home=1, away=2)
    assert fame(ruling) == (-2, 1)


@pytest.mark.parametrize(("die", "lost"), [(1, True), (2, False), (6, False)])
def test_appalling_stands_cost_fame_on_a_one(die, lost):
    """Line 1711."""
    ruling = change("appalling-stands", {"/home": die, "/away": 6}, home=0)
    assert fame(ruling) == (-1 if lost else None, None)


@pytest.mark.parametrize(("die", "expected"), [(1, (0, -1)), (2, (0, -1)), (3, (None, None))])
def test_fair_weather_fans_leave_both(die, expected):
    """Line 1737."""
    assert fame(change("fair-weather-fans", {"": die}, home=1)) == expected


@pytest.mark.parametrize(
    ("die", "expected"),
    [(1, (0, 1)), (2, (0, None)), (3, (0, None)), (4, (None, None)), (6, (None, None))],
)
def test_jorm_takes_fame_away_or_over_to_the_other_side(die, expected):
    """Line 935."""
    assert fame(change("jorm-the-ogre", {"/die": die}, home=2)) == expected


def test_jorm_gives_fame_to_somebody_where_nobody_has_any():
    """Line 935; a side with less than nought has none."""
    assert fame(change("jorm-the-ogre", {"/drawn": ["away"]})) == (None, 1)
    unloved = change("jorm-the-ogre", {"/drawn": ["home"]}, home=-1, away=0)
    assert fame(unloved) == (0, None)


def test_jorm_asks_the_side_with_more_and_draws_where_both_have_as_much():
    more = change("jorm-the-ogre", home=1, away=2)
    assert [(ask.key, ask.who) for ask in more.open] == [
        ("fame-change/jorm-the-ogre/1/die", "opponent")
    ]
    assert (
        change("jorm-the-ogre", home=1, away=1).open[0].key == "fame-change/jorm-the-ogre/1/drawn"
    )
    drawn = change("jorm-the-ogre", {"/drawn": ["away"], "/die": 1}, home=1, away=1)
    assert fame(drawn) == (2, 0)


@pytest.mark.parametrize(("before", "die", "after"), [(-1, 6, 2), (0, 6, 2), (0, 5, None)])
def test_a_contraption_that_works_sets_fame_to_two(before, die, after):
    """Line 1977."""
    ruling = change("deafening-contraption", {"": die}, away=before, side="away")
    assert fame(ruling) == (None, after)


def test_a_contraption_stops_on_four_or_more():
    stops = [
        change("deafening-contraption", {"": die}).because[-1].params["stops"]
        for die in range(1, 7)
    ]
    assert stops == [False, False, False, True, True, True]


def test_the_second_occasion_asks_under_another_key():
    asked = question["fame-change"].ask(BOOK, FameChange("fair-weather-fans", occasion=2), {})
    assert [ask.key for ask in asked.open] == ["fame-change/fair-weather-fans/2"]


@pytest.mark.parametrize(
    ("cause", "knob"),
    [
        ("breaking-scandal", "kick-off.table"),
        ("appalling-stands", "stadiums"),
        ("fair-weather-fans", "stadiums"),
        ("jorm-the-ogre", "referees"),
        ("deafening-contraption", "match-events"),
    ],
)
def test_a_cause_that_the_league_does_not_know_changes_nothing(cause, knob):
    assert codes(change(cause, rules=book())) == [("not-in-this-league", knob)]


def test_bad_changes_are_named_all_at_once():
    assert codes(change("bad-breath", occasion=0, side="north")) == [
        ("no-such-cause", "cause"),
        ("not-a-side", "side"),
        ("out-of-range", "occasion"),
    ]


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 6), st.integers(1, 6))
def test_a_sides_lines_add_up_to_its_fame(home, away, first, second):
    answers = {"/home": min(first, 3), "/away": min(second, 3), "": first}
    answers |= {"/drawn": ["home"], "/die": first}
    for cause in ("breaking-scandal", "fair-weather-fans", "jorm-the-ogre"):
        ruling = change(cause, answers, home=home, away=away)
        assert isinstance(ruling, Allowed)
        for side, before in (("home", home), ("away", away)):
            lines = [line for line in ruling.because if line.params["side"] == side]
            after = of(ruling, side, "fame")
            assert total(lines) == (before if after is None else after)
