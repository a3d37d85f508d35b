"""Living Rulebook 4: teams that come from elsewhere, and what is put right by hand."""

import pytest

from rules.editions.lrb4.adjustment import Adjustment, adjustment
from rules.editions.lrb4.adoption import Adoption, adoption
from rules.editions.lrb4.edition import EDITION
from rules.editions.lrb4.rating import team_rating
from rules.engine.arriving import Adoptee
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, Refused, total
from rules.engine.state import Player, Team

pytestmark = pytest.mark.pure

BOOK = EDITION.book()
LINEMEN = (Adoptee("lineman"),) * 10
VETERAN = Adoptee(
    "blitzer", skills=("guard", "stand-firm"), niggles=1, awards={"touchdown": 6}, seasons=1
)


def arriving(*players: Adoptee, race: str = "human", **more) -> Adoption:
    about = {"fan_factor": 4, "rerolls": 2, "staff": {"apothecary": 1}, **more}
    return Adoption(race, (*players, *LINEMEN) if race == "human" else players, **about)


def codes(ruling):
    assert isinstance(ruling, Refused)
    return sorted((reason.code, reason.subject) for reason in ruling.reasons)


def test_a_team_goes_on_as_it_stands_and_its_lines_are_its_rating():
    ruling = adoption(BOOK, arriving(VETERAN, treasury=35_000, record={"won": 2, "lost": 1}))
    assert isinstance(ruling, Allowed)
    team = fold(Team("human"), ruling.effects)
    # 590 of players, 100 of re-rolls, 40 of fans, 50 of apothecary, 35 of gold (thousands): 81;
    # and 18 star player points: 3.
    assert total(ruling.because) == team_rating(BOOK, team) == 81 + 3
    veteran = team.players["adoption/1"]
    assert (veteran.value, veteran.improvements, veteran.niggles) == (90_000, 2, 1)
    assert team.record == {"won": 2, "lost": 1, "played": 3}


@pytest.mark.parametrize(
    ("players", "more", "refusals"),
    [
        ((VETERAN,), {"fan_factor": 0}, [("too-little-fan-factor", "fan_factor")]),
        ((VETERAN,), {"treasury": -5_000}, [("negative", "treasury")]),
        ((VETERAN,), {"staff": {"wizard": 1}}, [("no-such-staff", "staff.wizard")]),
        ((VETERAN,) * 7, {}, None),
        ((Adoptee("blitzer", skills=("guard",)),), {}, [("not-earned", "players.0.skills")]),
        # A linesman has no Strength: a trait of it is beyond any double (4104).
        (
            (Adoptee("lineman", skills=("stand-firm",), awards={"mvp": 2}),),
            {},
            [("skill-not-open", "players.0.skills")],
        ),
        (
            (Adoptee("blitzer", skills=("claws",), awards={"mvp": 2}),),
            {},
            [("skill-not-open", "players.0.skills")],
        ),
        ((Adoptee("blitzer", raised={"st": 3}, awards={"mvp": 9}),), {}, None),
    ],
)
def test_everything_that_is_wrong_with_a_newcomer_is_said(players, more, refusals):
    ruling = adoption(BOOK, arriving(*players, **more))
    if refusals is None:
        wanted = {"too-many-of-position", "too-many-players"} if len(players) > 1 else {"too-high"}
        assert wanted <= {code for code, _subject in codes(ruling)}
    else:
        assert codes(ruling) == refusals


def test_a_trait_of_their_own_category_and_any_skill_may_be_had_by_a_double_4093_4104():
    learnt = Adoptee("lineman", skills=("dauntless", "guard"), awards={"mvp": 4})
    assert isinstance(adoption(BOOK, arriving(learnt)), Allowed)
    mutant = Adoptee("lineman", skills=("two-heads",), awards={"mvp": 2})
    assert isinstance(adoption(BOOK, arriving(mutant, race="skaven")), Allowed)


TEAM = Team(
    "human",
    treasury=40_000,
    rerolls=2,
    fan_factor=2,
    players={"b": Player("b", "blitzer", 90_000, awards={"touchdown": 2}, niggles=1)},
)


def by_hand(**changes):
    return adjustment(BOOK, Adjustment(TEAM, **changes))


def test_a_commissioner_puts_gold_fans_points_skills_and_bodies_right():
    ruling = by_hand(
        treasury=-15_000,
        fan_factor=-1,
        staff={"cheerleader": 2},
        player="b",
        points=3,
        skill_given="guard",
        raised={"ma": 1},
        niggles=-1,
        misses_next="yes",
    )
    assert isinstance(ruling, Allowed)
    after = fold(TEAM, ruling.effects)
    player = after.players["b"]
    assert (after.treasury, after.fan_factor, after.staff) == (25_000, 1, {"cheerleader": 2})
    assert (player.skills, player.net("ma"), player.niggles) == (("guard",), 1, 0)
    # What they learn is no gold: points tell of it.
    assert (player.value, player.extra, player.misses_next) == (90_000, 3, True)
    back = adjustment(BOOK, Adjustment(after, player="b", skill_taken="guard", raised={"ma": -1}))
    assert fold(after, back.effects).players["b"].skills == ()


@pytest.mark.parametrize(
    ("changes", "refusals"),
    [
        ({"fan_factor": -2}, [("too-little-fan-factor", "fan_factor")]),
        ({"treasury": -45_000}, [("below-zero", "treasury")]),
        ({"staff": {"apothecary": 2}}, [("too-many-apothecaries", "staff.apothecary")]),
        ({"player": "b", "skill_given": "block"}, [("has-skill-already", "skill_given")]),
        ({"player": "b", "skill_given": "spikes"}, [("skill-not-open", "skill_given")]),
        ({"player": "b", "skill_given": "big-guy"}, [("skill-not-open", "skill_given")]),
        ({"player": "b", "skill_taken": "guard"}, [("skill-not-gained", "skill_taken")]),
        ({"player": "b", "lowered": {"st": 3}}, [("too-low", "lowered.st")]),
        ({"player": "b", "raised": {"st": 3}}, [("too-high", "raised.st")]),
        ({"player": "b", "awards": {"touchdown": -3}}, [("below-zero", "awards.touchdown")]),
        ({"points": 3}, [("nobody-named", "player")]),
        ({"player": "nobody"}, [("no-such-player", "player")]),
        ({}, [("nothing-to-adjust", "")]),
    ],
)
def test_what_cannot_be_put_so_is_said(changes, refusals):
    assert codes(by_hand(**changes)) == refusals
