"""Rounds one after the other, whole rounds of scores, and the end of a stage."""

from datetime import date, timedelta

import pytest

from acts.failures import Forbidden, Refused
from acts.models import Act
from competition.commands.end_stage import end_stage
from competition.commands.outcomes import Score
from competition.commands.results import enter_score, why_not_now
from competition.commands.rounds import close_round, open_round, pair_round
from competition.commands.score_sheet import enter_scores
from competition.models import Fixture, Round, Stage
from league.models import Membership, Role
from tests.conftest import NOW

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

State = Fixture.State
FOUR = ("Anna", "Bert", "Cleo", "Dirk")


def codes(refused):
    return sorted(reason.code for reason in refused.value.reasons)


def states(stage):
    return [each.state for each in stage.rounds.order_by("number")]


@pytest.fixture
def otto(make_user, league):
    person = make_user("Otto")
    Membership.objects.create(league=league, user=person, role=Role.COACH, since=NOW)
    return person


@pytest.fixture
def ottos(otto, enter):
    """Four entrants, all of them Otto's."""
    return enter(*FOUR, coach=Membership.objects.get(user=otto))


@pytest.fixture
def two_legs(enter, plan, start):
    enter("Anna", "Bert")
    return start(plan(legs=2))


class TestRoundsInTurn:
    def test_the_first_opens_with_the_stage_and_each_that_closes_opens_the_next(
        self, enter, plan, start, score, marta
    ):
        enter(*FOUR)
        stage = start(plan())
        assert states(stage) == ["open", "planned", "planned"]
        first = stage.rounds.get(number=1)
        for fixture in first.fixtures.all():
            score(fixture, 1, 0)
        close_round(actor=marta, of=first, now=NOW)
        assert states(stage) == ["closed", "open", "planned"]

    @pytest.mark.parametrize(("days", "after"), [(1, "planned"), (0, "open"), (-1, "open")])
    def test_a_round_whose_day_is_to_come_waits_for_it(self, two_legs, score, marta, days, after):
        stage = two_legs
        stage.rounds.filter(number=2).update(starts_on=date(2026, 3, 7) + timedelta(days=days))
        first = stage.rounds.get(number=1)
        score(first.fixtures.get(), 1, 0)
        close_round(actor=marta, of=first, now=NOW)
        assert states(stage) == ["closed", after]

    @pytest.mark.usefixtures("ottos")
    @pytest.mark.parametrize("plays_ahead", [False, True])
    def test_coaches_play_ahead_only_where_the_league_lets_them(
        self, plan, start, otto, score, plays_ahead
    ):
        stage = start(plan(plays_ahead=plays_ahead))
        fixture = stage.fixtures.filter(round__number=2).select_related("round", "home").first()
        fixture.away.coach = None
        fixture.away.save()
        fixture.stage = stage
        values = {"fixture": fixture, "score": Score((1, 0)), "now": NOW}
        if plays_ahead:
            enter_score(actor=otto, **values)
        else:
            with pytest.raises(Refused) as refused:
                enter_score(actor=otto, **values)
            assert codes(refused) == ["round_not_open"]
        score(fixture, 2, 0)

    def test_a_bracket_opens_its_matches_itself(self, ottos, plan, start, score, otto):
        cup = start(plan("Cup", "knock-out"))
        first, second, final = cup.fixtures.order_by("number")
        score(first, 1, 0)
        score(second, 1, 0)
        final = Fixture.objects.select_related("round", "stage__season__league").get(pk=final.pk)
        assert final.round.state == Round.State.PLANNED
        assert why_not_now(final.stage, final, otto, now=NOW) == []

    def test_a_swiss_round_with_a_result_is_not_paired_anew(self, enter, plan, start, score, marta):
        enter(*FOUR)
        stage = start(plan("Swiss", "swiss", swiss_rounds=2))
        assert states(stage) == ["planned"]
        first, second = stage.fixtures.all()
        score(first, 1, 0)
        with pytest.raises(Refused) as refused:
            pair_round(actor=marta, stage=stage, now=NOW)
        assert codes(refused) == ["round_open"]
        score(second, 1, 0)
        assert pair_round(actor=marta, stage=stage, now=NOW).number == 2


