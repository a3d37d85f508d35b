"""Whole matches of Blood Bowl 2020 by hand: each number was worked out on paper first."""

import pytest

from rules.engine.match import Hurt
from tests.rules.second_season import evening, player, result, squad

pytestmark = pytest.mark.pure


def test_a_plain_win_between_equals():
    """Fans 2 and 2 with D3s of 2: fan factor 4 each, so 40,000 and 10,000 a touchdown."""
    played = evening(
        squad("h"),
        squad("a"),
        result(2, 1, deeds={"home": {"h1": {"touchdown": 2}}, "away": {"a1": {"touchdown": 1}}}),
        **{"home: mvp/1/die": 1, "away: mvp/1/die": 2},
    )
    assert "inducements/home" not in played.steps
    assert played.because("fortune/home")[:2] == [("gate-shared", 40_000), ("touchdown", 20_000)]
    assert (played["home"].treasury, played["away"].treasury) == (60_000, 50_000)
    # A three is 2 or more: the winner gains a fan; it is not below 2: the loser keeps both.
    assert (played["home"].fan_factor, played["away"].fan_factor) == (3, 2)
    h1 = played["home"].players["h1"]
    assert (h1.awards, h1.spent) == ({"touchdown": 2, "mvp": 1}, 0)
    assert played["away"].players["a2"].awards == {"mvp": 1}
    assert played["home"].record == {"played": 1, "won": 1, "touchdowns": 2, "casualties": 0}
    assert played.facts("points/home", "league-points") == [3]


def test_an_underdog_with_a_star_and_a_prayer():
    """210,000 apart, and the richer side spends 100,000 on a bribe: 310,000 of petty cash. The
    star costs 130,000; 180,000 is left, which is three prayers, one of them thrown again."""
    home = squad("h", rerolls=2, treasury=120_000)
    played = evening(
        home,
        squad("a", race="goblin", rerolls=0),
        result(1, 1, deeds={"away": {"a1": {"completion": 2}}}),
        **{
            "home: inducements": {"bribes": 1},
            "away: inducements": {"star/scrappa-sorehead": 1},
            "prayers/1": 10,
            "prayers/2": 10,
            "prayers/2/2": 4,
            "prayers/3": 16,
        },
    )
    # 11 × 50,000 + 2 × 50,000 against 11 × 40,000.
    assert played.facts("conditions/joint", "team-value") == [650_000, 440_000]
    assert played.facts("inducement-gold/joint", "inducement-gold") == [0, 210_000]
    assert played.because("inducements/home") == [("bribes", -100_000)]
    away = played.because("inducements/away")
    assert away == [("star-player", -130_000), ("given", 130_000)]
    assert played.facts("inducements/away", "petty-cash-left") == [180_000]
    heard = ["perfect-passing", "iron-man", "intensive-training"]
    assert played.facts("inducements/away", "prayer") == heard
    a1 = played["away"].players["a1"]
    assert (a1.awards["completion"], a1.extra) == (2, 2)
    assert played["home"].treasury == 20_000 + 50_000


def test_a_random_skill_is_thrown_again_while_it_is_known():
    """Six points: a random primary costs 3. General: 1 and 1 is Block, which a blitzer has."""
    blitzer = player("h1", "blitzer", awards={"touchdown": 2})
    played = evening(
        squad("h", blitzer),
        squad("a"),
        result(0, 0),
        **{
            "advancement/h1/1": "random-primary",
            "advancement/h1/1/category": "general",
            "advancement/h1/1/random/1": [1, 1],
            "advancement/h1/1/random/2": [5, 5],
            "home: mvp/1/die": 2,
        },
    )
    h1 = played["home"].players["h1"]
    assert (h1.skills, h1.spent, h1.value_added, h1.improvements) == (("tackle",), 3, 10_000, 1)
    # Three points are left, and the second advancement costs four.
    assert "advancement/h1/2" not in played.asks


def test_a_characteristic_or_a_secondary_skill_in_its_place():
    """Eighteen points and a D16 of 14: AG or PA; or a secondary skill, worth 40,000."""
    hero = {"touchdown": 6}
    played = evening(
        squad("h", player("h1", awards=hero), player("h2", awards=hero)),
        squad("a"),
        result(0, 0),
        **{
            "advancement/h1/1": "characteristic",
            "advancement/h1/1/characteristic": 14,
            "advancement/h1/1/taken": "+ag",
            "advancement/h2/1": "characteristic",
            "advancement/h2/1/characteristic": 14,
            "advancement/h2/1/taken": "dodge",
            "home: mvp/1/die": 3,
        },
    )
    first, second = (played["home"].players[id_] for id_ in ("h1", "h2"))
    assert (first.raised, first.value_added, first.spent) == ({"ag": 1}, 40_000, 18)
    assert (second.skills, second.value_added, second.spent) == (("dodge",), 40_000, 18)
    offered = played.asks["advancement/h1/1/taken"]
    assert {"+ag", "+pa", "dodge", "guard"} <= set(offered.options)
    assert "block" not in offered.options
    assert offered.means["+ag"].params["becomes"] == "2+"


