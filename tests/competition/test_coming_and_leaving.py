"""Late teams, teams that leave, and fixtures changed by hand."""

from datetime import date
from uuid import uuid4

import pytest
from django.db.models import Q
from django.urls import reverse

from acts.failures import Conflict, Refused
from competition.brackets import winner_of
from competition.commands.divisions import divide, set_seeds
from competition.commands.end_stage import end_stage
from competition.commands.joining_and_leaving import leave_season, let_in_late
from competition.commands.match_day import begin_fixture
from competition.commands.rescheduling import add_fixture, cancel_fixture, move_fixture, swap_home
from competition.commands.rounds import close_round
from competition.commands.timetables import set_dates
from competition.models import Fixture, Result
from competition.scheduling.leaving import Leaving
from competition.timetables import Timetable
from league.commands.house_rules import change_house_rules
from tests.competition.conftest import present
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
        place = let_in_late(actor=marta, stage=stage, team=newcomers, matches_a_round=1, now=NOW)
        assert place.from_round == 2
        own = stage.fixtures.filter(home=place.entry) | stage.fixtures.filter(away=place.entry)
        assert sorted(fixture.round.number for fixture in own) == [2, 3, 4]
        assert not stage.rounds.get(number=2).fixtures.filter(state=State.BYE).exists()
        assert stage.standings.count() == 4

    def test_with_two_matches_a_round_the_season_ends_as_planned(
        self, enter, plan, start, *, draft_team, marta, score
    ):
        gone, *_others = enter(*"ABCDEFGH")
        stage = start(plan())
        for fixture in stage.fixtures.filter(round__number__lte=3):
            score(fixture, 1, 0)
        # Walkovers of the rounds to come are nothing that a late team has missed.
        leave_season(actor=marta, entry=gone, how=Leaving.WALKOVERS, reason="Ill", now=NOW)
        place = let_in_late(actor=marta, stage=stage, team=draft_team(), now=NOW)
        assert place.from_round == 4
        own = stage.fixtures.filter(Q(home=place.entry) | Q(away=place.entry))
        assert sorted(own.values_list("round__number", flat=True)) == [4, 4, 5, 5, 6, 6, 7]

    def test_further_rounds_are_dated_as_the_others(self, enter, plan, start, *, draft_team, marta):
        enter("Anna", "Bert")
        stage = plan()
        told = Timetable(first=date(2026, 3, 9))
        set_dates(actor=marta, stage=stage, timetable=told, remind_days=0, now=NOW)
        start(stage)
        let_in_late(actor=marta, stage=stage, team=draft_team(), matches_a_round=1, now=NOW)
        dated = stage.rounds.order_by("number").values_list("due_wall", flat=True)
        assert list(dated) == ["2026-03-15 23:59", "2026-03-22 23:59", "2026-03-29 23:59"]

    def test_a_match_that_was_played_ahead_costs_no_round(
        self, enter, plan, start, *, draft_team, marta, score
    ):
        enter("Anna", "Bert", "Cleo", "Dirk", "Elsa")
        stage = start(plan(plays_ahead=True))
        for fixture in stage.fixtures.filter(round__number=1, state=State.OPEN):
            score(fixture, 1, 0)
        score(stage.fixtures.filter(round__number=4, state=State.OPEN).first(), 1, 0)
        place = let_in_late(actor=marta, stage=stage, team=draft_team(), matches_a_round=1, now=NOW)
        assert place.from_round == 2
        own = stage.fixtures.filter(home=place.entry) | stage.fixtures.filter(away=place.entry)
        assert sorted(fixture.round.number for fixture in own) == [2, 3, 4, 5, 6]

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


