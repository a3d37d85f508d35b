"""Rounds opened, closed and paired; divisions drawn; matches arranged in open play."""

from random import Random

import pytest

from acts.failures import Forbidden, Refused
from acts.models import Act
from competition.commands.arranging import arrange_match
from competition.commands.divisions import divide, set_seeds
from competition.commands.joining_and_leaving import let_in_late
from competition.commands.rounds import close_round, open_round, pair_round
from competition.commands.rulings import rule_fixture
from competition.models import Fixture, Round
from competition.schedules import games_across
from competition.verifying import batches
from league.commands.house_rules import change_house_rules
from matches.dice.rolling import thrown_by
from tests.conftest import NOW

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

State = Fixture.State
EIGHT = ("Anna", "Bert", "Cleo", "Dirk", "Eva", "Finn", "Gus", "Hana")


def codes(refused):
    return sorted(reason.code for reason in refused.value.reasons)


def pairs(of):
    return {
        frozenset((str(fixture.home), str(fixture.away)))
        for fixture in of.fixtures.filter(away__isnull=False)
    }


class TestSwiss:
    @pytest.fixture
    def swiss(self, enter, plan, start):
        enter(*EIGHT)
        return start(plan("Swiss", "swiss", swiss_rounds=3))

    def play(self, of, score, marta):
        open_round(actor=marta, of=of, now=NOW)
        for fixture in of.fixtures.filter(state=State.OPEN):
            score(fixture, 1, 0)

    def test_winners_meet_winners_and_nobody_twice(self, swiss, score, marta):
        first = swiss.rounds.get()
        self.play(first, score, marta)
        second = pair_round(actor=marta, stage=swiss, now=NOW)
        winners = {str(fixture.home) for fixture in first.fixtures.all()}
        assert all(pair <= winners or not pair & winners for pair in pairs(second))
        self.play(second, score, marta)
        third = pair_round(actor=marta, stage=swiss, now=NOW)
        assert not (pairs(first) & pairs(second))
        assert not (pairs(third) & (pairs(first) | pairs(second)))
        self.play(third, score, marta)
        with pytest.raises(Refused) as refused:
            pair_round(actor=marta, stage=swiss, now=NOW)
        assert codes(refused) == ["last_round_played"]

    def test_pairings_are_redone_until_the_round_starts(self, swiss, marta):
        before = pairs(swiss.rounds.get())
        seen = {frozenset(pairs(pair_round(actor=marta, stage=swiss, now=NOW))) for _ in range(4)}
        assert seen != {frozenset(before)}
        assert swiss.rounds.count() == 1
        open_round(actor=marta, of=swiss.rounds.get(), now=NOW)
        with pytest.raises(Refused) as refused:
            pair_round(actor=marta, stage=swiss, now=NOW)
        assert codes(refused) == ["round_open"]

    def test_whoever_plays_gets_the_same_pairs_again(
        self, enter_team, plan, start, *, marta, coach, api, league
    ):
        """Nobody pairs until the round suits them; somebody else who runs the league may."""
        for name in EIGHT:
            enter_team(f"{name}s", actor=coach(name))
        entered = enter_team("House Eleven", actor=marta)
        swiss = start(plan("Swiss", "swiss", swiss_rounds=3))
        before = pairs(swiss.rounds.get())
        at = f"/api/v1/leagues/{league.uuid}/season/stages/{swiss.uuid}/pair/"
        for _again in range(4):
            assert api(marta).post(at).status_code == 200
            assert pairs(swiss.rounds.get()) == before
        # Somebody with an opponent: without whoever has the bye the pairs could be the same.
        paired = swiss.rounds.get().fixtures.filter(away__isnull=False).values_list("home", "away")
        gone = swiss.places.exclude(entry=entered).filter(entry__in=paired[0]).first()
        swiss.places.filter(pk=gone.pk).update(until_round=0)
        assert api(marta).post(at).status_code == 200
        assert pairs(swiss.rounds.get()) != before
        swiss.places.filter(pk=gone.pk).update(until_round=None)
        deputy = api(coach("Dora", role="deputy"))
        seen = set()
        for _again in range(6):
            assert deputy.post(at).status_code == 200
            seen.add(str(sorted(sorted(pair) for pair in pairs(swiss.rounds.get()))))
        assert len(seen) > 1

    def test_a_round_closes_when_it_is_played(self, swiss, score, marta):
        first = swiss.rounds.get()
        with pytest.raises(Refused) as refused:
            close_round(actor=marta, of=first, now=NOW)
        assert codes(refused) == ["round_open"]
        self.play(first, score, marta)
        assert close_round(actor=marta, of=first, now=NOW).state == Round.State.CLOSED


