"""Stages as they are played: fixtures made, results entered, tables and brackets following."""

from datetime import date

import pytest

from acts.failures import Conflict, Refused
from competition.commands.divisions import divide
from competition.commands.fixtures import make_round, rounds_to_make
from competition.commands.outcomes import Score
from competition.commands.results import play_fixture, take_back_result
from competition.commands.starting import start_stage
from competition.models import Fixture, Round, Standing
from competition.tables import above_of, rebuild
from jobs.models import Job
from league.models import Season
from matches.commands.correcting import correct_match, look_at_correction
from tests.conftest import NOW

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

State = Fixture.State


def codes(refused):
    return sorted(reason.code for reason in refused.value.reasons)


def table(stage):
    return [(str(row.entry), row.points) for row in stage.standings.select_related("entry__team")]


class TestStarting:
    def test_a_double_round_robin_of_four(self, enter, plan, start, season):
        enter("Anna", "Bert", "Cleo", "Dirk")
        stage = start(plan(legs=2))
        assert [each.fixtures.count() for each in stage.rounds.all()] == [2] * 6
        assert stage.standings.count() == 4
        assert season.state == Season.State.RUNNING

    def test_an_odd_number_has_byes_in_turn(self, enter, plan, start):
        enter("Anna", "Bert", "Cleo")
        stage = start(plan())
        byes = stage.fixtures.filter(state=State.BYE)
        assert sorted(str(bye.home) for bye in byes) == ["Anna", "Bert", "Cleo"]

    def test_a_season_of_one_team_is_a_sentence(self, enter, plan, start):
        enter("Anna")
        with pytest.raises(Refused) as refused:
            start(plan())
        assert codes(refused) == ["too_few_teams"]
        assert not Job.objects.filter(kind="competition.make_fixtures").exists()

    @pytest.mark.parametrize("of", ["round-robin", "swiss", "knock-out", "open"])
    def test_nobody_is_too_few_in_every_format(self, enter, plan, start, of):
        enter("Anna", "Bert")
        with pytest.raises(Refused) as refused:
            start(plan(of=of), entries=[])
        assert codes(refused) == ["too_few_teams"]

    def test_making_the_fixtures_twice_is_harmless(self, enter, plan, start):
        enter("Anna", "Bert", "Cleo", "Dirk")
        stage = start(plan())
        for number, drawn in rounds_to_make(stage, list(stage.places.all())).items():
            make_round(stage, number, drawn)
        assert (Round.objects.count(), Fixture.objects.count()) == (3, 6)

    def test_a_stage_begins_once(self, enter, plan, start, marta):
        enter("Anna", "Bert")
        stage = start(plan())
        with pytest.raises(Refused) as refused:
            start_stage(actor=marta, stage=stage, now=NOW)
        assert codes(refused) == ["stage_begun"]


