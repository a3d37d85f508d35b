"""Forgotten and changed passwords."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.commands.links import issue_sign_in_link
from accounts.commands.tokens import create_token
from accounts.models import User
from accounts.queries import live_tokens
from jobs.models import Job
from tests.accounts.conftest import PASSWORD, is_signed_in, link_in, text_of

pytestmark = pytest.mark.django_db

NEW = "quite another one"


@pytest.fixture
def reset_link(client, marta, mailed):
    client.post("/forgotten/", {"email": "marta@example.org"})
    return link_in(mailed()[0])


def signs_in(client, password):
    given = {"email": "marta@example.org", "password": password}
    return client.post("/sign-in/", given).status_code == 302


def test_the_mailed_link_leads_to_a_new_password_and_in(client, browser, reset_link):
    page = client.get(reset_link)
    assert page.status_code == 200
    assert "every token of a program ends" in page.content.decode()
    assert client.post(reset_link, {"new_password": NEW}).status_code == 302
    assert is_signed_in(client)
    assert signs_in(browser(), NEW)
    assert not signs_in(browser(), PASSWORD)


def test_the_same_answer_for_everybody(browser, marta, mailed):
    answers = set()
    for email in ("marta@example.org", "nobod@example.org"):
        with CaptureQueriesContext(connection) as statements:
            answer = browser().post("/forgotten/", {"email": email})
        answers.add((answer.status_code, text_of(answer).replace(email, "…"), len(statements)))
    assert len(answers) == 1
    assert [mail.to for mail in mailed()] == [["marta@example.org"]]
    assert {job.state for job in Job.objects.all()} == {Job.State.DONE}
    assert not Job.objects.exclude(payload={}).exists()


def test_a_reset_ends_every_other_session_and_open_link(browser, marta, mailed):
    elsewhere = browser(marta)
    open_link = issue_sign_in_link(actor=None, user=marta, now=timezone.now()).path
    browser().post("/forgotten/", {"email": "marta@example.org"})
    browser().post(link_in(mailed()[0]), {"new_password": NEW})
    assert not is_signed_in(elsewhere)
    assert browser().post(open_link).status_code == 404


def test_a_reset_link_works_once(client, browser, reset_link):
    client.post(reset_link, {"new_password": NEW})
    for again in (browser().get(reset_link), browser().post(reset_link, {"new_password": "third"})):
        assert again.status_code == 404
        assert "used or is out of date" in again.content.decode()
    assert signs_in(browser(), NEW)


def test_a_reset_link_grows_old(client, reset_link):
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        assert client.post(reset_link, {"new_password": NEW}).status_code == 404


def test_a_reset_link_is_for_its_own_person(client, make_user, marta, reset_link):
    other = make_user("Bram")
    forged = reset_link.replace(str(marta.uuid), str(other.uuid))
    assert client.post(forged, {"new_password": NEW}).status_code == 404
    assert client.get(reset_link[:-2] + "x/").status_code == 404


def test_a_weak_new_password_is_refused_and_the_link_lives_on(client, reset_link):
    answer = client.post(reset_link, {"new_password": "password"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["new_password"]
    assert client.post(reset_link, {"new_password": NEW}).status_code == 302


def test_somebody_added_by_the_operator_can_choose_a_password_by_mail(client, mailed, marta):
    marta.set_unusable_password()
    marta.save()
    client.post("/forgotten/", {"email": "marta@example.org"})
    client.post(link_in(mailed()[0]), {"new_password": NEW})
    assert is_signed_in(client)


def test_changing_it_keeps_this_session_and_ends_the_others(signed_in, browser, marta):
    elsewhere = browser(marta)
    before = signed_in.session.session_key
    answer = signed_in.post("/me/password/", {"password": PASSWORD, "new_password": NEW})
    assert answer.status_code == 302
    assert is_signed_in(signed_in)
    assert signed_in.session.session_key != before
    assert not is_signed_in(elsewhere)
    assert signs_in(browser(), NEW)


def test_changing_it_takes_the_old_one(signed_in, browser):
    for wrong in ({"password": "not it"}, {"password": ""}, {}):
        answer = signed_in.post("/me/password/", wrong | {"new_password": NEW})
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == ["password"]
    assert signs_in(browser(), PASSWORD)


def test_all_that_is_wrong_is_said_at_once(signed_in):
    answer = signed_in.post("/me/password/", {"password": "not it", "new_password": "abc"})
    assert set(answer.context["form"].errors) == {"password", "new_password"}


def test_guessing_it_from_an_open_session_locks_the_page_but_not_the_account(signed_in, browser):
    guess = {"password": "not it", "new_password": NEW}
    statuses = [signed_in.post("/me/password/", guess).status_code for _ in range(11)]
    assert statuses == [422] * 10 + [429]
    right = signed_in.post("/me/password/", {"password": PASSWORD, "new_password": NEW})
    assert right.status_code == 429
    assert signs_in(browser(), PASSWORD)


def test_whoever_came_by_link_is_not_asked_for_the_old_one_for_an_hour(client, browser, marta):
    link = issue_sign_in_link(actor=None, user=marta, now=timezone.now()).path
    client.post(link)
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        assert "password" in client.get("/me/password/").context["form"].fields
        assert client.post("/me/password/", {"new_password": NEW}).status_code == 422
    assert "password" not in client.get("/me/password/").context["form"].fields
    assert client.post("/me/password/", {"new_password": NEW}).status_code == 302
    assert signs_in(browser(), NEW)


def test_whoever_has_no_password_chooses_one(browser, make_user):
    person = make_user("Bram")
    person.set_unusable_password()
    person.save()
    client = browser(person)
    assert b"no password yet" in client.get("/me/password/").content
    assert client.post("/me/password/", {"new_password": NEW}).status_code == 302
    assert User.objects.get(pk=person.pk).check_password(NEW)


def test_a_password_of_ten_thousand_characters_is_refused_at_its_field(signed_in):
    answer = signed_in.post("/me/password/", {"password": PASSWORD, "new_password": "x" * 10_000})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["new_password"]


def test_no_page_echoes_a_password(client, marta):
    answer = client.post("/sign-in/", {"email": "marta@example.org", "password": "tell-nobody"})
    assert b"tell-nobody" not in answer.content


@pytest.mark.parametrize(
    ("page", "fields"),
    [
        ("/me/password/", {"new_password": "quite another one"}),
        ("/me/email/", {"email": "new@example.org"}),
        ("/me/delete/", {}),
    ],
)
def test_no_stranger_keeps_the_owner_from_changing_the_locks(browser, signed_in, page, fields):
    stranger = browser()
    for _ in range(11):
        stranger.post("/sign-in/", {"email": "marta@example.org", "password": "wrong"})
    assert signed_in.post(page, fields | {"password": PASSWORD}).status_code in {200, 302}


@pytest.mark.parametrize("wish", [{}, {"revoke_tokens": "on"}])
def test_tokens_go_on_working_unless_they_are_revoked_too(signed_in, marta, wish):
    create_token(actor=marta, name="Score bot", now=timezone.now())
    assert "go on working" in signed_in.get("/me/password/").content.decode()
    signed_in.post("/me/password/", {"password": PASSWORD, "new_password": NEW} | wish)
    assert live_tokens(marta).exists() == (not wish)
