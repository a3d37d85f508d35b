"""Bram, who coaches a team in Marta's league, and how its windows open."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from league.models import Membership
from teams.commands.windows import open_window
from tests.conftest import NOW


@pytest.fixture
def join(league):
    """Let somebody into the league: `join(user)`, `join(user, "viewer")`."""

    def join(user, role="coach", **fields):
        return Membership.objects.create(
            league=fields.pop("league", league), user=user, role=role, since=NOW, **fields
        )

    return join


@pytest.fixture
def bram(make_user):
    return make_user("Bram")


@pytest.fixture
def place(join, bram):
    """Bram's place in the league."""
    return join(bram)


@pytest.fixture
def cato(make_user, join):
    """Another coach of the league, without a team."""
    cato = make_user("Cato")
    join(cato)
    return cato


@pytest.fixture
def catos_place(cato):
    return cato.memberships.get()


@pytest.fixture
def reivers(draft_team, bram, place):
    """Bram's team: eleven humans and 50,000."""
    return draft_team("Bram's Reivers", actor=bram)


@pytest.fixture
def window(reivers, marta):
    """The window of Bram's team, open for a week."""
    now = timezone.now()
    return open_window(actor=marta, team=reivers, now=now, closes_at=now + timedelta(days=7))


@pytest.fixture
def stranger(make_user):
    return make_user("Stranger")


@pytest.fixture
def as_user():
    """A browser: `as_user(bram)`, or `as_user(None)` for nobody."""

    def open_browser(user):
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return open_browser


@pytest.fixture
def program_of():
    """A program that calls the API for somebody, or for nobody."""

    def make(user):
        client = APIClient()
        if user is not None:
            secret = create_token(
                actor=user, name=f"Bot {timezone.now().timestamp()}", now=timezone.now()
            )[1]
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    return make


def codes(failure):
    """The codes of a pytest.raises' failure."""
    return [reason.code for reason in failure.value.reasons]
