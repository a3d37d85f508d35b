"""One-time sign-in links: from the operator's page and from the console."""

import re
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.commands.links import issue_sign_in_link, use_sign_in_link
from accounts.models import SignInLink, User
from acts.failures import Forbidden, Missing
from acts.models import Act
from league.commands.leagues import create_league
from tests.accounts.conftest import PASSWORD, is_signed_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def link(marta):
    return issue_sign_in_link(actor=None, user=marta, now=timezone.now()).path


def manage(*arguments, **options):
    printed = StringIO()
    call_command(*arguments, stdout=printed, **options)
    return printed.getvalue().strip()


def test_the_link_signs_in_by_a_press_not_by_a_look(client, link):
    for _ in range(3):
        look = client.get(link)
        assert (look.status_code, b"Sign in as Marta" in look.content) == (200, True)
        assert not is_signed_in(client)
    assert client.post(link)["Location"] == "/"
    assert is_signed_in(client)


def test_the_link_works_once(client, browser, link):
    client.post(link)
    for again in (browser().get(link), browser().post(link)):
        assert again.status_code == 404
        assert "used or is out of date" in again.content.decode()


def test_used_old_and_unknown_links_cannot_be_told_apart(browser, marta, link):
    browser().post(link)
    old = issue_sign_in_link(actor=None, user=marta, now=timezone.now() - timedelta(days=2)).path
    unknown = "/sign-in/link/never-issued/"
    pages = {text_of(browser().get(dead)).replace(dead, "…") for dead in (link, old, unknown)}
    assert len(pages) == 1


def test_the_link_of_a_deleted_account_is_dead(client, link, marta):
    marta.is_active = False
    marta.save()
    assert client.post(link).status_code == 404


def test_only_the_digest_is_kept(link):
    assert link.split("/")[-2] not in str(
        list(SignInLink.objects.values()) + list(Act.objects.values())
    )


def test_it_lets_the_locked_out_in_and_clears_their_count(client, browser, link):
    given = {"email": "marta@example.org", "password": "wrong"}
    for _ in range(11):
        client.post("/sign-in/", given)
    client.post(link)
    assert browser().post("/sign-in/", given | {"password": PASSWORD}).status_code == 302


def test_signing_in_by_link_ends_somebody_else_s_session(browser, make_user, link):
    client = browser(make_user("Bram"))
    client.post(link)
    assert client.get("/me/").context["user"].name == "Marta"


def test_of_two_uses_one_succeeds(marta):
    issued = issue_sign_in_link(actor=None, user=marta, now=timezone.now())
    use_sign_in_link(secret=issued.secret, browser="a", now=timezone.now())
    with pytest.raises(Missing):
        use_sign_in_link(secret=issued.secret, browser="b", now=timezone.now())


def test_whoever_is_no_operator_issues_none(marta):
    with pytest.raises(Forbidden):
        issue_sign_in_link(actor=marta, user=marta, now=timezone.now())


def test_console_prints_a_link_that_works(client, marta, settings):
    settings.SITE_URL = ""
    printed = manage("sign_in_link", "Marta@example.org")
    assert printed.startswith("http://127.0.0.1:8000/sign-in/link/")
    client.post(printed.removeprefix("http://127.0.0.1:8000"))
    assert is_signed_in(client)


def test_the_way_in_leads_to_the_only_league_that_is_open(client, operator, league):
    def way_in():
        return manage("way_in", origin="http://testserver").splitlines()

    said, link = way_in()
    assert said == "as opal@example.org, once, within the hour"
    path = link.removeprefix("http://testserver")
    assert client.post(path)["Location"] == f"/leagues/{league.uuid}/"
    create_league(actor=operator, name="Another", edition_key="bb2016", now=timezone.now())
    assert way_in()[-1].endswith("/")
    assert "next" not in way_in()[-1]


def test_no_link_leads_to_another_site(client, link):
    assert client.post(f"{link}?next=https://elsewhere.example.org/")["Location"] == "/"


def test_console_says_for_how_long(client, marta):
    path = re.search(r"/sign-in.*", manage("sign_in_link", "marta@example.org", minutes=5))[0]
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        assert client.post(path).status_code == 404


def test_console_knows_nobody_of_that_address(db):
    with pytest.raises(CommandError, match="Nobody"):
        manage("sign_in_link", "nobody@example.org")


def test_console_makes_the_first_operator(client, db):
    printed = manage("create_operator", "Opal@Example.org", origin="http://testserver")
    operator = User.objects.get(email="opal@example.org")
    assert (operator.name, operator.is_operator) == ("Opal", True)
    assert client.post(printed.removeprefix("http://testserver"))["Location"] == "/me/password/"
    assert client.get("/operator/people/").status_code == 200


def test_console_promotes_whom_it_knows(marta):
    manage("create_operator", "marta@example.org", name="Somebody Else")
    marta.refresh_from_db()
    assert (marta.name, marta.is_operator) == ("Marta", True)


@pytest.mark.parametrize(("email", "name"), [("opal", ""), ("opal@example.org", "O\npal")])
def test_console_refuses_what_the_pages_refuse(db, email, name):
    with pytest.raises(CommandError):
        manage("create_operator", email, name=name)
    assert not User.objects.exists()
