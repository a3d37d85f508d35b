"""Whole matches of Living Rulebook 4 by numbers worked out by hand; each is played again with the
same answers, and no effect differs (`lrb4_matches.Evening`). Lines are those of the rulebook."""

import pytest

from rules.engine.effects import Earned, Left, Lowered, To
from rules.engine.match import Hurt, Report
from tests.rules.lrb4_matches import evening, player, squad

pytestmark = pytest.mark.pure

ORC = {"race": "orc"}


def score(home, away, **more):
    return Report({"home": home, "away": away}, **more)


def test_a_quiet_match_earns_what_gate_and_rating_say_4488():
    """Eleven linemen and five fan factor are 600,000 gold: a rating of 60 (4164). Ten dice of 3 are
    a gate of 30,000, which is +2 for a rating up to 99 (4526); the winner has 1 more (4538)."""
    e = evening(squad("h"), squad("a", **ORC), score(1, 0))
    assert e.facts("conditions/joint", "gate") == [30_000]
    assert e.lines("winnings/home") == [
        ("die", 30_000),
        ("gate-and-rating", 20_000),
        ("result", 10_000),
    ]
    assert (e["home"].treasury, e["away"].treasury) == (60_000, 50_000)
    # 600,000 and 60,000 gold, and 5 points of the award: 66 and 1 (4164-4173).
    assert e.facts("next-match/home", "next-team-rating") == [67]
    assert "handicap/joint" not in e.steps


def test_an_underdog_with_four_handicaps_4312():
    """153 against 60: 93 apart are four rolls (4356), one of them rolled again (4330)."""
    niggled = player("h1", niggles=1)
    star = player("h2", awards={"touchdown": 5})
    e = evening(
        squad("h", niggled, star, treasury=900_000),
        squad("a", player("a1", **ORC), player("a2", **ORC, awards={"completion": 1}), **ORC),
        score(0, 2, deeds={"away": {"a1": {"touchdown": 2}}}),
        said={
            "handicap/away/1/1": 16,
            "handicap/away/inspiration": ["a2"],
            "improvement/a2/1": [2, 4],
            "ageing/a2/1": [1, 1],
            "ageing/a2/1/result": [4, 5],
            "improvement-choice/a2/1": "block",
            "handicap/away/2/1": 15,
            "handicap/away/2/2": 62,
            "handicap/away/3/1": 43,
            "handicap/away/it-wasnt-me/drawn": ["h2"],
            "handicap/away/4/1": 25,
            "handicap/away/illegal-drugs": ["a1"],
            "handicap/away/illegal-drugs/raises": "ag",
        },
    )
    assert e.facts("handicap/joint", "handicap-rolls") == [4]
    assert e.facts("handicap/joint", "handicap") == [
        *("inspiration", "virus", "it-wasnt-me", "illegal-drugs")
    ]
    # Inspired to six points: a roll, and two 1s under 3 age them, a 9 for 1 AV (4002, 4146).
    a2 = e["away"].players["a2"]
    assert (a2.skills, a2.lowered, a2.improvements, a2.awards["mvp"]) == (
        *(("block",), {"av": 1}, 1, 1),
    )
    assert e.facts("handicap/joint", "sits-out") == ["h1", "h2"]
    # Whoever was inspired is out of the draw, and so are those who sat out (5894).
    assert e.facts("improvements/away", "mvp") == ["a1"]
    assert e.facts("improvements/home", "mvp") == ["h3"]
    # 153 with 15 points is the fourth column: 3 and -1; 60 the first: 3 and 2, and 1 for winning.
    assert e.lines("winnings/home") == [("die", 30_000), ("gate-and-rating", -10_000)]
    assert e["away"].treasury == 60_000
    # 11 points make one level: two 3s, and 6 is enough for 3 (4001).
    assert e["away"].players["a1"].lowered == {}
    # The die's 3, 1 for winning, 1 for two touchdowns: nothing changes (4556).
    assert e.lines("fans/away") == [("die", 3), ("result", 1), ("many-touchdowns", 1)]
    assert e["away"].fan_factor == 5


def test_an_ageing_star_4123():
    """From 50 points to 53: the fourth roll, against 6 (4005); a 12 takes ST (4149)."""
    old = player("h1", awards={"touchdown": 15, "mvp": 1}, improvements=3)
    e = evening(
        squad("h", old),
        squad("a", **ORC),
        score(1, 0, deeds={"home": {"h1": {"touchdown": 1}}}),
        said={
            "home: mvp/1/drawn": ["h5"],
            "improvement/h1/4": [4, 6],
            "ageing/h1/4": [2, 3],
            "ageing/h1/4/result": [6, 6],
            "improvement-choice/h1/4": "+ma",
        },
    )
    assert Lowered("h1", "st") in e.steps["improvements/home"].effects
    h1 = e["home"].players["h1"]
    assert (h1.raised, h1.lowered, h1.niggles, h1.misses_next) == ({"ma": 1}, {"st": 1}, 0, False)


