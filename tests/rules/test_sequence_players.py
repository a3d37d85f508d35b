"""Whole post-matches: the hurt, the dead, the raised, journeymen, improvements, the star."""

import pytest

from rules.editions.bb2016.growth import skills_of
from rules.editions.bb2016.value import team_value
from rules.engine.effects import (
    Earned,
    Gold,
    Joined,
    Left,
    Lowered,
    MissesNext,
    Niggled,
    RosteredStar,
    Signed,
)
from rules.engine.growth import points
from rules.engine.match import Hurt, Report
from tests.rules.builders import book, player
from tests.rules.evening import after, squad
from tests.rules.playing import StepRefused

pytestmark = pytest.mark.pure

DEAD = 68


def hurt(*casualties, **more):
    return Report({"home": 1, "away": 0}, casualties=casualties, **more)


# --- missed matches: lines 1096, 5662


def test_who_sat_out_may_play_again_and_who_is_hurt_now_may_not():
    home = squad("h", player("h1", misses_next=True), player("h2"))
    report = hurt(Hurt("home", "h2"), sat_out={"home": ("h1",)})
    played = after(home, report=report, said={"casualty/home/h2/1": 41})
    assert MissesNext("h1", misses=False) in played.effects("report/joint", "home")
    assert [p.id for p in played["home"].players.values() if p.misses_next] == ["h2"]
    # Ten can play, so one journeyman comes (1387): eleven and a half a million, without h2.
    assert len(played["home"].available) == 11
    assert team_value(book(), played["home"])[0] == 11 * 50_000 + 70_000


def test_who_sat_out_cannot_be_most_valuable_player():
    home = squad("h", player("h1", misses_next=True))
    played = after(home, report=hurt(sat_out={"home": ("h1",)}))
    assert "h1" not in played.asks["mvp/1/nominees"].candidates


# --- casualties: lines 1060-1102


def test_decay_rolls_twice_and_both_results_hold():
    """4723: a lost point of MA and a niggling injury, one missed match."""
    away = squad("a", race="nurgle")
    texts = {"casualty/away/a1/1": 53, "casualty/away/a1/1/decay/2": 51}
    played = after(away=away, report=hurt(Hurt("away", "a1")), said=texts)
    lasting = [
        e for e in played.effects("report/joint", "away") if getattr(e, "player", "") == "a1"
    ]
    assert lasting == [MissesNext("a1"), Lowered("a1", "ma"), Niggled("a1")]


def test_an_apothecary_patches_up_and_the_match_is_not_missed():
    texts = {
        "casualty/home/h1/1": DEAD,
        "casualty/home/h1/1/apothecary": True,
        "casualty/home/h1/1/apothecary/roll": 11,
        "casualty/home/h1/1/apothecary/kept": "11",
    }
    report = hurt(Hurt("home", "h1", apothecary=True))
    played = after(squad("h", staff={"apothecary": 1}), report=report, said=texts)
    assert played["home"].players["h1"] == player("h1")


def test_somebody_hurt_twice_has_two_casualties():
    report = hurt(Hurt("home", "h1"), Hurt("home", "h1", nth=2))
    texts = {"casualty/home/h1/1": 33, "casualty/home/h1/2": 51}
    assert after(report=report, said=texts)["home"].players["h1"].niggles == 1


def test_a_report_that_tells_a_casualty_twice_is_refused_with_its_place():
    with pytest.raises(StepRefused) as stopped:
        after(report=hurt(Hurt("home", "h1"), Hurt("home", "h1")))
    assert stopped.value.place == "report/joint"
    assert [reason.code for reason in stopped.value.refused.reasons] == ["told-twice"]


# --- deeds of those who collect nothing: lines 1427, 1431, 1618


def test_stars_and_mercenaries_collect_no_points():
    home = squad("h", star="mighty-zug", treasury=100_000)
    deeds = {
        "griff-oberwald": {"touchdown": 1},
        "m1/home/mercenary/1": {"casualty": 1},
        "mighty-zug": {"casualty": 1},
        "h1": {"touchdown": 1, "casualty": 1},
    }
    hired = {"home": ("griff-oberwald", "m1/home/mercenary/1")}
    report = Report({"home": 2, "away": 0}, {"home": deeds}, hired=hired)
    played = after(home, report=report, house={"stars.rostered": True})
    earned = [e for e in played.effects("report/joint", "home") if isinstance(e, Earned)]
    assert earned == [Earned("h1", "touchdown"), Earned("h1", "casualty")]
    # Casualties that earned points are one (1058, 5690); touchdowns are the side's.
    assert played["home"].record == {"played": 1, "won": 1, "touchdowns": 2, "casualties": 1}


