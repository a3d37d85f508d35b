"""Living Rulebook 4 goes through the product: a season from the drafts to its last match."""

from importlib import import_module

import pytest
from django.conf import settings as site

from competition import verifying
from competition.models import Result
from rules.editions import beside
from rules.editions.lrb4.edition import EDITION
from simulator.leagues import Simulation
from simulator.settings import Setting
from teams.models import Team
from teams.verifying import differences
from tests.conftest import NOW

pytestmark = pytest.mark.pure


@pytest.fixture
def played():
    # The API's description names the editions that there are when its modules are read.
    import_module(site.ROOT_URLCONF)
    with beside(EDITION):
        yield EDITION


def test_a_season_is_simulated_and_every_ledger_adds_up(played, marta):
    setting = Setting(7, NOW, edition="lrb4", teams=4, seasons=1, rules="core")
    league = Simulation(setting, marta).run()
    assert league.seasons.count() == 2
    assert Result.objects.count() >= 9
    assert [difference for batch in verifying.batches() for difference in batch()] == []
    assert [found for team in Team.objects.all() for found in differences(team)] == []
