"""Winnings with everything that changes them, exposure, and the fan factor."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.bb2016.fortune import Exposure, Following, Winnings
from rules.engine import effects as e
from rules.engine.fold import fold
from rules.engine.rulings import Refused, total
from tests.rules.answering import ask, keys, lines, play_out, reasons
from tests.rules.builders import team

pytestmark = pytest.mark.pure

STALLS, EXPOSURE, STUDIO = (
    "integrated-merchandise-stalls",
    "desperate-for-exposure",
    "broadcast-studio",
)
FARBLAST = "farblast-and-sons"
RESULTS = st.sampled_from(["won", "drawn", "lost"])


def earned(answers, result="lost", house=None, squad=None, **fields):
    at = Winnings(squad or team(), result, **fields)
    full = {"winnings/again": "keep"} | answers
    return ask("winnings", at, full, **({"sponsors": True} | (house or {})))


def gold(outcome):
    return [(each.amount, each.what) for each in outcome.effects if isinstance(each, e.Gold)]


@pytest.mark.parametrize(
    ("result", "fame", "die", "expected"),
    [
        ("won", 0, 4, 50_000),
        ("drawn", 0, 4, 50_000),
        ("lost", 0, 4, 40_000),
        ("won", 2, 6, 90_000),
        ("lost", 1, 1, 20_000),
        ("lost", -1, 1, 0),
        ("lost", -4, 1, 0),
        ("won", -3, 1, 0),
        ("won", -3, 3, 10_000),
    ],
)
def test_die_fame_and_result_of_lines_1303_to_1307_and_never_below_nothing(
    result, fame, die, expected
):
    outcome = earned({"winnings": die}, result, fame=fame)
    assert gold(outcome) == [(expected, "winnings")]
    assert total(outcome.because) == expected


def test_only_the_winner_rolls_again_and_must_take_it():
    """1304."""
    at = Winnings(team(), "won")
    assert keys(ask("winnings", at, {"winnings": 6})) == ["winnings/again"]
    again = {"winnings": 6, "winnings/again": "reroll"}
    assert keys(ask("winnings", at, again)) == ["winnings/second"]
    assert gold(ask("winnings", at, again | {"winnings/second": 1})) == [(20_000, "winnings")]
    for result in ("drawn", "lost"):
        outcome = ask("winnings", Winnings(team(), result), {"winnings": 1})
        assert total(outcome.because) == (20_000 if result == "drawn" else 10_000)


def test_a_friendly_is_rolled_with_a_d3_the_second_roll_too():
    """5678."""
    asks = ask("winnings", Winnings(team(), "won", friendly=True))
    assert asks.open[0].dice == "D3"
    too_high = earned({"winnings": 4}, friendly=True)
    assert reasons(too_high) == [("dice-range", "winnings")]
    again = {"winnings": 1, "winnings/again": "reroll"}
    assert earned(again, "won", friendly=True).open[0].dice == "D3"


def test_promo_tour_adds_a_d3_that_the_winner_does_not_roll_again():
    """2768."""
    at = Winnings(team(), "won", promo_tour=True)
    plays = {"plays": True}
    assert keys(ask("winnings", at, **plays)) == ["winnings", "winnings/promo-tour"]
    answers = {
        "winnings": 1,
        "winnings/promo-tour": 3,
        "winnings/again": "reroll",
        "winnings/second": 5,
    }
    outcome = ask("winnings", at, answers, **plays)
    assert lines(outcome) == [("die", 50_000), ("promo-tour", 30_000), ("result", 10_000)]
    assert reasons(ask("winnings", at)) == [("not-in-this-league", "promo_tour")]


@pytest.mark.parametrize(
    ("option", "won", "drawn", "lost"),
    [
        ("none", 60_000, 60_000, 50_000),
        ("bonus", 70_000, 70_000, 60_000),
        ("double-fame", 80_000, 80_000, 70_000),
        ("both", 90_000, 90_000, 80_000),
    ],
)
def test_short_leagues_pay_more(option, won, drawn, lost):
    """3457, with a die of 3 and FAME 2."""
    house = {"winnings.short-league": option}
    sums = [
        total(earned({"winnings": 3}, result, house, fame=2).because)
        for result in ("won", "drawn", "lost")
    ]
    assert sums == [won, drawn, lost]


def test_merchandise_stalls_are_added_after_the_floor():
    """1721; rulings.md: the sum is brought up to nothing first."""
    outcome = earned(
        {"winnings": 1, "winnings/merchandise": 2},
        house={"stadiums": True},
        fame=-3,
        stadium=STALLS,
    )
    assert lines(outcome) == [
        ("die", 10_000),
        ("fame", -30_000),
        ("result", 0),
        ("not-below-nothing", 20_000),
        ("merchandise", 20_000),
    ]
    assert gold(outcome) == [(20_000, "winnings")]


@pytest.mark.parametrize(
    ("result", "fame", "die", "expected"),
    [
        ("won", 2, 3, (30 + 20 + 10 + 50) * 1000),
        ("won", 0, 1, (30 + 10 + 10) * 1000),
        ("won", -3, 1, 0),
        ("lost", 0, 3, 0),
        ("lost", 1, 3, (30 + 10 - 20) * 1000),
        ("lost", 2, 1, (30 + 20) * 1000),
        ("lost", -1, 3, 0),
    ],
)
def test_an_owner_gains_d3_plus_fame_or_loses_d3_minus_fame(result, fame, die, expected):
    """1313-1314, with a winnings die of 3; the loss is never a gain, winnings never below 0."""
    outcome = earned(
        {"winnings": 3, "winnings/own-stadium": die},
        result,
        {"stadiums": True},
        fame=fame,
        own_stadium=True,
    )
    assert gold(outcome) == [(expected, "winnings")]
    assert total(outcome.because) == expected


def test_a_draw_in_ones_own_stadium_changes_nothing():
    outcome = earned({"winnings": 3}, "drawn", {"stadiums": True}, own_stadium=True)
    assert lines(outcome) == [("die", 30_000), ("result", 10_000)]


def test_a_stadium_counts_fame_once_even_where_winnings_count_it_twice():
    house = {"stadiums": True, "winnings.short-league": "double-fame"}
    answers = {"winnings": 1, "winnings/own-stadium": 1}
    outcome = earned(answers, "won", house, fame=1, own_stadium=True)
    assert lines(outcome)[-1] == ("own-stadium", 20_000)


@pytest.mark.parametrize(("die", "expected"), [(1, 0), (2, 0), (3, 10_000), (6, 40_000)])
def test_farblast_takes_20000_but_never_more_than_there_is(die, expected):
    """1666."""
    outcome = earned({"winnings": die}, squad=team(sponsor=FARBLAST))
    assert gold(outcome) == [(expected, "winnings")]


def test_other_sponsors_leave_the_winnings_alone():
    outcome = earned({"winnings": 1}, squad=team(sponsor="star-insurance-guild"))
    assert gold(outcome) == [(10_000, "winnings")]


def test_a_conceders_winnings_pass_to_the_winner():
    """1309, 1393; worked out as for a loss, with the conceder's own FAME and sponsor."""
    conceder = earned({"winnings": 5}, fame=1, squad=team(sponsor=FARBLAST), conceded=True)
    assert conceder.effects == (e.Gold(0, "winnings"), e.Fact("winnings-passed-on", 40_000))
    assert total(conceder.because) == 0
    winner = earned({"winnings": 2}, "won", from_conceder=40_000)
    assert gold(winner) == [(70_000, "winnings")]


