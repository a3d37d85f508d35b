"""What the tests of leagues share."""

from itertools import count

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from league.commands.invitations import invite
from league.commands.members import accept_invitation
from league.models import Membership, Role
from tests.conftest import NOW


@pytest.fixture
def browser(db):
    """A browser, signed in if given a person: `browser(marta)`."""

    def open_browser(user=None):
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return open_browser


@pytest.fixture
def api(db):
    """A program, with a token of its person if given one: `api(marta)`."""

    names = (f"Bot {number}" for number in count(1))

    def connect(person=None):
        client = APIClient()
        if person is not None:
            _token, secret = create_token(actor=person, name=next(names), now=NOW)
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    return connect


@pytest.fixture
def join(league, marta, make_user):
    """Let people in: `join("Jonas")` is a coach of Marta's league, by invitation."""

    def let_in(name, role=Role.COACH, **fields):
        person = make_user(name, **fields)
        _invitation, secret = invite(actor=marta, league=league, role=role, uses=1, now=NOW)
        accept_invitation(actor=person, secret=secret, now=NOW)
        return person

    return let_in


@pytest.fixture
def jonas(join):
    return join("Jonas")


@pytest.fixture
def deputy(join):
    return join("Dora", Role.DEPUTY)


@pytest.fixture
def stranger(make_user):
    return make_user("Stranger")


def place_of(person, league):
    return Membership.objects.get(user=person, league=league, until=None)


def codes(failure):
    return {reason.subject: reason.code for reason in failure.value.reasons}
