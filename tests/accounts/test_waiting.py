"""Where no mail is sent, whoever asks for a link waits for the operator, who hands it over."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.commands.waiting import wait_for_the_operator
from accounts.models import SignInLink, User, WaitingPerson
from acts.models import Act
from jobs.models import Job
from tests.accounts.conftest import is_signed_in, text_of
from tests.conftest import NOW

pytestmark = pytest.mark.django_db

BRAM = {"name": "Bram", "email": "bram@example.org"}


@pytest.fixture(autouse=True)
def no_mail_server(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"


@pytest.fixture
def office(browser, operator):
    return browser(operator)


def link_on(page):
    return re.search(r'value="http://testserver(/sign-in/link/[^"]+)"', page.content.decode())[1]


def let_in(office):
    (person,) = office.get("/operator/people/").context["waiting"]
    return office.post(f"/operator/people/waiting/{person.uuid}/let-in/", {"form_key": "k" * 20})


def test_no_page_speaks_of_a_mail_that_nobody_sends(client):
    pages = [client.get(page).content.decode() for page in ("/sign-up/", "/forgotten/")]
    pages += [client.post("/sign-up/", BRAM).content.decode()]
    pages += [client.post("/forgotten/", {"email": BRAM["email"]}).content.decode()]
    for page in pages:
        assert "No mail is sent from here" in page
        for untrue in ("Look into your mail", "on its way", "Send me the link", "We send you"):
            assert untrue not in page


def test_who_signed_up_is_let_in_by_a_link_that_works_once(client, browser, office, run_jobs):
    client.post("/sign-up/", BRAM)
    run_jobs()
    assert "bram@example.org" in office.get("/operator/people/").content.decode()
    assert not User.objects.filter(email="bram@example.org").exists()
    shown = let_in(office)
    assert "<svg " in shown.content.decode()

    assert client.post(link_on(shown))["Location"] == "/me/password/"
    assert is_signed_in(client)

    late = browser()
    assert late.post(link_on(shown)).status_code == 404
    assert not is_signed_in(late)
    assert not WaitingPerson.objects.exists()
    acts = set(Act.objects.values_list("name", flat=True))
    assert {"accounts.add_person", "accounts.issue_sign_in_link"} <= acts


@pytest.fixture
def handed_to_bram(client, office, run_jobs):
    """The link that Bram gets, who was on the way to `wanted` when they asked to be let in."""

    def ask(wanted):
        client.post(f"/sign-up/?next={wanted}", BRAM)
        run_jobs()
        return link_on(let_in(office))

    return ask


def test_the_way_on_is_kept_until_the_password_is_chosen(client, handed_to_bram):
    link = handed_to_bram("/leagues/?join%3Dyes")
    choosing = "/me/password/?next=/leagues/%3Fjoin%3Dyes"
    assert client.post(link)["Location"] == choosing
    assert client.post(link)["Location"] == choosing  # pressed twice
    page = client.get(choosing)
    assert 'name="next" value="/leagues/?join=yes"' in page.content.decode()
    chosen = {"new_password": "a fine password", "next": "/leagues/?join=yes"}
    assert client.post("/me/password/", chosen)["Location"] == "/leagues/?join=yes"
    assert User.objects.get(email="bram@example.org").has_usable_password()


def test_a_way_on_to_somewhere_else_is_no_way_on(client, handed_to_bram):
    link = handed_to_bram("https://elsewhere.example.org/")
    assert client.post(link)["Location"] == "/me/password/"
    page = client.get("/me/password/?next=//elsewhere.example.org/")
    assert "elsewhere" not in page.content.decode().split("<form", 1)[1].split("</form>")[0]
    chosen = {"new_password": "a fine password", "next": "//elsewhere.example.org/"}
    assert client.post("/me/password/", chosen)["Location"] == "/"


def test_who_forgot_their_password_goes_on_to_where_they_wanted(client, office, marta, run_jobs):
    page = client.get("/sign-in/?next=/leagues/").content.decode()
    assert 'href="/forgotten/?next=/leagues/"' in page
    client.post("/forgotten/", {"email": "marta@example.org", "next": "/leagues/"})
    run_jobs()
    link = link_on(let_in(office))
    assert client.post(link)["Location"] == "/leagues/"
    # It was kept for that one link.
    assert "way_on" not in {name for name, kept in client.cookies.items() if kept.value}


def test_the_link_runs_out(client, office, run_jobs):
    client.post("/sign-up/", BRAM)
    run_jobs()
    shown = let_in(office)
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert client.post(link_on(shown)).status_code == 404
    assert not is_signed_in(client)


def test_a_second_press_shows_the_same_link(client, office, run_jobs):
    client.post("/sign-up/", BRAM)
    run_jobs()
    (person,) = office.get("/operator/people/").context["waiting"]
    pressed = {"form_key": "k" * 20}
    address = f"/operator/people/waiting/{person.uuid}/let-in/"
    assert link_on(office.post(address, pressed)) == link_on(office.post(address, pressed))
    assert SignInLink.objects.count() == 1
    assert office.post(address, {"form_key": "another" * 4}).status_code == 404


def test_known_and_unknown_addresses_are_told_the_same(browser, office, marta, run_jobs):
    for page, name in (("/sign-up/", {"name": "X"}), ("/forgotten/", {})):
        told = {
            text_of(browser().post(page, name | {"email": email})).replace(email, "…")
            for email in ("marta@example.org", "nobod@example.org")
        }
        assert len(told) == 1
    run_jobs()
    seen = {each.email: each.account for each in office.get("/operator/people/").context["waiting"]}
    assert seen == {"marta@example.org": marta, "nobod@example.org": None}


def test_who_forgot_their_password_gets_into_their_own_account(client, office, marta, run_jobs):
    client.post("/forgotten/", {"email": "marta@example.org"})
    client.post("/forgotten/", {"email": "nobod@example.org"})
    run_jobs()
    client.post(link_on(let_in(office)))
    assert client.get("/me/").wsgi_request.user == marta
    assert User.objects.filter(email="marta@example.org").count() == 1


def test_who_asks_twice_waits_once_and_no_job_keeps_the_address(client, office, run_jobs):
    for _time in range(2):
        client.post("/sign-up/", BRAM)
        run_jobs()
    assert WaitingPerson.objects.count() == 1
    assert set(map(str, Job.objects.values_list("payload", flat=True))) == {"{}"}


def test_whom_nobody_knows_is_sent_away(client, office, run_jobs):
    client.post("/sign-up/", BRAM)
    run_jobs()
    person = WaitingPerson.objects.get()
    office.post(f"/operator/people/waiting/{person.uuid}/send-away/")
    assert not WaitingPerson.objects.exists()
    assert not User.objects.filter(email="bram@example.org").exists()


def test_nobody_but_the_operator_sees_or_lets_in(client, browser, marta, run_jobs):
    client.post("/sign-up/", BRAM)
    run_jobs()
    person = WaitingPerson.objects.get()
    for deed in ("let-in", "send-away"):
        address = f"/operator/people/waiting/{person.uuid}/{deed}/"
        assert browser(marta).post(address).status_code == 403
        assert browser().post(address)["Location"].startswith("/sign-in/")
    assert WaitingPerson.objects.exists()
    assert not SignInLink.objects.exists()


def test_with_a_mail_server_nobody_waits(client, settings, run_jobs, mailoutbox):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert "on its way" in client.post("/sign-up/", BRAM).content.decode()
    run_jobs()
    assert len(mailoutbox) == 1
    assert not WaitingPerson.objects.exists()


def test_strangers_push_nobody_out_of_sight(client, office):
    for number in range(120):
        wait_for_the_operator(name=f"Bot {number}", email=f"b{number}@example.net", now=NOW)
    wait_for_the_operator(name="Wanda", email="wanda@example.org", now=NOW + timedelta(minutes=1))
    page = office.get("/operator/people/")
    assert page.context["waiting"][0].name == "Wanda"
    assert page.context["waiting_page"].paginator.count == 121
    (found,) = office.get("/operator/people/?q=b7@").context["waiting"]
    assert found.email == "b7@example.net"
    shown = [
        each.email
        for number in (1, 2, 3)
        for each in office.get(f"/operator/people/?waiting={number}").context["waiting"]
    ]
    assert len(set(shown)) == 121


def test_nobody_renames_who_waits(client, office, marta, operator):
    for name in ("Wanda", "Mallory"):
        wait_for_the_operator(name=name, email="wanda@example.org", now=NOW)
    wait_for_the_operator(name="Mallory", email=operator.email, now=NOW)
    page = office.get("/operator/people/").content.decode()
    assert "Wanda" in page
    assert "Mallory" not in page
    assert "runs this site: whoever gets the link does" in page
