"""The page for people who write programs."""

import json
import re
from html import unescape

import pytest
from django.utils import timezone

from league.api.invitations import EXAMPLE_SECRET
from league.commands.invitations import invite
from league.commands.leagues import create_league
from league.models import League, Membership, Role
from league.queries import current_season
from teams.commands.drafting import begin_draft
from teams.models import Draft
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


@pytest.fixture
def what_the_examples_name(marta, make_user):
    """Everything that stands under the UUID and the secret of the examples."""
    now, told = timezone.now(), {"name": "Kettle", "edition_key": "bb2016"}
    league = create_league(actor=marta, now=now, **told)
    League.objects.filter(pk=league.pk).update(uuid=EXAMPLE_UUID)
    league.refresh_from_db()
    Membership.objects.create(
        uuid=EXAMPLE_UUID, league=league, user=make_user("Jonas"), role=Role.COACH, since=now
    )
    olaf = make_user("Olaf")
    other = create_league(actor=olaf, now=now, **told)
    invite(actor=olaf, league=other, now=now, secret=EXAMPLE_SECRET)
    draft = begin_draft(actor=marta, season=current_season(league), race="human", now=now)
    Draft.objects.filter(pk=draft.pk).update(uuid=EXAMPLE_UUID)


def test_the_examples_work(browser, what_the_examples_name):
    operations = [op for section in documentation() for op in section.operations if op.body]
    assert len(operations) >= 14
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
