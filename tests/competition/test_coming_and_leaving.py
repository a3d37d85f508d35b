"""Late teams, teams that leave, and fixtures changed by hand."""

import pytest

from competition.commands.coming_and_going import leave_season, let_in_late
from competition.commands.rescheduling import add_fixture, cancel_fixture, move_fixture, swap_home
from competition.models import Fixture, Result
from competition.scheduling.leaving import Leaving
from jobs.failures import Conflict, Refused
from tests.conftest import NOW

State = Fixture.State


def codes(refused):
    return sorted(reason.code for reason in refused.value.reasons)


@pytest.fixture
def stage(enter, plan, start):
    enter("Anna", "Bert", "Cleo")
    return start(plan())


class TestComingLate:
    def test_missing_matches_go_into_the_byes_of_the_rounds_to_come(
        self, stage, draft_team, marta, score
    ):
        for fixture in stage.rounds.get(number=1).fixtures.filter(state=State.OPEN):
            score(fixture, 1, 0)
        newcomers = draft_team("The Newcomers")
        place = let_in_late(actor=marta, stage=stage, team=newcomers, now=NOW)
        assert place.from_round == 2
        own = stage.fixtures.filter(home=place.entry) | stage.fixtures.filter(away=place.entry)
        assert sorted(fixture.round.number for fixture in own) == [2, 3, 4]
        assert not stage.rounds.get(number=2).fixtures.filter(state=State.BYE).exists()
        assert stage.standings.count() == 4

    def test_nobody_comes_in_twice(self, stage, draft_team, marta):
        newcomers = draft_team("The Newcomers")
        let_in_late(actor=marta, stage=stage, team=newcomers, now=NOW)
        with pytest.raises(Conflict):
            let_in_late(actor=marta, stage=stage, team=newcomers, now=NOW)

    def test_a_bracket_is_closed(self, enter, plan, start, draft_team, marta):
        enter("Anna", "Bert")
        cup = start(plan("The cup", "knock-out"))
        with pytest.raises(Refused) as refused:
            let_in_late(actor=marta, stage=cup, team=draft_team(), now=NOW)
        assert codes(refused) == ["bracket_is_fixed"]


class TestLeaving:
    @pytest.fixture
    def anna(self, stage, score):
        """Anna has played the first round that she was in."""
        anna = stage.places.get(entry__name="Anna").entry
        own = stage.fixtures.filter(home=anna) | stage.fixtures.filter(away=anna)
        first = own.filter(state=State.OPEN).order_by("round__number").first()
        score(first, 2, 1)
        return anna

    def leave(self, marta, entry, how, **options):
        return leave_season(
            actor=marta, entry=entry, how=how, reason="Moved away", now=NOW, **options
        )

    def test_opponents_to_come_win_by_walkover(self, stage, anna, marta):
        self.leave(marta, anna, Leaving.WALKOVERS)
        walkover = Result.objects.get(ending="walkover")
        told = {
            walkover.fixture.home_id: walkover.td_home,
            walkover.fixture.away_id: walkover.td_away,
        }
        assert told.pop(anna.pk) == 0
        assert list(told.values()) == [2]

    def test_struck_out_her_results_count_for_nobody(self, stage, anna, marta):
        self.leave(marta, anna, Leaving.DELETED)
        assert set(stage.standings.values_list("played", "points")) == {(0, 0)}
        assert stage.fixtures.filter(state=State.CANCELLED).count() == 1

    def test_somebody_takes_over_what_is_left(self, stage, anna, marta, draft_team):
        self.leave(marta, anna, Leaving.REPLACED, replacement=draft_team("The Heirs"))
        heirs = stage.places.get(entry__team__name="The Heirs").entry
        assert heirs.replaces == anna
        left = stage.fixtures.filter(state=State.OPEN)
        assert left.filter(home=heirs).count() + left.filter(away=heirs).count() == 1
        assert not left.filter(home=anna).exists()
        assert not left.filter(away=anna).exists()

    def test_nobody_takes_over_who_plays_in_the_stage(self, enter_team, plan, start, marta):
        """Also where the two were never to meet."""
        leaver, rovers = enter_team("The Leavers"), enter_team("Greywater Rovers")
        start(plan("Summer", "open"))
        with pytest.raises(Refused) as refused:
            self.leave(marta, leaver, Leaving.REPLACED, replacement=rovers.team)
        (reason,) = refused.value.reasons
        assert (reason.code, reason.message) == (
            "plays_already",
            "Greywater Rovers plays here already.",
        )

    def test_a_reason_is_wanted(self, anna, marta):
        with pytest.raises(Refused) as refused:
            leave_season(actor=marta, entry=anna, how=Leaving.WALKOVERS, reason=" ", now=NOW)
        assert codes(refused) == ["reason_missing"]


class TestByHand:
    def test_a_match_moves_to_a_round_in_which_both_are_free(self, enter, plan, start, marta):
        enter("Anna", "Bert", "Cleo", "Dirk")
        stage = start(plan())
        fixture = stage.rounds.get(number=1).fixtures.first()
        second = stage.rounds.get(number=2)
        with pytest.raises(Refused) as refused:
            move_fixture(actor=marta, fixture=fixture, to=second, now=NOW)
        assert codes(refused) == ["plays_already", "plays_already"]
        for other in second.fixtures.all():
            cancel_fixture(actor=marta, fixture=other, reason="Rained off", now=NOW)
        moved = move_fixture(actor=marta, fixture=fixture, to=second, now=NOW)
        assert moved.round == second

    def test_home_and_away_are_turned_round(self, stage, marta):
        fixture = stage.fixtures.filter(state=State.OPEN).first()
        turned = swap_home(actor=marta, fixture=fixture, now=NOW)
        assert (turned.home, turned.away) == (fixture.away, fixture.home)

    def test_a_match_is_added_only_for_those_inside(self, stage, marta, season, enter):
        (stranger,) = enter("Sven")
        anna, bert = (stage.places.get(entry__name=name).entry for name in ("Anna", "Bert"))
        with pytest.raises(Refused) as refused:
            add_fixture(actor=marta, of=stage.rounds.last(), home=anna, away=stranger, now=NOW)
        assert codes(refused) == ["not_in_the_stage"]
        with pytest.raises(Refused) as refused:
            add_fixture(actor=marta, of=stage.rounds.last(), home=bert, away=bert, now=NOW)
        assert codes(refused) == ["same_team"]
