"""Evenings about players: growing, hurt, dead, raised, leaving. Lines are of the bb2016 text.

Unless a story says otherwise every die shows 3, a D3 shows 2, and nobody wants anything.
"""

import pytest

from rules.engine import effects as e
from tests.stories.conftest import AWAY, HOME, tap

# What an evening comes to is for the rules to say; its commands are tried in both databases.
pytestmark = pytest.mark.pure


def test_deeds_make_points_and_points_an_improvement(story):
    """1104-1130: two touchdowns are 6 points, the first level; 3 + 4 is a normal skill."""
    story.between().begin()
    scorer = story.keys(HOME, "blitzer")[0]
    thrower = story.keys(HOME, "thrower")[0]
    story.happens(
        tap("completion", HOME, player=thrower),
        tap("touchdown", HOME, player=scorer),
        tap("touchdown", HOME, player=scorer),
    ).ends()
    story.afterwards(
        said={f"improvement/{scorer}/1": [3, 4], f"improvement-choice/{scorer}/1": "tackle"}
    )
    assert story.player(HOME, scorer).skills == ["tackle"]
    assert story.player(HOME, scorer).value == 110_000
    assert story.player(HOME, thrower).awards["completion"] == 1


def test_a_double_gives_a_mutation(story):
    """1149-1165: a Skaven lineman mutates on a double, and is worth 30,000 more."""
    story.between("skaven").begin()
    rat = story.keys(HOME)[0]
    story.happens(*(tap("touchdown", HOME, player=rat) for _ in range(2))).ends()
    story.afterwards(
        said={f"improvement/{rat}/1": [2, 2], f"improvement-choice/{rat}/1": "two-heads"}
    )
    assert story.player(HOME, rat).skills == ["two-heads"]
    assert story.player(HOME, rat).value == 80_000


def test_the_price_of_a_sponsor_of_armour(story):
    """1676-1680: Steelhelm's gives three dice, two are kept; two equal ones cost a match."""
    story.between(sponsors=True).having(HOME, e.Sponsor("steelhelms-sporting-emporium")).begin()
    scorer = story.keys(HOME, "catcher")[0]
    story.happens(*(tap("touchdown", HOME, player=scorer) for _ in range(2))).ends()
    story.afterwards(
        said={
            f"improvement/{scorer}/1": [5, 5, 2],
            f"improvement/{scorer}/1/kept": "5+5",
            f"improvement-choice/{scorer}/1": "+ma",
        }
    )
    grown = story.player(HOME, scorer)
    assert (grown.raised, grown.misses_next) == ({"ma": 1}, True)


def test_a_casualty_in_a_block_pays_and_leaves_its_mark(story):
    """1077-1102, 1114: 57 is a broken neck; whoever threw the block has 2 points."""
    story.between().begin()
    killer, victim = story.keys(HOME, "blitzer")[0], story.keys(AWAY, "lineman")[0]
    story.happens(
        tap("casualty", AWAY, player=victim, by=killer, how="block", answers={"": 57})
    ).ends().afterwards()
    assert story.player(HOME, killer).awards == {"casualty": 1}
    hurt = story.player(AWAY, victim)
    assert (hurt.lowered, hurt.misses_next) == ({"ag": 1}, True)
    # A journeyman stands in, and the draw has brought a fan.
    assert story.team(AWAY).value == 950_000 - 50_000 + 50_000 + 10_000


def test_a_foul_and_the_crowd_pay_nobody(story):
    """1114."""
    story.between().begin()
    killer, first, second = story.keys(HOME)[0], *story.keys(AWAY)[:2]
    story.happens(
        tap("casualty", AWAY, player=first, by=killer, how="foul", answers={"": 33}),
        tap("casualty", AWAY, player=second, by=killer, how="crowd", answers={"": 48}),
    ).ends().afterwards()
    assert "casualty" not in story.player(HOME, killer).awards
    assert not story.player(AWAY, first).misses_next
    assert story.player(AWAY, second).misses_next


def test_the_apothecary_brings_somebody_back(story):
    """623: dead at first, Badly Hurt on the second roll: patched up, and on the bench."""
    story.between().begin()
    victim = story.keys(AWAY)[0]
    dice = {"": 68, "apothecary/roll": 22, "apothecary/kept": "22"}
    hurt = tap("casualty", AWAY, player=victim, how="crowd", treated="apothecary", answers=dice)
    story.happens(hurt, tap("touchdown", AWAY, player=victim)).ends().afterwards()
    assert story.player(AWAY, victim).awards["touchdown"] == 1
    assert not story.player(AWAY, victim).misses_next


def test_bones_that_mend_themselves(story):
    """4885: a skeleton is dead on 61, and back on a 4."""
    story.between(away="undead").begin()
    victim = story.keys(AWAY)[0]
    dice = {"": 61, "regeneration": 4}
    story.happens(tap("casualty", AWAY, player=victim, how="block", answers=dice))
    story.ends().afterwards()
    assert not story.player(AWAY, victim).misses_next


