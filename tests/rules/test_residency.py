"""Becoming residents: the offer, its price, and two teams that want the same stadium."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.bb2016.residency import ContestedResidency, Residency
from rules.engine import effects as e
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, Refused, total
from rules.engine.state import Home
from tests.rules.answering import ask, keys, lines, play_out, reasons
from tests.rules.builders import team

pytestmark = pytest.mark.pure

ON = {"stadiums": True, "sponsors": True}
ICE = Home("ice", "The Rink")


def wish(result="drawn", stadium="ice", **fields):
    return Residency(team(**fields), result, stadium, "The Rink")


@pytest.mark.parametrize(
    ("fields", "result", "expected"),
    [
        ({}, "drawn", [("die", 3)]),
        ({}, "won", [("die", 3), ("win", 1)]),
        ({}, "lost", [("die", 3), ("loss", -1)]),
        ({"sponsor": "mcmurtys-burger-emporium"}, "drawn", [("die", 3), ("major-sponsor", 2)]),
        ({"fan_factor": 7}, "drawn", [("die", 3)]),
        ({"fan_factor": 8}, "drawn", [("die", 3), ("fan-factor-8", 2)]),
        ({"fan_factor": 12}, "drawn", [("die", 3), ("fan-factor-8", 2)]),
        ({"fan_factor": 13}, "drawn", [("die", 3), ("fan-factor-8", 2), ("fan-factor-13", 4)]),
    ],
)
def test_modifiers_are_those_of_lines_1283_to_1287_and_cumulative(fields, result, expected):
    outcome = ask(
        "residency", wish(result, **fields), {"residency": 3, "residency/accept": True}, **ON
    )
    assert lines(outcome) == expected


@pytest.mark.parametrize(
    ("die", "fan_factor", "offer"),
    [
        (5, 0, "none"),
        (6, 0, "all-winnings"),
        (6, 8, "all-winnings"),
        (3, 13, "free"),
        (2, 13, "all-winnings"),
        (1, 0, "none"),
    ],
)
def test_the_offer_changes_at_6_and_at_9(die, fan_factor, offer):
    answers = {"residency": die, "residency/accept": True}
    outcome = ask("residency", wish(fan_factor=fan_factor), answers, **ON)
    assert outcome.because[-1].params["price"] == offer


def test_an_offer_that_costs_all_winnings_may_be_declined():
    asks = ask("residency", wish(), {"residency": 6}, **ON)
    assert keys(asks) == ["residency/accept"]
    taken = ask("residency", wish(), {"residency": 6, "residency/accept": True}, **ON)
    assert taken.effects == (e.Fact("winnings-pledged", True), e.HomeStadium(ICE))
    declined = ask("residency", wish(), {"residency": 6, "residency/accept": False}, **ON)
    assert declined.effects == ()


def test_an_unconditional_offer_is_a_deal():
    outcome = ask("residency", wish(fan_factor=13), {"residency": 3}, **ON)
    assert outcome.effects == (e.HomeStadium(ICE),)


def test_a_resident_gives_up_the_old_home_for_50000_when_it_takes_another():
    """1757-1758: one home only, given up at any time for 50,000."""
    settled = wish(fan_factor=13, treasury=50_000, home=Home("solid-stone", "The Quarry"))
    assert keys(ask("residency", settled, {"residency": 6}, **ON)) == ["residency/accept"]
    moved = ask("residency", settled, {"residency": 6, "residency/accept": True}, **ON)
    after = fold(settled.team, moved.effects)
    assert (after.home, after.treasury) == (ICE, 0)
    stays = ask("residency", settled, {"residency": 6, "residency/accept": False}, **ON)
    assert stays.effects == ()


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (wish(stadium=""), [("stadium-without-attribute", "stadium")]),
        (wish(stadium="moon"), [("no-such-stadium", "stadium")]),
        (Residency(team(), "won", "ice", taken=True), [("somebodys-home", "stadium")]),
        (Residency(team(), "beaten", "ice"), [("not-an-option", "result")]),
        (wish(home=Home("solid-stone", owned=True)), [("owns-a-stadium", "team.home")]),
        (wish(home=Home("ice", "THE RINK"), treasury=90_000), [("at-home-already", "team.home")]),
        (wish(home=Home("solid-stone"), treasury=40_000), [("cannot-afford", "team.treasury")]),
        (
            Residency(team(home=Home("ice", owned=True), fan_factor=-1), "sold", "", taken=True),
            [
                ("not-an-option", "result"),
                ("stadium-without-attribute", "stadium"),
                ("somebodys-home", "stadium"),
                ("negative", "team.fan_factor"),
                ("owns-a-stadium", "team.home"),
            ],
        ),
    ],
)
def test_who_may_not_ask_hears_every_reason(at, expected):
    assert reasons(ask("residency", at, **ON)) == expected


def test_a_league_without_stadiums_has_no_residencies():
    assert reasons(ask("residency", wish())) == [("not-in-this-league", "stadiums")]
    both = ContestedResidency(team(), team(), "won", "ice")
    assert reasons(ask("residency-contested", both)) == [("not-in-this-league", "stadiums")]


def contest(home_die, away_die, result="won", home=None, away=None, **more):
    at = ContestedResidency(home or team(), away or team(), result, "ice", "The Rink")
    answers = {"residency-contested/home": home_die, "residency-contested/away": away_die}
    return ask("residency-contested", at, answers | more, **ON)


def test_only_the_higher_modified_result_is_answered():
    """1759: 5 + 1 + 2 against 5 - 1."""
    outcome = contest(5, 5, home=team(fan_factor=8))
    assert keys(outcome) == ["residency-contested/home/accept"]
    assert outcome.open[0].who == "side"
    taken = contest(5, 5, home=team(fan_factor=8), **{"residency-contested/home/accept": True})
    assert taken.effects == (
        e.To("home", e.Fact("winnings-pledged", True)),
        e.To("home", e.HomeStadium(ICE)),
    )
    assert lines(taken, side="home") == [("die", 5), ("win", 1), ("fan-factor-8", 2)]
    assert lines(taken, side="away") == [("die", 5), ("loss", -1)]


def test_the_visitor_may_get_the_stadium_and_answers_himself():
    taken = contest(1, 6, "lost", away=team(fan_factor=13))
    assert taken.effects == (e.To("away", e.HomeStadium(ICE)),)
    asks = contest(1, 6, "drawn")
    assert [(each.key, each.who) for each in asks.open] == [
        ("residency-contested/away/accept", "opponent")
    ]


def test_equal_modified_results_leave_both_without():
    outcome = contest(4, 6, "won", home=team(fan_factor=8), away=team(fan_factor=8))
    assert (total_of(outcome, "home"), total_of(outcome, "away")) == (7, 7)
    assert outcome.effects == ()


def total_of(outcome, side):
    return sum(amount for _, amount in lines(outcome, side=side))


def test_when_the_higher_declines_the_other_gets_nothing():
    outcome = contest(6, 6, **{"residency-contested/home/accept": False})
    assert isinstance(outcome, Allowed)
    assert outcome.effects == ()


def test_a_contest_names_the_side_that_may_not_ask():
    outcome = contest(6, 6, away=team(home=Home("solid-stone", owned=True)))
    assert isinstance(outcome, Refused)
    assert reasons(outcome) == [("owns-a-stadium", "away.home")]


@settings(deadline=None)
@given(
    st.data(),
    st.sampled_from(["won", "drawn", "lost"]),
    st.integers(0, 20),
    st.sampled_from(["", "star-insurance-guild"]),
)
def test_every_result_is_answered_and_the_lines_say_which(data, result, fans, sponsor):
    at = wish(result, fan_factor=fans, sponsor=sponsor)
    outcome, answers = play_out(data, "residency", at, **ON)
    reached = total(outcome.because)
    price = outcome.because[-1].params["price"]
    assert price == ("none" if reached <= 5 else "all-winnings" if reached <= 8 else "free")
    assert (fold(at.team, outcome.effects).home is not None) == outcome.because[-1].params["taken"]
    assert ask("residency", at, answers, **ON) == outcome
