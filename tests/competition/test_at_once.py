"""Many hands at the same moment: a team is re-drafted once, a trade accepted and approved once."""

import pytest

from competition.commands.healing import roll_healing
from competition.commands.redrafting import finish_redraft
from competition.commands.trades import Goods, accept_trade, approve_trade, offer_trade
from competition.models import HealingDie
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