def test_either_half_of_a_rostered_pair_scores_and_is_hurt():
    deeds = {"home": {"grak-crumbleberry/2": {"touchdown": 1}}}
    casualties = (Hurt("home", "grak-crumbleberry/1"),)
    report = Report({"home": 1, "away": 0}, deeds, casualties)
    home = squad("h", star="grak-crumbleberry", treasury=100_000)
    played = after(home, report=report, house={"stars.rostered": True})
    effects = played.effects("report/joint", "home")
    assert not [effect for effect in effects if isinstance(effect, Earned)]
    assert played["home"].record == {"played": 1, "won": 1, "touchdowns": 1, "casualties": 0}


def test_a_deed_of_somebody_unknown_is_refused_with_its_place():
    report = Report({"home": 1, "away": 0}, {"home": {"nobody": {"touchdown": 1}}})
    with pytest.raises(StepRefused) as stopped:
        after(report=report)
    assert stopped.value.place == "report/joint"
    (reason,) = stopped.value.refused.reasons
    assert (reason.code, reason.integrity) == ("no-such-player", True)


# --- the raised: lines 625, 4857


def test_a_killed_opponent_rises_at_once_and_may_stay_for_nothing():
    home = squad("h", race="undead")
    texts = {
        "casualty/away/a1/1": DEAD,
        "raise-dead/away/a1": True,
        "home: hire-and-fire": {"free/1": 1},
    }
    played = after(home, report=hurt(Hurt("away", "a1")), said=texts)
    raised = {"position": "zombie", "victim": "a1", "plays_at_once": True}
    assert played.facts("report/joint", "raised") == [raised]
    assert Left("a1", "dead") in played.effects("report/joint", "away")
    (zombie,) = [e.player for e in played.effects("hire-and-fire/home") if isinstance(e, Joined)]
    assert (zombie.position, zombie.value) == ("zombie", 40_000)
    assert played["home"].treasury == 40_000  # what was won: the Zombie costs nothing
    assert len(played["home"].contracted) == 12


def test_a_team_of_sixteen_has_no_place_for_its_zombie():
    sixteen = [player(f"h{n}", "skeleton", "undead") for n in range(1, 17)]
    texts = {
        "casualty/away/a1/1": DEAD,
        "raise-dead/away/a1": True,
        "home: hire-and-fire": {"free/1": 1},
    }
    with pytest.raises(StepRefused) as stopped:
        after(squad("h", *sixteen, race="undead"), report=hurt(Hurt("away", "a1")), said=texts)
    assert stopped.value.place == "hire-and-fire/home"
    assert [r.code for r in stopped.value.refused.reasons] == ["too-many-players"]


def test_whoever_fires_one_of_sixteen_may_take_the_zombie():
    sixteen = [player(f"h{n}", "skeleton", "undead") for n in range(1, 17)]
    basket = {"free/1": 1, "fire/h16": 1}
    texts = {"casualty/away/a1/1": DEAD, "raise-dead/away/a1": True, "home: hire-and-fire": basket}
    played = after(squad("h", *sixteen, race="undead"), report=hurt(Hurt("away", "a1")), said=texts)
    assert len(played["home"].contracted) == 16


def test_a_necromancer_raises_one_in_a_match():
    texts = {"casualty/away/a1/1": DEAD, "casualty/away/a2/1": DEAD, "raise-dead/away/a1": True}
    report = hurt(Hurt("away", "a1"), Hurt("away", "a2"))
    played = after(squad("h", race="necromantic"), report=report, said=texts)
    assert "raise-dead/away/a2" not in played.asks


@pytest.mark.parametrize(
    ("position", "race"),
    [("ogre", "human"), ("goblin", "orc"), ("skeleton", "undead")],
    ids=["strength five", "stunty", "regeneration"],
)
def test_some_stay_dead(position, race):
    away = squad("a", player("a1", position, race), race=race)
    played = after(
        squad("h", race="undead"),
        away,
        hurt(Hurt("away", "a1")),
        said={"casualty/away/a1/1": DEAD},
    )
    assert "a1" not in played["away"].players
    assert "raise-dead/away/a1" not in played.asks


def test_an_improved_or_weakened_player_is_measured_as_he_was():
    """Strength 4 is raised, the fifth point keeps a black orc in the grave (625)."""
    orcs = squad(
        "a",
        player("a1", "black-orc", "orc", raised={"st": 1}, value_added=50_000),
        player("a2", "black-orc", "orc"),
        race="orc",
    )
    texts = {"casualty/away/a1/1": DEAD, "casualty/away/a2/1": DEAD, "raise-dead/away/a2": True}
    report = hurt(Hurt("away", "a1"), Hurt("away", "a2"))
    played = after(squad("h", race="undead"), orcs, report, said=texts)
    assert "raise-dead/away/a1" not in played.asks
    assert [fact["victim"] for fact in played.facts("report/joint", "raised")] == ["a2"]