class TestTables:
    @pytest.fixture
    def stage(self, enter, plan, start):
        self.anna, self.bert, self.cleo = enter("Anna", "Bert", "Cleo")
        return start(plan())

    def test_a_score_changes_the_table_at_once_and_says_why(self, stage, fixture_of, score):
        fixture = fixture_of(stage, self.anna, self.bert)
        score(fixture, 3, 1, tallies={"cas": (2, 0)})
        first = stage.standings.get(position=1)
        assert (first.entry, first.points, first.score_for, first.tallies["cas"][0]) == (
            fixture.home,
            3,
            3,
            2,
        )
        why = above_of(first.why)
        assert (why.code, why.mine, why.theirs) == ("points", 3, 0)

    def test_a_score_entered_anew_replaces_the_old_one(self, stage, fixture_of, score):
        fixture = fixture_of(stage, self.anna, self.bert)
        score(fixture, 3, 1)
        score(fixture, 1, 1)
        assert sorted(table(stage)) == [("Anna", 1), ("Bert", 1), ("Cleo", 0)]

    def test_taken_back_the_fixture_is_open_again(self, stage, fixture_of, score, marta):
        fixture = fixture_of(stage, self.anna, self.bert)
        score(fixture, 3, 1)
        take_back_result(actor=marta, fixture=fixture, reason="The wrong match", now=NOW)
        fixture.refresh_from_db()
        assert fixture.state == State.OPEN
        assert {points for _name, points in table(stage)} == {0}

    def test_rebuilding_changes_nothing(self, stage, fixture_of, score):
        score(fixture_of(stage, self.anna, self.bert), 3, 1)
        score(fixture_of(stage, self.anna, self.cleo), 0, 0)
        kept = [
            {key: value for key, value in row.items() if key != "id"}
            for row in stage.standings.values()
        ]
        rebuild(stage)
        assert kept == [
            {key: value for key, value in row.items() if key != "id"}
            for row in stage.standings.values()
        ]

    def test_a_champion_is_named_when_nobody_can_catch_up(self, stage, fixture_of, score):
        for other in (self.bert, self.cleo):
            fixture = fixture_of(stage, self.anna, other)
            score(fixture, *((2, 0) if fixture.home == self.anna else (0, 2)))
        assert stage.standings.get(entry=self.anna).fate == Standing.Fate.CHAMPION

    def test_nonsense_is_refused_field_by_field(self, stage, fixture_of, score):
        with pytest.raises(Refused) as refused:
            score(fixture_of(stage, self.anna, self.bert), 100, -1, ending="vanished")
        assert codes(refused) == ["no_such_ending", "out_of_range", "out_of_range"]


class TestKnockOut:
    def test_winners_go_on_to_the_final(self, enter, plan, start, score):
        enter("Anna", "Bert", "Cleo", "Dirk")
        cup = start(plan("The cup", "knock-out", third_place=True))
        first, second, third_place, final = cup.fixtures.order_by("number")
        assert [fixture.state for fixture in (first, final)] == [State.OPEN, State.WAITING]
        score(first, 2, 1)
        score(second, 0, 1)
        final.refresh_from_db()
        third_place.refresh_from_db()
        assert (final.home, final.away, final.state) == (first.home, second.away, State.OPEN)
        assert {third_place.home, third_place.away} == {first.away, second.home}

    def test_somebody_has_to_go_on(self, enter, plan, start, score):
        enter("Anna", "Bert")
        cup = start(plan("The cup", "knock-out"))
        final = cup.fixtures.get()
        with pytest.raises(Refused) as refused:
            score(final, 1, 1)
        assert codes(refused) == ["cannot_be_drawn"]
        score(final, 1, 1, ending="penalties", winner="away")

    def test_a_result_that_the_bracket_rests_on_stands(self, enter, plan, start, score, marta):
        enter("Anna", "Bert", "Cleo", "Dirk")
        cup = start(plan("The cup", "knock-out"))
        first, second, final = cup.fixtures.order_by("number")
        for fixture in (first, second, final):
            score(fixture, 2, 1)
        with pytest.raises(Refused) as refused:
            score(first, 1, 2)
        assert codes(refused) == ["bracket_went_on"]

    def test_play_offs_take_the_best_of_the_table(self, enter, plan, start, score):
        anna, bert, cleo, dirk = enter("Anna", "Bert", "Cleo", "Dirk")
        league = start(plan())
        ranks = {anna.pk: 0, bert.pk: 1, cleo.pk: 2, dirk.pk: 3}
        for fixture in league.fixtures.all():
            home_is_better = ranks[fixture.home_id] < ranks[fixture.away_id]
            score(fixture, *((1, 0) if home_is_better else (0, 1)))
        finals = start(
            plan("Final", "knock-out", follows=league, top_of_each=2, seeding="standings")
        )
        final = finals.fixtures.get()
        assert (final.home, final.away) == (anna, bert)

    def test_play_offs_wait_for_the_league(self, enter, plan, start):
        enter("Anna", "Bert", "Cleo")
        league = start(plan())
        with pytest.raises(Refused) as refused:
            start(plan("Final", "knock-out", follows=league, top_of_each=2))
        assert codes(refused) == ["stage_before_open"]


