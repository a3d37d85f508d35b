"""Blood Bowl 2020 in the product: two seasons with a re-draft, and the league moves house."""

from io import BytesIO

import pytest

from competition import verifying
from competition.models import Result
from league_file.bringing import import_league
from league_file.purging import purge_league
from league_file.writing import export_league
from rules.editions import beside
from rules.editions.bb2020.edition import EDITION
from simulator.digests import digest
from simulator.leagues import Simulation
from simulator.settings import Setting
from tests.conftest import NOW

pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def second_season():
    with beside(EDITION):
        yield


def exported(league, marta):
    file = BytesIO()
    export_league(actor=marta, league=league, into=file, now=NOW)
    file.seek(0)
    return file


def test_two_seasons_are_simulated_and_the_league_moves_house(marta, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    setting = Setting(7, NOW, edition="bb2020", teams=4, seasons=2)
    league = Simulation(setting, marta).run()
    assert league.seasons.count() == 3
    assert Result.objects.count() >= 18
    assert [difference for batch in verifying.batches() for difference in batch()] == []
    left, played = exported(league, marta), digest(league)
    purge_league(league=league, now=NOW)
    assert digest(import_league(actor=marta, file=left, now=NOW)) == played
