"""A deleted account stays as a row that tells of nobody."""

import json

import pytest
from django.apps import apps
from django.core import serializers
from django.utils import timezone

from accounts.commands.links import issue_sign_in_link
from accounts.models import ApiToken, User
from acts.models import Act, Receipt
from jobs.models import Job
from tests.accounts.conftest import PASSWORD, is_signed_in, link_in

pytestmark = pytest.mark.django_db

NAME = "Wilhelmina Stout"
EMAIL = "wilhelmina.stout@example.org"


def whole_database():
    """Every column of every table, as text."""
    rows = [row for model in apps.get_models() for row in model._base_manager.all()]
    return json.dumps(json.loads(serializers.serialize("json", rows)), ensure_ascii=False).lower()


@pytest.fixture
def wilhelmina(make_user):
    return make_user(NAME, reach_me="Stout's Arms, Friday", time_zone="Europe/Vienna")


@pytest.fixture
def her_browser(browser, wilhelmina):
    return browser(wilhelmina)


def test_the_page_says_what_goes_and_what_stays(her_browser):
    page = her_browser.get("/me/delete/").content.decode()
    assert "Former coach" in page
    assert "/me/download/" in page


def test_it_takes_the_password(her_browser, wilhelmina):
    answer = her_browser.post("/me/delete/", {"password": "not hers"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["password"]
    assert is_signed_in(her_browser)


def test_nothing_personal_is_left_anywhere(browser, her_browser, wilhelmina, operator, mailed):
    stranger = browser()
    stranger.post("/sign-in/", {"email": EMAIL, "password": "wrong"})
    her_browser.post("/me/", {"name": NAME, "time_zone": "UTC", "reach_me": "@wilhelmina"})
    browser(operator).post(f"/operator/people/{wilhelmina.uuid}/link/")
    ApiToken.objects.create(
        user=wilhelmina, name=f"{NAME}'s phone", digest="x", hint="tb_", created_at=timezone.now()
    )
    Receipt.objects.create(
        actor=wilhelmina, key="k", fingerprint="f", body={"name": NAME}, at=timezone.now()
    )
    stranger.post("/forgotten/", {"email": EMAIL})
    assert len(mailed()) == 1
    Job.objects.update(error=f"SMTPRecipientsRefused: {EMAIL}", owner=wilhelmina)
    # Still owed when the account goes:
    stranger.post("/sign-up/", {"name": NAME, "email": EMAIL})
    her_browser.post("/me/email/", {"email": "wilhelmina@new.example", "password": PASSWORD})
    assert EMAIL in whole_database()

    assert her_browser.post("/me/delete/", {"password": PASSWORD})["Location"] == "/"

    left = whole_database()
    for trace in (EMAIL, NAME, "wilhelmina", "stout", "vienna"):
        assert trace.lower() not in left
    assert mailed() == []


def test_the_row_stays_and_acts_still_point_at_it(her_browser, wilhelmina):
    her_browser.post("/me/", {"name": "W", "time_zone": "UTC", "reach_me": ""})
    her_browser.post("/me/delete/", {"password": PASSWORD})
    former = User.objects.get(pk=wilhelmina.pk)
    assert str(former) == "Former coach"
    assert former.uuid == wilhelmina.uuid
    assert not former.is_active
    assert not former.has_usable_password()
    assert {act.actor for act in Act.objects.all()} == {former}
    assert Act.objects.last().name == "accounts.delete_account"


def test_every_session_and_link_ends(browser, her_browser, wilhelmina, mailed):
    elsewhere = browser(wilhelmina)
    link = issue_sign_in_link(actor=None, user=wilhelmina, now=timezone.now()).path
    browser().post("/forgotten/", {"email": EMAIL})
    reset = link_in(mailed()[0])
    her_browser.post("/me/delete/", {"password": PASSWORD})
    assert not is_signed_in(her_browser)
    assert not is_signed_in(elsewhere)
    assert browser().post(link).status_code == 404
    assert browser().post(reset, {"new_password": "quite another one"}).status_code == 404
    assert browser().post("/sign-in/", {"email": EMAIL, "password": PASSWORD}).status_code == 422


def test_the_address_is_free_again(her_browser, browser, mailed):
    her_browser.post("/me/delete/", {"password": PASSWORD})
    browser().post("/sign-up/", {"name": "W", "email": EMAIL})
    assert "/sign-up/finish/" in mailed()[0].body


def test_the_last_operator_cannot_leave(browser, operator, make_user):
    client = browser(operator)
    answer = client.post("/me/delete/", {"password": PASSWORD})
    assert answer.status_code == 422
    assert "only operator" in answer.content.decode()
    make_user("Second", is_operator=True)
    assert client.post("/me/delete/", {"password": PASSWORD}).status_code == 302


def test_two_people_can_be_former_coaches(browser, make_user):
    for name in ("Bram", "Cora"):
        browser(make_user(name)).post("/me/delete/", {"password": PASSWORD})
    assert [str(user) for user in User.objects.all()] == ["Former coach"] * 2


def test_somebody_without_password_can_go_too(browser, wilhelmina):
    wilhelmina.set_unusable_password()
    wilhelmina.save()
    client = browser(wilhelmina)
    unsure = client.post("/me/delete/")
    assert unsure.status_code == 422
    assert list(unsure.context["form"].errors) == ["sure"]
    assert is_signed_in(client)
    assert client.post("/me/delete/", {"sure": "on"}).status_code == 302
    assert not is_signed_in(client)


def test_the_password_is_sign_enough(her_browser):
    assert "sure" not in her_browser.get("/me/delete/").context["form"].fields
