"""Conceding, overtime and penalties, friendlies, league points."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions import edition
from rules.editions.bb2016.endings import Concession, Pairing
from rules.engine import effects as e
from rules.engine import league_points
from rules.engine.circumstances import Overtime, Penalties
from rules.engine.drive import drive
from rules.engine.fold import fold
from rules.engine.league_points import Outcome
from rules.engine.leaving import players_leaving
from rules.engine.rulings import Allowed, Line, Refused, total
from rules.house import House, standings
from rules.loading import load
from rules.words import line_words, plain, reason_words
from tests.rules.answering import ask, keys, lines, play_out, reasons
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure


def facts(outcome):
    return {each.what: each.value for each in outcome.effects if isinstance(each, e.Fact)}


def befalling(outcome, side):
    return [each.effect for each in outcome.effects if isinstance(each, e.To) and each.side == side]


# --- concession

VETERANS = team(
    player("p1", awards={"touchdown": 17}),
    player("p2", awards={"touchdown": 15, "mvp": 1}),
    player("p3", awards={"casualty": 20, "mvp": 2, "completion": 1}),
    player("p4", awards={"mvp": 10}),
    fan_factor=3,
)


@pytest.mark.parametrize(
    ("before_set_up", "could_field", "punished"),
    [
        (True, 0, False),
        (True, 2, False),
        (True, 3, True),
        (False, 2, True),
        (False, 11, True),
    ],
)
def test_only_too_few_to_set_up_excuse_a_concession(before_set_up, could_field, punished):
    """1393."""
    at = Concession("home", team(fan_factor=3), before_set_up, could_field)
    outcome = ask("concession", at)
    assert facts(outcome)["conceded"] == {"side": "home", "punished": punished}
    assert befalling(outcome, "home") == ([e.FanFactor(-1)] if punished else [])
    assert befalling(outcome, "away") == []


def test_what_passes_to_the_winner():
    """1116, 1393: both MVPs and the loser's winnings."""
    outcome = ask("concession", Concession("away", team()))
    assert facts(outcome) == {
        "winner": "home",
        "conceded": {"side": "away", "punished": True},
        "mvps": {"home": 2, "away": 0},
        "winnings-to": {"away": "home", "home": "home"},
    }


def test_an_excused_concession_is_an_ordinary_loss():
    outcome = ask("concession", Concession("away", VETERANS, before_set_up=True, could_field=1))
    assert facts(outcome) == {
        "winner": "home",
        "conceded": {"side": "away", "punished": False},
        "mvps": {"home": 1, "away": 1},
        "winnings-to": {"away": "away", "home": "home"},
    }


def test_a_friendly_has_no_mvp_to_pass_on():
    outcome = ask("concession", Concession("home", team(), friendly=True))
    assert facts(outcome)["mvps"] == {"home": 0, "away": 0}


def test_players_of_51_points_leave_on_1_to_3_each():
    """1393: 51, 50, 51 and 50 points."""
    asks = ask("concession", Concession("away", VETERANS))
    assert keys(asks) == ["concession/p1", "concession/p3"]
    assert {each.who for each in asks.open} == {"opponent"}
    answers = {"concession/p1": 3, "concession/p3": 4}
    outcome = ask("concession", Concession("away", VETERANS), answers)
    assert befalling(outcome, "away") == [e.FanFactor(-1), e.Left("p1", "concession")]
    assert set(fold(VETERANS, befalling(outcome, "away")).players) == {"p2", "p3", "p4"}


def test_a_fan_factor_of_nothing_stays():
    assert befalling(ask("concession", Concession("home", team(fan_factor=0))), "home") == []


def test_leaving_can_be_settled_in_its_own_place():
    answers = {"concession/p1": 1, "concession/p3": 1}
    left = drive(lambda squad: players_leaving(book(), squad), VETERANS, answers)
    assert left.effects == (e.Left("p1", "concession"), e.Left("p3", "concession"))
    assert drive(lambda squad: players_leaving(book(), squad), team(), {}) == Allowed()


def test_a_bad_concession_hears_every_reason():
    odd = replace(team(player("p1", awards={"hat-trick": 1, "mvp": -1})), treasury=-1)
    at = Concession("left", odd, could_field=12)
    assert [subject for _, subject in reasons(ask("concession", at))] == [
        "side",
        "team.treasury",
        "could_field",
        "team.players.p1.awards.hat-trick",
        "team.players.p1.awards.mvp",
    ]
    nobody = Concession("home", replace(team(), race="martian"))
    assert reasons(ask("concession", nobody)) == [("no-such-race", "team.race")]


