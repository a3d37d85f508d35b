"""Evenings about gold: winnings, inducements, stadiums, mistakes. Lines are of the bb2016 text.

Unless a story says otherwise every die shows 3, a D3 shows 2, and nobody wants anything.
"""

import pytest

from rules.engine import effects as e
from rules.engine.state import Home
from tests.stories.conftest import AWAY, HOME, tap

RINK = Home("ice", "The Rink", owned=True)

# What an evening comes to is for the rules to say; its commands are tried in both databases.
pytestmark = pytest.mark.pure


def test_a_plain_win(story):
    """1303-1324: 3 + 1 for the winner, 3 for the loser, x 10,000; three dice beat a fan factor
    of 1, two 3s are not lower than it."""
    story.between().begin().happens(
        tap("touchdown", HOME), tap("touchdown", HOME), tap("touchdown", AWAY)
    ).ends().afterwards()
    assert story.team(HOME).treasury == 50_000 + 40_000
    assert story.team(AWAY).treasury == 50_000 + 30_000
    assert (story.team(HOME).fan_factor, story.team(AWAY).fan_factor) == (2, 1)
    assert story.team(HOME).record == {"played": 1, "won": 1, "touchdowns": 2, "casualties": 0}


def test_fame_pays_and_is_counted_as_it_stood_at_the_end(story):
    """649-651 and 1305: 6 + 6 + 1 against 3 + 3 + 1 thousand is more, not double: FAME 1; a
    scandal takes 1 of it, and 2 from the other side."""
    texts = {"fans-and-fame/home": [6, 6]}
    story.between(kick_off__table="blitzmania").begin(said=texts)
    story.happens(tap("kick-off", result="breaking-scandal"), tap("crowd", home=0, away=-2))
    story.ends().afterwards()
    assert story.team(HOME).treasury == 50_000 + 40_000
    assert story.team(AWAY).treasury == 50_000 + 20_000


def test_fame_below_nothing_costs_winnings_but_never_more_than_all(story):
    """677, 1305: a scandal takes D3 from each; 3 + 1 for the draw less 2, and 1 + 1 less 3."""
    story.between(kick_off__table="blitzmania").begin()
    story.happens(tap("kick-off", result="breaking-scandal"), tap("crowd", home=-2, away=-3))
    story.ends().afterwards(said={"home: winnings": 3, "away: winnings": 1})
    assert story.team(HOME).treasury == 50_000 + 20_000
    assert story.team(AWAY).treasury == 50_000


def test_an_underdog_with_a_star(story):
    """1237, 1425, 1427: three re-rolls more are 150,000 for the other side, of which Helmut Wulf
    takes 110,000; the rest is lost, and the star's touchdown gives nobody points."""
    story.between().having(HOME, e.Rerolls(3))
    story.begin(said={"away: inducements": {"star/helmut-wulf": 1}})
    assert story.team(AWAY).treasury == 50_000
    frozen = story.match.sides.get(side=AWAY).kick_off
    assert [each["key"] for each in frozen["people"] if each["standing"] == "star"] == [
        "helmut-wulf"
    ]
    story.happens(tap("touchdown", AWAY, player="helmut-wulf")).ends().afterwards()
    team = story.team(AWAY)
    assert team.treasury == 50_000 + 40_000
    assert not any(c.player.awards.get("touchdown") for c in team.contracts.all())
    assert team.record["touchdowns"] == 1


def test_gold_of_ones_own_goes_after_gold_that_was_given(story):
    """1239: 150,000 were given; a bribe and two kegs cost 50,000 more."""
    story.between().having(HOME, e.Rerolls(3))
    basket = {"bribe": 1, "bloodweiser-keg": 2}
    story.begin(said={"away: inducements": basket})
    assert story.team(AWAY).treasury == 0
    assert story.gold(AWAY, "inducements") == [-50_000]


