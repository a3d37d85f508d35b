"""Real processes: a server killed while it makes fixtures makes them all, once."""

import json

import pytest

from tests.jobs.installation import installed

pytestmark = pytest.mark.processes

TEAMS = 24
BEGIN = f"""
from django.utils import timezone
from accounts.models import User
from competition.commands.planning import plan_stage
from competition.commands.starting import start_stage
from competition.models import Entry
from league.commands.leagues import create_league
from league.queries import current_season
opal, now = User.objects.get(), timezone.now()
league = create_league(actor=opal, name="Kettle", edition_key="bb2016", now=now)
season = current_season(league)
Entry.objects.bulk_create(
    Entry(season=season, name=f"Coach {{n}}", race="human", state="accepted", registered_at=now)
    for n in range({TEAMS})
)
stage = plan_stage(
    actor=opal, season=season, name="League", format="round-robin", legs=10, now=now
)
print(f"/jobs/{{start_stage(actor=opal, stage=stage, now=now).uuid}}/")
"""
TELL = """
import json
from competition.models import Fixture, Round, Standing
pairs = set(Fixture.objects.values_list("round__number", "home", "away"))
print(json.dumps(
    [Round.objects.count(), Fixture.objects.count(), len(pairs), Standing.objects.count()]
))
"""


def test_fixtures_are_made_once_though_their_maker_is_killed(tmp_path):
    with installed(tmp_path) as installation:
        installation.env["JOB_THREAD"] = "off"
        installation.set_up()
        job = installation.tell(BEGIN).strip()
        installation.start_web()
        maker = installation.start("python", "manage.py", "run_jobs")
        installation.watch(job, r"Round \d+ of 230")
        installation.kill(maker)
        installation.start("python", "manage.py", "run_jobs")
        installation.wait_until(lambda: installation.job(job)[0] == "done")
        _state, attempts, _result = installation.job(job)
        rounds, rows, pairs, standings = json.loads(installation.tell(TELL))
    assert attempts == 2
    assert rounds == 10 * (TEAMS - 1)
    assert rows == pairs == rounds * TEAMS // 2
    assert standings == TEAMS
