"""Fixtures decided by word, points by hand, and lots: the table at once, the rosters too."""

import pytest

from acts.failures import Conflict, Forbidden, Refused
from acts.models import Act
from acts.recording import record_act
from competition.commands.consequences import give_byes
from competition.commands.lots import draw_lots
from competition.commands.points import adjust_points, take_back_points
from competition.commands.rescheduling import swap_home
from competition.commands.results import take_back_result
from competition.commands.rulings import rule_fixture
from competition.models import Entry, Fixture, Lot
from competition.qualifying import level_groups
from competition.tables import above_of, tables_of
from league.commands.house_rules import change_house_rules
from teams.commands.adjusting import adjust_team
from teams.models import Team
from teams.verifying import differences
from tests.conftest import NOW

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

State = Fixture.State


def codes(refused):
    return sorted(reason.code for reason in refused.value.reasons)


def present(team):
    """The team as its row says, after a look whether the ledger says the same."""
    fresh = Team.objects.get(pk=team.pk)
    assert [str(each) for each in differences(fresh)] == []
    return fresh


def table(stage):
    return [
        (str(row.entry), row.points, row.score_for, row.score_against)
        for row in stage.standings.select_related("entry__team")
    ]


@pytest.fixture
def rule(marta):
    """Rule on a fixture: `rule(fixture, "forfeit", "away")`."""

    def rule(fixture, ending, at_fault="", reason="Nobody came", actor=marta):
        fixture = Fixture.objects.select_related("stage__season__league").get(pk=fixture.pk)
        return rule_fixture(
            actor=actor, fixture=fixture, ending=ending, at_fault=at_fault, reason=reason, now=NOW
        )

    return rule


class TestScores:
    @pytest.fixture
    def fixture(self, enter, plan, start):
        enter("Anna", "Bert")
        return start(plan()).fixtures.select_related("home", "away").get()

    @pytest.mark.parametrize(
        ("ending", "at_fault", "home", "away"),
        [
            ("forfeit", "away", (3, 2, 0), (0, 0, 2)),
            ("walkover", "home", (0, 0, 2), (3, 2, 0)),
            ("forfeit", "both", (0, 0, 0), (0, 0, 0)),
            ("ruled", "", (1, 0, 0), (1, 0, 0)),
            ("void", "", (0, 0, 0), (0, 0, 0)),
        ],
    )
    def test_follow_the_house_rules(self, *, fixture, rule, ending, at_fault, home, away):
        rule(fixture, ending, at_fault)
        rows = {name: rest for name, *rest in table(fixture.stage)}
        assert rows[str(fixture.home)] == list(home)
        assert rows[str(fixture.away)] == list(away)

    def test_both_absent_have_both_lost(self, fixture, rule):
        rule(fixture, "forfeit", "both")
        assert {row.lost for row in fixture.stage.standings.all()} == {1}

    def test_a_void_fixture_was_not_played(self, fixture, rule):
        rule(fixture, "void")
        assert {row.played for row in fixture.stage.standings.all()} == {0}

    @pytest.mark.parametrize(
        ("ending", "at_fault", "reason", "expected"),
        [
            ("vanished", "", "Why", ["no_such_ruling"]),
            ("played", "", "Why", ["no_such_ruling"]),
            ("forfeit", "", "Why", ["at_fault_missing"]),
            ("walkover", "", " ", ["at_fault_missing", "reason_missing"]),
            ("ruled", "home", "Why", ["at_fault_not_wanted"]),
        ],
    )
    def test_nonsense_is_refused_with_every_reason(
        self, *, fixture, rule, ending, at_fault, reason, expected
    ):
        with pytest.raises(Refused) as refused:
            rule(fixture, ending, at_fault, reason)
        assert codes(refused) == expected

    def test_a_coach_does_not_rule(self, fixture, rule, make_user):
        with pytest.raises(Forbidden):
            rule(fixture, "void", actor=make_user("Stranger"))

    def test_a_ruling_stands_until_it_is_taken_back(self, fixture, rule, score, marta):
        rule(fixture, "forfeit", "away")
        with pytest.raises(Conflict):
            rule(fixture, "void")
        with pytest.raises(Conflict):
            score(fixture, 1, 1)
        take_back_result(actor=marta, fixture=fixture, reason="They were at the other pub", now=NOW)
        score(fixture, 1, 1)
        assert {row.points for row in fixture.stage.standings.all()} == {1}

    def test_in_a_knock_out_somebody_wins(self, enter, season, plan, start, rule):
        enter("Anna", "Bert")
        final = start(plan("The cup", "knock-out")).fixtures.get()
        for ending, at_fault in (("void", ""), ("ruled", ""), ("forfeit", "both")):
            with pytest.raises(Refused) as refused:
                rule(final, ending, at_fault)
            assert codes(refused) == ["cannot_be_drawn"]
        rule(final, "forfeit", "home")
        assert final.stage.fixtures.get().result.winner == "away"