class TestScoresOfARound:
    @pytest.fixture
    def first(self, enter, plan, start):
        enter(*FOUR)
        return start(plan()).rounds.get(number=1)

    def enter(self, actor, of, **told):
        of = Round.objects.select_related("stage__season__league").get(pk=of.pk)
        return enter_scores(actor=actor, of=of, now=NOW, **told)

    def test_are_entered_at_once(self, first, marta):
        one, other = first.fixtures.order_by("number")
        self.enter(
            marta, first, scores={one.pk: Score((2, 1), {"cas": (3, 0)}), other.pk: Score((0, 0))}
        )
        assert not first.fixtures.exclude(state=State.PLAYED).exists()
        assert sorted(row.points for row in first.stage.standings.all()) == [0, 1, 1, 3]
        assert Act.objects.filter(name="competition.enter_scores").count() == 1

    def test_all_or_nothing_with_every_fault(self, first, marta):
        one, other = first.fixtures.order_by("number")
        with pytest.raises(Refused) as refused:
            self.enter(
                marta,
                first,
                scores={one.pk: Score((2, 1)), other.pk: Score((100, 0), {"cas": (0, -1)})},
            )
        assert {reason.subject for reason in refused.value.reasons} == {
            f"{other.uuid}.score_home",
            f"{other.uuid}.cas_away",
        }
        assert not first.fixtures.filter(state=State.PLAYED).exists()

    def test_of_another_round_are_refused(self, first, marta):
        stranger = first.stage.fixtures.exclude(round=first).first()
        with pytest.raises(Refused) as refused:
            self.enter(marta, first, scores={stranger.pk: Score((1, 0))})
        assert codes(refused) == ["fixture_elsewhere"]

    def test_are_for_whoever_runs_the_league(self, first, otto):
        with pytest.raises(Forbidden):
            self.enter(otto, first, scores={})


class TestTheEnd:
    def test_comes_when_nothing_is_open(self, enter, plan, start, score, marta):
        enter("Anna", "Bert")
        stage = start(plan())
        with pytest.raises(Refused) as refused:
            end_stage(actor=marta, stage=stage, now=NOW)
        assert codes(refused) == ["fixtures_open"]
        score(stage.fixtures.get(), 1, 0)
        assert end_stage(actor=marta, stage=stage, now=NOW).state == Stage.State.OVER
        assert states(stage) == ["closed"]
        with pytest.raises(Refused) as refused:
            score(stage.fixtures.get(), 1, 0)
        assert codes(refused) == ["stage_not_running"]

    def test_of_a_swiss_waits_for_all_its_rounds(self, enter, plan, start, score, marta):
        enter("Anna", "Bert", "Cleo", "Dirk")
        stage = start(plan("Swiss", "swiss", swiss_rounds=2))
        open_round(actor=marta, of=stage.rounds.get(), now=NOW)
        for fixture in stage.fixtures.all():
            score(fixture, 1, 0)
        with pytest.raises(Refused) as refused:
            end_stage(actor=marta, stage=stage, now=NOW)
        assert codes(refused) == ["rounds_to_come"]

    def test_comes_by_itself_with_the_stage_that_follows(self, enter, plan, start, score):
        anna, _bert, cleo = enter("Anna", "Bert", "Cleo")
        league = start(plan())
        for fixture in league.fixtures.filter(state=State.OPEN):
            home_wins = fixture.home == anna or fixture.away == cleo
            score(fixture, *((1, 0) if home_wins else (0, 1)))
        start(plan("Final", "knock-out", follows=league, top_of_each=2))
        league.refresh_from_db()
        assert league.state == Stage.State.OVER