def test_a_residency_for_all_winnings_takes_them_all():
    outcome = earned({"winnings": 6}, "won", fame=2, from_conceder=30_000, pledged=True)
    assert gold(outcome) == [(0, "winnings")]
    assert lines(outcome)[-1] == ("residency-paid", -120_000)


def test_a_conceder_has_nothing_left_to_pledge():
    outcome = earned({"winnings": 5}, conceded=True, pledged=True)
    assert e.Fact("winnings-passed-on", 50_000) in outcome.effects
    assert lines(outcome)[-2:] == [("passed-on", -50_000), ("residency-paid", 0)]


SPIRAL = {"expenses.spiralling": True}


@pytest.mark.parametrize(
    ("value", "deduction"),
    [
        (1_740_000, 0),
        (1_750_000, 10_000),
        (1_890_000, 10_000),
        (1_900_000, 20_000),
        (2_040_000, 20_000),
        (2_050_000, 30_000),
        (2_190_000, 30_000),
    ],
)
def test_spiralling_expenses_by_the_bands_of_line_1528(value, deduction):
    outcome = earned({"winnings": 6}, house=SPIRAL, team_value=value)
    assert total(outcome.because) == 60_000 - deduction
    assert sum(amount for amount, _ in gold(outcome)) == 60_000 - deduction