class TestRosters:
    @pytest.fixture
    def fixture(self, enter_team, plan, start):
        enter_team("Greywater Rovers")
        enter_team("Underquay Scurriers")
        return start(plan()).fixtures.select_related("home__team", "away__team").get()

    def test_a_forfeit_pays_who_was_there_and_costs_the_absent_a_fan(self, fixture, rule):
        rule(fixture, "forfeit", "away")
        there, absent = present(fixture.home.team), present(fixture.away.team)
        assert there.treasury > 50_000
        assert (absent.treasury, absent.fan_factor) == (50_000, 0)
        kinds = list(there.events.order_by("seq").values_list("kind", flat=True))
        assert kinds[-2:] == ["mvp", "winnings"]
        thrown = Act.objects.get(name="competition.rule_fixture").payload["answers"]
        assert "winnings" in thrown[str(there.uuid)]
        assert str(absent.uuid) not in thrown

    def test_who_stayed_away_from_a_void_fixture_bears_it_alone(
        self, *, league, marta, fixture, rule
    ):
        house = {
            "void.score": 2,
            "void.fine": 20_000,
            "void.penalty": True,
            "void.winnings": "roll",
        }
        why = {"from_round": 1, "reason": "It happens"}
        change_house_rules(actor=marta, league=league, house=house, **why, now=NOW)
        rule(fixture, "void", "away")
        there, absent = present(fixture.home.team), present(fixture.away.team)
        assert there.treasury > 50_000
        assert (absent.treasury, absent.fan_factor) == (30_000, 0)
        rows = {(str(fixture.home), 0, 2, 0), (str(fixture.away), 0, 0, 2)}
        assert set(table(fixture.stage)) == rows
        assert {row.played for row in fixture.stage.standings.all()} == {0}

    def test_taken_back_nothing_of_it_is_left(self, fixture, rule, marta):
        rule(fixture, "forfeit", "away")
        take_back_result(actor=marta, fixture=fixture, reason="They came after all", now=NOW)
        for entry in (fixture.home, fixture.away):
            team = present(entry.team)
            assert (team.treasury, team.fan_factor) == (50_000, 1)
        assert {points for _name, points, *_ in table(fixture.stage)} == {0}

    def test_ruled_again_the_dice_are_those_that_fell(self, fixture, rule, marta):
        def earned(ending, at_fault):
            rule(fixture, ending, at_fault)
            paid, mvp = present(fixture.home.team).treasury, thrown(ending)
            take_back_result(actor=marta, fixture=fixture, reason="Not so", now=NOW)
            return paid, mvp

        def thrown(ending):
            ruled = Act.objects.filter(name="competition.rule_fixture").order_by("pk").last()
            assert ruled.payload["ending"] == ending
            return ruled.payload["answers"][str(fixture.home.team.uuid)]

        found = [earned("forfeit", "away") for _again in range(6)]
        assert [each for each in found if each != found[0]] == []
        rule(fixture, "forfeit", "home")
        take_back_result(actor=marta, fixture=fixture, reason="Not so", now=NOW)
        assert earned("forfeit", "away") == found[0]
        winnings = thrown("forfeit")["winnings"]
        assert earned("walkover", "away")[1]["winnings"] == winnings
        swap_home(actor=marta, fixture=fixture, now=NOW)
        rule(fixture, "forfeit", "home")
        assert thrown("forfeit") == found[0][1]

    def test_what_is_spent_is_not_taken_back(self, fixture, rule, marta):
        rule(fixture, "walkover", "away")
        team = present(fixture.home.team)
        adjust_team(
            actor=marta,
            team=team,
            change={"treasury": -team.treasury},
            reason="A new roof",
            now=NOW,
        )
        with pytest.raises(Refused):
            take_back_result(actor=marta, fixture=fixture, reason="They came after all", now=NOW)
        assert Fixture.objects.get(pk=fixture.pk).state == State.PLAYED

    def test_a_draw_by_word_leaves_rosters_alone(self, fixture, rule):
        before = fixture.home.team.revision
        rule(fixture, "ruled")
        assert present(fixture.home.team).revision == before

    def test_a_team_that_has_retired_is_left_in_peace(self, fixture, rule):
        Team.objects.filter(pk=fixture.away.team_id).update(state=Team.State.RETIRED)
        rule(fixture, "walkover", "away")
        assert Team.objects.get(pk=fixture.away.team_id).revision == fixture.away.team.revision


