"""The operator's page and the page of one job."""

import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from acts.models import Act
from jobs.models import Job
from jobs.queries import JOBS_A_PAGE

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)
LIST = "/operator/jobs/"


@pytest.fixture
def desk(client, operator):
    client.force_login(operator)
    return client


@pytest.fixture
def given_up(owe):
    def give_up(**fields):
        job = owe("test.note", what="mail")
        fields = {"error": "TimeoutError: no answer", "attempts": 8, "finished_at": NOW} | fields
        Job.objects.filter(pk=job.pk).update(state="dead", **fields)
        job.refresh_from_db()
        return job

    return give_up


def page(response):
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def test_whoever_is_not_signed_in_is_asked_to(client, settings, owe):
    settings.LOGIN_URL = "/sign-in/"
    owed = owe("test.note", what="x")
    for address in (LIST, f"/jobs/{owed.uuid}/"):
        assert client.get(address).url == f"/sign-in/?next={address}"


@pytest.mark.parametrize("name", ["operator-jobs", "drill", "retry", "discard"])
def test_only_operators_get_to_the_operators_pages(client, marta, given_up, name):
    job = given_up()
    client.force_login(marta)
    address = reverse(f"jobs:{name}", args=[job.uuid] if name in ("retry", "discard") else [])
    response = client.get(address) if name == "operator-jobs" else client.post(address)
    assert response.status_code == 403
    job.refresh_from_db()
    assert job.state == "dead"
    assert Job.objects.count() == 1


def test_the_list_shows_what_was_given_up_and_counts_the_rest(desk, given_up, owe):
    given_up()
    owe("test.note", what="x", now=timezone.now())
    shown = page(desk.get(LIST))
    assert "TimeoutError: no answer" in shown
    assert "Try again" in shown
    assert "Discard" in shown
    assert 'Given up <span class="dim">1</span>' in shown
    assert 'Waiting <span class="dim">1</span>' in shown
    assert "is late" not in shown


def test_no_browser_keeps_the_list(desk):
    assert "no-store" in desk.get(LIST)["Cache-Control"]


def test_the_list_says_when_nobody_takes_jobs_up(desk, owe):
    owe("test.note", what="x", now=timezone.now() - timedelta(minutes=5))
    assert "One job is late" in page(desk.get(LIST))


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_asks_the_same_number_of_questions_however_long(
    desk, given_up, marta, rows, django_assert_num_queries
):
    for _row in range(rows):
        given_up(owner=marta)
    with django_assert_num_queries(4):
        desk.get(LIST)


def test_the_list_is_cut_into_pages_and_survives_odd_addresses(desk, given_up):
    for _row in range(JOBS_A_PAGE + 1):
        given_up()
    assert "Page 1 of 2" in page(desk.get(LIST))
    last = page(desk.get(LIST, {"page": "2"}))
    assert last.count("Try again") == 1
    assert "Page 2 of 2" in page(desk.get(LIST, {"page": "999"}))
    assert "Page 1 of 2" in page(desk.get(LIST, {"page": "x", "state": "<script>"}))


def test_an_empty_list_says_so(desk):
    assert "Nothing was given up" in page(desk.get(LIST))
    assert "No job is in this state" in page(desk.get(LIST, {"state": "running"}))


def test_trying_again_owes_the_job_anew_and_leaves_an_act(desk, operator, given_up, run_jobs):
    job = given_up()
    response = desk.post(f"/operator/jobs/{job.uuid}/retry/")
    assert response.url == f"/jobs/{job.uuid}/"
    job.refresh_from_db()
    assert (job.state, job.attempts, job.finished_at) == ("queued", 0, None)
    act = Act.objects.get(name="jobs.retry_job")
    assert act.actor == operator
    assert act.payload == {"job": str(job.uuid), "kind": "test.note"}
    run_jobs()
    assert "done" in page(desk.get(response.url))


def test_discarding_leaves_the_job_undone_and_an_act_behind(desk, operator, given_up, run_jobs):
    job = given_up()
    assert desk.post(f"/operator/jobs/{job.uuid}/discard/").url == LIST
    assert run_jobs() == 0
    job.refresh_from_db()
    assert job.state == "discarded"
    assert Act.objects.get(name="jobs.discard_job").actor == operator


@pytest.mark.parametrize("decision", ["retry", "discard"])
@pytest.mark.parametrize("state", ["running", "done", "discarded"])
def test_what_runs_or_is_over_cannot_be_decided_upon(desk, owe, decision, state):
    job = owe("test.note", what="x")
    Job.objects.filter(pk=job.pk).update(state=state)
    assert desk.post(f"/operator/jobs/{job.uuid}/{decision}/").status_code == 409
    job.refresh_from_db()
    assert job.state == state
    assert not Act.objects.exists()


def test_a_drill_counts_every_step_once_where_it_can_be_watched(desk, operator, run_jobs):
    watched = desk.post("/operator/jobs/drill/").url
    job = Job.objects.get()
    Job.objects.update(payload={"steps": 3, "seconds_a_step": 0})
    waiting = page(desk.get(watched))
    assert 'hx-trigger="every 1s"' in waiting
    assert "Look again" in waiting
    assert "0 %" in waiting
    run_jobs()
    done = page(desk.get(watched))
    assert "hx-trigger" not in done
    assert "100 %" in done
    assert "Step 3 of 3" in done
    assert re.findall(r"Step (\d), attempt (\d)", done) == [("1", "1"), ("2", "1"), ("3", "1")]
    assert watched == f"/jobs/{job.uuid}/"
    assert Act.objects.get(name="jobs.start_drill").actor == operator


def test_polling_gets_the_part_and_at_the_end_the_page(desk, owe, run_jobs):
    job = owe("test.note", what="x")
    part = desk.get(f"/jobs/{job.uuid}/", headers={"HX-Request": "true"})
    assert "<progress" in page(part)
    assert "<html" not in page(part)
    assert "HX-Request" in part.headers["Vary"]
    run_jobs()
    over = desk.get(f"/jobs/{job.uuid}/", headers={"HX-Request": "true"})
    assert over.headers["HX-Refresh"] == "true"


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_job_is_there_for_its_owner_and_operators_only(client, make_user, owe, headers):
    people = [make_user("Marta"), make_user("Opal", is_operator=True), make_user("Piet")]
    job = owe("test.note", what="x", owner=people[0])
    answers = {}
    for person in people:
        client.force_login(person)
        answers[person.name] = client.get(f"/jobs/{job.uuid}/", headers=headers).status_code
    assert answers == {"Marta": 200, "Opal": 200, "Piet": 404}
    assert client.get(f"/jobs/{uuid.uuid4()}/", headers=headers).status_code == 404


def test_the_owner_of_a_job_given_up_reads_a_sentence_and_no_error(client, marta, given_up):
    job = given_up(owner=marta)
    client.force_login(marta)
    shown = page(client.get(f"/jobs/{job.uuid}/"))
    assert "It was tried 8 times" in shown
    assert "TimeoutError" not in shown
    assert "Try again" not in shown


def test_a_job_that_waits_for_its_next_try_says_when(desk, owe, run_jobs):
    job = owe("test.note_and_fail", what="mail")
    run_jobs()
    shown = page(desk.get(f"/jobs/{job.uuid}/"))
    assert "The last try did not work out. The next one comes at" in shown
    assert "Try again" in shown
