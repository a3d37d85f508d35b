"""A running server is killed again and again while two coaches play: nothing is lost or doubled."""

import os

import pytest

from tests.faults.evenings import Outages, Writes, phones_of, play_league, said_by
from tests.jobs.installation import installed

pytestmark = pytest.mark.processes

KILLS = int(os.environ.get("SOAK_MATCH_KILLS", "3"))
KILLS_AN_EVENING = 10  # and no more than ten evenings, the legs that a stage has at most
SEED = os.environ.get("SOAK_SEED", "7")


@pytest.fixture
def installation(tmp_path):
    """Bare, or grown up with workers where the environment names a Redis."""
    redis = os.environ.get("REDIS_URL", "")
    with installed(tmp_path, redis_url=redis) as installation:
        installation.env["API_PERSON_RATE"] = "100000/min"
        installation.env["LOG_LEVEL"] = "WARNING"
        yield installation


def test_matches_go_on_where_they_were_whenever_the_power_fails(installation):
    """The same evenings twice, once undisturbed: the same is written in the end."""
    evenings = max(1, KILLS // KILLS_AN_EVENING)
    table = said_by(installation, f"lay(leagues=('Calm', 'Storm'), evenings={evenings})")
    calm, storm = table["leagues"]
    installation.start_site()

    before = Writes()
    play_league(phones_of(installation, table, before), calm, seed=SEED)
    assert before.repeated == 0

    writes = Writes()
    outages = Outages(installation, writes, kills=KILLS, within=before.begun, seed=SEED)
    outages.start()
    play_league(phones_of(installation, table, writes), storm, seed=SEED)
    outages.join()
    assert outages.came == KILLS

    written = said_by(installation, f"tell({calm['uuid']!r}, {storm['uuid']!r})")
    undisturbed, disturbed = written["leagues"]
    assert disturbed == undisturbed
    assert written["receipts"] == sorted([*before.answered, *writes.answered])
