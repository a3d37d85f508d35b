"""The Star Insurance Guild: payouts for the dead, and the bill for those who left."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.bb2016.insurance import Death, Departures
from rules.engine import effects as e
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, total
from tests.rules.answering import ask, keys, play_out, reasons
from tests.rules.builders import player, team

pytestmark = pytest.mark.pure

ON = {"sponsors": True}
SIG = "star-insurance-guild"


@pytest.mark.parametrize(
    ("cost", "added", "paid"),
    [
        (50_000, 0, 30_000),
        (60_000, 0, 30_000),
        (60_000, 20_000, 40_000),
        (65_000, 0, 40_000),
        (140_000, 90_000, 120_000),
    ],
)
def test_the_guild_pays_half_up_to_the_next_10000(cost, added, paid):
    """1670, rulings.md: halves of gold."""
    dead = player(cost=cost, value_added=added)
    outcome = ask("sig-payout", Death(team(sponsor=SIG), dead), **ON)
    assert outcome.effects == (e.Gold(paid, "insurance"),)
    assert total(outcome.because) == paid


def test_only_the_insured_are_paid():
    assert reasons(ask("sig-payout", Death(team(), player()), **ON)) == [
        ("not-insured", "team.sponsor")
    ]
    assert reasons(ask("sig-payout", Death(team(sponsor=SIG), player()))) == [
        ("not-in-this-league", "sponsors")
    ]


def test_a_player_whom_nobody_knows_is_not_insured():
    odd = replace(player(cost=-10), position="juggler")
    assert reasons(ask("sig-payout", Death(team(sponsor=SIG), odd), **ON)) == [
        ("no-such-position", "player.position"),
        ("negative", "player.cost"),
    ]


def bill(answers, removed=3, **fields):
    squad = team(sponsor=SIG, **fields)
    return squad, ask("sig-bill", Departures(squad, removed), answers, **ON)


def test_nobody_left_nothing_is_asked():
    assert bill({}, removed=0)[1].effects == ()


@pytest.mark.parametrize(
    ("removed", "die", "comes"), [(1, 1, True), (1, 2, False), (3, 3, True), (7, 6, True)]
)
def test_the_bill_comes_on_a_die_no_higher_than_those_who_left(removed, die, comes):
    """1672."""
    outcome = bill({"sig-bill": die}, removed)[1]
    if comes:
        assert keys(outcome) == ["sig-bill/premium"]
    else:
        assert isinstance(outcome, Allowed)
        assert outcome.effects == ()


def test_a_bill_that_is_paid_costs_2d6_times_10000():
    answers = {"sig-bill": 1, "sig-bill/premium": [3, 4]}
    squad, asks = bill(answers, treasury=70_000)
    assert keys(asks) == ["sig-bill/pay"]
    _, outcome = bill(answers | {"sig-bill/pay": "pay"}, treasury=70_000)
    after = fold(squad, outcome.effects)
    assert (after.treasury, after.sponsor, total(outcome.because)) == (0, SIG, -70_000)


def test_refusing_to_pay_empties_the_treasury_and_ends_the_deal_for_good():
    answers = {
        "sig-bill": 1,
        "sig-bill/premium": [1, 1],
        "sig-bill/pay": "refuse",
        "sig-bill/missing": 2,
        "sig-bill/drawn": ["p1", "p5"],
    }
    squad, outcome = bill(answers, treasury=130_000)
    after = fold(squad, outcome.effects)
    assert (after.treasury, after.sponsor, after.blacklisted_by) == (0, "", {SIG})
    assert [each.id for each in after.players.values() if each.misses_next] == ["p1", "p5"]
    assert total(outcome.because) == -130_000


def test_who_cannot_pay_is_not_asked_and_has_not_paid():
    answers = {"sig-bill": 1, "sig-bill/premium": [6, 6]}
    _, asks = bill(answers, treasury=110_000)
    assert keys(asks) == ["sig-bill/missing"]
    _, wants_players = bill(answers | {"sig-bill/missing": 3}, treasury=0)
    drawn = wants_players.open[0]
    assert (drawn.key, drawn.at_least, drawn.at_most) == ("sig-bill/drawn", 3, 3)
    final = {"sig-bill/missing": 1, "sig-bill/drawn": ["p1"]}
    squad, poor = bill(answers | final, treasury=0)
    assert total(poor.because) == 0
    assert fold(squad, poor.effects).blacklisted_by == {SIG}


def test_a_small_team_misses_no_more_players_than_it_has():
    squad = team(player("p1"), player("p2", journeyman=True), sponsor=SIG)
    answers = {"sig-bill": 1, "sig-bill/premium": [6, 6], "sig-bill/missing": 3}
    asks = ask("sig-bill", Departures(squad, 1), answers, **ON)
    assert (asks.open[0].candidates, asks.open[0].at_most) == (("p1",), 1)


def test_bad_bills_are_refused():
    at = Departures(team(treasury=-5), removed=-1)
    assert reasons(ask("sig-bill", at)) == [
        ("not-in-this-league", "sponsors"),
        ("negative", "team.treasury"),
        ("not-insured", "team.sponsor"),
        ("negative", "removed"),
    ]


@settings(deadline=None)
@given(data=st.data(), removed=st.integers(0, 8), treasury=st.integers(0, 30))
def test_every_bill_is_settled_and_adds_up(data, removed, treasury):
    squad = team(sponsor=SIG, treasury=treasury * 10_000)
    at = Departures(squad, removed)
    outcome, answers = play_out(data, "sig-bill", at, **ON)
    after = fold(squad, outcome.effects)
    assert after.treasury == squad.treasury + total(outcome.because)
    assert (after.sponsor == "") == (SIG in after.blacklisted_by)
    missing = sum(each.misses_next for each in after.players.values())
    assert missing == answers.get("sig-bill/missing", 0)
    assert ask("sig-bill", at, answers, **ON) == outcome
