"""Settings for the open internet: complete, or no start."""

import gzip
import http.client
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import brotli
import pytest

from tests.operations.broken_site import SECRET
from tests.operations.installation import assert_sentence
from tests.servers import free_port, wait_for_port

pytestmark = [pytest.mark.processes, pytest.mark.pure]

COMPLETE = {
    "SECRET_KEY": "of-no-use-outside-these-tests-" + "0123456789abcdef" * 2,
    "ALLOWED_HOSTS": "league.example.org,testserver",
    "DATABASE_URL": "postgres://touchback:hush@127.0.0.1:9/touchback",
    "PROXY_HOPS": "1",
}


@pytest.fixture
def production(make_installation):
    return make_installation(settings="config.settings.production")


def test_everything_that_is_missing_is_named_at_once(production):
    done = production.manage("check", env={"ALLOWED_HOSTS": "*", "SECRET_KEY": "short"})
    assert_sentence(done, "SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL")
    assert not production.folder.exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", ""),
        ("SECRET_KEY", "x" * 60),
        ("SECRET_KEY", "django-insecure-" + "0123456789abcdef" * 3),
        ("ALLOWED_HOSTS", ""),
        ("ALLOWED_HOSTS", "league.example.org, *"),
        ("DATABASE_URL", ""),
    ],
)
def test_each_is_demanded(production, name, value):
    done = production.manage("check", env=COMPLETE | {name: value})
    assert_sentence(done, name)
    assert not any(other in done.stderr for other in set(COMPLETE) - {name})


def test_the_server_refuses_with_the_same_sentence(production):
    bind = f"127.0.0.1:{free_port()}"
    server = ("-m", "gunicorn", "-c", "config/gunicorn.py", "-b", bind, "config.wsgi")
    assert_sentence(production.python(*server), "SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL")


def test_the_deployment_check_has_no_complaint(production):
    done = production.manage("check", "--deploy", "--fail-level", "WARNING", env=COMPLETE)
    assert done.returncode == 0, done.stderr


def test_plain_http_is_sent_to_https_but_for_the_probes(production):
    asked = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "for extra in ({}, {'X-Forwarded-Proto': 'https'}):\n"
        "    answer = Client(headers=extra).get('/api/none/')\n"
        "    print(answer.status_code, answer.headers.get('Strict-Transport-Security'))\n"
        "print(Client().get('/healthz').status_code)"
    )
    done = production.python("-c", asked, env=COMPLETE)
    plain, forwarded, probe = done.stdout.splitlines()
    assert plain == "301 None"
    # Neither the domain's other names nor the browsers' own lists are this site's to decide.
    assert forwarded == f"404 max-age={365 * 24 * 60 * 60}"
    assert probe == "200"


@pytest.mark.parametrize(("hops", "status"), [("0", 301), ("1", 404)])
def test_a_proxy_is_believed_about_https_only_where_there_is_one(production, hops, status):
    port = free_port()
    database = f"sqlite:///{production.folder}/touchback.sqlite3"
    env = COMPLETE | {"DATABASE_URL": database, "PROXY_HOPS": hops, "JOB_THREAD": "0"}
    server = production.start(
        "-m",
        "gunicorn",
        "-c",
        "config/gunicorn.py",
        "-b",
        f"127.0.0.1:{port}",
        "config.wsgi",
        **env,
    )
    try:
        wait_for_port(port)
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        headers = {"Host": "league.example.org", "X-Forwarded-Proto": "https"}
        asked.request("GET", "/api/none/", headers=headers)
        assert asked.getresponse().status == status
        asked.close()
    finally:
        server.terminate()
        server.communicate(timeout=60)


def test_sentry_is_not_even_imported_unless_asked_for(production):
    asked = "import django, sys; django.setup(); print('sentry_sdk' in sys.modules)"
    assert production.python("-c", asked, env=COMPLETE).stdout.strip() == "False"


def test_sentry_learns_what_broke_and_nothing_about_anybody(make_league):
    site, received = make_league(), []

    class Sentry(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            unpack = {"gzip": gzip.decompress, "br": brotli.decompress}
            received.append(unpack[self.headers["Content-Encoding"]](body).decode())
            self.send_response(200)
            self.end_headers()

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Sentry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    env = COMPLETE | {
        "DATABASE_URL": f"sqlite:///{site.folder}/touchback.sqlite3",
        "SENTRY_DSN": f"http://key@127.0.0.1:{server.server_port}/1",
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
    }
    done = site.python("-m", "tests.operations.broken_site", env=env)
    server.shutdown()
    server.server_close()
    assert done.returncode == 0, done.stderr
    reports = [report for report in received if "the pitch is flooded" in report]
    assert reports
    for report in received:
        assert SECRET not in report
        assert "x@y.z" not in report
