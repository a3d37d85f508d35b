"""What the tests of accounts share."""

import re

import pytest
from django.test import Client

PASSWORD = "a fine password"


@pytest.fixture
def mailed(mailoutbox, run_jobs):
    """Carry out what is owed and give the mails that came of it, oldest first."""

    def carry_out():
        already = len(mailoutbox)
        run_jobs()
        return mailoutbox[already:]

    return carry_out


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
def signed_in(client, marta):
    """Marta's browser."""
    client.force_login(marta)
    return client


def link_in(mail):
    """The path of the first link that stands alone on a line of the mail."""
    return re.search(r"^http://testserver(/\S+)$", mail.body, re.MULTILINE)[1]


def is_signed_in(client):
    return client.get("/me/").status_code == 200


def text_of(response):
    """The page without what differs from one rendering to the next."""
    page = response.content.decode()
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