@pytest.mark.parametrize(
    ("breakpoint_", "step", "value", "deduction"),
    [
        (1_250_000, 100_000, 1_450_000, 30_000),
        (2_500_000, 250_000, 2_490_000, 0),
        (2_000_000, 50_000, 2_200_000, 50_000),
    ],
)
def test_leagues_choose_breakpoint_and_step(breakpoint_, step, value, deduction):
    """3443."""
    house = SPIRAL | {"expenses.breakpoint": breakpoint_, "expenses.step": step}
    outcome = earned({"winnings": 6}, house=house, team_value=value)
    assert total(outcome.because) == 60_000 - deduction


@pytest.mark.parametrize(("treasury", "paid"), [(50_000, 30_000), (10_000, 20_000), (0, 10_000)])
def test_expenses_beyond_the_winnings_come_from_the_treasury_down_to_nothing(treasury, paid):
    squad = team(treasury=treasury)
    outcome = earned({"winnings": 1}, house=SPIRAL, squad=squad, team_value=2_100_000)
    assert gold(outcome) == [(10_000, "winnings"), (-paid, "spiralling-expenses")]
    assert fold(squad, outcome.effects).treasury == treasury + 10_000 - paid


def test_without_the_option_nobody_pays_expenses():
    assert total(earned({"winnings": 1}, team_value=5_000_000).because) == 10_000


def test_everything_together_in_the_ruled_order():
    house = {"stadiums": True, "plays": True, "winnings.short-league": "both", **SPIRAL}
    answers = {
        "winnings": 2,
        "winnings/promo-tour": 1,
        "winnings/again": "reroll",
        "winnings/second": 3,
        "winnings/merchandise": 3,
        "winnings/own-stadium": 2,
    }
    outcome = earned(
        answers,
        "won",
        house,
        team(sponsor=FARBLAST),
        fame=1,
        stadium=STALLS,
        own_stadium=True,
        promo_tour=True,
        from_conceder=10_000,
        team_value=1_900_000,
    )
    assert lines(outcome) == [
        ("die", 30_000),
        ("promo-tour", 10_000),
        ("fame", 20_000),
        ("result", 20_000),
        ("merchandise", 30_000),
        ("own-stadium", 30_000),
        ("sponsor", -20_000),
        ("from-conceder", 10_000),
        ("spiralling-expenses", -20_000),
    ]
    assert gold(outcome) == [(130_000, "winnings"), (-20_000, "spiralling-expenses")]


def test_bad_circumstances_are_all_named():
    at = Winnings(
        team(race="human", treasury=-1),
        "won",
        fame=100,
        stadium="moon",
        own_stadium=True,
        promo_tour=True,
        conceded=True,
        from_conceder=-1,
        team_value=-1,
    )
    assert reasons(ask("winnings", at)) == [
        ("negative", "team.treasury"),
        ("conceded-means-lost", "conceded"),
        ("out-of-range", "fame"),
        ("not-in-this-league", "stadium"),
        ("no-such-stadium", "stadium"),
        ("negative", "from_conceder"),
        ("negative", "team_value"),
        ("not-in-this-league", "own_stadium"),
        ("not-in-this-league", "promo_tour"),
    ]
    loser = ask("winnings", Winnings(team(), "lost", from_conceder=10_000))
    assert reasons(loser) == [("only-for-the-winner", "from_conceder")]
    assert not loser.overridable()


@settings(deadline=None, max_examples=60)
@given(data=st.data(), result=RESULTS, fame=st.integers(-9, 9), treasury=st.integers(0, 9))
def test_winnings_are_never_negative_and_their_lines_add_up(data, result, fame, treasury):
    at = Winnings(
        team(treasury=treasury * 10_000, sponsor=data.draw(st.sampled_from(["", FARBLAST]))),
        result,
        fame=fame,
        friendly=data.draw(st.booleans()),
        stadium=data.draw(st.sampled_from(["", STALLS, "ice"])),
        own_stadium=data.draw(st.booleans()),
        promo_tour=data.draw(st.booleans()),
        conceded=result == "lost" and data.draw(st.booleans()),
        from_conceder=data.draw(st.integers(0, 12)) * 10_000 if result == "won" else 0,
        pledged=data.draw(st.booleans()),
        team_value=data.draw(st.integers(0, 400)) * 10_000,
    )
    house = {"stadiums": True, "plays": True, "sponsors": True, **SPIRAL}
    outcome, answers = play_out(data, "winnings", at, **house)
    assert gold(outcome)[0][0] >= 0
    assert sum(amount for amount, _ in gold(outcome)) == total(outcome.because)
    assert fold(at.team, outcome.effects).treasury == at.team.treasury + total(outcome.because)
    assert ask("winnings", at, answers, **house) == outcome