def test_both_hire_the_same_star(story):
    """1425: both have paid, neither may use the star."""
    story.between().having(HOME, e.Gold(100_000, "tests")).having(AWAY, e.Gold(100_000, "tests"))
    wulf = {"star/helmut-wulf": 1}
    story.begin(said={"home: inducements": wulf, "away: inducements": wulf})
    for side in (HOME, AWAY):
        assert story.team(side).treasury == 40_000
        people = story.match.sides.get(side=side).kick_off["people"]
        assert "helmut-wulf" not in [each["key"] for each in people]


def test_a_stadium_owner_who_loses_at_home(story):
    """1314, 1760-1774: 3 + FAME 1, less a D3 of 2 that FAME makes 1; the home stays, and the
    visitor had 50,000 for inducements."""
    story.between(stadiums=True).having(HOME, e.HomeStadium(RINK))
    at_home = {"stadium/drawn": ["home"], "stadium": [1, 1], "stadium/use-home": True}
    story.begin(said=at_home)
    assert story.fact("at-home") == HOME
    assert story.fact("gate") == 9_000 + 7_000
    story.happens(tap("touchdown", AWAY)).ends().afterwards()
    assert story.team(HOME).treasury == 50_000 + 30_000 + 10_000 - 10_000
    assert story.team(HOME).home["owned"]


def test_both_want_one_stadium(story):
    """1759: 4 and 1 for the win against 6 less 1 for the loss is a tie, and nobody has it; with
    5 and 1 the winner may have it for all that the match earned."""
    here = {"stadium": [6, 6], "stadium/attribute": 1}
    story.between(stadiums=True).begin(said=here)
    story.happens(tap("touchdown", HOME)).ends()
    both = {"residency/home/wanted": True, "residency/away/wanted": True}
    dice = {"residency-contested/home": 5, "residency-contested/away": 6}
    story.afterwards(said={**both, **dice, "residency-contested/home/accept": True})
    assert story.team(HOME).home["attribute"] == story.fact("stadium")
    assert story.team(HOME).treasury == 50_000
    assert story.team(AWAY).home is None
    assert story.team(AWAY).treasury == 50_000 + 30_000


def test_a_tie_for_a_stadium_leaves_it_empty(story):
    """1759."""
    story.between(stadiums=True).begin(said={"stadium": [6, 6], "stadium/attribute": 1})
    story.happens(tap("touchdown", HOME)).ends()
    both = {"residency/home/wanted": True, "residency/away/wanted": True}
    story.afterwards(said={**both, "residency-contested/home": 4, "residency-contested/away": 6})
    assert (story.team(HOME).home, story.team(AWAY).home) == (None, None)


def test_a_catastrophe_in_the_treasury(story):
    """1395-1411: 550,000 and 40,000 more; of 590,000 a roll of 1 leaves 2D6 x 10,000."""
    story.between().having(HOME, e.Gold(500_000, "tests")).begin()
    dice = {"home: expensive-mistakes": 1, "home: expensive-mistakes/catastrophe": [3, 4]}
    story.ends().afterwards(said=dice)
    assert story.gold(HOME, "winnings") == [40_000]
    assert story.team(HOME).treasury == 70_000
    assert story.gold(HOME, "expensive-mistakes") == [-(590_000 - 70_000)]


def test_spiralling_expenses(story):
    """1528: by house rule 950,000 is 50,000 above the breakpoint of 900,000: 10,000 go."""
    story.between(expenses__spiralling=True, expenses__breakpoint=900_000)
    story.begin().ends().afterwards()
    assert story.team(HOME).treasury == 50_000 + 40_000 - 10_000


def test_a_friendly(story):
    """5678: winnings by a D3, and nothing for the tables; touchdowns are recorded."""
    story.occasion = {"is_friendly": True}
    story.between().begin().happens(tap("touchdown", HOME)).ends().afterwards()
    assert story.team(HOME).treasury == 50_000 + 20_000 + 10_000
    assert story.team(HOME).record == {"friendlies": 1, "touchdowns": 1, "casualties": 0}