def test_a_victim_of_nurgles_rot_becomes_a_rotter_after_the_match():
    """4857: by a block of a player with the skill; the Rotter has not played in this match."""
    rotting = Hurt("away", "a1", cause="block", killer_skills=("nurgles-rot",))
    texts = {"casualty/away/a1/1": DEAD, "home: hire-and-fire": {"free/1": 1}}
    played = after(squad("h", race="nurgle"), report=hurt(rotting), said=texts)
    raised = {"position": "rotter", "victim": "a1", "plays_at_once": False}
    assert played.facts("report/joint", "raised") == [raised]
    (rotter,) = [e.player for e in played.effects("hire-and-fire/home") if isinstance(e, Joined)]
    assert rotter.position == "rotter"


@pytest.mark.parametrize("hired", ["mercenary", "star"])
def test_whoever_was_hired_for_the_match_is_on_no_roster_and_becomes_no_rotter(hired):
    """Line 4857: the dead must have been removed from the roster."""
    fell = Hurt("away", "b1", hired=hired, killer_skills=("nurgles-rot",))
    report = Report(casualties=(fell,), hired={"away": ("b1",)})
    played = after(
        squad("h", race="nurgle"),
        report=report,
        house={"stars.injuries": True},
        said={"casualty/away/b1/1": DEAD},
    )
    assert played.facts("report/joint", "raised") == []


def test_the_crowd_spreads_no_rot():
    pushed = Hurt("away", "a1", cause="crowd", killer_skills=("nurgles-rot",))
    played = after(
        squad("h", race="nurgle"), report=hurt(pushed), said={"casualty/away/a1/1": DEAD}
    )
    assert played.facts("report/joint", "raised") == []


# --- journeymen: lines 1366, 1387


def journeyman(**fields):
    return player("j1", journeyman=True, **fields)


def test_a_signed_journeyman_keeps_his_skills_and_is_a_loner_no_more():
    grown = journeyman(
        awards={"touchdown": 2}, improvements=1, skills=("block",), value_added=20_000
    )
    played = after(squad("h", grown, treasury=20_000), said={"home: hire-and-fire": {"sign/j1": 1}})
    signed = played["home"].players["j1"]
    assert Signed("j1") in played.effects("hire-and-fire/home")
    assert skills_of(book(), "human", signed) == ("block",)
    assert (signed.value, points(book(), signed)) == (70_000, 6)
    assert played["home"].treasury == 20_000 + 40_000 - 50_000


def test_a_journeyman_who_is_not_signed_goes():
    played = after(squad("h", journeyman(skills=("block",))))
    assert Left("j1", "journeyman") in played.effects("hire-and-fire/home")
    assert "j1" not in played["home"].players
    # And another comes, so that eleven can play.
    assert len(played["home"].available) == 11


def test_a_journeyman_earns_an_improvement_like_any_other():
    report = Report({"home": 2, "away": 0}, {"home": {"j1": {"touchdown": 2}}})
    texts = {
        "improvement/j1/1": [3, 4],
        "home: hire-and-fire": {"sign/j1": 1},
        "improvement-choice/j1/1": "block",
    }
    played = after(squad("h", journeyman(), treasury=20_000), report=report, said=texts)
    assert played["home"].players["j1"].skills == ("block",)


# --- the rostered star: lines 1367-1375, 1595-1619

ROSTERED = {"stars.rostered": True}


def test_a_rostered_star_is_hired_and_pays_no_upkeep_in_that_step():
    texts = {"home: hire-and-fire": {"star/helmut-wulf": 1}}
    played = after(squad("h", treasury=80_000), said=texts, house=ROSTERED)
    assert played["home"].star == "helmut-wulf"
    assert played["home"].treasury == 80_000 + 40_000 - 110_000
    assert "upkeep" not in played.asks


def test_a_rostered_star_stays_for_his_upkeep():
    """110,000 costs 30,000; a casualty leaves the star badly hurt and no worse (1617)."""
    report = hurt(Hurt("home", "helmut-wulf"))
    played = after(
        squad("h", star="helmut-wulf"), report=report, said={"home: upkeep": True}, house=ROSTERED
    )
    assert Gold(-30_000, "upkeep") in played.effects("hire-and-fire/home")
    assert (played["home"].star, played["home"].treasury) == ("helmut-wulf", 10_000)


def test_a_star_whose_upkeep_is_not_paid_is_free_again():
    played = after(squad("h", star="helmut-wulf"), house=ROSTERED)
    assert RosteredStar("") in played.effects("hire-and-fire/home")
    assert played["home"].star == ""
