"""A database that is busy or away, a full disk: 503, a sentence, and nothing typed is lost."""

import json
import re
import resource
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import psycopg
import pytest

from tests.jobs.installation import Installation, installed
from tests.operations.test_serve import group_of
from tests.servers import own_postgres

pytestmark = [pytest.mark.processes, pytest.mark.pure]
PAGE = "/leagues/new/"
API = "/api/v1/leagues/"


class Visitor:
    """Opal at the form of a new league, in her browser and with a program."""

    def __init__(self, site):
        self.site = site
        _path, page = site.visit(PAGE)
        hidden = r'name="(csrfmiddlewaretoken|form_key)" value="([^"]+)"'
        chosen = r'name="(\w+)" value="([^"]*)"[^>]*checked'
        selected = r'<select name="(\w+)"[^>]*>.*?value="([^"]*)" selected'
        found = [re.findall(kind, page, re.DOTALL) for kind in (hidden, chosen, selected)]
        self.fields = dict(pair for pairs in found for pair in pairs)

    def ask(self, path, data=None, **headers):
        cookies = "; ".join(f"{name}={value}" for name, value in self.site.cookies.items())
        headers |= {"Cookie": cookies, "X-CSRFToken": self.site.cookies.get("csrftoken", "")}
        request = Request(f"http://127.0.0.1:{self.site.port}{path}", data, headers)
        try:
            with urlopen(request, timeout=60) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except HTTPError as answer:
            return answer.code, answer.headers, answer.read().decode()

    def look(self, path=PAGE):
        return self.ask(path)[0]

    def found(self, name):
        return self.ask(PAGE, urlencode(self.fields | {"name": name}).encode())

    def found_by_api(self, name):
        payload = json.dumps({"name": name, "edition": "bb2016"}).encode()
        return self.ask(API, payload, **{"Content-Type": "application/json"})


def assert_kept(answer, name, code, by_api):
    """Both were told, the page has what was typed, and no trace was logged."""
    status, headers, page = answer
    assert (status, name in page) == (503, True), page
    assert int(headers["Retry-After"]) > 0
    assert "Traceback" not in page
    status, headers, body = by_api
    assert status == 503, body
    assert int(headers["Retry-After"]) > 0
    assert [error["code"] for error in json.loads(body)["errors"]] == [code]


class TestSqlite:
    @pytest.fixture(scope="class")
    @classmethod
    def site(cls, tmp_path_factory):
        with installed(tmp_path_factory.mktemp("trouble")) as made:
            made.start_web()
            yield made

    @pytest.fixture
    def opal(self, site):
        return Visitor(site)

    def test_who_waits_too_long_for_a_writer_is_told_and_reading_goes_on(self, site, opal):
        database = site.folder / "touchback.sqlite3"
        held = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        with closing(held), ThreadPoolExecutor(2) as callers:
            held.execute("BEGIN IMMEDIATE")
            page = callers.submit(opal.found, "Locked Out League")
            program = callers.submit(opal.found_by_api, "Locked Out League")
            assert [opal.look(), opal.look(API)] == [200, 200]
            assert_kept(page.result(), "Locked Out League", "busy", program.result())
            # Whoever comes while it ends is only kept waiting.
            threading.Timer(6, held.execute, ["ROLLBACK"]).start()
            assert "Patient League" in opal.found("Patient League")[2]
        assert "Traceback" not in site.log()

    def test_on_a_full_disk_reading_goes_on_and_writing_when_there_is_room(self, site, opal):
        processes = [int(pid) for pid in group_of(site.running[0].pid)]
        kept = opal.found("Early League")
        assert kept[0] == 200
        for pid in processes:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        try:
            answers = opal.found("Full League"), opal.found_by_api("Full League")
            assert_kept(answers[0], "Full League", "disk_full", answers[1])
            assert [opal.look(), opal.look(API)] == [200, 200]
        finally:
            for pid in processes:
                unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
                resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
        assert "Full League" in opal.found("Full League")[2]


class TestPostgres:
    @pytest.fixture(scope="class")
    @classmethod
    def postgres(cls):
        with own_postgres() as started:
            yield started

    @pytest.fixture(scope="class")
    @classmethod
    def site(cls, tmp_path_factory, postgres):
        folder = tmp_path_factory.mktemp("trouble-postgres")
        made = Installation(folder, database_url=postgres.url, redis_url="")
        try:
            made.set_up()
            made.start_web()
            yield made
        finally:
            made.stop_all()

    def test_a_database_that_is_away_is_told_and_one_that_is_back_is_used(self, site, postgres):
        opal = Visitor(site)
        assert "Early League" in opal.found("Early League")[2]
        postgres.stop()
        try:
            assert_kept(
                opal.found("Away League"),
                "Away League",
                "database_away",
                opal.found_by_api("Away League"),
            )
            assert [opal.look(), opal.look(API)] == [503, 503]
        finally:
            postgres.start()
        # Every thread had a connection that is gone now.
        with ThreadPoolExecutor(8) as callers:
            assert set(callers.map(opal.look, [PAGE, API] * 12)) == {200}
        assert "Away League" in opal.found("Away League")[2]
        postgres.stop()
        threading.Timer(0.1, postgres.start).start()
        time.sleep(3)
        assert "Restarted League" in opal.found("Restarted League")[2]
        assert "Traceback" not in site.log()

    def test_its_disk_being_full_is_told(self, site, postgres):
        opal = Visitor(site)
        with psycopg.connect(postgres.url, autocommit=True) as connection:
            connection.execute(
                "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$"
            )
            connection.execute(
                "CREATE TRIGGER no_room BEFORE INSERT ON league_league EXECUTE FUNCTION no_room()"
            )
            answers = opal.found("Full League"), opal.found_by_api("Full League")
            connection.execute("DROP FUNCTION no_room CASCADE")
        assert_kept(answers[0], "Full League", "disk_full", answers[1])
        assert opal.look() == 200