class TestRoundsMissed:
    """A league that gives 30,000 for each round that a late team missed."""

    @pytest.fixture
    def stage(self, *, league, season, marta, enter, plan, start, score):
        change_house_rules(actor=marta, league=league, house={"late.gold": 30_000}, now=NOW)
        season.refresh_from_db()
        enter("Anna", "Bert", "Cleo")
        stage = start(plan())
        for fixture in stage.fixtures.filter(round__number__lte=2, state=State.OPEN):
            score(fixture, 1, 0)
        return stage

    @pytest.fixture
    def newcomers(self, stage, draft_team):
        return draft_team("The Newcomers")

    def test_are_paid_with_their_arithmetic(self, stage, newcomers, marta, browser):
        let_in_late(actor=marta, stage=stage, team=newcomers, now=NOW)
        assert present(newcomers).treasury == 50_000 + 60_000
        event = newcomers.events.get(kind="late-entry")
        assert (event.gold, event.act.name) == (60_000, "competition.let_in_late")
        ledger = browser(marta).get(f"/teams/{newcomers.uuid}/ledger/").content.decode()
        assert "Rounds missed: 2 × 30,000" in ledger

    def test_are_told_on_the_page_before_and_paid_by_it(self, stage, newcomers, marta, browser):
        desk = browser(marta)
        address = f"/leagues/{stage.season.league.uuid}/season/stages/{stage.uuid}/late/"
        page = desk.get(address).content.decode()
        assert "It missed 2 rounds, for which the league gives 2 × 30,000 = 60,000." in page
        desk.post(address, {"team": str(newcomers.uuid)})
        assert present(newcomers).treasury == 110_000

    def test_are_paid_to_whoever_comes_in_by_a_program(self, stage, newcomers, marta, api):
        address = f"/api/v1/leagues/{stage.season.league.uuid}/season/stages/{stage.uuid}/late/"
        assert api(marta).post(address, {"team": str(newcomers.uuid)}).status_code == 200
        assert present(newcomers).treasury == 110_000

    def test_are_paid_once_a_season(self, stage, newcomers, marta, plan, start):
        let_in_late(actor=marta, stage=stage, team=newcomers, now=NOW)
        others = list(stage.season.entries.exclude(team=newcomers))
        beside = start(plan("Friday nights", legs=2), entries=others)
        Fixture.objects.filter(stage=beside, round__number=1).update(state=State.PLAYED)
        let_in_late(actor=marta, stage=beside, team=newcomers, now=NOW)
        assert present(newcomers).treasury == 110_000

    def test_there_are_none_before_anything_is_played(self, *, marta, newcomers, plan, start):
        beside = start(plan("Friday nights"))
        let_in_late(actor=marta, stage=beside, team=newcomers, now=NOW)
        assert present(newcomers).treasury == 50_000


