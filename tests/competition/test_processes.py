"""Real processes: killed while it makes fixtures or ends a season, all of it is done, once."""

import json

import pytest

from tests.jobs.installation import installed

# SQLite gets its kills in tests/jobs and tests/faults.
pytestmark = [pytest.mark.processes, pytest.mark.grown_up]

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


PLAYED = f"""
from django.utils import timezone
from accounts.models import User
from competition.commands.planning import plan_stage
from competition.commands.request_season_end import end_season
from competition.commands.starting import start_stage
from competition.models import Entry, Fixture, Result
from competition.tables import rebuild
from acts.recording import record_act
from jobs.runner import run_due
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
    actor=opal, season=season, name="League", format="round-robin", legs=4, now=now
)
start_stage(actor=opal, stage=stage, now=now)
run_due(now=timezone.now())
act = record_act("test.played", actor=opal, now=now)
Result.objects.bulk_create(
    Result(fixture=fixture, score_home=fixture.home_id, score_away=fixture.away_id, pin=season.pin,
           act=act, entered_at=now)
    for fixture in stage.fixtures.all()
)
stage.fixtures.update(state="played")
rebuild(stage)
season.refresh_from_db()
print(f"/jobs/{{end_season(actor=opal, season=season, now=now).uuid}}/")
"""
TELL_END = """
import json
from competition.models import Award
from league.models import Season
print(json.dumps([
    Award.objects.filter(kind="champion").count(),
    list(Season.objects.order_by("number").values_list("state", flat=True)),
]))
"""


def test_a_season_is_ended_once_though_whoever_ends_it_is_killed(tmp_path):
    with installed(tmp_path) as installation:
        installation.env["JOB_THREAD"] = "off"
        job = installation.tell(PLAYED).strip()
        installation.start_web()
        ender = installation.start("python", "manage.py", "run_jobs")
        installation.watch(job, r"The (records|books) of season 1")
        installation.kill(ender)
        installation.start("python", "manage.py", "run_jobs")
        installation.wait_until(lambda: installation.job(job)[0] == "done")
        _state, _attempts, result = installation.job(job)
        champions, states = json.loads(installation.tell(TELL_END))
    assert result["ended"]
    assert (champions, states) == (1, ["over", "preparing"])
