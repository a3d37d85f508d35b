"""The page for people who write programs."""

import json
import re
from html import unescape

from web.api.documentation import EXAMPLE_UUID, documentation
from web.api.schema import current_schema


def test_anybody_reads_about_every_operation(client, db):
    answer = client.get("/api/docs/")
    page = answer.content.decode()
    assert answer.status_code == 200
    for path, item in current_schema()["paths"].items():
        assert path in page
        for operation in item.values():
            assert f'id="{operation["operationId"]}"' in page
            assert operation["summary"] in unescape(page)


def test_nothing_on_it_needs_script_or_another_host(client, db):
    answer = client.get("/api/docs/")
    page = answer.content.decode()
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert " style=" not in page
    addresses = re.findall(r'(?:src|href)="(.*?)"', page)
    assert all(address[0] in "/#" and address[:2] != "//" for address in addresses)


def test_calls_are_shown_for_the_host_that_shows_them(client, db, settings):
    settings.ALLOWED_HOSTS = ["league.example.org"]
    page = client.get("/api/docs/", HTTP_HOST="league.example.org").content.decode()
    assert "curl http://league.example.org/api/v1/me/" in page


def test_the_examples_work(browser):
    """Those that name nobody's own thing in their address; the others are tried beside it."""
    every = [op for section in documentation() for op in section.operations if op.body]
    operations = [op for op in every if EXAMPLE_UUID not in op.example_path]
    assert {op.name for op in operations} == {"change_profile", "create_token", "ask_ruling"}
    for operation in operations:
        answer = browser.generic(
            operation.method,
            operation.example_path,
            operation.example_body,
            "application/json",
            HTTP_X_CSRFTOKEN=browser.csrf,
        )
        assert answer.status_code in (200, 201), json.loads(answer.content)


def test_it_is_made_once(client, db):
    assert documentation() is documentation()