def test_a_niggle_leads_to_a_lasting_injury_and_to_retirement():
    """12 and a niggle make 13: a lasting injury; a 5 is the neck. The player may retire."""
    hurt = player("a1", niggles=1)
    played = evening(
        squad("h"),
        squad("a", hurt, treasury=100_000),
        result(
            1,
            0,
            deeds={"home": {"h1": {"casualty": 1}}},
            casualties=(Hurt("away", "a1", by="h1"),),
        ),
        **{
            "casualty/away/a1/1": 12,
            "casualty/away/a1/1/lasting": 5,
            "away: hire-and-fire": {"retire/a1": 1, "hire/human-lineman": 1},
            "away: mvp/1/die": 2,
        },
    )
    a1 = played["away"].players["a1"]
    assert (a1.lowered, a1.misses_next, a1.retired, a1.niggles) == ({"ag": 1}, True, True, 1)
    assert len(played["away"].players) == 12
    assert len(played["away"].available) == 11
    (worth,) = played.facts("next-match/away", "next-team-value")
    assert worth == 550_000


def test_an_apothecary_has_the_second_result_and_the_choice():
    played = evening(
        squad("h", staff={"apothecary": 1}),
        squad("a"),
        result(0, 0, casualties=(Hurt("home", "h1", by="a1", apothecary=True),)),
        **{
            "casualty/home/h1/1": 16,
            "casualty/home/h1/1/apothecary": True,
            "casualty/home/h1/1/apothecary/roll": 6,
            "casualty/home/h1/1/apothecary/kept": "6",
        },
    )
    (fact,) = played.facts("report/joint", "casualty")
    assert (fact["outcome"], fact["results"]) == ("reserves", ["Badly Hurt"])
    assert not played["home"].players["h1"].misses_next


def test_the_dead_rise_for_the_undead_and_join_for_nothing():
    played = evening(
        squad("h", race="shambling-undead"),
        squad("a"),
        result(
            1,
            0,
            casualties=(Hurt("away", "a1", by="h1"), Hurt("away", "a2", by="h1")),
        ),
        **{
            "casualty/away/a1/1": 15,
            "casualty/away/a2/1": 16,
            "raise-dead/away/a1": True,
            "home: hire-and-fire": {"free/1": 1},
        },
    )
    # Once in a match: nobody is asked about the second.
    assert "raise-dead/away/a2" not in played.asks
    assert {"a1", "a2"}.isdisjoint(played["away"].players)
    risen = played["home"].players["m1/home/raised/1"]
    assert (risen.position, risen.cost) == ("zombie-lineman", 40_000)


def test_a_concession_that_is_punished():
    """Fan factor 4 each: the winner has all 80,000 and its touchdown, the conceder its own only;
    it has no MVP, loses D3 fans, and whoever has three advancements may go."""
    proud = player("a1", improvements=3)
    played = evening(
        squad("h"),
        squad("a", proud, fan_factor=3),
        result(1, 1, conceded_by="away", could_field=9),
        **{
            "dedicated-fans/conceded": 3,
            "concession/a1": 3,
            "fan-factor/away": 1,
        },
    )
    assert played["home"].treasury == 80_000 + 10_000
    assert played["away"].treasury == 10_000
    assert "a1" not in played["away"].players
    assert played["away"].fan_factor == 1
    assert played["away"].record["lost"] == 1
    assert not any(each.awards for each in played["away"].players.values())
    assert sum(each.awards.get("mvp", 0) for each in played["home"].players.values()) == 1


def test_three_who_can_be_set_up_make_an_ordinary_loss():
    report = result(1, 1, conceded_by="away", could_field=3, conceded_before_set_up=True)
    played = evening(squad("h"), squad("a"), report)
    assert played["away"].treasury == 50_000
    assert sum(each.awards.get("mvp", 0) for each in played["away"].players.values()) == 1


def test_expensive_mistakes_at_half_a_million():
    """505,000 left after the match: a 1 is a catastrophe, all but 2D6 times 10,000."""
    played = evening(
        squad("h", treasury=465_000),
        squad("a", treasury=465_000),
        result(0, 0),
        **{
            "home: expensive-mistakes": 1,
            "home: expensive-mistakes/catastrophe": [3, 4],
            "away: expensive-mistakes": 2,
        },
    )
    assert played["home"].treasury == 70_000
    # A 2 is major: half of 505,000 is 252,500, of which 250,000 is lost.
    assert played["away"].treasury == 255_000


def test_journeymen_fill_up_count_and_one_is_signed():
    people = [player(f"h{n}") for n in range(1, 10)]
    home = squad("h", *people, treasury=50_000)
    home = type(home)(
        **{
            **{f: getattr(home, f) for f in ("race", "treasury", "fan_factor")},
            "players": {each.id: each for each in people},
        }
    )
    played = evening(
        home,
        squad("a"),
        result(1, 0, deeds={"home": {"m1/home/before/journeyman/1": {"touchdown": 1}}}),
        **{"home: hire-and-fire": {"sign/m1/home/before/journeyman/1": 1}},
    )
    assert played.facts("conditions/joint", "team-value") == [550_000, 550_000]
    signed = played["home"].players["m1/home/before/journeyman/1"]
    assert (signed.journeyman, signed.awards) == (False, {"touchdown": 1})
    assert "m1/home/before/journeyman/2" not in played["home"].players
    assert played["home"].treasury == 50_000 + 50_000 - 50_000


def test_low_cost_linemen_count_only_what_they_have_learnt():
    taught = player("h1", race="snotling", value_added=20_000, improvements=1)
    played = evening(squad("h", taught, race="snotling", rerolls=2), squad("a"), result(0, 0))
    assert played.facts("conditions/joint", "team-value") == [20_000 + 120_000, 550_000]
