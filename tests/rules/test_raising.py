"""A necromancer's Zombie and Nurgle's Rotters."""

import pytest

from rules.editions.bb2016.edition import question
from rules.editions.bb2016.raising import RaiseDead, Rot
from rules.engine import effects as e
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure

BOOK = book()
UNDEAD = team(race="undead")
NURGLE = team(race="nurgle")


def raising(strength=3, using=BOOK, answers=None, squad=UNDEAD, **more):
    at = RaiseDead(squad, "v1", strength, **more)
    return question["raise-dead"].ask(using, at, answers or {})


def rotting(strength=3, using=BOOK, squad=NURGLE, killed_by="block", **more):
    more.setdefault("killer_skills", ("nurgles-rot",))
    return question["rot"].ask(using, Rot(squad, "v1", strength, killed_by, **more), {})


def codes(ruling):
    return [reason.code for reason in ruling.reasons]


@pytest.mark.parametrize("race", ["undead", "necromantic"])
def test_a_killed_opponent_may_rise_as_a_zombie_and_plays_at_once_625(race):
    ruling = raising(answers={"raise-dead/v1": True}, squad=team(race=race))
    raised = {"position": "zombie", "victim": "v1", "plays_at_once": True}
    assert ruling.effects == (e.Fact("raised", raised),)
    assert raised["position"] in BOOK.race(race).positions


def test_only_who_was_on_a_roster_becomes_a_rotter_4857():
    assert codes(rotting(on_roster=False)) == ["never-on-the-roster"]


def test_the_coach_may_let_him_lie():
    assert [each.key for each in raising().open] == ["raise-dead/v1"]
    assert raising(answers={"raise-dead/v1": False}).effects == ()


@pytest.mark.parametrize("strength", range(1, 9))
def test_strength_four_at_most_625_4857(strength):
    assert hasattr(raising(strength), "reasons") is (strength > 4)
    assert hasattr(rotting(strength), "reasons") is (strength > 4)


@pytest.mark.parametrize("skill", ["regeneration", "stunty"])
def test_regeneration_and_stunty_stay_dead(skill):
    assert codes(raising(skills=("block", skill))) == ["skill-keeps-him-dead"]
    assert codes(rotting(skills=("block", skill))) == ["skill-keeps-him-dead"]


def test_decay_keeps_from_the_rot_but_not_from_the_necromancer():
    assert codes(rotting(skills=("decay",))) == ["skill-keeps-him-dead"]
    assert raising(skills=("decay",), answers={"raise-dead/v1": True}).effects


def test_once_in_a_match_625():
    assert codes(raising(raised=1)) == ["raised-already"]


def test_stars_are_not_dead_unless_the_league_says_so():
    assert codes(raising(is_star=True)) == ["death-is-waived"]
    lasting = book(**{"stars.injuries": True})
    assert raising(is_star=True, using=lasting, answers={"raise-dead/v1": True}).effects
    assert codes(rotting(is_star=True)) == ["death-is-waived"]


@pytest.mark.parametrize("how", ["block", "blitz", "foul"])
def test_block_blitz_and_foul_spread_the_rot_4857(how):
    ruling = rotting(killed_by=how)
    assert ruling.effects == (
        e.Fact("raised", {"position": "rotter", "victim": "v1", "plays_at_once": False}),
    )


def test_the_crowd_does_not_spread_the_rot_nor_does_a_healthy_killer():
    ruling = rotting(killed_by="other", killer_skills=("block",))
    assert codes(ruling) == ["killer-has-no-rot", "not-by-block-blitz-or-foul"]


def test_all_reasons_at_once():
    humans = team(player("p1"))
    assert codes(raising(5, squad=humans, skills=("stunty", "regeneration"), raised=2)) == [
        "too-strong",
        "skill-keeps-him-dead",
        "skill-keeps-him-dead",
        "no-necromancer",
        "raised-already",
    ]
    assert codes(rotting(0, squad=humans, skills=("flying",), killed_by="laughing")) == [
        "no-such-skill",
        "out-of-range",
        "no-rotters-for-race",
        "not-an-option",
    ]
    assert codes(raising(raised=-1)) == ["negative"]
