"""What a commissioner changes by hand, and what nobody may."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.bb2016.adjustment import Adjustment, adjustment, changes
from rules.editions.bb2016.growth import player_value
from rules.editions.crp.edition import EDITION as CRP
from rules.engine import effects as e
from rules.engine.circumstances import OfPlayer
from rules.engine.fold import fold
from rules.engine.growth import points
from rules.engine.rulings import Allowed, Refused, total
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure

BOOK = book()
CHARACTERISTICS = BOOK.catalogue.characteristics
BLITZER = player(
    "b1",
    "blitzer",
    skills=("guard", "dodge"),
    raised={"st": 1},
    lowered={"av": 1},
    niggles=1,
    awards={"touchdown": 6, "casualty": 2},
    improvements=3,
    value_added=20_000 + 30_000 + 50_000,
)
TEAM = team(
    BLITZER,
    player("p1"),
    treasury=100_000,
    rerolls=2,
    fan_factor=3,
    staff={"cheerleader": 1},
)


def adjusted(team=TEAM, house=None, **changes):
    return adjustment(book(**(house or {})), Adjustment(team, **changes))


def said(ruling):
    assert isinstance(ruling, Refused)
    return [(reason.code, reason.subject, reason.integrity) for reason in ruling.reasons]


def after(ruling, of="b1"):
    assert isinstance(ruling, Allowed), ruling
    return fold(TEAM, ruling.effects).players[of]


class TestTheTeam:
    @pytest.mark.parametrize(
        ("changes", "effect"),
        [
            ({"treasury": 50_000}, e.Gold(50_000, "adjustment")),
            ({"treasury": -100_000}, e.Gold(-100_000, "adjustment")),
            ({"fan_factor": -3}, e.FanFactor(-3)),
            ({"rerolls": 1}, e.Rerolls(1)),
            ({"staff": {"cheerleader": -1}}, e.Staff("cheerleader", -1)),
        ],
    )
    def test_changes_by_what_is_said(self, changes, effect):
        assert adjusted(**changes).effects == (effect,)

    def test_the_treasury_is_told_before_and_after(self):
        (line,) = adjusted(treasury=-30_000).because
        assert (line.code, line.params) == (
            "treasury-changes",
            {"before": 100_000, "after": 70_000},
        )

    @pytest.mark.parametrize(
        ("changes", "code", "subject", "integrity"),
        [
            ({"treasury": -100_001}, "below-zero", "treasury", True),
            ({"fan_factor": -4}, "below-zero", "fan_factor", True),
            ({"rerolls": -3}, "below-zero", "rerolls", True),
            ({"staff": {"cheerleader": -2}}, "below-zero", "staff.cheerleader", True),
            ({"staff": {"wizard": -1}}, "no-such-staff", "staff.wizard", True),
            ({"rerolls": 7}, "too-many-rerolls", "rerolls", False),
            ({"staff": {"apothecary": 2}}, "too-many-apothecaries", "staff.apothecary", False),
            ({"player": "nobody"}, "no-such-player", "player", True),
            ({"points": 1}, "nobody-named", "player", True),
            ({"misses_next": "yes"}, "nobody-named", "player", True),
            ({"raised": {"ma": 1}}, "nobody-named", "player", True),
        ],
    )
    def test_is_refused(self, changes, code, subject, integrity):
        assert said(adjusted(**changes)) == [(code, subject, integrity)]

    def test_an_apothecary_is_for_those_who_have_a_use_for_him(self):
        ruling = adjusted(team(race="undead"), staff={"apothecary": 1})
        assert said(ruling) == [("no-apothecary-for-race", "staff.apothecary", False)]

    def test_whoever_has_too_many_may_give_some_up(self):
        many = replace(TEAM, rerolls=10, staff={"apothecary": 3})
        assert isinstance(adjusted(many, rerolls=-1, staff={"apothecary": -1}), Allowed)

    def test_a_team_that_no_fold_could_have_built_is_refused(self):
        ruling = adjusted(replace(TEAM, race="martian"), treasury=1)
        assert said(ruling) == [("no-such-race", "team.race", True)]


class TestThePlayer:
    @pytest.mark.parametrize(
        ("changes", "effects"),
        [
            ({"points": 4}, [e.PointsGiven("b1", 4)]),
            ({"points": -22}, [e.PointsGiven("b1", -22)]),
            ({"awards": {"touchdown": -6}}, [e.Earned("b1", "touchdown", -6)]),
            ({"skill_given": "tackle"}, [e.SkillGiven("b1", "tackle", 20_000)]),
            ({"skill_given": "pass"}, [e.SkillGiven("b1", "pass", 30_000)]),
            ({"skill_taken": "guard"}, [e.SkillTaken("b1", "guard", 20_000)]),
            ({"skill_taken": "dodge"}, [e.SkillTaken("b1", "dodge", 30_000)]),
            ({"raised": {"ma": 1}}, [e.Raised("b1", "ma", 1, 30_000)]),
            ({"raised": {"st": -1}}, [e.Raised("b1", "st", -1, -50_000)]),
            ({"lowered": {"ag": 1}}, [e.Lowered("b1", "ag", 1)]),
            ({"lowered": {"av": -1}}, [e.Lowered("b1", "av", -1)]),
            ({"niggles": -1}, [e.Niggled("b1", -1)]),
            ({"misses_next": "yes"}, [e.MissesNext("b1")]),
        ],
    )
    def test_changes_by_what_is_said(self, changes, effects):
        ruling = adjusted(player="b1", **changes)
        assert [*ruling.effects] == effects
        worth = player_value(BOOK, OfPlayer("human", after(ruling))).because
        assert "otherwise" not in {line.code for line in worth}
        assert total(ruling.because) == after(ruling).value - BLITZER.value

    def test_one_skill_for_another(self):
        """The line that is lost comes first, the effect that is gained."""
        ruling = adjusted(player="b1", skill_taken="dodge", skill_given="tackle")
        assert [(line.code, line.amount) for line in ruling.because] == [
            ("double-skill", -30_000),
            ("skill", 20_000),
        ]
        assert after(ruling).skills == ("guard", "tackle")
        assert after(ruling).improvements == 3

    def test_points_count_on_the_way_to_the_next_level(self):
        ruling = adjusted(player="p1", points=3, awards={"touchdown": 1})
        assert points(BOOK, after(ruling, "p1")) == 6

    @pytest.mark.parametrize(
        ("changes", "code", "subject", "integrity"),
        [
            ({"points": -23}, "below-zero", "points", True),
            ({"awards": {"touchdown": -7}}, "below-zero", "awards.touchdown", True),
            ({"awards": {"hat-trick": 1}}, "unknown", "awards.hat-trick", True),
            ({"niggles": -2}, "below-zero", "niggles", True),
            ({"skill_given": "flying"}, "no-such-skill", "skill_given", True),
            ({"skill_given": "guard"}, "has-skill-already", "skill_given", True),
            ({"skill_given": "block"}, "has-skill-already", "skill_given", True),
            ({"skill_given": "big-hand"}, "skill-not-open", "skill_given", False),
            ({"skill_given": "piling-on"}, "not-in-this-league", "skill_given", False),
            ({"skill_taken": "flying"}, "no-such-skill", "skill_taken", True),
            ({"skill_taken": "tackle"}, "skill-not-gained", "skill_taken", True),
            ({"skill_taken": "block"}, "skill-not-gained", "skill_taken", True),
            (
                {"skill_given": "guard", "skill_taken": "guard"},
                "named-twice",
                "skill_given",
                True,
            ),
            ({"raised": {"charm": 1}}, "unknown", "raised.charm", True),
            ({"raised": {"ma": -1}}, "below-zero", "raised.ma", True),
            ({"raised": {"st": 2}}, "too-high", "raised.st", False),
            ({"lowered": {"luck": 1}}, "unknown", "lowered.luck", True),
            ({"lowered": {"av": -2}}, "below-zero", "lowered.av", True),
            ({"lowered": {"av": 2}}, "too-low", "lowered.av", False),
            ({"misses_next": "perhaps"}, "not-an-option", "misses_next", True),
        ],
    )
    def test_is_refused(self, changes, code, subject, integrity):
        assert said(adjusted(player="b1", **changes)) == [(code, subject, integrity)]

    def test_piling_on_is_given_where_the_league_plays_with_it(self):
        ruling = adjusted(player="b1", skill_given="piling-on", house={"piling-on": True})
        assert isinstance(ruling, Allowed)

    def test_a_raise_taken_back_may_leave_too_low_a_characteristic(self):
        hurt = replace(BLITZER, lowered={"st": 3})
        ruling = adjusted(replace(TEAM, players={"b1": hurt}), player="b1", raised={"st": -1})
        assert said(ruling) == [("too-low", "lowered.st", False)]

    def test_no_more_value_is_taken_than_was_ever_added(self):
        cheap = replace(TEAM, players={"b1": replace(BLITZER, value_added=10_000)})
        ruling = adjusted(cheap, player="b1", skill_taken="guard")
        assert said(ruling) == [("below-zero", "skill_taken", True)]
        swap = adjusted(cheap, player="b1", skill_taken="guard", skill_given="pass")
        assert fold(cheap, swap.effects).players["b1"].value_added == 20_000

    def test_points_of_no_award_count_when_awards_are_taken(self):
        spent = replace(TEAM, players={"b1": replace(BLITZER, extra=-20)})
        ruling = adjusted(spent, player="b1", awards={"touchdown": -1})
        assert said(ruling) == [("below-zero", "awards", True)]


class TestNothing:
    @pytest.mark.parametrize(
        "changes",
        [
            {},
            {"player": "b1"},
            {"player": "b1", "misses_next": "no"},
            {"player": "b1", "raised": {"ma": 0}, "awards": {"mvp": 0}},
            {"staff": {"cheerleader": 0}},
        ],
    )
    def test_to_adjust_is_refused(self, changes):
        assert said(adjusted(**changes)) == [("nothing-to-adjust", "", True)]


def test_everything_is_said_at_once():
    ruling = adjusted(
        player="b1",
        treasury=-200_000,
        staff={"wizard": 1},
        skill_given="flying",
        skill_taken="tackle",
        awards={"hat-trick": 1},
        raised={"st": 3},
        niggles=-9,
    )
    assert {subject for _code, subject, _integrity in said(ruling)} == {
        "treasury",
        "staff.wizard",
        "skill_given",
        "skill_taken",
        "awards.hat-trick",
        "raised.st",
        "niggles",
    }


def test_a_skill_that_is_let_stand_against_the_rules_is_worth_a_double():
    at = Adjustment(TEAM, player="b1", skill_given="big-hand", raised={"st": 2})
    assert adjustment(BOOK, at).overridable()
    assert changes(BOOK, at).effects == (
        e.SkillGiven("b1", "big-hand", 30_000),
        e.Raised("b1", "st", 2, 100_000),
    )


def test_what_is_about_nobody_does_not_hide_the_rest():
    ruling = adjusted(player="nobody", treasury=-200_000, points=1)
    assert [subject for _code, subject, _ in said(ruling)] == ["treasury", "player"]


def test_crp_adjusts_as_well():
    at = Adjustment(TEAM, treasury=10_000, player="b1", skill_given="tackle")
    ruling = CRP.questions["adjustment"].ask(CRP.book(), at, {})
    assert ruling.effects == (e.Gold(10_000, "adjustment"), e.SkillGiven("b1", "tackle", 20_000))


CHANGES = st.fixed_dictionaries(
    {
        "treasury": st.integers(-20, 20).map(lambda n: n * 10_000),
        "fan_factor": st.integers(-4, 4),
        "rerolls": st.integers(-3, 3),
        "staff": st.dictionaries(
            st.sampled_from(["cheerleader", "apothecary"]), st.integers(-1, 1)
        ),
        "points": st.integers(-10, 10),
        "awards": st.dictionaries(st.sampled_from(["touchdown", "mvp"]), st.integers(-2, 2)),
        "skill_given": st.sampled_from(["", "tackle", "pass", "guard", "big-hand"]),
        "skill_taken": st.sampled_from(["", "guard", "dodge", "tackle"]),
        "raised": st.dictionaries(st.sampled_from(CHARACTERISTICS), st.integers(-1, 1)),
        "lowered": st.dictionaries(st.sampled_from(CHARACTERISTICS), st.integers(-1, 1)),
        "niggles": st.integers(-1, 1),
        "misses_next": st.sampled_from(["unchanged", "yes", "no"]),
    }
)


def opposite(changes):
    numbers = ("treasury", "fan_factor", "rerolls", "points", "niggles")
    tallies = ("staff", "awards", "raised", "lowered")
    return {
        **{name: -changes[name] for name in numbers},
        **{name: {key: -by for key, by in changes[name].items()} for name in tallies},
        "skill_given": changes["skill_taken"],
        "skill_taken": changes["skill_given"],
        "misses_next": "no" if changes["misses_next"] == "yes" else "unchanged",
    }


def told(team):
    """The team without counts of nothing, and skills in whatever order."""

    def counts(tally):
        return {name: count for name, count in tally.items() if count}

    return replace(
        team,
        staff=counts(team.staff),
        players={
            id_: replace(
                each,
                skills=tuple(sorted(each.skills)),
                awards=counts(each.awards),
                raised=counts(each.raised),
                lowered=counts(each.lowered),
            )
            for id_, each in team.players.items()
        },
    )


@settings(deadline=None, max_examples=200)
@given(CHANGES)
def test_an_adjustment_and_its_opposite_leave_the_team_as_it_was(changes):
    ruling = adjusted(player="b1", **changes)
    if isinstance(ruling, Refused):
        assert ruling.reasons
        return
    changed = fold(TEAM, ruling.effects)
    assert changed.treasury == TEAM.treasury + changes["treasury"] >= 0
    worth = player_value(BOOK, OfPlayer("human", changed.players["b1"])).because
    assert total(worth) == changed.players["b1"].value
    back = adjusted(changed, player="b1", **opposite(changes))
    assert isinstance(back, Allowed), back
    assert told(fold(changed, back.effects)) == told(TEAM)


def test_grab_is_not_given_to_the_frenzied_unless_the_frenzy_goes_4775():
    frenzied = team(player("p2", skills=("frenzy",), value_added=20_000))
    both = adjusted(frenzied, player="p2", skill_given="grab")
    assert said(both) == [("never-together", "skill_given", False)]
    swapped = adjusted(frenzied, player="p2", skill_given="grab", skill_taken="frenzy")
    assert fold(frenzied, swapped.effects).players["p2"].skills == ("grab",)


def test_what_rules_refuse_says_what_it_would_be_and_what_cannot_be_does_not():
    ninth = adjusted(rerolls=7)
    assert ninth.although().effects == (e.Rerolls(7),)
    assert adjusted(treasury=-100_001).although() is None


@pytest.mark.parametrize(
    ("changes", "subject"),
    [
        ({"treasury": 1_000_000_000}, "treasury"),
        ({"staff": {"cheerleader": 99}}, None),
        ({"player": "b1", "awards": {"touchdown": 9_999}}, "awards.touchdown"),
    ],
)
def test_nothing_grows_beyond_what_a_ledger_holds(changes, subject):
    ruling = adjusted(**changes)
    if subject is None:
        assert isinstance(ruling, Allowed)
    else:
        assert said(ruling) == [("out-of-range", subject, True)]
