"""A match that is reopened: the table and the bracket follow whoever won after all."""

from datetime import date
from uuid import uuid4

import pytest

from acts.failures import Refused
from competition.commands.match_day import begin_fixture
from competition.models import Fixture
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.reporting import submit_report
from matches.commands.tapping import NewTap, enter_taps
from matches.models import Match
from matches.pitch.reports import MatchEnding
from tests.competition.test_stages import table
from tests.conftest import NOW
from tests.matches.playing import play_on

DAY = date(2026, 3, 7)


@pytest.fixture
def played(marta):
    """Play a fixture from the coin to its report; the home side wins by a touchdown."""

    def play(fixture, day=DAY):
        fixture = Fixture.objects.select_related("stage__season__league", "home", "away").get(
            pk=fixture.pk
        )
        match = begin_fixture(actor=marta, fixture=fixture, played_on=day, now=NOW)
        match = play_on(match, marta)
        scored = NewTap(uuid4(), "touchdown", "home")
        enter_taps(actor=marta, match=match, taps=[scored], now=NOW)
        return submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)

    return play


@pytest.fixture
def won_by_the_other(marta):
    """Tell a match otherwise: the only touchdown was the away side's."""

    def correct(match):
        (wrong,) = Match.objects.get(pk=match.pk).taps.filter(kind="touchdown")
        wish = {
            "taps": [
                NewTap(uuid4(), "void", data={"of": str(wrong.uuid)}),
                NewTap(uuid4(), "touchdown", "away"),
            ]
        }
        look = look_at_correction(actor=marta, match=match, **wish)
        values = {"seen": look.seen, "reason": "Misread", "now": NOW}
        return correct_match(actor=marta, match=match, **values, **wish)

    return correct


def test_the_table_follows(enter_team, plan, start, played, won_by_the_other):
    rovers, scurriers = enter_team("Greywater Rovers"), enter_team("Underquay Scurriers")
    stage = start(plan())
    fixture = stage.fixtures.get()
    match = played(fixture)
    home, away = (str(each) for each in (fixture.home, fixture.away))
    assert table(stage) == [(home, 3), (away, 0)]
    won_by_the_other(match)
    assert table(stage) == [(away, 3), (home, 0)]
    fixture.refresh_from_db()
    assert (fixture.result.score_home, fixture.result.score_away) == (0, 1)
    assert {rovers, scurriers} == {fixture.home, fixture.away}


class TestKnockOut:
    @pytest.fixture
    def semis(self, enter_team, plan, start):
        for name in ("Greywater Rovers", "Underquay Scurriers", "Ferrymen", "Tollkeepers"):
            enter_team(name)
        stage = start(plan("The cup", "knock-out"))
        return [*stage.fixtures.filter(round__number=1).order_by("number")]

    def final(self, semis):
        return semis[0].stage.fixtures.get(round__number=2)

    def test_the_bracket_follows(self, semis, played, won_by_the_other):
        first, _second = (played(each) for each in semis)
        assert self.final(semis).home_id == semis[0].home_id
        won_by_the_other(first)
        final = self.final(semis)
        assert (final.home_id, final.away_id) == (semis[0].away_id, semis[1].home_id)
        assert final.state == Fixture.State.OPEN

    def test_it_is_refused_once_the_final_has_begun(self, semis, played, won_by_the_other, marta):
        first, second = (play_on(played(each), marta) for each in semis)
        assert (first.state, second.state) == (Match.State.OVER, Match.State.OVER)
        final = Fixture.objects.select_related("stage__season__league", "home", "away").get(
            pk=self.final(semis).pk
        )
        begin_fixture(actor=marta, fixture=final, played_on=DAY, now=NOW)
        with pytest.raises(Refused) as refused:
            won_by_the_other(first)
        assert {each.code for each in refused.value.reasons} & {"in_a_pre_match", "needs_answer"}
        assert self.final(semis).home_id == semis[0].home_id

    def test_it_is_refused_once_the_final_has_a_score(self, semis, played, won_by_the_other, score):
        first, _second = (played(each) for each in semis)
        score(self.final(semis), 2, 1)
        with pytest.raises(Refused) as refused:
            won_by_the_other(first)
        assert [each.code for each in refused.value.reasons] == ["bracket_went_on"]
        assert first.taps.count() == 1