@settings(deadline=None)
@given(data=st.data(), fans=st.integers(0, 3), touchdowns=st.lists(st.integers(0, 40), max_size=6))
def test_whoever_leaves_had_51_points_and_rolled_3_or_less(data, fans, touchdowns):
    squad = team(
        *(player(f"p{n}", awards={"touchdown": tds}) for n, tds in enumerate(touchdowns, 1)),
        fan_factor=fans,
    )
    at = Concession("home", squad)
    outcome, answers = play_out(data, "concession", at)
    after = fold(squad, befalling(outcome, "home"))
    assert after.fan_factor == max(0, fans - 1)
    for each in squad.players.values():
        is_proud = each.awards.get("touchdown", 0) >= 17
        assert (f"concession/{each.id}" in answers) == is_proud
        assert (each.id in after.players) == (not is_proud or answers[f"concession/{each.id}"] > 3)
    assert ask("concession", at, answers) == outcome


# --- overtime and penalties


def test_the_first_touchdown_of_overtime_wins():
    """547."""
    outcome = ask("overtime", Overtime(2, 2, scored="away", agreed=True))
    assert facts(outcome) == {"winner": "away", "decided-by": "overtime"}


def test_without_a_touchdown_penalties_decide_with_unused_rerolls():
    at = Overtime(1, 1, home_rerolls=1, away_rerolls=3, knock_out=True)
    outcome = ask("overtime", at, {"penalties/1/home": 5, "penalties/1/away": 4})
    assert facts(outcome) == {"winner": "away", "decided-by": "penalties"}
    assert lines(outcome, side="home") == [("die", 5), ("unused-rerolls", 1)]
    assert lines(outcome, side="away") == [("die", 4), ("unused-rerolls", 3)]


def test_level_scores_are_rolled_again_until_somebody_wins():
    at = Penalties(home_rerolls=1, agreed=True)
    answers = {"penalties/1/home": 3, "penalties/1/away": 4}
    again = ask("penalties", at, answers)
    assert [(each.key, each.who) for each in again.open] == [
        ("penalties/2/home", "side"),
        ("penalties/2/away", "opponent"),
    ]
    outcome = ask("penalties", at, answers | {"penalties/2/home": 4, "penalties/2/away": 4})
    assert facts(outcome)["winner"] == "home"
    assert outcome.because[0].code == "level"


@pytest.mark.parametrize(
    ("name", "by", "refused"),
    [
        ("overtime", "overtime", False),
        ("overtime", "penalties", True),
        ("overtime", "replay", True),
        ("overtime", "higher-seed", True),
        ("penalties", "overtime", False),
        ("penalties", "penalties", False),
        ("penalties", "replay", True),
        ("penalties", "higher-seed", True),
    ],
)
def test_the_league_says_how_a_knock_out_is_decided(name, by, refused):
    at = Overtime(knock_out=True) if name == "overtime" else Penalties(knock_out=True)
    outcome = ask(name, at, **{"knock-out.drawn": by})
    assert isinstance(outcome, Refused) == refused
    if refused:
        assert reasons(outcome) == [("not-in-this-league", "knock_out")]
        text = reason_words(load("bb2016"), outcome.reasons[0])
        assert text.startswith("In this league")
        assert ": " not in text


def test_other_matches_stay_drawn_unless_both_agree():
    assert reasons(ask("overtime", Overtime(1, 1))) == [("stays-drawn", "agreed")]
    assert reasons(ask("penalties", Penalties())) == [("stays-drawn", "agreed")]


def test_bad_overtimes_hear_every_reason():
    at = Overtime(2, -1, scored="nobody", home_rerolls=-1, away_rerolls=-2, agreed=True)
    assert reasons(ask("overtime", at)) == [
        ("not-an-option", "scored"),
        ("negative", "away_touchdowns"),
        ("negative", "home_rerolls"),
        ("negative", "away_rerolls"),
        ("not-drawn", "home_touchdowns"),
    ]


