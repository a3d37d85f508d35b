"""What a button of ours is told when it cannot be: on its own page, and never an error's page."""

from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from competition.models import Fixture, Round, Stage
from matches.models import Match
from simulator.demo import make_demo_league

pytestmark = pytest.mark.django_db
BROWSER = {"HTTP_ACCEPT": "text/html,application/xhtml+xml,*/*;q=0.8"}
# A form that is shown again says at its fields what is missing.
SAID_AT_IT = (200, 422)
ELSEWHERE = ("/theme/", "/sign-out/")


class Forms(HTMLParser):
    """The forms of a page that post: where to, and what each button sends."""

    def __init__(self, page):
        super().__init__()
        self.found, self.inside = [], None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        if tag == "form" and told.get("method", "").lower() == "post":
            self.inside = {"action": told.get("action") or "", "sent": {}, "buttons": []}
            self.found.append(self.inside)
        if self.inside is None or not (name := told.get("name")):
            if self.inside is not None and tag == "button" and told.get("type") == "submit":
                self.inside["buttons"].append({})
            return
        value = told.get("value") or ""
        if tag == "input" and told.get("type") not in ("checkbox", "radio", "file"):
            self.inside["sent"][name] = value
        elif tag == "input" and "checked" in told:
            self.inside["sent"][name] = value or "on"
        elif tag == "button" and told.get("type") == "submit":
            self.inside["buttons"].append({name: value})

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = None


def pressed(client, page, action, sent):
    """What a browser gets for it; nothing of it is kept."""
    with transaction.atomic():
        answer = client.post(
            action or page, sent, HTTP_REFERER=f"http://testserver{page}", **BROWSER
        )
        if answer.status_code == 302:
            answer = client.get(urlsplit(answer["Location"])._replace(fragment="").geturl())
        transaction.set_rollback(True)
    return answer


@pytest.fixture
def league():
    now = timezone.now()
    founder = User.objects.create(name="Marta", email="marta@example.org", joined_at=now)
    return make_demo_league(founder=founder, now=now)


def signed_in():
    client = Client()
    client.force_login(User.objects.get(email="marta@example.org"))
    return client


def pages_of(league):
    """Its pages with buttons of every kind, in the states that a season has half-way."""
    stages = Stage.objects.filter(season__league=league)
    yield from (f"/leagues/{league.uuid}/", f"/leagues/{league.uuid}/season/")
    for stage in stages:
        base = f"/leagues/{league.uuid}/season/stages/{stage.uuid}/"
        yield from (f"{base}?round={each.number}" for each in Round.objects.filter(stage=stage))
        yield base
    for state in Fixture.State.values:
        for fixture in Fixture.objects.filter(stage__in=stages, state=state)[:2]:
            yield f"/fixtures/{fixture.uuid}/"
    last = Fixture.objects.filter(stage__in=stages, match=None).last()
    yield f"/fixtures/{last.uuid}/"
    for state in Match.State.values:
        for match in Match.objects.filter(league=league, state=state)[:1]:
            yield from (f"/matches/{match.uuid}/", f"/matches/{match.uuid}/totals/")
    for team in league.teams.order_by("id")[:2]:
        yield from (f"/teams/{team.uuid}/{part}" for part in ("", "hire/", "coaches/", "home/"))


class TestButtons:
    def test_are_never_answered_by_a_page_of_errors(self, league):
        client = signed_in()
        failed, count = [], 0
        for page in pages_of(league):
            shown = client.get(page)
            if shown.status_code == 404:
                continue
            assert shown.status_code in (200, 302), page
            for form in Forms(shown.content.decode()).found:
                if form["action"] in ELSEWHERE:
                    continue
                for button in form["buttons"] or [{}]:
                    count += 1
                    answer = pressed(client, page, form["action"], form["sent"] | button)
                    if answer.status_code not in SAID_AT_IT or b"data-failure" in answer.content:
                        failed.append((answer.status_code, page, form["action"], button))
        assert failed == []
        assert count > 20


class TestARefusal:
    def test_is_said_at_the_button(self, league):
        """A round cannot be opened while the one before it is being played."""
        of = Round.objects.filter(stage__season__league=league, state=Round.State.PLANNED).last()
        page = f"/leagues/{league.uuid}/season/stages/{of.stage.uuid}/"
        pressed_at = f"{page}rounds/{of.number}/close/"
        answer = signed_in().post(pressed_at, **BROWSER, follow=True)
        assert answer.status_code == 200
        assert f'data-at="{pressed_at}"' in answer.content.decode()
