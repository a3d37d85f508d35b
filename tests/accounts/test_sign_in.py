"""Signing in: who gets in, who does not, and what a stranger can learn from it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Attempt
from acts.models import Act
from tests.accounts.conftest import PASSWORD, is_signed_in, link_in, text_of

pytestmark = pytest.mark.django_db

RIGHT = {"email": "marta@example.org", "password": PASSWORD}
WRONG = RIGHT | {"password": "not hers"}


def fail(client, times, **fields):
    return [client.post("/sign-in/", WRONG | fields).status_code for _ in range(times)]


def test_the_right_password_lets_in(client, marta):
    answer = client.post("/sign-in/", RIGHT | {"email": " MARTA@example.org"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert is_signed_in(client)
    assert Act.objects.get().payload == {"by": "password"}


def test_the_wrong_password_does_not_and_is_told_at_the_field(client, marta):
    answer = client.post("/sign-in/", WRONG)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["password"]
    assert not is_signed_in(client)


def test_an_account_without_password_takes_none(client, marta):
    marta.set_unusable_password()
    marta.save()
    for password in ("", "!", marta.password):
        assert client.post("/sign-in/", RIGHT | {"password": password}).status_code == 422


@pytest.mark.parametrize(("failures", "status"), [(0, 422), (10, 429)])
def test_unknown_and_known_accounts_fail_and_lock_alike(browser, marta, failures, status):
    answers = set()
    with time_machine.travel(timezone.now(), tick=False):
        for email in ("marta@example.org", "nobod@example.org"):
            fail(browser(), failures, email=email)
            with CaptureQueriesContext(connection) as statements:
                answer = browser().post("/sign-in/", WRONG | {"email": email})
            page = text_of(answer).replace(email, "…")
            answers.add((answer.status_code, answer.get("Retry-After"), page, len(statements)))
    assert len(answers) == 1
    assert answers.pop()[0] == status


def test_ten_failures_lock_the_account_and_the_page_says_for_how_long(client, browser, marta):
    assert fail(client, 11) == [422] * 10 + [429]
    answer = client.post("/sign-in/", WRONG)
    assert 0 < int(answer["Retry-After"]) <= 15 * 60
    assert "Try again in 15 minutes." in answer.content.decode()
    assert "/forgotten/" in answer.content.decode()


def test_even_the_right_password_is_refused_while_locked(client, marta):
    fail(client, 10)
    assert client.post("/sign-in/", RIGHT).status_code == 429
    assert not is_signed_in(client)


def test_the_lock_opens_when_the_oldest_failure_lapses(client, marta):
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        fail(client, 1)
        clock.shift(timedelta(minutes=5))
        fail(client, 9)
        locked = client.post("/sign-in/", RIGHT)
        assert int(locked["Retry-After"]) == 10 * 60
        clock.shift(timedelta(seconds=int(locked["Retry-After"]) - 1))
        assert client.post("/sign-in/", RIGHT).status_code == 429
        clock.shift(timedelta(seconds=1))
        assert client.post("/sign-in/", RIGHT).status_code == 302


def test_trying_on_does_not_make_the_lock_longer(client, marta):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        fail(client, 10)
        clock.shift(timedelta(minutes=14))
        fail(client, 20)
        clock.shift(timedelta(minutes=1))
        assert client.post("/sign-in/", RIGHT).status_code == 302


def test_other_accounts_are_not_locked(client, make_user, marta):
    make_user("Bram")
    fail(client, 11)
    assert client.post("/sign-in/", RIGHT | {"email": "bram@example.org"}).status_code == 302


def test_getting_in_forgets_the_failures(client, browser, marta):
    fail(client, 9)
    assert browser().post("/sign-in/", RIGHT).status_code == 302
    assert fail(client, 10) == [422] * 10


def test_a_hundred_failures_lock_the_address_for_every_account(client, make_user, settings):
    settings.PROXY_HOPS = 1
    make_user("Marta")
    here, elsewhere = {"X-Forwarded-For": "192.0.2.7"}, {"X-Forwarded-For": "192.0.2.8"}
    for n in range(100):
        client.post("/sign-in/", WRONG | {"email": f"x{n}@example.org"}, headers=here)
    assert client.post("/sign-in/", RIGHT, headers=here).status_code == 429
    assert client.post("/sign-in/", RIGHT, headers=elsewhere).status_code == 302


def test_a_new_password_by_mail_opens_the_lock(client, browser, marta, mailed):
    fail(client, 11)
    client.post("/forgotten/", {"email": "marta@example.org"})
    client.post(link_in(mailed()[0]), {"new_password": "quite another one"})
    again = RIGHT | {"password": "quite another one"}
    assert browser().post("/sign-in/", again).status_code == 302


def test_no_address_can_be_read_from_what_is_counted(client, marta):
    fail(client, 3)
    kept = str(list(Attempt.objects.values()))
    assert "marta" not in kept
    assert "127.0.0.1" not in kept


def test_old_counts_are_thrown_away(client, marta):
    with time_machine.travel(timezone.now() - timedelta(hours=2)):
        fail(client, 3)
    fail(client, 1)
    assert Attempt.objects.count() == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite writes one at a time anyway")
def test_a_burst_of_tries_gets_no_more_than_the_limit_through(make_user):
    make_user("Marta")

    def guess(_):
        try:
            return Client().post("/sign-in/", WRONG).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(12) as pool:
        statuses = list(pool.map(guess, range(48)))
    assert set(statuses) == {422, 429}
    assert statuses.count(422) <= 10


@pytest.mark.parametrize(
    ("wanted", "landed"),
    [
        ("/me/email/", "/me/email/"),
        ("http://testserver/me/", "http://testserver/me/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("http:///evil.example", "/"),
        ("", "/"),
    ],
)
def test_next_leads_to_our_own_pages_only(client, marta, wanted, landed):
    assert client.post("/sign-in/", RIGHT | {"next": wanted})["Location"] == landed
    assert client.get("/sign-in/", {"next": wanted})["Location"] == landed


def test_a_closed_page_leads_through_sign_in_and_back(client, marta):
    asked = client.get("/me/email/")
    assert asked["Location"] == "/sign-in/?next=/me/email/"
    form = client.get(asked["Location"])
    assert 'name="next" value="/me/email/"' in " ".join(form.content.decode().split())


def test_a_session_key_planted_beforehand_is_worth_nothing(client, marta):
    session = client.session
    session["planted"] = True
    session.save()
    planted = session.session_key
    client.post("/sign-in/", RIGHT)
    assert client.session.session_key != planted
    thief = Client()
    thief.cookies["sessionid"] = planted
    assert not is_signed_in(thief)


def test_somebody_else_s_session_is_not_carried_over(client, marta, make_user):
    client.force_login(make_user("Bram"))
    session = client.session
    session["came_by_link_at"] = timezone.now().timestamp()
    session.save()
    client.post("/sign-out/")
    client.post("/sign-in/", RIGHT)
    assert "came_by_link_at" not in client.session


def test_signing_out_takes_a_post(signed_in):
    assert signed_in.get("/sign-out/").status_code == 405
    assert is_signed_in(signed_in)
    assert signed_in.post("/sign-out/")["Location"] == "/"
    assert not is_signed_in(signed_in)


def test_forms_without_the_csrf_token_are_refused(marta):
    client = Client(enforce_csrf_checks=True)
    assert client.post("/sign-in/", RIGHT).status_code == 403


def test_times_are_shown_in_the_person_s_zone(browser, make_user):
    person = make_user("Opal", is_operator=True, time_zone="Asia/Tokyo")
    with time_machine.travel("2026-03-01T20:00:00Z"):
        page = browser(person).get("/operator/people/").content.decode()
    assert "2 Mar 2026, 05:00" in page


def test_a_zone_that_this_machine_does_not_know_breaks_nothing(browser, make_user):
    assert is_signed_in(browser(make_user("Opal", time_zone="Mordor/Gorgoroth")))