@settings(deadline=None)
@given(
    home=st.integers(0, 9),
    away=st.integers(0, 9),
    rounds=st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=5),
)
def test_the_winner_of_a_shoot_out_has_the_higher_score(home, away, rounds):
    answers = {}
    for number, (of_home, of_away) in enumerate(rounds, 1):
        answers |= {f"penalties/{number}/home": of_home, f"penalties/{number}/away": of_away}
    outcome = ask("penalties", Penalties(home, away, agreed=True), answers)
    ahead = [of_home + home - of_away - away for of_home, of_away in rounds]
    if not any(ahead):
        assert keys(outcome)[0] == f"penalties/{len(rounds) + 1}/home"
        return
    first = next(difference for difference in ahead if difference)
    assert facts(outcome)["winner"] == ("home" if first > 0 else "away")
    scores = [sum(amount for _, amount in lines(outcome, side=side)) for side in ("home", "away")]
    assert scores[0] - scores[1] == first


# --- friendly


@pytest.mark.parametrize(
    ("pairing", "is_friendly"),
    [
        (Pairing(), False),
        (Pairing(met=1), False),
        (Pairing(met=2), True),
        (Pairing(same_division=False), True),
        (Pairing(met=2, open_play=False), False),
        (Pairing(same_division=False, open_play=False), False),
    ],
)
def test_a_friendly_is_outside_the_division_or_the_third_against_a_rival(pairing, is_friendly):
    """5678."""
    outcome = ask("friendly", pairing)
    assert facts(outcome) == {
        "friendly": is_friendly,
        "counts-for-points": not is_friendly,
        "mvps": dict.fromkeys(("home", "away"), 0 if is_friendly else 1),
        "winnings-die": "D3" if is_friendly else "D6",
    }


def test_leagues_choose_how_often_rivals_may_meet():
    assert facts(ask("friendly", Pairing(met=2), **{"repeat.rival": 3}))["friendly"] is False
    assert facts(ask("friendly", Pairing(met=3), **{"repeat.rival": 3}))["friendly"] is True


def test_a_third_match_in_a_row_is_refused_in_open_play():
    """1040."""
    assert reasons(ask("friendly", Pairing(in_a_row=2))) == [("too-often-in-a-row", "in_a_row")]
    assert isinstance(ask("friendly", Pairing(in_a_row=1)), Allowed)
    assert isinstance(ask("friendly", Pairing(in_a_row=5, open_play=False)), Allowed)
    assert isinstance(ask("friendly", Pairing(in_a_row=2), **{"repeat.in-a-row": 3}), Allowed)
    assert reasons(ask("friendly", Pairing(met=-1, in_a_row=-1))) == [
        ("negative", "met"),
        ("negative", "in_a_row"),
    ]


# --- league points


def points(result, how="played", house=None, **fields):
    outcome = ask("league-points", Outcome(result, how, **fields), **(house or {}))
    assert facts(outcome)["league-points"] == total(outcome.because)
    return total(outcome.because)


@pytest.mark.parametrize(("result", "expected"), [("won", 3), ("drawn", 1), ("lost", 0)])
def test_three_one_nothing(result, expected):
    """1277."""
    assert points(result) == expected
    assert points(result, friendly=True, house={"points.bonus": ["clean-sheet"]}) == 0


HOUSE = {
    "points.win": 10,
    "points.draw": 5,
    "points.loss": 1,
    "points.overtime-win": 8,
    "points.overtime-loss": 4,
    "points.concession": -3,
    "points.forfeit": -5,
    "points.bye": 2,
}


@pytest.mark.parametrize(
    ("result", "how", "expected"),
    [
        ("won", "played", 10),
        ("drawn", "played", 5),
        ("lost", "played", 1),
        ("won", "overtime", 8),
        ("lost", "overtime", 4),
        ("won", "penalties", 8),
        ("lost", "penalties", 4),
        ("won", "conceded", 10),
        ("lost", "conceded", -3),
        ("won", "walkover", 10),
        ("lost", "walkover", -5),
        ("won", "forfeit", 10),
        ("lost", "forfeit", -5),
        ("drawn", "ruled", 5),
        ("drawn", "void", 0),
        ("won", "bye", 2),
        ("drawn", "bye", 2),
    ],
)
def test_every_ending_has_its_house_rule(result, how, expected):
    assert points(result, how, HOUSE) == expected


@pytest.mark.parametrize("how", ["overtime", "penalties", "conceded", "walkover", "forfeit"])
def test_such_endings_cannot_be_drawn(how):
    outcome = ask("league-points", Outcome("drawn", how))
    assert reasons(outcome) == [("cannot-be-drawn", "result")]


ALL_BONUSES = {"points.bonus": ["td-3", "cas-3", "clean-sheet", "lost-by-one"]}


