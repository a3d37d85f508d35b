"""Whoever looks at the correction of a match and touches nothing is shown no difference."""

import os

import pytest
from django.urls import reverse
from django.utils import timezone

from matches.commands.recording import record_result
from matches.models import Answer, Match
from simulator.leagues import Simulation
from simulator.settings import Setting
from tests.competition.filling import Desk
from tests.conftest import NOW, play_freely
from tests.matches.playing import give, open_runs, play_on
from tests.matches.untouched import confirmed, differing, sampled
from tests.stories.conftest import AWAY, DAY, HOME, tap

# What a correction works out: the same on any database.
pytestmark = pytest.mark.pure

SEEDS = range(1, 1 + int(os.environ.get("SOAK_UNTOUCHED", "0")))


@pytest.mark.parametrize("edition", ["bb2016", "crp"])
@pytest.mark.parametrize("rules", ["core", "everything"])
@pytest.mark.parametrize("seed", SEEDS)
def test_whole_seasons(seed, rules, edition, marta):
    """Only in `make soak`; what a test run has time for, simulated seasons look at by the way."""
    setting = Setting(seed, timezone.now(), edition, teams=6, seasons=1, rules=rules)
    league = Simulation(setting, marta).run()
    assert [each for match in confirmed(league) for each in differing(match, *sampled(match))] == []


class TestByHand:
    """What seldom comes up in a season."""

    def test_a_concession_with_fame_that_changed_on_the_pitch(self, story, marta):
        story.between(kick_off__table="blitzmania").begin()
        story.happens(
            tap("kick-off", result="breaking-scandal"),
            tap("touchdown", HOME, player=story.keys(HOME)[0]),
            tap("touchdown", AWAY),
            tap("casualty", AWAY, player=story.keys(AWAY)[2], how="unknown"),
            tap("crowd", home=-2, away=-1),
            tap("sent-off", HOME, player=story.keys(HOME)[3]),
        )
        story.ends("conceded", AWAY, could_field=7).afterwards()
        assert differing(story.match, marta) == []

    @pytest.mark.parametrize("rerolls", [{}, {"home": 2, "away": 0}])
    def test_penalties_with_and_without_rerolls(self, story, marta, rerolls):
        story.occasion = {"is_play_off": True, "is_knock_out": True}
        story.between().begin()
        level = {"home": 3, "away": 3 + rerolls.get("home", 0)}
        shots = (level, {"home": 6, "away": 1})
        story.ends("penalties", shots=shots, rerolls=rerolls).afterwards()
        assert differing(story.match, marta) == []

    def test_a_match_told_by_its_score_before_and_after_its_post_match(self, story, marta):
        story.between()
        play_freely(story.league)
        story.match = record_result(
            actor=marta,
            league=story.league,
            home=story.teams[HOME],
            away=story.teams[AWAY],
            score={HOME: 2, AWAY: 1},
            crowd={HOME: 0, AWAY: 1},
            played_on=DAY,
            now=NOW,
        )
        assert story.match.state == Match.State.POST_MATCH
        assert differing(story.match, marta) == []
        story.afterwards()
        assert differing(story.match, marta) == []

    def test_nominees_keep_their_order_while_the_die_that_goes_by_it_is_entered(
        self, story, marta, client
    ):
        story.between().begin().ends()
        match = play_on(story.match, marta, until="improvements")
        (run,) = (run for run in open_runs(match) if run.side == HOME)
        nominees = story.keys(HOME)[2::-1]
        give(run, marta, {"mvp/1/nominees": nominees})
        client.force_login(marta)
        page = reverse("matches:match", args=[match.uuid])
        Desk(client).fill(page, {"answer.mvp/1/die.0": 1}, to="/steps/home/improvements/")
        told = Answer.objects.filter(run=run, key="mvp/1/nominees").values_list("value", flat=True)
        assert list(told) == [nominees]