class TestDivisionOfALateTeam:
    @pytest.fixture
    def red(self, season, marta, enter, plan, start):
        names = ("Anna", "Bert", "Cleo", "Dirk")
        enter(*names)
        divide(actor=marta, season=season, names=["Red", "Blue"], how="draw", now=NOW)
        self.stage = start(plan())
        return season.divisions.get(name="Red")

    def test_is_the_one_that_was_named(self, red, marta, team):
        place = let_in_late(actor=marta, stage=self.stage, team=team, division=red, now=NOW)
        assert place.division == red
        rivals = self.stage.places.filter(division=red).exclude(pk=place.pk)
        own = self.stage.fixtures.filter(home=place.entry) | self.stage.fixtures.filter(
            away=place.entry
        )
        met = {each.home_id for each in own} | {each.away_id for each in own}
        assert met - {place.entry_id} == set(rivals.values_list("entry", flat=True))

    def test_has_to_be_named(self, red, marta, team):
        with pytest.raises(Refused) as refused:
            let_in_late(actor=marta, stage=self.stage, team=team, now=NOW)
        assert codes(refused) == ["division_missing"]

    def test_is_one_that_the_stage_has(self, *, red, marta, team, season, api):
        empty = season.divisions.create(position=3, name="Green")
        with pytest.raises(Refused) as refused:
            let_in_late(actor=marta, stage=self.stage, team=team, division=empty, now=NOW)
        assert codes(refused) == ["no_such_division"]
        address = f"/api/v1/leagues/{season.league.uuid}/season/stages/{self.stage.uuid}/late/"
        values = {"team": str(team.uuid), "division": str(uuid4())}
        assert api(marta).post(address, values).status_code == 404
        assert not self.stage.places.filter(entry__team=team).exists()


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
        values = {
            walkover.fixture.home_id: walkover.score_home,
            walkover.fixture.away_id: walkover.score_away,
        }
        assert values.pop(anna.pk) == 0
        assert list(values.values()) == [2]

    def test_struck_out_her_results_count_for_nobody(self, stage, anna, marta):
        self.leave(marta, anna, Leaving.DELETED)
        assert set(stage.standings.values_list("played", "points")) == {(0, 0)}
        assert stage.fixtures.filter(state=State.CANCELLED, away__isnull=False).count() == 1

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

    def test_whoever_took_over_and_came_back_may_be_replaced_again(
        self, enter_team, draft_team, plan, start, marta
    ):
        anna, bert, eva = enter_team("Anna"), enter_team("Bert"), enter_team("Eva")
        summer = start(plan("Summer", "open"))
        self.leave(marta, anna, Leaving.REPLACED, replacement=draft_team("Cleo"))
        end_stage(actor=marta, stage=summer, now=NOW)
        start(plan("Autumn", "open"), entries=[bert, eva])
        anna.refresh_from_db()
        self.leave(marta, bert, Leaving.REPLACED, replacement=anna.team)
        anna.refresh_from_db()
        self.leave(marta, anna, Leaving.REPLACED, replacement=draft_team("Dirk"))
        assert {str(each) for each in anna.replaced_by.all()} == {"Cleo", "Dirk"}

    def test_nobody_is_replaced_by_nobody(self, enter_team, plan, start, marta):
        """Also where there is no match to be taken over."""
        leaver = enter_team("The Leavers")
        enter_team("Greywater Rovers")
        start(plan("Summer", "open"))
        with pytest.raises(Refused) as refused:
            self.leave(marta, leaver, Leaving.REPLACED)
        assert codes(refused) == ["no_replacement"]

    def test_nobody_takes_over_what_is_won_by_walkover(
        self, enter_team, draft_team, plan, start, marta
    ):
        leaver = enter_team("The Leavers")
        enter_team("Greywater Rovers")
        start(plan("Summer", "open"))
        with pytest.raises(Refused) as refused:
            self.leave(marta, leaver, Leaving.WALKOVERS, replacement=draft_team("The Heirs"))
        assert codes(refused) == ["replacement_not_wanted"]

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

    def test_whoever_is_moved_into_a_round_has_no_bye_in_it(self, stage, marta, score):
        bye = stage.fixtures.get(state=State.BYE, round__number=3)
        (third,) = stage.fixtures.filter(state=State.OPEN, round__number=3)
        cancel_fixture(actor=marta, fixture=third, reason="Rained off", now=NOW)
        own = Q(home=bye.home) | Q(away=bye.home)
        fixture = stage.fixtures.filter(own, state=State.OPEN).first()
        move_fixture(actor=marta, fixture=fixture, to=third.round, now=NOW)
        assert not third.round.fixtures.filter(state=State.BYE).exists()

    def test_what_was_cancelled_is_no_match_of_its_round(self, stage, marta, client, league):
        """Neither a bye that was given up for a match nor a match that will not be."""
        bye = stage.fixtures.get(state=State.BYE, round__number=3)
        (third,) = stage.fixtures.filter(state=State.OPEN, round__number=3)
        cancel_fixture(actor=marta, fixture=third, reason="Rained off", now=NOW)
        own = Q(home=bye.home) | Q(away=bye.home)
        fixture = stage.fixtures.filter(own, state=State.OPEN).first()
        move_fixture(actor=marta, fixture=fixture, to=third.round, now=NOW)
        client.force_login(marta)
        page = client.get(f"/leagues/{league.uuid}/fixtures/", {"round": 3}).content.decode()
        assert "0 of 1 played" in page
        assert reverse("competition:fixture", args=[bye.uuid]) not in page

    def test_nobody_plays_in_a_closed_round_whose_bye_was_paid(self, stage, marta, score):
        first = stage.rounds.get(number=1)
        score(first.fixtures.get(state=State.OPEN), 1, 0)
        close_round(actor=marta, of=first, now=NOW)
        first.refresh_from_db()
        bye = first.fixtures.get(state=State.BYE)
        own = Q(home=bye.home) | Q(away=bye.home)
        fixture = stage.fixtures.filter(own, state=State.OPEN).first()
        with pytest.raises(Refused) as refused:
            move_fixture(actor=marta, fixture=fixture, to=first, now=NOW)
        assert "had_a_bye" in codes(refused)
        assert first.fixtures.filter(state=State.BYE).exists()

    @pytest.mark.parametrize("how", [Leaving.WALKOVERS, Leaving.REPLACED])
    def test_whoever_leaves_rests_no_more(self, stage, marta, draft_team, how):
        """Its byes to come are gone, or those of whoever took over."""
        bye = stage.fixtures.get(state=State.BYE, round__number=3)
        gone, instead = bye.home, None
        if how is Leaving.REPLACED:
            instead = draft_team("Copperhill")
        leave_season(actor=marta, entry=gone, how=how, reason="Moved", replacement=instead, now=NOW)
        bye.refresh_from_db()
        assert bye.state == (State.BYE if instead else State.CANCELLED)
        assert (bye.home.team == instead) if instead else bye.home == gone

    def test_a_match_that_has_begun_is_neither_turned_round_nor_cancelled(self, duel, marta):
        begin_fixture(actor=marta, fixture=duel.fixture, played_on=NOW.date(), now=NOW)
        with pytest.raises(Refused) as refused:
            swap_home(actor=marta, fixture=duel.fixture, now=NOW)
        assert codes(refused) == ["match_begun"]
        with pytest.raises(Refused) as refused:
            cancel_fixture(actor=marta, fixture=duel.fixture, reason="Rained off", now=NOW)
        assert codes(refused) == ["match_begun"]
        with pytest.raises(Refused) as refused:
            leave_season(
                actor=marta,
                entry=duel.fixture.home,
                how=Leaving.DELETED,
                reason="Moved away",
                now=NOW,
            )
        assert codes(refused) == ["match_begun"]


