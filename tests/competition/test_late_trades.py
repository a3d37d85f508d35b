"""A match that is entered late, when somebody who could have played in it was traded since."""

from datetime import date

import pytest

from acts.failures import Refused
from competition.commands.trades import Goods, accept_trade, approve_trade, offer_trade
from matches.commands.recording import record_result
from tests.competition.conftest import codes
from tests.conftest import NOW, play_freely
from tests.matches.playing import play_on

EARLIER, DAY = date(2026, 2, 1), date(2026, 2, 15)
TOLD = {"score": {"home": 0, "away": 0}, "crowd": {"home": 0, "away": 0}, "now": NOW}


def test_slips_under_no_trade(*, league, season, rovers, scurriers, ines, olaf, marta):
    """What it brought them would be lost: their new team has them as they went."""
    play_freely(league)
    two = {"league": league, "home": rovers, "away": scurriers}
    play_on(record_result(actor=marta, played_on=DAY, **two, **TOLD), marta)
    linemen = rovers.contracts.filter(player__position="lineman", until=None)
    player = linemen.select_related("player").order_by("number")[0].player
    for gives, refused_for in ((Goods([], 10_000), None), (Goods([player.uuid]), "traded_since")):
        trade = offer_trade(
            actor=ines, team=rovers, to=scurriers, gives=gives, gets=Goods([], 5_000), now=NOW
        )
        accept_trade(actor=olaf, trade=trade, now=NOW)
        approve_trade(actor=marta, trade=trade, now=NOW)
        late = {"actor": marta, "played_on": EARLIER, "in_its_place": True}
        if refused_for is None:
            play_on(record_result(**late, **two, **TOLD), marta)
            continue
        with pytest.raises(Refused) as refused:
            record_result(**late, **two, **TOLD)
        assert codes(refused) == {refused_for}
