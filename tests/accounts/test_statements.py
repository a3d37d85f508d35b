"""How many SQL statements each page about accounts takes, whatever there is to show.

Signed in, a page asks for the session and the person: two.
"""

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.commands.links import issue_sign_in_link
from accounts.commands.new_email import new_email_link
from accounts.signed_links import SIGN_UP, sign_link
from tests.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.pure]

NEW = {"new_password": "quite another one"}
OLD = {"password": PASSWORD}
SIGNED_OUT = {
    "/sign-up/": 0,
    "/sign-in/": 0,
    "/forgotten/": 0,
    "SIGN-UP-LINK": 1,
    "SIGN-IN-LINK": 1,
    "RESET-LINK": 1,
    "EMAIL-LINK": 2,
}
SIGNED_IN = {
    "/me/": 2,
    "/me/email/": 2,
    "/me/password/": 2,
    "/me/delete/": 3,
    "/me/download/": 18,
    "/operator/people/": 6,
    "/operator/people/?q=a": 6,
    "/operator/people/add/": 2,
}


@pytest.fixture
def path(make_user):
    """A table names the links by what they are for; this makes them."""
    marta, now = make_user("Marta"), timezone.now()
    sign_up = sign_link(SIGN_UP, now=now, email="bram@example.org", name="Bram")
    paths = {
        "SIGN-UP-LINK": f"/sign-up/finish/{sign_up}/",
        "SIGN-IN-LINK": issue_sign_in_link(actor=None, user=marta, now=now).path,
        "RESET-LINK": f"/forgotten/{marta.uuid}/{default_token_generator.make_token(marta)}/",
        "EMAIL-LINK": f"/me/email/{new_email_link(marta, 'new@example.org', now=now)}/",
    }
    return lambda name: paths.get(name, name)


def statements_of(ask):
    with CaptureQueriesContext(connection) as statements:
        answer = ask()
    assert answer.status_code in {200, 302}
    # What is a transaction of its own outside shows as a savepoint inside a test's.
    return sum("SAVEPOINT" not in statement["sql"] for statement in statements)


@pytest.mark.parametrize(("name", "number"), SIGNED_OUT.items())
def test_pages_for_everybody(client, path, name, number):
    page = path(name)
    assert statements_of(lambda: client.get(page)) == number


@pytest.mark.parametrize(("page", "number"), SIGNED_IN.items())
def test_pages_for_the_signed_in(browser, operator, make_user, page, number):
    client = browser(operator)
    assert statements_of(lambda: client.get(page)) == number
    for name in ("Abel", "Bram", "Cora"):
        make_user(name)
    assert statements_of(lambda: client.get(page)) == number


@pytest.mark.parametrize(
    ("name", "fields", "number"),
    [
        ("/sign-up/", {"name": "Bram", "email": "bram@example.org"}, 7),
        ("SIGN-UP-LINK", {"name": "Bram", "time_zone": "UTC"} | NEW, 8),
        ("/sign-in/", {"email": "marta@example.org"} | OLD, 11),
        ("SIGN-IN-LINK", {}, 10),
        ("/forgotten/", {"email": "marta@example.org"}, 7),
        ("RESET-LINK", NEW, 12),
        ("EMAIL-LINK", {}, 4),
    ],
)
def test_what_everybody_may_post(client, path, name, fields, number):
    page = path(name)
    assert statements_of(lambda: client.post(page, fields)) == number


@pytest.mark.parametrize(
    ("page", "fields", "number"),
    [
        ("/me/", {"name": "Opal", "time_zone": "Asia/Tokyo"}, 5),
        ("/me/email/", {"email": "new@example.org"} | OLD, 15),
        ("/me/password/", OLD | NEW, 15),
        ("/me/delete/", OLD, 19),
        ("/operator/people/add/", {"name": "Bram", "email": "bram@example.org"}, 10),
        ("/sign-out/", {}, 4),
    ],
)
def test_what_the_signed_in_may_post(browser, make_user, page, fields, number):
    make_user("Second", is_operator=True)
    client = browser(make_user("Opal", is_operator=True))
    assert statements_of(lambda: client.post(page, fields)) == number