@pytest.mark.parametrize(
    ("result", "fields", "bonuses"),
    [
        ("won", {"touchdowns": 2, "opponent_touchdowns": 1}, []),
        ("won", {"touchdowns": 3, "opponent_touchdowns": 1}, ["td-3"]),
        ("won", {"touchdowns": 2}, ["clean-sheet"]),
        ("drawn", {}, ["clean-sheet"]),
        ("lost", {"opponent_touchdowns": 1}, ["lost-by-one"]),
        ("lost", {"opponent_touchdowns": 2}, []),
        ("lost", {"opponent_touchdowns": 2, "casualties": 2}, []),
        ("lost", {"opponent_touchdowns": 2, "casualties": 3}, ["cas-3"]),
        (
            "lost",
            {"touchdowns": 3, "opponent_touchdowns": 4, "casualties": 5},
            ["td-3", "cas-3", "lost-by-one"],
        ),
    ],
)
def test_bonus_points_are_a_point_each(result, fields, bonuses):
    outcome = ask("league-points", Outcome(result, **fields), **ALL_BONUSES)
    given_ = [line.params["bonus"] for line in outcome.because if line.code == "bonus"]
    assert given_ == bonuses
    plain = {"won": 3, "drawn": 1, "lost": 0}[result]
    assert facts(outcome)["league-points"] == plain + len(bonuses)
    assert points(result, **fields) == plain


def test_only_chosen_bonuses_count():
    assert points("won", touchdowns=3, house={"points.bonus": ["td-3"]}) == 4


def test_every_bonus_that_can_be_chosen_means_something_and_has_its_sentence():
    assert [*league_points.BONUSES] == [*standings.BONUSES]
    said = {
        line_words(load("bb2016"), Line("bonus", 1, {"bonus": key})) for key in standings.BONUSES
    }
    assert len(said) == len(standings.BONUSES)
    assert plain("bonus") not in said


@pytest.mark.parametrize(
    ("bonus", "enough", "too_little"),
    [
        ("td-2", {"touchdowns": 2, "opponent_touchdowns": 1}, {"touchdowns": 1}),
        ("td-4", {"touchdowns": 5, "opponent_touchdowns": 1}, {"touchdowns": 3}),
        ("cas-2", {"casualties": 2}, {"casualties": 1}),
        ("cas-4", {"casualties": 4}, {"casualties": 3}),
        ("td-5", {"touchdowns": 5, "opponent_touchdowns": 1}, {"touchdowns": 4}),
        ("cas-5", {"casualties": 6}, {"casualties": 4}),
    ],
)
def test_a_bonus_has_its_threshold(bonus, enough, too_little):
    house = {"points.bonus": [bonus]}
    assert points("won", house=house, **enough) == 4
    assert points("won", house={**house, "points.bonus-each": 2}, **enough) == 5
    assert points("won", house=house, **too_little) == 3


@pytest.mark.parametrize(
    ("house", "expected"),
    [
        ({}, (0, 3)),
        (ALL_BONUSES, (0, 6)),
        ({"points.bonus": ["lost-by-one", "td-3"], "points.loss": 3}, (0, 5)),
        ({"points.forfeit": -2}, (-2, 3)),
        ({"points.bonus": ["td-3", "cas-3"], "points.bonus-each": 2}, (0, 7)),
        ({"points.bonuses": {"td-3": 2, "cas-3": 1}}, (0, 6)),
        ({"points.bonuses": {"td-3": 2, "lost-by-one": 9}}, (0, 11)),
    ],
)
def test_the_least_and_the_most_that_a_match_can_bring(house, expected):
    assert league_points.least_and_most(House(edition("bb2016").knobs, house)) == expected


@pytest.mark.parametrize(
    ("result", "how", "expected"),
    [
        ("won", "conceded", 6),
        ("lost", "conceded", 0),
        ("won", "walkover", 3),
        ("won", "forfeit", 3),
        ("drawn", "ruled", 1),
        ("drawn", "void", 0),
        ("won", "bye", 0),
    ],
)
def test_bonuses_are_for_those_who_played_to_the_end(result, how, expected):
    assert points(result, how, ALL_BONUSES, touchdowns=3, casualties=3) == expected


def test_bad_outcomes_hear_every_reason():
    at = Outcome("wins", "guessed", touchdowns=-1, opponent_touchdowns=-1, casualties=-1)
    assert reasons(ask("league-points", at)) == [
        ("not-an-option", "result"),
        ("not-an-option", "how"),
        ("negative", "touchdowns"),
        ("negative", "opponent_touchdowns"),
        ("negative", "casualties"),
    ]