class TestLevelSeeds:
    """Nothing is decided by the alphabet: lots are drawn where seeds go by a table of equals."""

    @pytest.fixture
    def play_off(self, enter, plan, start, score, season):
        """Play a league in which every match ends so, and begin its play-offs."""

        def play(result, top):
            league = start(plan())
            for fixture in league.fixtures.select_related("home", "away"):
                score(fixture, *result(str(fixture.home)))
            settings = {"follows": league, "top_of_each": top, "seeding": "standings"}
            return league, start(plan("Final", "knock-out", **settings))

        self.entries = enter("Anna", "Bert", "Cleo", "Dirk")
        self.address = f"/leagues/{season.league.uuid}"
        return play

    def test_stand_in_the_table_before_and_are_said_where_seeds_are(
        self, play_off, marta, api, client
    ):
        league, finals = play_off(lambda home: (1, 1), top=4)
        lots = list(league.lots.order_by("number").select_related("entry", "act"))
        drawn = [str(lot.entry) for lot in lots]
        assert sorted(drawn) == ["Anna", "Bert", "Cleo", "Dirk"]
        assert [str(place.entry) for place in finals.places.order_by("seed")] == drawn
        assert [name for name, _points in table(league)] == drawn
        assert lots[0].act.payload["draw"] == league.draw

        client.force_login(marta)
        text = f"Level after The league, so lots decided their seeds: {', '.join(drawn)}."
        for page in ("/season/stages/%s/", "/standings/?stage=%s"):
            assert text in client.get(self.address + page % finals.uuid).content.decode()
        stage = api(marta).get(f"/api/v1{self.address}/season/stages/{finals.uuid}/").json()
        in_order = [str(lot.entry.uuid) for lot in lots]
        assert stage["seeded_by_lots"] == [in_order]
        address = f"{self.address}/standings/?stage={league.uuid}"
        assert "Lots drawn" in client.get(address).content.decode()
        assert api(marta).get(f"/api/v1{address}").json()["lots"][0]["entries"] == in_order

    def test_are_drawn_between_winners_of_divisions_too(self, play_off, marta, season):
        by_hand = {entry.pk: number % 2 for number, entry in enumerate(self.entries)}
        names = ["Red", "Blue"]
        divide(actor=marta, season=season, names=names, how="hand", by_hand=by_hand, now=NOW)
        league, finals = play_off(lambda home: (2, 0) if home in "Anna Bert" else (0, 2), top=1)
        drawn = [lot.entry for lot in league.lots.order_by("number")]
        assert {*drawn} == {*self.entries[:2]}
        assert [place.entry for place in finals.places.order_by("seed")] == drawn


class TestMatches:
    @pytest.fixture
    def fixture(self, enter_team, plan, start):
        enter_team("Greywater Rovers")
        enter_team("Underquay Scurriers")
        return start(plan()).fixtures.select_related("home__team", "away__team").get()

    def play(self, fixture, marta, **score):
        return play_fixture(
            actor=marta,
            fixture=fixture,
            score=Score(**({"score": (2, 1)} | score)),
            crowd={"home": 0, "away": 0},
            played_on=date(2026, 3, 7),
            now=NOW,
        )

    def test_a_match_counts_in_the_table_at_once(self, fixture, marta):
        match = self.play(fixture, marta)
        fixture.refresh_from_db()
        assert (fixture.match, fixture.state) == (match, State.PLAYED)
        assert table(fixture.stage)[0] == (str(fixture.home), 3)

    def test_a_corrected_match_corrects_the_table(self, fixture, marta):
        match = self.play(fixture, marta)
        edits = {"score": {"home": 0, "away": 1}}
        seen = look_at_correction(actor=marta, match=match, **edits).seen
        correct_match(actor=marta, match=match, seen=seen, reason="Misread", now=NOW, **edits)
        assert table(fixture.stage)[0] == (str(fixture.away), 3)

    def test_a_recorded_match_is_not_overwritten_by_a_score(self, fixture, marta, score):
        self.play(fixture, marta)
        with pytest.raises(Conflict):
            score(fixture, 0, 0)
