"""Real servers and workers, killed in mid-job: the job still completes, once in effect."""

import os
import signal
from pathlib import Path

import pytest

from tests.jobs.installation import installed
from tests.servers import free_port, redis_on, redis_url

pytestmark = pytest.mark.processes

TEN_STEPS = list(range(1, 11))


def assert_each_step_once(installation, drill, *, attempts):
    state, tried, result = installation.job(drill)
    assert (state, tried) == ("done", attempts)
    assert [made["step"] for made in result] == TEN_STEPS
    assert {made["attempt"] for made in result} == set(range(1, attempts + 1))


@pytest.fixture(scope="module")
def embedded_home(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("embedded")) as installation:
        yield installation


@pytest.fixture
def embedded(embedded_home):
    yield embedded_home
    embedded_home.stop_all()


@pytest.fixture
def grown_up(tmp_path):
    with redis_url() as url, installed(tmp_path, redis_url=url) as installation:
        yield installation


@pytest.mark.pure
def test_a_server_killed_in_mid_job_completes_it_after_its_next_start(embedded):
    web = embedded.start_web()
    drill = embedded.start_drill()
    embedded.watch(drill, "Step [3-8] of 10")
    embedded.kill(web)
    embedded.start_web()
    embedded.watch(drill, "Each step, once")
    assert_each_step_once(embedded, drill, attempts=2)


@pytest.mark.pure
def test_a_server_process_killed_in_mid_job_is_replaced_and_the_job_completed(embedded):
    web = embedded.start_web()
    drill = embedded.start_drill()
    embedded.watch(drill, "Step [3-8] of 10")
    children = Path(f"/proc/{web.pid}/task/{web.pid}/children").read_text().split()
    for child in children:
        os.kill(int(child), signal.SIGKILL)
    embedded.watch(drill, "Each step, once")
    assert_each_step_once(embedded, drill, attempts=2)


@pytest.mark.pure
def test_a_server_that_is_stopped_hands_its_job_on_without_counting_the_attempt(embedded):
    web = embedded.start_web()
    drill = embedded.start_drill()
    embedded.watch(drill, "Step [3-8] of 10")
    assert embedded.stop(web) == 0
    state, attempts, result = embedded.job(drill)
    assert (state, attempts) == ("queued", 0)
    assert 3 <= len(result) < 10
    embedded.start_web()
    embedded.watch(drill, "Each step, once")
    assert_each_step_once(embedded, drill, attempts=1)


def test_the_runner_waits_for_a_database_that_is_not_there_yet(tmp_path):
    with installed(tmp_path, prepared=False) as installation:
        installation.env["JOB_THREAD"] = "off"
        runner = installation.start("python", "manage.py", "run_jobs")
        installation.wait_until(lambda: "jobs_not_reached" in installation.log())
        installation.set_up()
        installation.start_web()
        drill = installation.start_drill()
        installation.watch(drill, "Each step, once")
        assert installation.stop(runner) == 0
        assert_each_step_once(installation, drill, attempts=1)


@pytest.mark.grown_up
def test_a_worker_killed_in_mid_job_leaves_it_to_the_next_one(grown_up):
    grown_up.start_web()
    grown_up.start_beat()
    worker = grown_up.start_worker()
    drill = grown_up.start_drill()
    grown_up.watch(drill, "Step [3-8] of 10")
    grown_up.kill(worker)
    grown_up.start_worker()
    grown_up.watch(drill, "Each step, once")
    assert_each_step_once(grown_up, drill, attempts=2)


@pytest.mark.grown_up
def test_a_worker_whose_redis_goes_away_in_mid_job_waits_and_goes_on(tmp_path):
    port = free_port()
    with installed(tmp_path, redis_url=f"redis://127.0.0.1:{port}/0") as installation:
        with redis_on(port):
            installation.start_web()
            installation.start_beat()
            worker = installation.start_worker()
            in_hand = installation.start_drill()
            installation.watch(in_hand, ">[1-9]0 %<")
        installation.watch(in_hand, "Each step, once")
        assert worker.poll() is None
        with redis_on(port):
            after = installation.start_drill()
            installation.watch(after, "Each step, once")
        assert worker.poll() is None, installation.log()
        assert_each_step_once(installation, in_hand, attempts=1)


@pytest.mark.grown_up
def test_jobs_owed_while_redis_is_away_are_done_when_it_is_back(tmp_path):
    port = free_port()
    with installed(tmp_path, redis_url=f"redis://127.0.0.1:{port}/0") as installation:
        installation.start_web()
        installation.start_beat()
        installation.start_worker()
        while_away = installation.start_drill()
        installation.watch(while_away, ">0 %<")
        with redis_on(port):
            installation.watch(while_away, "Each step, once")
        between = installation.start_drill()
        with redis_on(port):
            installation.watch(between, "Each step, once")
        for drill in (while_away, between):
            assert_each_step_once(installation, drill, attempts=1)