def test_two_levels_in_one_match_are_two_rolls_each_with_its_age():
    """Five points, three touchdowns and the award: 19, past 6 and 16 (4001-4003)."""
    e = evening(
        squad("h", player("h1", awards={"mvp": 1})),
        squad("a", **ORC),
        score(3, 0, deeds={"home": {"h1": {"touchdown": 3}}}),
        said={
            "home: mvp/1/drawn": ["h1"],
            "ageing/h1/1": [1, 2],
            "ageing/h1/2": [1, 2],
            "ageing/h1/2/result": [1, 1],
            "improvement-choice/h1/1": "block",
            "improvement-choice/h1/2": "dodge",
        },
    )
    h1 = e["home"].players["h1"]
    # A 3 is enough for the first level and not for the second; a 2 is a niggling injury (4145).
    assert (h1.niggles, h1.misses_next, h1.skills) == (1, False, ("block", "dodge"))


def test_a_final_with_its_gate_4303():
    """Ten dice of 3 with 2 more each: 50,000, and +3 for a rating of 60 (4527)."""
    e = evening(squad("h"), squad("a", **ORC), score(2, 1, final=True, play_off=True))
    assert e.lines("conditions/joint")[-2:] == [("gate-dice", 30_000), ("gate-occasion", 20_000)]
    assert (e["home"].treasury, e["away"].treasury) == (70_000, 60_000)
    # 3, won 1, two touchdowns 1, the final 2: 7 is a point more; 3 less 1 and 2 more is none.
    assert e.lines("fans/home") == [
        *(("die", 3), ("result", 1), ("many-touchdowns", 1), ("occasion", 2)),
    ]
    assert (e["home"].fan_factor, e["away"].fan_factor) == (6, 5)


def test_a_semi_final_has_half_as_many_more():
    e = evening(squad("h"), squad("a", **ORC), score(1, 1, semi_final=True, decided_for="away"))
    assert e.facts("conditions/joint", "gate") == [40_000]
    # Won after extra time counts as won.
    assert e.lines("fans/away") == [("die", 3), ("result", 1), ("occasion", 1)]
    assert (e["home"].treasury, e["away"].treasury) == (50_000, 60_000)


def test_a_concession_with_players_of_51_points_leaving_4604():
    """The winner has both sums and both awards, and 2 more on the die for fans; whoever gave up
    loses a fan factor without a roll, and the proud leave on 1 to 3."""
    proud = player("h1", awards={"touchdown": 17}, improvements=4)
    prouder = player("h2", awards={"touchdown": 26}, improvements=5)
    modest = player("h3", awards={"mvp": 10}, improvements=3)
    e = evening(
        squad("h", proud, prouder, modest),
        squad("a", **ORC),
        score(0, 3, conceded_by="home"),
        said={
            "joint: winnings": 2,
            "away: winnings": 4,
            "away: mvp/1/drawn": ["a2"],
            "away: mvp/2/drawn": ["a3"],
            "concession/h1": 3,
            "concession/h2": 4,
        },
    )
    # 179 points of players: 51, 78 and 50 are 35 of rating, and with 60 still below 100.
    assert e.lines("settlement/joint") == [
        ("die", 20_000),
        ("gate-and-rating", 20_000),
        ("passed-on", -40_000),
    ]
    # 4 and 2 and 1 for winning, and the conceder's 40,000.
    assert (e["home"].treasury, e["away"].treasury) == (0, 110_000)
    assert e.facts("improvements/away", "mvp") == ["a2", "a3"]
    assert e.facts("improvements/home", "mvp") == []
    assert Left("h1", "concession") in e.steps["improvements/home"].effects
    assert set(e["home"].players) == {f"h{n}" for n in range(2, 12)}
    assert e.lines("fans/away") == [
        *(("die", 3), ("result", 1), ("many-touchdowns", 1), ("opponent-conceded", 2)),
    ]
    assert (e["home"].fan_factor, e["away"].fan_factor) == (4, 6)