def test_a_death_raised_as_a_zombie(story):
    """625, 1344: the dead human of strength 3 joins the undead for nothing."""
    story.between("undead").begin()
    victim = story.keys(AWAY, "lineman")[0]
    story.happens(
        tap("casualty", AWAY, player=victim, how="foul", answers={"": 61}),
        tap("joins", HOME, who="joined/zombie"),
        tap("touchdown", HOME, player="joined/zombie/1"),
    ).ends()
    story.afterwards(said={f"raise-dead/away/{victim}": True, "home: hire-and-fire": {"free/1": 1}})
    assert victim not in story.keys(AWAY)
    assert len(story.keys(HOME)) == 12
    assert len(story.keys(HOME, "zombie")) == 1
    assert story.team(HOME).record["touchdowns"] == 1


def test_whoever_misses_a_match_is_back_for_the_next(story):
    """1077, 1383: ten can play, so a journeyman comes; afterwards the absent one is fit again."""
    story.between()
    absent = story.keys(HOME, "lineman")[0]
    story.having(HOME, e.MissesNext(absent)).begin()
    people = story.match.sides.get(side=HOME).kick_off["people"]
    assert [each["key"] for each in people if each["absent"]] == [absent]
    (came,) = [each["key"] for each in people if each["standing"] == "journeyman"]
    story.happens(tap("touchdown", HOME, player=came)).ends()
    story.afterwards(said={"home: hire-and-fire": {f"sign/{came}": 1}})
    assert not story.player(HOME, absent).misses_next
    signed = story.player(HOME, came)
    assert signed.awards["touchdown"] == 1
    # 40,000 earned; a lineman costs 50,000.
    assert story.team(HOME).treasury == 50_000 + 40_000 - 50_000


def test_a_concession_is_dear(story):
    """571, 1116, 1391-1393: the winner has both winnings, 3 + 1 and 3 + FAME 1, and both MVPs; the
    loser's fans go by one, and a player of 52 points leaves on a 3."""
    story.between()
    proud = story.keys(AWAY, "blitzer")[0]
    story.having(AWAY, e.Earned(proud, "casualty", 26), *_grown(proud, 4))
    story.having(AWAY, e.FanFactor(2)).begin()
    story.happens(tap("touchdown", AWAY)).ends("conceded", AWAY)
    story.afterwards(said={f"concession/{proud}": 3})
    assert story.team(HOME).treasury == 50_000 + 40_000 + 40_000
    assert story.team(AWAY).treasury == 50_000
    assert story.team(AWAY).fan_factor == 2
    assert proud not in story.keys(AWAY)
    mvps = [c.player.awards.get("mvp", 0) for c in story.team(HOME).contracts.filter(until=None)]
    assert sum(mvps) == 2
    assert story.team(HOME).record["won"] == 1


def _grown(player, times):
    """Improvements that points have paid for already."""
    skills = ("dodge", "guard", "tackle", "mighty-blow")
    return [
        effect
        for n in range(times)
        for effect in (
            e.ImprovementOwed(player, str(n + 1), [3, 4]),
            e.Improved(player, str(n + 1), 20_000, skill=skills[n]),
        )
    ]


def test_giving_up_with_two_left_is_an_ordinary_loss(story):
    """571: nobody is punished who cannot set up three players."""
    story.between().begin().happens(tap("touchdown", AWAY))
    story.ends("conceded", AWAY, before_set_up=True, could_field=2).afterwards()
    assert story.team(HOME).treasury == 50_000 + 40_000
    assert story.team(AWAY).treasury == 50_000 + 30_000
    assert story.team(AWAY).record["lost"] == 1


def test_a_final_on_penalties(story):
    """547: 3 each with a re-roll left for the away side is 3 against 4; a win there is a win in
    every step after it."""
    story.occasion = {"is_knock_out": True, "is_final": True, "is_play_off": True}
    story.between().begin().happens(tap("touchdown", HOME), tap("touchdown", AWAY))
    story.ends("penalties", shots=({HOME: 3, AWAY: 3},), rerolls={HOME: 0, AWAY: 1})
    story.afterwards()
    assert story.team(AWAY).record["won"] == 1
    assert story.team(HOME).record["lost"] == 1
    # The winner throws three dice for the fans, and keeps the bonus.
    assert story.team(AWAY).treasury == 50_000 + 40_000
    assert (story.team(HOME).fan_factor, story.team(AWAY).fan_factor) == (1, 2)


def test_a_mercenary_dies_on_nobodys_roster(story):
    """1431: they are paid for, collect nothing, and leave nothing behind."""
    story.between().having(HOME, e.Gold(100_000, "tests"))
    story.begin(said={"home: inducements": {"mercenary/lineman": 1}})
    assert story.team(HOME).treasury == 150_000 - 80_000
    story.happens(
        tap("touchdown", HOME, player="mercenary/1"),
        tap("casualty", HOME, player="mercenary/1", how="block", answers={"": 65}),
    ).ends().afterwards()
    assert len(story.keys(HOME)) == 11
    assert story.team(HOME).record["touchdowns"] == 1
