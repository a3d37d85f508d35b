"""Many hands at the same moment: a season is ended, a team re-drafted, a trade approved once."""

import pytest

from competition.commands.healing import roll_healing
from competition.commands.redrafting import finish_redraft
from competition.commands.request_season_end import END_SEASON, end_season
from competition.commands.results import take_back_result
from competition.commands.trades import Goods, accept_trade, approve_trade, offer_trade
from competition.models import Award, HealingDie, Result
from jobs.models import Job
from jobs.runner import run_due
from league.models import Season
from teams.models import Contract
from tests.competition.conftest import present
from tests.conftest import NOW
from tests.league.test_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_team_is_redrafted_once(next_season, rovers, ines):
    def finish():
        return len(finish_redraft(actor=ines, team=rovers, now=NOW))

    assert sorted(map(str, at_once(*[finish] * 4))) == ["1", *["redrafted"] * 3]
    present(rovers)


def test_a_season_is_ended_once(enter, plan, start, score, *, season, marta):
    """However many ask, and however many runners are at it."""
    enter("Anna", "Bert")
    score(start(plan()).fixtures.get(), 2, 1)

    def ask():
        return end_season(actor=marta, season=season, now=NOW).state

    assert sorted(at_once(*[ask] * 4)) == ["queued", *["season_ending"] * 3]
    at_once(*[lambda: run_due(now=NOW)] * 3)
    assert Job.objects.get(kind=END_SEASON).result["ended"]
    assert Award.objects.filter(kind="champion").count() == 1
    assert Season.objects.count() == 2


def test_a_result_comes_in_before_the_end_or_not_at_all(
    enter, plan, start, score, *, season, marta
):
    enter("Anna", "Bert")
    fixture = start(plan()).fixtures.select_related("stage__season__league").get()
    score(fixture, 2, 1)

    def take_back():
        take_back_result(actor=marta, fixture=fixture, reason="It was 1-2.", now=NOW)
        return "taken back"

    def ask():
        return end_season(actor=marta, season=season, now=NOW).state

    came_of = set(at_once(take_back, ask))
    assert came_of in ({"taken back", "fixtures_open"}, {"season_ending", "queued"})
    season.refresh_from_db()
    is_ending = season.state == Season.State.ENDING
    assert is_ending == ("queued" in came_of) == Result.objects.exists()


def test_a_die_falls_once_however_many_ask(hurt, next_season, rovers, ines):
    def roll():
        return roll_healing(actor=ines, team=rovers, now=NOW, by_server=True).pk

    assert len(set(at_once(*[roll] * 4))) == 1
    assert HealingDie.objects.count() == 2


def test_a_trade_is_accepted_and_approved_once(rovers, scurriers, ines, olaf, marta):
    ours, theirs = (
        team.contracts.filter(player__position="blitzer").first().player
        for team in (rovers, scurriers)
    )
    trade = offer_trade(
        actor=ines,
        team=rovers,
        to=scurriers,
        gives=Goods([ours.uuid], 10_000),
        gets=Goods([theirs.uuid]),
        now=NOW,
    )
    accepted = at_once(*[lambda: accept_trade(actor=olaf, trade=trade, now=NOW).state] * 3)
    assert sorted(accepted) == ["accepted", "trade_moved", "trade_moved"]
    approved = at_once(*[lambda: approve_trade(actor=marta, trade=trade, now=NOW).state] * 3)
    assert sorted(approved) == ["approved", "trade_moved", "trade_moved"]
    assert (present(rovers).treasury, present(scurriers).treasury) == (40_000, 60_000)
    assert Contract.objects.filter(player__in=[ours, theirs], until=None).count() == 2
