"""Planning stages: in order, side by side, and everything that is wrong at once."""

import pytest

from acts.failures import Refused
from competition.commands.planning import change_stage, drop_stage
from competition.models import Stage
from league.models import Season
from tests.conftest import NOW

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure


def codes(refused):
    return sorted(reason.code for reason in refused.value.reasons)


class TestPlanning:
    def test_play_offs_follow_the_league_and_a_cup_runs_beside_it(self, plan, season):
        first = plan(legs=2)
        finals = plan("Play-offs", "knock-out", follows=first, top_of_each=4, seeding="standings")
        cup = plan("The cup", "knock-out", third_place=True)
        assert [stage.position for stage in season.stages.all()] == [1, 2, 3]
        assert (finals.follows, cup.follows) == (first, None)

    def test_everything_that_is_wrong_is_said_at_once(self, plan):
        with pytest.raises(Refused) as refused:
            plan(name="", legs=0, cross_games=99, swiss_rounds=3)
        assert codes(refused) == ["blank", "not_of_this_format", "out_of_range", "out_of_range"]

    def test_play_offs_have_to_say_who_comes_in(self, plan):
        first = plan()
        with pytest.raises(Refused) as refused:
            plan("Play-offs", "knock-out", follows=first)
        assert codes(refused) == ["nobody_qualifies"]

    def test_no_table_no_seeding_by_it(self, plan):
        with pytest.raises(Refused) as refused:
            plan("The cup", "knock-out", seeding="standings")
        assert codes(refused) == ["no_table_before"]
        with pytest.raises(Refused) as refused:
            plan("The cup", "knock-out", top_of_each=4, wild_cards=1)
        assert codes(refused) == ["does_nothing", "does_nothing"]

    def test_nothing_is_filled_from_a_knock_out(self, plan):
        cup = plan("The cup", "knock-out")
        with pytest.raises(Refused) as refused:
            plan("After it", "swiss", follows=cup)
        assert codes(refused) == ["follows_knock_out"]

    def test_open_play_asks_for_no_more_than_may_be_played(self, plan):
        with pytest.raises(Refused) as refused:
            plan("Open", "open", most=5, fewest=6, best=8)
        assert codes(refused) == ["more_than_most", "more_than_most"]

    def test_an_unknown_format_is_a_sentence(self, plan):
        with pytest.raises(Refused) as refused:
            plan(of="ladder")
        assert codes(refused) == ["no_such_format"]

    def test_a_season_that_is_over_stands(self, plan, season):
        season.state = Season.State.OVER
        season.save(update_fields=["state"])
        with pytest.raises(Refused) as refused:
            plan()
        assert codes(refused) == ["season_over"]


class TestChanging:
    def test_a_plan_changes_until_the_stage_begins(self, plan, marta):
        stage = plan()
        change_stage(actor=marta, stage=stage, name="First division", legs=3, now=NOW)
        stage.refresh_from_db()
        assert (stage.name, stage.legs) == ("First division", 3)
        stage.state = Stage.State.RUNNING
        stage.save(update_fields=["state"])
        with pytest.raises(Refused) as refused:
            change_stage(actor=marta, stage=stage, name="First division", legs=1, now=NOW)
        assert codes(refused) == ["stage_begun"]

    def test_a_stage_that_another_follows_is_not_dropped(self, plan, marta):
        first = plan()
        finals = plan("Play-offs", "knock-out", follows=first, top_of_each=2)
        with pytest.raises(Refused) as refused:
            drop_stage(actor=marta, stage=first, now=NOW)
        assert codes(refused) == ["stage_followed"]
        drop_stage(actor=marta, stage=finals, now=NOW)
        drop_stage(actor=marta, stage=first, now=NOW)
        assert not Stage.objects.exists()

    def test_a_stage_does_not_follow_a_later_one_or_itself(self, plan, marta):
        first, second = plan(), plan("Second")
        for follows in (first, second):
            with pytest.raises(Refused) as refused:
                change_stage(actor=marta, stage=first, name="First", follows=follows, now=NOW)
            assert codes(refused) == ["follows_nothing"]
