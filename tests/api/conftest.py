"""Callers of the API: by token, by session, and nobody."""

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from config.wsgi import application


@pytest.fixture
def token_of():
    """Make a token: `token_of(marta)` is its secret."""

    def make(person, name="Test bot"):
        return create_token(actor=person, name=name, now=timezone.now())[1]

    return make


@pytest.fixture
def secret(marta, token_of):
    return token_of(marta)


@pytest.fixture
def api(secret):
    """Marta's program."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@pytest.fixture
def browser(marta):
    """Marta's browser, with CSRF in force: `browser.csrf` goes into X-CSRFToken."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(marta)
    client.get("/me/tokens/")
    client.csrf = client.cookies["csrftoken"].value
    return client


@pytest.fixture
def site(db):
    """The application as a server calls it, inside the test's transaction.

    At both ends of a request Django would close the connection that this transaction lives in.
    Ask for it after `browser`, whose client connects these signals again.
    """
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield application
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def reasons(response):
    """The errors of an answer as {subject: code}, after a look at their shape."""
    assert response.headers["Content-Type"] == "application/json"
    assert list(response.json()) == ["errors"]
    errors = response.json()["errors"]
    assert errors
    for error in errors:
        assert list(error) == ["code", "message", "subject", "params"]
        assert error["code"]
        assert error["message"]
    return {error["subject"]: error["code"] for error in errors}