class TestByes:
    def test_gold_goes_to_whoever_had_nobody_to_play(
        self, *, league, marta, enter_team, plan, start, season
    ):
        change_house_rules(actor=marta, league=league, house={"bye.gold": 30_000}, now=NOW)
        season.refresh_from_db()
        for name in ("Greywater Rovers", "Underquay Scurriers", "Stonebeck Athletic"):
            enter_team(name)
        stage = start(plan())
        first = stage.rounds.select_related("stage__season__pin__catalogue").get(number=1)
        resting = first.fixtures.get(state=State.BYE).home
        act = record_act("competition.close_round", actor=marta, now=NOW)
        give_byes(first, act=act, now=NOW)
        paid = {present(entry.team).treasury for entry in Entry.objects.exclude(pk=resting.pk)}
        assert (present(resting.team).treasury, paid) == (80_000, {50_000})


class TestPointsByHand:
    @pytest.fixture
    def stage(self, enter, plan, start):
        self.anna, self.bert, self.cleo = enter("Anna", "Bert", "Cleo")
        return start(plan())

    def adjust(self, marta, stage, **other):
        values = {"entry": self.anna, "points": -2, "reason": "Late roster", "from_round": 2}
        return adjust_points(actor=marta, stage=stage, now=NOW, **(values | other))

    def test_count_in_the_table_from_their_round_on(self, stage, marta):
        self.adjust(marta, stage)
        assert stage.standings.get(entry=self.anna).points == -2
        rows = tables_of(stage, upto_round=1).rows[0]
        assert {row.points for row in rows} == {0}

    def test_are_taken_back_once(self, stage, marta):
        adjustment = self.adjust(marta, stage)
        take_back_points(actor=marta, adjustment=adjustment, now=NOW)
        assert stage.standings.get(entry=self.anna).points == 0
        with pytest.raises(Conflict):
            take_back_points(actor=marta, adjustment=adjustment, now=NOW)

    def test_nonsense_is_refused_with_every_reason(self, stage, marta, season):
        nobody = Entry.objects.create(season=season, name="Late Larry", registered_at=NOW)
        with pytest.raises(Refused) as refused:
            self.adjust(marta, stage, entry=nobody, points=0, reason="", from_round=9)
        assert codes(refused) == [
            "no_such_round",
            "not_in_stage",
            "points_out_of_range",
            "reason_missing",
        ]

    def test_a_knock_out_has_no_table(self, enter, plan, start, marta):
        self.anna, _bert = enter("Anna", "Bert")
        with pytest.raises(Refused) as refused:
            self.adjust(marta, start(plan("The cup", "knock-out")), from_round=0)
        assert codes(refused) == ["no_table"]


class TestLots:
    @pytest.fixture
    def stage(self, enter, plan, start, score):
        self.entries = enter("Anna", "Bert", "Cleo")
        stage = start(plan())
        for fixture in stage.fixtures.filter(state=State.OPEN):
            score(fixture, 1, 1)
        return stage

    def test_decide_what_nothing_else_does_and_stay_on_record(self, stage, marta):
        assert level_groups(tables_of(stage)) == [frozenset(each.pk for each in self.entries)]
        draw_lots(actor=marta, stage=stage, entries=self.entries, now=NOW)
        drawn = [lot.entry for lot in Lot.objects.order_by("number")]
        assert [row.entry for row in stage.standings.order_by("position")] == drawn
        assert above_of(stage.standings.get(position=1).why).code == "lots"
        assert Act.objects.get(name="competition.draw_lots").payload["draw"] == stage.draw
        with pytest.raises(Refused) as refused:
            draw_lots(actor=marta, stage=stage, entries=self.entries, now=NOW)
        assert codes(refused) == ["not_level"]

    def test_nobody_who_is_level_is_left_out(self, stage, marta):
        with pytest.raises(Refused) as refused:
            draw_lots(actor=marta, stage=stage, entries=self.entries[:2], now=NOW)
        assert codes(refused) == ["not_level"]

    def test_are_not_drawn_before_anybody_has_played(self, enter, plan, start, marta):
        entries = enter("Anna", "Bert")
        with pytest.raises(Refused):
            draw_lots(actor=marta, stage=start(plan()), entries=entries, now=NOW)