# --- exposure


@pytest.mark.parametrize("die", [1, 6])
def test_exposure_pays_both_sides_the_same(die):
    """1714."""
    outcome = ask("exposure", Exposure(EXPOSURE), {"exposure": die}, stadiums=True)
    paid = e.Gold(die * 10_000, "exposure")
    assert outcome.effects == (e.To("home", paid), e.To("away", paid))
    assert total(outcome.because) == die * 10_000


@pytest.mark.parametrize(
    ("stadium", "house", "expected"),
    [
        ("ice", {"stadiums": True}, "no-exposure-here"),
        ("", {"stadiums": True}, "no-exposure-here"),
        ("moon", {"stadiums": True}, "no-such-stadium"),
        (EXPOSURE, {}, "not-in-this-league"),
    ],
)
def test_exposure_is_paid_nowhere_else(stadium, house, expected):
    outcome = ask("exposure", Exposure(stadium), **house)
    assert isinstance(outcome, Refused)
    assert reasons(outcome) == [(expected, "stadium")]


# --- fan factor


def following(fans, result, faces, house=None, **fields):
    at = Following(team(fan_factor=fans), result, **fields)
    outcome = ask("fan-factor", at, {"fan-factor": faces}, **(house or {}))
    return fold(at.team, outcome.effects).fan_factor - fans


@pytest.mark.parametrize(
    ("result", "faces", "fans", "by"),
    [
        ("won", [2, 2, 2], 5, 1),
        ("won", [2, 2, 2], 6, 0),
        ("won", [2, 2, 2], 7, 0),
        ("drawn", [3, 3], 5, 1),
        ("drawn", [3, 3], 6, 0),
        ("drawn", [3, 3], 7, -1),
        ("lost", [3, 3], 5, 0),
        ("lost", [3, 3], 6, 0),
        ("lost", [3, 3], 7, -1),
        ("won", [6, 6, 6], 18, 0),
        ("lost", [1, 1], 0, 0),
        ("drawn", [1, 1], 0, 1),
    ],
)
def test_the_roll_is_held_against_the_fan_factor(result, faces, fans, by):
    """1316-1324: higher gains, lower loses, equal changes nothing."""
    assert following(fans, result, faces) == by


@pytest.mark.parametrize(
    ("result", "faces", "fans", "by"),
    [
        ("won", [1, 1, 1], 5, 1),
        ("drawn", [1, 2], 6, 0),
        ("drawn", [1, 2], 5, 1),
        ("lost", [1, 2], 7, -1),
        ("lost", [1, 2], 6, 0),
    ],
)
def test_a_broadcast_studio_adds_three(result, faces, fans, by):
    """1723."""
    assert following(fans, result, faces, {"stadiums": True}, stadium=STUDIO) == by


@pytest.mark.parametrize(("fans", "by"), [(5, -1), (1, -1), (0, 0)])
def test_a_conceder_loses_a_point_without_rolling(fans, by):
    """1393; rulings.md: 0 stays 0."""
    at = Following(team(fan_factor=fans), "lost", conceded=True)
    outcome = ask("fan-factor", at)
    assert fold(at.team, outcome.effects).fan_factor == fans + by
    assert total(outcome.because) == by


def test_bad_followings_are_refused():
    at = Following(team(fan_factor=-2, sponsor="nobody"), "drawn", "moon", conceded=True)
    assert reasons(ask("fan-factor", at)) == [
        ("no-such-sponsor", "team.sponsor"),
        ("negative", "team.fan_factor"),
        ("conceded-means-lost", "conceded"),
        ("not-in-this-league", "stadium"),
        ("no-such-stadium", "stadium"),
    ]


@settings(deadline=None)
@given(data=st.data(), result=RESULTS, fans=st.integers(0, 25), studio=st.booleans())
def test_fans_come_and_go_by_one_at_most_and_as_the_lines_say(data, result, fans, studio):
    at = Following(team(fan_factor=fans), result, STUDIO if studio else "")
    outcome, answers = play_out(data, "fan-factor", at, stadiums=True)
    by = fold(at.team, outcome.effects).fan_factor - fans
    apart = total(outcome.because)
    assert by in {"won": (0, 1), "drawn": (-1, 0, 1), "lost": (-1, 0)}[result]
    assert by * apart >= 0
    assert apart == sum(answers["fan-factor"]) + 3 * studio - fans
    if result == "drawn":
        assert (by == 0) == (apart == 0)
