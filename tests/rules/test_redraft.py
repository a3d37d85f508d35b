"""The re-draft between two seasons."""

from dataclasses import replace

import pytest

from rules.editions.bb2016.draft import Draft
from rules.editions.bb2016.edition import question
from rules.editions.bb2016.redraft import Redraft
from rules.engine.circumstances import SeasonEnd
from rules.engine.effects import Left, MissesNext, Niggled
from rules.engine.fold import fold
from rules.engine.rulings import total
from rules.engine.state import Home
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure

RECORD = {"played": 8, "won": 4, "drawn": 2, "touchdowns": 15, "casualties": 9}


def test_the_budget_grows_with_the_season():
    """1,000,000 + 85,000 + 8 × 20,000 + 4 × 20,000 + 2 × 10,000."""
    ended = SeasonEnd(team(treasury=85_000, record=RECORD))
    lines = question["redraft-budget"].ask(book(), ended, {}).because
    assert total(lines) == 1_345_000
    assert [line.code for line in lines] == ["budget", "treasury", "match", "win", "draw"]


def test_house_rules_turn_every_figure_of_the_budget():
    house = {
        "re-draft.treasury": False,
        "re-draft.touchdown": 5_000,
        "re-draft.casualty": 10_000,
        "re-draft.cap": 1_300_000,
    }
    ended = SeasonEnd(team(treasury=85_000, record=RECORD))
    lines = question["redraft-budget"].ask(book(**house), ended, {}).because
    assert total(lines) == 1_300_000
    assert lines[-1].amount == -125_000


def test_each_niggle_heals_on_a_four():
    hurt = team(player("a", niggles=2), player("b", misses_next=True), player("c"))
    answers = {"redraft-healing/a/1": 4, "redraft-healing/a/2": 3}
    ruling = question["redraft-healing"].ask(book(), SeasonEnd(hurt), answers)
    assert ruling.effects == (Niggled("a", -1), MissesNext("b", misses=False))


def test_nobody_heals_where_the_league_says_never():
    hurt = team(player("a", niggles=1))
    ruling = question["redraft-healing"].ask(
        book(**{"re-draft.heals": 7}), SeasonEnd(hurt), {"redraft-healing/a/1": 6}
    )
    assert ruling.effects == ()


def redrafted(last, returning, wish, **house):
    at = Redraft(last, "s2", tuple(returning), wish)
    return question["redraft"].ask(book(**house), at, {})


def test_a_returning_player_costs_his_value_and_a_fee_for_each_season():
    veteran = player("v", "blitzer", value_added=50_000, seasons=2, niggles=1)
    last = team(
        veteran,
        *[player(f"p{n}") for n in range(11)],
        treasury=40_000,
        rerolls=4,
        fan_factor=6,
        staff={"cheerleader": 3},
        sponsor="farblast",
        home=Home("ice"),
        fund=50_000,
    )
    ruling = redrafted(last, ["v"], Draft("", {"lineman": 10}, 2, 0, {"apothecary": 1}))
    after = fold(last, ruling.effects)
    spent = 90_000 + 50_000 + 3 * 20_000 + 10 * 50_000 + 2 * 50_000 + 50_000
    assert after.treasury == 1_040_000 - spent
    assert Left("p0", "contract-ended") in ruling.effects
    assert (after.players["v"].seasons, after.players["v"].niggles) == (3, 1)
    assert after.players["v"].value == 140_000
    assert (len(after.players), after.rerolls, after.fan_factor) == (11, 2, 6)
    assert (after.staff, after.sponsor, after.home, after.fund) == (
        {"cheerleader": 0, "apothecary": 1},
        "",
        None,
        0,
    )


def test_the_season_that_is_just_over_counts_for_the_agent():
    last = team(*[player(f"p{n}") for n in range(11)])
    ruling = redrafted(last, last.players, Draft("", {}))
    lines = [line for line in ruling.because if line.code == "return"]
    assert [line.amount for line in lines] == [-70_000] * 11
    free = redrafted(last, last.players, Draft("", {}), **{"re-draft.agent": 0})
    assert [line.amount for line in free.because if line.code == "return"] == [-50_000] * 11


def test_a_league_may_let_teams_keep_what_they_have():
    last = team(home=Home("ice"), fund=50_000, sponsor="farblast", ongoing_sponsors=1)
    house = {"re-draft.keeps": ["sponsors", "home", "fund"]}
    after = fold(last, redrafted(last, [], Draft("", {"lineman": 11}), **house).effects)
    assert (after.home, after.fund, after.sponsor, after.ongoing_sponsors) == (
        Home("ice"),
        50_000,
        "farblast",
        1,
    )


def test_what_was_won_stays_for_nothing_and_counts_against_its_limit():
    """A wizard for the duration of the following season (1516)."""
    last = team(inducements={"wizard": 1, "bribe": 1}, treasury=60_000)
    house = {"re-draft.treasury": False, "draft.permanent-inducements": ["wizard"]}
    wish = Draft("", {"lineman": 11})
    at = Redraft(last, "s2", (), wish, prize=50_000, prizes={"wizard": 1})
    ruling = question["redraft"].ask(book(**house), at, {})
    after = fold(last, ruling.effects)
    assert {key: n for key, n in after.inducements.items() if n} == {"wizard": 1}
    assert after.treasury == 1_000_000 + 50_000 - 550_000
    twice = replace(at, wish=replace(wish, inducements={"wizard": 1}))
    refused = question["redraft"].ask(book(**house), twice, {})
    assert {reason.code for reason in refused.reasons} == {"more-than-allowed"}
    more = replace(at, prizes={"wizard": 2})
    assert [each.code for each in question["redraft"].ask(book(), more, {}).reasons] == [
        "out-of-range"
    ]


def test_the_rules_of_the_draft_hold_and_all_that_is_wrong_is_said():
    last = team(player("j", journeyman=True), *[player(f"b{n}", "blitzer") for n in range(4)])
    ruling = redrafted(last, ["b0", "b1", "b2", "b3"], Draft("", {"blitzer": 1}, 9, 1))
    assert {reason.code for reason in ruling.reasons} == {
        "too-few-players",
        "too-many-of-position",
        "too-many-rerolls",
        "fan-factor-not-for-sale",
    }
    strangers = redrafted(last, ["j", "nobody", "nobody"], Draft("", {}))
    assert [reason.code for reason in strangers.reasons] == [
        "picked-twice",
        "not-under-contract",
        "not-under-contract",
        "not-under-contract",
    ]


def test_a_commissioners_word_sets_rules_aside_but_pays_for_nothing():
    last = team(treasury=0)
    short = redrafted(last, [], Draft("", {"lineman": 10}))
    assert [reason.code for reason in short.reasons] == ["too-few-players"]
    assert len(fold(last, short.although().effects).players) == 10
    dear = redrafted(last, [], Draft("", {"lineman": 16}, 8))
    assert [reason.code for reason in dear.reasons] == ["over-budget"]
    assert dear.although() is None
    at = Redraft(last, "s2", (), Draft("", {"lineman": 16}, 8), grant=200_000)
    given = question["redraft"].ask(book(**{"re-draft.cap": 1_000_000}), at, {})
    assert fold(last, given.effects).treasury == 0


def test_nobody_is_made_to_count_a_thousand_players():
    ruling = redrafted(team(), [], Draft("", {"lineman": 10_000_000}))
    assert [reason.code for reason in ruling.reasons] == ["too-many-players"]
    assert ruling.otherwise is None