class TestInABracket:
    @pytest.fixture
    def cup(self, enter, plan, start):
        enter("Anna", "Bert", "Cleo", "Dirk")
        return start(plan("The cup", "knock-out"))

    def test_a_match_that_was_turned_round_is_played_like_that(self, cup, marta, score):
        first, second, final = cup.fixtures.order_by("number")
        home, away = first.home, first.away
        swap_home(actor=marta, fixture=first, now=NOW)
        swap_home(actor=marta, fixture=final, now=NOW)
        score(second, 2, 0)
        score(first, 1, 0)
        first.refresh_from_db()
        final.refresh_from_db()
        assert (first.home, first.away) == (away, home)
        assert (final.home, final.away) == (second.home, away)

    @pytest.mark.parametrize("how", [Leaving.WALKOVERS, Leaving.DELETED])
    def test_whoever_comes_to_meet_somebody_who_left_goes_on(
        self, cup, marta, score, run_jobs, *, how
    ):
        first, second, final = cup.fixtures.order_by("number")
        score(first, 2, 0)
        leave_season(actor=marta, entry=first.home, how=how, reason="Moved away", now=NOW)
        score(second, 1, 0)
        run_jobs()
        final.refresh_from_db()
        assert final.result.ending == Result.Ending.WALKOVER
        assert winner_of(final.result) == second.home_id
        first.refresh_from_db()
        assert first.result.ending == Result.Ending.PLAYED

    def test_a_replacement_plays_on_in_the_bracket(self, cup, marta, score, draft_team):
        first, second, final = cup.fixtures.order_by("number")
        score(first, 2, 0)
        leave_season(
            actor=marta,
            entry=first.home,
            how=Leaving.REPLACED,
            reason="Moved away",
            replacement=draft_team("The Newcomers"),
            now=NOW,
        )
        score(second, 1, 0)
        final.refresh_from_db()
        assert str(final.home) == "The Newcomers"
        score(final, 3, 0)
        assert winner_of(Result.objects.get(fixture=final)) == final.home_id

    def test_whoever_left_does_not_go_on_to_the_play_offs(
        self, enter, plan, start, *, marta, score
    ):
        anna, bert, cleo = enter("Anna", "Bert", "Cleo")
        league = start(plan())
        for fixture in league.fixtures.filter(state=State.OPEN):
            better = str(fixture.home) < str(fixture.away)
            score(fixture, *((1, 0) if better else (0, 1)))
        leave_season(actor=marta, entry=anna, how=Leaving.WALKOVERS, reason="Moved away", now=NOW)
        final = start(
            plan("Final", "knock-out", follows=league, top_of_each=2, seeding="standings")
        )
        assert [place.entry for place in final.places.order_by("seed")] == [bert, cleo]

    def test_seeds_are_set_by_hand_after_a_table_too(
        self, enter, plan, start, *, marta, season, score
    ):
        entries = enter("Anna", "Bert", "Cleo", "Dirk")
        league = start(plan())
        for fixture in league.fixtures.filter(state=State.OPEN):
            score(fixture, 1, 0)
        cup = plan("The cup", "knock-out", follows=league, top_of_each=4, seeding="hand")
        with pytest.raises(Refused) as refused:
            start(cup)
        assert codes(refused) == ["seeds_missing"]
        seeds = {entry.pk: seed for seed, entry in enumerate(reversed(entries), start=1)}
        set_seeds(actor=marta, season=season, seeds=seeds, now=NOW)
        start(cup)
        assert [place.entry for place in cup.places.order_by("seed")] == entries[::-1]
