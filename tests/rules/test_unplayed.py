"""Walkovers, forfeits, void fixtures and byes, as the house rules have them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.bb2016.house import KNOBS
from rules.engine.circumstances import LateEntry, OfTeam, Unplayed
from rules.engine.drive import Asks
from rules.engine.effects import Earned, Fact, FanFactor, Gold, Left, MissesNext
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, Line
from rules.knobs import Choice, Flag
from tests.rules.answering import ask, keys, play_out, reasons
from tests.rules.builders import player, team

pytestmark = pytest.mark.pure

KINDS = ["walkover", "forfeit", "void"]
NOTHING = {"winnings": "none", "mvp": False, "fan-factor": False, "penalty": False, "serves": False}
WON = {"winnings": 4, "winnings/again": "keep"}
OURS = team(
    player("p1", awards={"touchdown": 17}),
    player("p2", awards={"touchdown": 16}),
    player("p3", misses_next=True),
    treasury=30_000,
    fan_factor=4,
)


def house(kind, **turned):
    """The house rules of one kind, everything off that is not named."""
    return {f"{kind}.{key}": value for key, value in (NOTHING | turned).items()}


def facts(outcome):
    return {each.what: each.value for each in outcome.effects if isinstance(each, Fact)}


def changes(outcome):
    return [each for each in outcome.effects if not isinstance(each, Fact)]


@pytest.mark.parametrize(
    ("kind", "absent", "score", "points"),
    [
        ("walkover", "them", (2, 0), 3),
        ("walkover", "us", (0, 2), -1),
        ("forfeit", "them", (2, 0), 3),
        ("forfeit", "us", (0, 2), -1),
        ("forfeit", "both", (0, 0), -1),
        ("void", "neither", (2, 2), 0),
        ("void", "them", (2, 0), 0),
    ],
)
def test_the_score_is_entered_and_points_follow(kind, absent, score, points):
    rules = house(kind, score=2) | {"points.forfeit": -1}
    outcome = ask(kind, Unplayed(OURS, absent), **rules)
    assert facts(outcome) == {
        "score": {"us": score[0], "them": score[1]},
        "league-points": points,
    }
    assert changes(outcome) == []


def test_a_forfeit_by_the_book_pays_the_one_and_punishes_the_other():
    """Winnings as for a win but without FAME, and an award; a fan fewer for who stayed away."""
    named = {"mvp/1/nominees": ["p1", "p2"], "mvp/1/die": 2}
    there = ask("forfeit", Unplayed(OURS, "them"), named | WON)
    assert changes(there) == [
        Earned("p2", "mvp"),
        Gold(50_000, "winnings"),
        MissesNext("p3", misses=False),
    ]
    away = ask("forfeit", Unplayed(OURS, "us"))
    assert changes(away) == [FanFactor(-1), MissesNext("p3", misses=False)]


def test_a_void_fixture_by_the_book_leaves_everything_as_it_was():
    outcome = ask("void", Unplayed(OURS, "neither"))
    assert changes(outcome) == []
    assert facts(outcome) == {"score": {"us": 0, "them": 0}, "league-points": 0}


def test_whoever_misses_the_fixture_is_not_named_for_it():
    asked = ask("walkover", Unplayed(OURS), **house("walkover", mvp=True))
    assert isinstance(asked, Asks)
    assert asked.open[0].candidates == ("p1", "p2")


def test_a_void_fixture_may_be_paid_like_a_draw():
    outcome = ask(
        "void", Unplayed(OURS, "neither"), {"winnings": 4}, **house("void", winnings="roll")
    )
    assert changes(outcome) == [Gold(50_000, "winnings")]
    assert [line.params["result"] for line in outcome.because if line.code == "result"] == [
        "drawn",
        "drawn",
    ]


def test_fans_come_to_the_winner_if_the_league_has_it_so():
    outcome = ask(
        "walkover",
        Unplayed(OURS),
        {"fan-factor": [6, 5, 4]},
        **house("walkover", **{"fan-factor": True}),
    )
    assert changes(outcome) == [FanFactor(1)]


def test_staying_away_can_cost_fans_gold_and_proud_players():
    rules = house("forfeit", penalty=True, fine=50_000, leavers=True)
    outcome = ask("forfeit", Unplayed(OURS, "us"), {"concession/p1": 3}, **rules)
    assert changes(outcome) == [FanFactor(-1), Gold(-30_000, "fine"), Left("p1", "stayed-away")]
    fine = next(line for line in outcome.because if line.code == "fine")
    assert (fine.amount, fine.params) == (-30_000, {"due": 50_000})


def test_both_may_stay_away_and_both_pay_for_it():
    outcome = ask("forfeit", Unplayed(OURS, "both"), **house("forfeit", penalty=True))
    assert changes(outcome) == [FanFactor(-1)]


@pytest.mark.parametrize("kind", ["walkover", "forfeit"])
def test_somebody_was_not_there(kind):
    assert reasons(ask(kind, Unplayed(OURS, "neither"))) == [("somebody-stayed-away", "absent")]


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_is_refused_at_once(kind):
    nobody = team(race="human", treasury=-1, star="nobody")
    assert reasons(ask(kind, Unplayed(nobody, "them all"))) == [
        ("negative", "team.treasury"),
        ("no-such-star", "team.star"),
        ("not-an-option", "absent"),
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_resurrection_leaves_nothing_but_the_result(kind):
    outcome = ask(kind, Unplayed(OURS, "them"), resurrection=True)
    assert changes(outcome) == []
    assert set(facts(outcome)) == {"score", "league-points"}


def test_a_bye_gives_what_the_league_gives():
    rules = {"bye.gold": 30_000, "bye.score": 1, "bye.serves": True, "points.bye": 3}
    outcome = ask("bye", OfTeam(OURS), **rules)
    assert facts(outcome) == {"score": {"us": 1, "them": 0}, "league-points": 3}
    assert changes(outcome) == [Gold(30_000, "bye"), MissesNext("p3", misses=False)]
    assert changes(ask("bye", OfTeam(OURS))) == []
    assert changes(ask("bye", OfTeam(OURS), resurrection=True, **rules)) == []


def test_a_late_team_is_paid_for_each_round_that_it_missed():
    rules = {"late.gold": 15_000}
    outcome = ask("late-entry", LateEntry(OURS, 3), **rules)
    assert changes(outcome) == [Gold(45_000, "late-entry")]
    assert outcome.because == (Line("rounds-missed", 45_000, {"count": 3, "each": 15_000}),)
    assert changes(ask("late-entry", LateEntry(OURS, 0), **rules)) == []
    assert changes(ask("late-entry", LateEntry(OURS, 3))) == []
    assert changes(ask("late-entry", LateEntry(OURS, 3), resurrection=True, **rules)) == []
    assert reasons(ask("late-entry", LateEntry(OURS, -1))) == [("negative", "missed")]


def test_a_bye_needs_a_team_of_the_book():
    assert reasons(ask("bye", OfTeam(team(star="nobody")))) == [("no-such-star", "team.star")]


@st.composite
def houses(draw):
    """Any of the house rules about fixtures that nobody played."""
    turned = {}
    for key, knob in KNOBS.items():
        if key.partition(".")[0] not in (*KINDS, "bye"):
            continue
        if isinstance(knob, Flag):
            turned[key] = draw(st.booleans())
        elif isinstance(knob, Choice):
            turned[key] = draw(st.sampled_from([*knob.options]))
        else:
            turned[key] = knob.step * draw(st.integers(0, 9))
    return turned


@settings(max_examples=60)
@given(
    data=st.data(),
    rules=houses(),
    kind=st.sampled_from(KINDS),
    absent=st.sampled_from(["them", "us", "both"]),
)
def test_every_way_of_not_playing_is_answered_and_leaves_a_team(data, rules, kind, absent):
    at = Unplayed(OURS, absent)
    outcome, answers = play_out(data, kind, at, **rules)
    assert isinstance(outcome, Allowed)
    assert ask(kind, at, answers, **rules) == outcome
    after = fold(OURS, changes(outcome))
    assert after.treasury >= 0
    assert after.fan_factor >= 0
    gold = sum(each.amount for each in outcome.effects if isinstance(each, Gold))
    assert after.treasury == OURS.treasury + gold


def test_dice_are_asked_only_of_who_was_there():
    rules = house("forfeit", winnings="roll", **{"fan-factor": True})
    assert keys(ask("forfeit", Unplayed(OURS, "them"), **rules)) == ["winnings"]
    assert isinstance(ask("forfeit", Unplayed(OURS, "us"), **rules), Allowed)
