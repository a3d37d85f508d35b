"""The endpoints that stand from the first day."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.api import SessionScheme
from accounts.commands.links import issue_sign_in_link
from accounts.models import User
from acts.models import Act
from acts.recording import record_act
from jobs.models import Job
from tests.api.conftest import reasons

ME = "/api/v1/me/"
ACTS = "/api/v1/me/acts/"


def test_the_root_says_where_to_go(client, db):
    answer = client.get("/api/v1/")
    assert answer.status_code == 200
    for address in answer.json().values():
        assert address.startswith("http://testserver/api/")
        assert client.get(address).status_code in (200, 401)


def test_the_bare_api_address_leads_to_its_documentation(client):
    assert client.get("/api/", follow=True).redirect_chain == [("/api/docs/", 302)]


def test_what_is_left_out_of_a_profile_stays(api, marta):
    answer = api.patch(ME, {"time_zone": "Europe/Vienna"})
    assert answer.status_code == 200
    assert answer.json()["time_zone"] == "Europe/Vienna"
    assert answer.json()["name"] == "Marta"
    assert api.patch(ME, {"name": " Marta K. ", "reach_me": "0660"}).status_code == 200
    marta.refresh_from_db()
    assert (marta.name, marta.reach_me, marta.time_zone) == ("Marta K.", "0660", "Europe/Vienna")
    assert api.patch(ME, {"reach_me": ""}).json()["reach_me"] == ""
    assert api.patch(ME, {}).status_code == 200


def test_the_acts_of_a_profile_say_what_changed_and_not_to_what(api):
    api.patch(ME, {"name": "Anna", "time_zone": "UTC"})
    act = Act.objects.get(name="accounts.change_profile")
    assert act.payload == {"changed": ["name"]}


def test_a_profile_is_refused_with_all_reasons(api):
    answer = api.patch(ME, {"name": "two\nlines", "time_zone": "Mars/Olympus", "reach_me": "a\tb"})
    assert answer.status_code == 422
    assert reasons(answer) == {
        "name": "not_one_line",
        "reach_me": "not_one_line",
        "time_zone": "unknown_time_zone",
    }


@pytest.mark.parametrize("zone", ["../../etc/passwd", "/etc/passwd", "localtime", "Factory", "utc"])
def test_a_time_zone_is_a_place(api, zone):
    answer = api.patch(ME, {"time_zone": zone})
    assert (answer.status_code, reasons(answer)) == (422, {"time_zone": "unknown_time_zone"})


def test_what_is_read_only_is_left_alone(api, marta):
    api.patch(ME, {"email": "eve@example.org", "is_operator": True, "uuid": "x"})
    marta.refresh_from_db()
    assert (marta.email, marta.is_operator) == ("marta@example.org", False)


def test_times_are_utc_whoever_asks(browser, marta):
    User.objects.update(time_zone="Asia/Tokyo")
    assert browser.get(ME).json()["joined_at"] == "2026-01-01T00:00:00Z"


class TestActs:
    @pytest.fixture(autouse=True)
    def acts(self, marta, make_user, api):
        Act.objects.all().delete()
        for day in range(1, 8):
            at = datetime(2026, 3, day, 12, tzinfo=UTC)
            record_act("league.invite" if day % 2 else "league.rename", actor=marta, now=at)
        record_act("league.invite", actor=make_user("Olaf"), now=at)

    def test_are_ones_own_and_the_newest_first(self, api):
        answer = api.get(ACTS).json()
        assert answer["count"] == 7
        assert answer["results"][0]["at"] == "2026-03-07T12:00:00Z"
        assert set(answer["results"][0]) == {"uuid", "name", "at", "reason", "override"}

    def test_come_in_pages_that_follow_each_other(self, api):
        seen, address = [], f"{ACTS}?page_size=3"
        while address:
            page = api.get(address).json()
            seen += [act["uuid"] for act in page["results"]]
            address = page["next"]
        assert len(seen) == len(set(seen)) == 7
        assert page["previous"]

    def test_hold_no_more_than_two_hundred_a_page(self, api, marta):
        for _ in range(200):
            record_act("league.invite", actor=marta, now=timezone.now())
        assert len(api.get(f"{ACTS}?page_size=100000").json()["results"]) == 200
        assert len(api.get(ACTS).json()["results"]) == 50

    @pytest.mark.parametrize("page", ["0", "-1", "99", "x", "9" * 5000, "%00"])
    def test_end_where_they_end(self, api, page):
        answer = api.get(f"{ACTS}?page={page}")
        assert (answer.status_code, reasons(answer)) == (404, {"": "not_found"})

    def test_are_found_by_name_and_time(self, api):
        assert api.get(ACTS, {"name": "league.rename"}).json()["count"] == 3
        assert api.get(ACTS, {"name": "league"}).json()["count"] == 0
        assert api.get(ACTS, {"since": "2026-03-05T12:00:00Z"}).json()["count"] == 3
        assert api.get(ACTS, {"until": "2026-03-05T12:00:00Z"}).json()["count"] == 4
        assert api.get(ACTS, {"since": "2026-03-05T14:00:00+02:00"}).json()["count"] == 3
        assert api.get(ACTS, {"since": "2026-03-05"}).json()["count"] == 3

    def test_are_compared_in_utc_where_no_zone_is_named(self, browser):
        User.objects.update(time_zone="Asia/Tokyo")
        assert browser.get(ACTS, {"since": "2026-03-07T12:00:00"}).json()["count"] == 1

    @pytest.mark.parametrize(
        "since",
        ["yesterday", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", "\0", "9" * 5000],
    )
    def test_a_time_that_is_none_is_refused(self, api, since):
        answer = api.get(ACTS, {"since": since})
        assert answer.status_code == 400
        assert set(reasons(answer)) == {"since"}

    def test_a_name_with_a_nul_is_refused(self, api):
        answer = api.get(ACTS, {"name": "a\0b"})
        assert (answer.status_code, set(reasons(answer))) == (400, {"name"})


def job_of(owner, **fields):
    return Job.objects.create(
        kind="league_file.export",
        owner=owner,
        due_at=timezone.now(),
        created_at=timezone.now(),
        **fields,
    )


def test_a_job_tells_its_owner_how_far_it_is(api, marta):
    started = job_of(marta, state=Job.State.RUNNING, percent=40, words="Packing season 2")
    answer = api.get(f"/api/v1/jobs/{started.uuid}/").json()
    assert (answer["state"], answer["percent"], answer["words"]) == (
        "running",
        40,
        "Packing season 2",
    )
    assert answer["result"] is None
    assert answer["finished_at"] is None
    done = job_of(
        marta, state=Job.State.DONE, percent=100, result={"file": 7}, finished_at=timezone.now()
    )
    answer = api.get(f"/api/v1/jobs/{done.uuid}/").json()
    assert answer["result"] == {"file": 7}
    assert answer["finished_at"].endswith("Z")


def test_the_inside_of_a_job_stays_inside(api, marta):
    job = job_of(marta, error="Traceback: password=hunter2", payload={"address": "secret"})
    answer = api.get(f"/api/v1/jobs/{job.uuid}/").content.decode()
    assert "hunter2" not in answer
    assert "address" not in answer


def test_a_job_of_another_is_not_there(api, make_user):
    for job in (job_of(make_user("Olaf")), job_of(None)):
        assert api.get(f"/api/v1/jobs/{job.uuid}/").status_code == 404
    answer = api.get("/api/v1/jobs/7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11/")
    assert (answer.status_code, reasons(answer)) == (404, {"": "no_such_job"})


@pytest.mark.parametrize(
    ("address", "statements"),
    [("/api/v1/", 1), (ME, 1), (ACTS, 3), ("/api/v1/me/tokens/", 3), ("/api/v1/jobs/{job}/", 2)],
)
def test_a_read_by_token_asks_a_fixed_number_of_times(
    api, marta, address, statements, django_assert_num_queries
):
    address = address.format(job=job_of(marta).uuid)
    api.get(address)
    for _ in range(3):
        record_act("league.invite", actor=marta, now=timezone.now() - timedelta(days=1))
    with django_assert_num_queries(statements):
        assert api.get(address).status_code == 200


def test_a_read_by_session_asks_for_session_and_person(browser, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert browser.get(ME).status_code == 200


def test_what_everybody_may_read_asks_nothing(client, db, django_assert_num_queries):
    for address in ("/api/v1/", "/api/schema/", "/api/docs/"):
        client.get(address)
        with django_assert_num_queries(0):
            assert client.get(address).status_code == 200


def test_acts_that_others_did_for_you_are_among_yours(api, marta, operator):
    issue_sign_in_link(actor=operator, user=marta, now=timezone.now())
    names = [act["name"] for act in api.get("/api/v1/me/acts/").json()["results"]]
    assert "accounts.issue_sign_in_link" in names


def test_a_name_is_kept_in_one_spelling(api, marta):
    api.patch(ME, {"name": "Zoe\u0308"})
    marta.refresh_from_db()
    assert marta.name == "Zo\u00eb"


def test_the_schema_names_the_cookie_of_this_installation(settings):
    settings.SESSION_COOKIE_NAME = "__Host-session"
    scheme = SessionScheme(target=None).get_security_definition(auto_schema=None)
    assert scheme["name"] == "__Host-session"


def test_no_cache_hands_anybody_what_another_was_told(api, client, db):
    for caller, address in ((api, "/api/v1/me/"), (client, "/api/v1/"), (client, "/api/none/")):
        answer = caller.get(address)
        assert {"Authorization", "Cookie"} <= set(answer["Vary"].split(", "))
        assert answer["Cache-Control"] in ("private, no-cache", "no-store")
    assert api.post("/api/v1/me/tokens/", {"name": "Bot"})["Cache-Control"] == "no-store"