class TestByes:
    def test_count_once_their_round_is_played_by_the_rules_of_it(
        self, enter, plan, start, score, *, marta, league, run_jobs
    ):
        change_house_rules(actor=marta, league=league, house={"points.bye": 2}, now=NOW)
        enter("Anna", "Bert", "Cleo")
        stage = start(plan())
        idle = [
            stage.fixtures.get(state=Fixture.State.BYE, round__number=n).home for n in (1, 2, 3)
        ]

        def points():
            found = dict(stage.standings.values_list("entry", "points"))
            return [found[entry.pk] for entry in idle]

        # The first round is open, the others are to come.
        assert points() == [2, 0, 0]
        values = {"house": {"points.bye": 50}, "from_round": 3, "reason": "Agreed at the bar"}
        change_house_rules(actor=marta, league=league, now=NOW, **values)
        for number in (1, 2):
            of = stage.rounds.get(number=number)
            score(of.fixtures.get(state=Fixture.State.OPEN), 1, 1)
            close_round(actor=marta, of=of, now=NOW)
        run_jobs()
        assert points() == [2 + 1, 2 + 1, 50 + 1 + 1]
        assert [each for differs in batches() for each in differs()] == []


class TestAmendments:
    def test_to_come_count_in_what_is_certain_as_soon_as_they_are_made(
        self, enter, plan, start, score, *, marta, league, run_jobs
    ):
        anna, *_ = enter("Anna", "Bert", "Cleo")
        stage = start(plan())
        open_ = stage.fixtures.filter(state=Fixture.State.OPEN)
        for fixture in open_.filter(home=anna):
            score(fixture, 1, 0)
        for fixture in open_.filter(away=anna):
            score(fixture, 0, 1)

        def fate():
            return stage.standings.get(entry=anna).fate

        assert fate() == "champion"
        values = {"house": {"points.win": 30}, "reason": "Agreed at the bar"}
        last = open_.get().round.number
        change_house_rules(actor=marta, league=league, from_round=last, now=NOW, **values)
        run_jobs()
        assert fate() == ""
        assert [each for differs in batches() for each in differs()] == []


class TestDivisions:
    def test_drawn_into_two_and_played_inside(self, enter, plan, start, season, marta):
        enter(*EIGHT)
        red, blue = divide(actor=marta, season=season, names=["Red", "Blue"], now=NOW)
        assert (red.entries.count(), blue.entries.count()) == (4, 4)
        stage = start(plan(legs=2, cross_games=2))
        inside = [
            fixture
            for fixture in stage.fixtures.select_related("home", "away")
            if fixture.home.division_id == fixture.away.division_id
        ]
        assert len(inside) == 2 * 12
        assert stage.fixtures.count() - len(inside) == 2 * 4
        assert stage.standings.filter(division=red).count() == 4

    def test_three_of_them_play_across_too_and_so_does_a_late_team(
        self, enter, plan, start, *, season, marta, draft_team, browser, score
    ):
        enter(*EIGHT, "Ivan")
        names = ["Red", "Blue", "Green"]
        red, *_ = divide(actor=marta, season=season, names=names, how="seed", now=NOW)
        stage = start(plan(cross_games=1))

        def across():
            division = dict(stage.places.values_list("entry", "division"))
            return games_across(stage.fixtures.all(), division)

        page = f"/leagues/{season.league.uuid}/season/stages/{stage.uuid}/"
        assert sorted(across().values()) == [1] * 8
        assert "game across divisions is planned for each; fewer have" in (
            browser(marta).get(page).content.decode()
        )
        late = let_in_late(actor=marta, stage=stage, team=draft_team(), division=red, now=NOW)
        assert across() == dict.fromkeys(stage.places.values_list("entry", flat=True), 1)
        assert "planned for each" not in browser(marta).get(page).content.decode()
        for fixture in stage.fixtures.filter(state=Fixture.State.OPEN):
            score(fixture, 1, 0)
        again = start(plan("Spring", follows=stage, seeding="standings"))
        assert again.places.get(entry=late.entry).division == red
        assert set(again.standings.values_list("division__name", flat=True)) == set(names)

    def test_by_hand_everybody_has_to_be_somewhere(self, enter, season, marta):
        anna, bert, cleo = enter("Anna", "Bert", "Cleo")
        with pytest.raises(Refused) as refused:
            divide(
                actor=marta,
                season=season,
                names=["Red", "Blue"],
                how="hand",
                by_hand={anna.pk: 0, bert.pk: 0},
                now=NOW,
            )
        assert codes(refused) == ["division_too_small", "team_without_division"]
        sentences = " ".join(refused.value.sentences)
        assert str(cleo) in sentences

    def test_by_seed_like_a_snake(self, enter, season, marta):
        entries = enter("Anna", "Bert", "Cleo", "Dirk")
        seeds = {entry.pk: seed for seed, entry in enumerate(entries, start=1)}
        set_seeds(actor=marta, season=season, seeds=seeds, now=NOW)
        red, _blue = divide(actor=marta, season=season, names=["Red", "Blue"], how="seed", now=NOW)
        assert {str(entry) for entry in red.entries.all()} == {"Anna", "Dirk"}

    def test_among_equals_without_a_seed_lots_decide_and_the_draw_is_kept(
        self, enter, season, marta
    ):
        enter(*EIGHT)
        for number in range(12):
            values = {"names": ["Red", "Blue"], "how": "seed", "now": NOW}
            with thrown_by(Random(number)):
                red, _blue = divide(actor=marta, season=season, **values)
            if {str(entry) for entry in red.entries.all()} != {EIGHT[n] for n in (0, 3, 4, 7)}:
                break
        else:
            pytest.fail("the order of registration decided twelve times")
        assert Act.objects.filter(name="competition.divide").latest("id").payload["draw"]

    def test_nobody_gets_a_seed_that_another_has(self, enter, season, marta):
        anna, bert = enter("Anna", "Bert")
        set_seeds(actor=marta, season=season, seeds={anna.pk: 1}, now=NOW)
        with pytest.raises(Refused) as refused:
            set_seeds(actor=marta, season=season, seeds={bert.pk: 1}, now=NOW)
        assert codes(refused) == ["seed_twice"]

    def test_names_are_checked(self, enter, season, marta):
        enter("Anna", "Bert", "Cleo", "Dirk")
        with pytest.raises(Refused) as refused:
            divide(actor=marta, season=season, names=["Red", "red", ""], now=NOW)
        assert codes(refused) == ["blank", "name_twice"]


