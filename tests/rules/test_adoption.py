"""A team that has played elsewhere: its opening, and everything that can be wrong with it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.bb2016.adoption import Adoption, adoption, opening
from rules.editions.bb2016.growth import player_value
from rules.editions.bb2016.value import team_value
from rules.editions.crp.edition import EDITION as CRP
from rules.engine import effects as e
from rules.engine.arriving import Adoptee
from rules.engine.circumstances import OfPlayer
from rules.engine.fold import fold
from rules.engine.growth import points, rolls_due
from rules.engine.rulings import Allowed, Refused, total
from rules.engine.state import Player, Team
from tests.rules.builders import book

pytestmark = pytest.mark.pure

BOOK = book()
SQUAD = (
    Adoptee("blitzer", ("guard",), awards={"touchdown": 2}),
    Adoptee("catcher", ("sprint",), {"st": 1}, awards={"touchdown": 2, "mvp": 2}),
    Adoptee("thrower", lowered={"av": 1}, niggles=2, misses_next=True, seasons=1),
    Adoptee("lineman", ("dodge",), extra=16),
    *(Adoptee("lineman") for _ in range(8)),
)


def adopted(*players, race="human", house=None, **fields):
    return adoption(book(**(house or {})), Adoption(race, players, **fields))


def said(ruling):
    assert isinstance(ruling, Refused)
    return [(reason.code, reason.subject, reason.integrity) for reason in ruling.reasons]


def opened(ruling, race="human"):
    assert isinstance(ruling, Allowed), ruling
    return fold(Team(race), ruling.effects)


class TestTheOpening:
    def test_everything_comes_along(self):
        ruling = adopted(
            *SQUAD,
            treasury=85_000,
            rerolls=3,
            fan_factor=6,
            staff={"apothecary": 1, "cheerleader": 2, "assistant-coach": 0},
            record={"won": 3, "drawn": 0, "lost": 2, "touchdowns": 7, "casualties": 4},
        )
        team = opened(ruling)
        assert [*team.players] == [f"adoption/{n}" for n in range(1, 13)]
        assert team.treasury == 85_000
        assert (team.rerolls, team.fan_factor) == (3, 6)
        assert team.staff == {"apothecary": 1, "cheerleader": 2}
        assert team.record == {
            "played": 5,
            "won": 3,
            "lost": 2,
            "touchdowns": 7,
            "casualties": 4,
        }
        assert ruling.effects[0] == e.Gold(85_000, "opening")

    def test_players_keep_what_they_have(self):
        players = opened(adopted(*SQUAD)).players
        assert players["adoption/2"] == Player(
            id="adoption/2",
            position="catcher",
            cost=60_000,
            skills=("sprint",),
            raised={"st": 1},
            awards={"touchdown": 2, "mvp": 2},
            improvements=2,
            value_added=20_000 + 50_000,
        )
        thrower = players["adoption/3"]
        assert (thrower.lowered, thrower.niggles, thrower.misses_next) == ({"av": 1}, 2, True)
        assert (thrower.seasons, thrower.value) == (1, 70_000)

    def test_a_skill_by_a_double_is_worth_more(self):
        dodger = opened(adopted(*SQUAD)).players["adoption/4"]
        assert (dodger.value, points(BOOK, dodger)) == (50_000 + 30_000, 16)

    def test_its_lines_are_team_value_and_the_rest_is_told_without_an_amount(self):
        """A blitzer of 110,000, a catcher of 130,000, a lineman of 80,000, eight of 50,000, two
        re-rolls; the thrower misses the next match."""
        ruling = adopted(*SQUAD, rerolls=2, treasury=20_000, record={"won": 1})
        assert total(ruling.because) == 110_000 + 130_000 + 80_000 + 8 * 50_000 + 2 * 50_000
        values = {line.code: line.params for line in ruling.because if line.amount is None}
        assert values == {
            "treasury": {"gold": 20_000},
            "does-not-count-yet": {"player": "adoption/3", "value": 70_000},
            "rolls-open": {"player": "adoption/4", "rolls": 1},
            "record": {"counts": {"played": 1, "won": 1}},
        }

    def test_an_improvement_that_is_earned_and_not_taken_is_still_due(self):
        team = opened(adopted(Adoptee("lineman", ("block",), awards={"mvp": 4})))
        assert rolls_due(BOOK, team.players["adoption/1"]) == 1

    def test_deaths_may_have_left_few_or_nobody(self):
        assert len(opened(adopted(Adoptee("lineman"))).players) == 1
        assert adopted().effects == ()

    def test_the_window_names_the_players(self):
        assert [*opened(adopted(Adoptee("lineman"), window="joined")).players] == ["joined/1"]

    def test_free_fan_factor_comes_along_and_counts_for_nothing(self):
        ruling = adopted(fan_factor=12, house={"fan-factor.free": True})
        assert (opened(ruling).fan_factor, total(ruling.because)) == (12, 0)

    def test_a_loss_and_a_raise_of_one_characteristic_weigh_each_other_out(self):
        tough = Adoptee("lineman", raised={"st": 3}, lowered={"st": 1}, awards={"mvp": 15})
        assert opened(adopted(tough)).players["adoption/1"].net("st") == 2

    def test_crp_adopts_at_its_own_prices(self):
        ruling = CRP.questions["adoption"].ask(CRP.book(), Adoption("human", SQUAD), {})
        assert opened(ruling).players["adoption/2"].value == 70_000 + 70_000


class TestRefusals:
    @pytest.mark.parametrize(
        ("fields", "code", "subject", "integrity"),
        [
            ({"race": "martian"}, "no-such-race", "race", True),
            ({"house": {"draft.races": ["orc"]}}, "race-not-allowed", "race", False),
            ({"treasury": -1}, "negative", "treasury", True),
            ({"rerolls": -1}, "negative", "rerolls", True),
            ({"rerolls": 9}, "too-many-rerolls", "rerolls", False),
            ({"fan_factor": -1}, "negative", "fan_factor", True),
            ({"staff": {"wizard": 1}}, "no-such-staff", "staff.wizard", True),
            ({"staff": {"cheerleader": -1}}, "negative", "staff.cheerleader", True),
            ({"staff": {"apothecary": 2}}, "too-many-apothecaries", "staff.apothecary", False),
            (
                {"race": "undead", "staff": {"apothecary": 1}},
                "no-apothecary-for-race",
                "staff.apothecary",
                False,
            ),
            ({"record": {"shoes": 1}}, "unknown", "record.shoes", True),
            ({"record": {"won": -1}}, "negative", "record.won", True),
            (
                {"record": {"played": 4, "won": 3}},
                "record-does-not-add-up",
                "record.played",
                False,
            ),
        ],
    )
    def test_of_the_team(self, fields, code, subject, integrity):
        assert said(adopted(**fields)) == [(code, subject, integrity)]

    @pytest.mark.parametrize(
        ("player", "code", "field", "integrity"),
        [
            (Adoptee("wardancer"), "no-such-position", "position", True),
            (Adoptee("lineman", ("flying",), extra=6), "no-such-skill", "skills", True),
            (Adoptee("blitzer", ("block",), extra=6), "has-skill-already", "skills", True),
            (Adoptee("lineman", ("block", "block"), extra=16), "named-twice", "skills", True),
            (Adoptee("lineman", ("big-hand",), extra=6), "skill-not-open", "skills", False),
            (Adoptee("lineman", ("loner",), extra=6), "skill-not-open", "skills", False),
            (Adoptee("lineman", ("piling-on",), extra=6), "not-in-this-league", "skills", False),
            (Adoptee("lineman", raised={"charm": 1}, extra=6), "unknown", "raised.charm", True),
            (Adoptee("lineman", raised={"ma": -1}), "negative", "raised.ma", True),
            (Adoptee("lineman", raised={"ma": 3}, extra=99), "too-high", "raised.ma", False),
            (Adoptee("lineman", lowered={"luck": 1}), "unknown", "lowered.luck", True),
            (Adoptee("lineman", lowered={"av": 3}), "too-low", "lowered.av", False),
            (Adoptee("lineman", niggles=-1), "negative", "niggles", True),
            (Adoptee("lineman", seasons=-1), "negative", "seasons", True),
            (Adoptee("lineman", awards={"hat-trick": 1}), "unknown", "awards.hat-trick", True),
            (Adoptee("lineman", awards={"mvp": -1}), "negative", "awards.mvp", True),
            (Adoptee("lineman", awards={"mvp": 1}, extra=-6), "negative", "extra", True),
            (Adoptee("lineman", ("block",), extra=5), "not-earned", "skills", False),
            (Adoptee("lineman", raised={"ma": 1}), "not-earned", "skills", False),
        ],
    )
    def test_of_a_player_stand_at_his_row(self, player, code, field, integrity):
        ruling = adopted(Adoptee("lineman"), player)
        assert said(ruling) == [(code, f"players.1.{field}", integrity)]

    def test_a_characteristic_never_goes_above_ten_or_below_one(self):
        runner = Adoptee("gutter-runner", raised={"ma": 2}, extra=99)
        assert said(adopted(runner, race="skaven")) == [("too-high", "players.0.raised.ma", False)]
        weak = Adoptee("snotling", lowered={"st": 1})
        assert said(adopted(weak, race="ogre")) == [("too-low", "players.0.lowered.st", False)]

    def test_the_first_of_a_position_who_is_too_many_is_named(self):
        ruling = adopted(*(Adoptee("blitzer") for _ in range(6)))
        assert said(ruling) == [("too-many-of-position", "players.4.position", False)]
        assert ruling.reasons[0].params == {"position": "blitzer", "count": 6, "at_most": 4}

    def test_sixteen_have_room_and_seventeen_have_not(self):
        assert isinstance(adopted(*(Adoptee("lineman") for _ in range(16))), Allowed)
        seventeen = [*(Adoptee("lineman") for _ in range(16)), Adoptee("blitzer")]
        assert said(adopted(*seventeen)) == [("too-many-players", "players", False)]

    def test_everything_is_said_at_once(self):
        """An unknown race hides the prices, not what else is wrong."""
        ruling = adopted(
            Adoptee("lineman", ("flying", "flying"), {"charm": 1}, awards={"hat-trick": 1}),
            Adoptee("whoever", niggles=-1),
            race="martian",
            treasury=-1,
            record={"shoes": 1},
        )
        assert {subject for _code, subject, _integrity in said(ruling)} == {
            "race",
            "treasury",
            "players.0.skills",
            "players.0.raised.charm",
            "players.0.awards.hat-trick",
            "players.1.niggles",
            "record.shoes",
        }

    def test_a_commissioner_may_let_a_generous_league_s_players_stand(self):
        assert adopted(Adoptee("lineman", ("block",))).overridable()
        assert not adopted(Adoptee("lineman", ("flying",))).overridable()


RACES = sorted(BOOK.catalogue.races)
COUNTS = st.dictionaries(st.sampled_from(BOOK.catalogue.characteristics), st.integers(0, 1))
AWARDS = st.dictionaries(
    st.sampled_from(sorted(BOOK.catalogue.tables["spp-awards"].named)), st.integers(0, 20)
)


@st.composite
def adoptees(draw, race):
    """Somebody with enough points for what they have learnt, and mostly nothing wrong with them."""
    position = BOOK.position(race, draw(st.sampled_from(sorted(BOOK.race(race).positions))))
    open_to_him = [
        skill.key
        for skill in BOOK.catalogue.skills_in(position.normal + position.double)
        if skill.key not in position.skills and not skill.optional
    ]
    return Adoptee(
        position.key,
        tuple(draw(st.lists(st.sampled_from(open_to_him), max_size=2, unique=True))),
        draw(COUNTS),
        draw(COUNTS),
        draw(st.integers(0, 3)),
        draw(st.booleans()),
        draw(AWARDS),
        176,
    )


@st.composite
def adoptions(draw):
    race = draw(st.sampled_from(RACES))
    staff = st.dictionaries(st.sampled_from(["cheerleader", "assistant-coach"]), st.integers(0, 9))
    return Adoption(
        race,
        tuple(draw(st.lists(adoptees(race), max_size=4))),
        draw(st.integers(0, 500_000)),
        draw(st.integers(0, 8)),
        draw(st.integers(0, 18)),
        draw(staff),
    )


@settings(deadline=None, max_examples=60)
@given(adoptions())
def test_the_opening_adds_up_whatever_the_rules_say_to_it(at):
    """With what a commissioner lets stand as well."""
    ruling = adoption(BOOK, at)
    assert isinstance(ruling, Allowed) or ruling.overridable()
    entry = opening(BOOK, at)
    team = fold(Team(at.race), entry.effects)
    assert total(entry.because) == team_value(BOOK, team)[0]
    assert (team.treasury, len(team.players)) == (at.treasury, len(at.players))
    assert ruling == entry or isinstance(ruling, Refused)


@settings(deadline=None, max_examples=60)
@given(adoptions())
def test_a_player_is_worth_what_his_improvements_explain(at):
    players = fold(Team(at.race), opening(BOOK, at).effects).players.values()
    for each, player in zip(at.players, players, strict=True):
        worth = player_value(BOOK, OfPlayer(at.race, player)).because
        assert total(worth) == player.value
        assert "otherwise" not in {line.code for line in worth}
        assert player.improvements == len(each.skills) + sum(each.raised.values())


def test_what_rules_refuse_says_what_it_would_be_and_what_cannot_be_does_not():
    crowd = adopted(*(Adoptee("lineman") for _ in range(17)))
    assert not crowd.although().effects[0].player.skills
    assert [line.params["rule"] for line in crowd.although().because if line.code == "set-aside"]
    assert len(fold(Team("human"), crowd.otherwise.effects).players) == 17
    nobody = adopted(Adoptee("wardancer"))
    assert (nobody.otherwise, nobody.although()) == (None, None)


def test_more_than_a_ledger_holds_is_no_team():
    huge = 10**9 + 1
    ruling = adopted(treasury=huge, rerolls=100, fan_factor=1000, staff={"cheerleader": 100})
    subjects = {subject for code, subject, integrity in said(ruling) if code == "out-of-range"}
    assert subjects == {"treasury", "rerolls", "fan_factor", "staff.cheerleader"}