def test_the_casualties_of_a_match_and_who_rises_from_them():
    """A dead lineman rises as a Zombie, a Rotter is no affair of the necromancer's; a serious
    injury of the apothecary's choosing, a star waived."""
    undead = squad("a", race="undead", line="zombie", treasury=100_000)
    e = evening(
        squad("h", player("h1", "ogre"), staff={"apothecary": 1}),
        undead,
        score(
            *(0, 1),
            deeds={"away": {"a1": {"casualty": 2}}},
            casualties=(
                Hurt("home", "h1", by="a1"),
                Hurt("home", "h2", by="a1"),
                Hurt("home", "h3", by="a2", apothecary=True),
                Hurt("home", "h4", how="crowd", cause="other"),
                Hurt("away", "a4", by="h2"),
            ),
        ),
        said={
            "casualty/home/h1/1": 6,
            "casualty/home/h2/1": 6,
            "raise-dead/home/h2": True,
            "casualty/home/h3/1": 5,
            "casualty/home/h3/1/serious": 63,
            "casualty/home/h3/1/apothecary": True,
            "casualty/home/h3/1/apothecary/roll": 2,
            "casualty/home/h4/1": 4,
            "casualty/home/h4/1/serious": 41,
            "casualty/away/a4/1": 6,
            "casualty/away/a4/1/regeneration": 4,
        },
    )
    kept = {each["player"]: each["outcome"] for each in e.facts("report/joint", "casualty")}
    assert kept == {"h1": "dead", "h2": "dead", "h3": "reserves", "h4": "out", "a4": "reserves"}
    # An Ogre is too large to be raised (2571), and of Zombies there is one a match.
    raised = e.facts("report/joint", "raised")
    assert [each["victim"] for each in raised] == ["h2"]
    assert not {"h1", "h2"} & set(e["home"].players)
    h4 = e["home"].players["h4"]
    assert (h4.niggles, h4.misses_next) == (1, True)
    assert not e["home"].players["h3"].lowered
    # Points stay although the apothecary or Regeneration undid it (3461).
    assert To("away", Earned("a1", "casualty", 2)) in e.steps["report/joint"].effects
    # Two casualties that earned points: one more for fans (4563).
    assert ("many-casualties", 1) in e.lines("fans/away")


def test_hired_for_a_match_and_gone_after_it():
    """Half of 90,000 for a Blitzer, 100,000 for Morg, 50,000 for a wizard (4255-4287)."""
    e = evening(
        squad("h", treasury=300_000),
        squad("a", **ORC),
        score(
            *(2, 0),
            deeds={"home": {"freebooter/1": {"touchdown": 2}, "morg-n-throg": {"casualty": 2}}},
            casualties=(Hurt("home", "morg-n-throg", hired="star", by="a1"),),
        ),
        said={
            "home: inducements": {
                "freebooter/blitzer": 1,
                "star/morg-n-throg": 1,
                "wizard": 1,
            },
            "home: mvp/1/drawn": ["freebooter/1"],
            "casualty/home/morg-n-throg/1": 6,
        },
    )
    # 90 with the treasury; 30 apart are two rolls for the other side, whatever was spent since.
    assert e.facts("inducements/home", "team-rating") == [90]
    assert e.facts("handicap/joint", "handicap-rolls") == [2]
    assert e["home"].treasury == 300_000 - 195_000 + 60_000
    # No points for the hired (3968), and a star's casualties count for fans all the same (4563).
    assert not any(each.awards for each in e["home"].players.values())
    assert e.lines("fans/home") == [
        *(("die", 3), ("result", 1), ("many-touchdowns", 1), ("many-casualties", 1)),
    ]
    assert e.facts("next-match/home", "next-team-rating") == [77]


def test_a_niggling_injury_and_the_apothecarys_way_back_2634():
    """One 1 is enough (4482); the apothecary brings one back and has nothing left to do."""
    e = evening(
        squad("h", player("h1", niggles=2), player("h2", niggles=1), staff={"apothecary": 1}),
        squad("a", player("a1", **ORC, niggles=1), **ORC),
        score(0, 0),
        said={
            "niggles/h1/1": 6,
            "niggles/h1/2": 1,
            "niggles/h2/1": 1,
            "niggles/apothecary": ["h2"],
            "niggles/a1/1": 2,
        },
    )
    assert e.facts("niggles/home", "sits-out") == ["h1"]
    assert e.facts("niggles/home", "brought-back") == ["h2"]
    assert e.facts("niggles/away", "sits-out") == []
    assert e.facts("improvements/home", "mvp") == ["h2"]
    # It keeps nobody out of the match after this one.
    assert not any(each.misses_next for each in e["home"].players.values())