class TestOpenPlay:
    @pytest.fixture
    def ladder(self, enter, plan, start):
        self.anna, self.bert, self.cleo = enter("Anna", "Bert", "Cleo")
        return start(plan("Open", "open", most=6))

    def arrange(self, marta, ladder, home, away):
        return arrange_match(actor=marta, stage=ladder, home=home, away=away, now=NOW)

    def test_twice_in_a_row_is_as_often_as_the_book_lets_them(self, ladder, marta):
        self.arrange(marta, ladder, self.anna, self.bert)
        self.arrange(marta, ladder, self.bert, self.anna)
        with pytest.raises(Refused) as refused:
            self.arrange(marta, ladder, self.anna, self.bert)
        assert codes(refused) == ["too_often_in_a_row"]

    def test_further_meetings_are_friendlies_and_count_for_nothing(self, ladder, marta, score):
        for home, away in [
            (self.anna, self.bert),
            (self.anna, self.bert),
            (self.anna, self.cleo),
            (self.bert, self.cleo),
        ]:
            score(self.arrange(marta, ladder, home, away), 1, 0)
        friendly = self.arrange(marta, ladder, self.anna, self.bert)
        score(friendly, 5, 0)
        assert friendly.is_friendly
        assert ladder.standings.get(entry=self.anna).score_for == 3

    def test_the_most_that_a_team_may_play_holds_for_what_counts(self, enter, plan, start, marta):
        anna, bert, cleo, dirk = enter("Anna", "Bert", "Cleo", "Dirk")
        ladder = start(plan("Open", "open", most=3))
        for home, away in [(anna, bert), (bert, anna), (bert, cleo)]:
            self.arrange(marta, ladder, home, away)
        last = self.arrange(marta, ladder, anna, cleo)
        assert self.arrange(marta, ladder, anna, bert).is_friendly
        with pytest.raises(Refused) as refused:
            self.arrange(marta, ladder, anna, dirk)
        assert codes(refused) == ["plays_enough"]
        rule_fixture(actor=marta, fixture=last, ending="void", reason="Power cut", now=NOW)
        assert not self.arrange(marta, ladder, anna, dirk).is_friendly

    def test_strangers_arrange_nothing(self, ladder, make_user):
        with pytest.raises(Forbidden):
            self.arrange(make_user("Otto"), ladder, self.anna, self.bert)
