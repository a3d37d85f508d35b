"""Moving an account to another address."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from acts.models import Act
from tests.accounts.conftest import PASSWORD, link_in, text_of

pytestmark = pytest.mark.django_db

WISH = {"email": "marta@new.example", "password": PASSWORD}


@pytest.fixture
def link(signed_in, mailed):
    signed_in.post("/me/email/", WISH)
    return link_in(next(mail for mail in mailed() if mail.to == ["marta@new.example"]))


def address_of(user):
    return User.objects.get(pk=user.pk).email


def test_the_link_moves_the_account(signed_in, marta, link):
    assert address_of(marta) == "marta@example.org"
    assert b"marta@new.example" in signed_in.get(link).content
    assert address_of(marta) == "marta@example.org"
    assert signed_in.post(link)["Location"] == "/me/"
    assert address_of(marta) == "marta@new.example"


def test_it_works_on_a_phone_that_is_not_signed_in(browser, marta, link):
    assert browser().post(link).status_code == 302
    assert address_of(marta) == "marta@new.example"


def test_the_old_address_gets_a_notice(signed_in, mailed):
    signed_in.post("/me/email/", WISH)
    notice = next(mail for mail in mailed() if mail.to == ["marta@example.org"])
    assert "another address" in notice.body
    assert "/me/password/" in notice.body


def test_it_takes_the_password(signed_in, mailed):
    answer = signed_in.post("/me/email/", WISH | {"password": "not it"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["password"]
    assert mailed() == []


def test_the_own_address_is_refused_at_its_field(signed_in):
    answer = signed_in.post("/me/email/", WISH | {"email": "MARTA@example.org"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["email"]


def test_the_answer_does_not_tell_whether_an_address_is_taken(signed_in, make_user, mailed):
    make_user("Bram")
    pages = set()
    for email in ("bram@example.org", "free@example.org"):
        answer = signed_in.post("/me/email/", WISH | {"email": email})
        pages.add((answer.status_code, text_of(answer).replace(email, "…")))
    assert len(pages) == 1
    taken = next(mail for mail in mailed() if mail.to == ["bram@example.org"])
    assert "/me/email/" not in taken.body


def test_the_link_dies_when_the_address_is_taken_meanwhile(client, make_user, marta, link):
    make_user("Other", email="marta@new.example")
    assert client.get(link).status_code == 404
    assert client.post(link).status_code == 404
    assert address_of(marta) == "marta@example.org"


def test_the_link_dies_when_the_address_has_changed_meanwhile(client, marta, link):
    User.objects.filter(pk=marta.pk).update(email="marta@elsewhere.example")
    assert client.post(link).status_code == 404


def test_the_link_works_once(client, marta, link):
    client.post(link)
    User.objects.filter(pk=marta.pk).update(email="marta@elsewhere.example")
    assert client.post(link).status_code == 404


def test_a_new_password_ends_the_link(signed_in, link):
    signed_in.post("/me/password/", {"password": PASSWORD, "new_password": "quite another one"})
    assert signed_in.post(link).status_code == 404


def test_an_old_or_tampered_link_is_dead(client, link):
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        assert client.post(link).status_code == 404
    assert client.post(link[:-3] + "xx/").status_code == 404
    assert client.post("/me/email/nonsense/").status_code == 404


def test_acts_tell_no_address(signed_in, link):
    signed_in.post(link)
    assert {act.name for act in Act.objects.all()} >= {
        "accounts.ask_for_new_email",
        "accounts.change_email",
    }
    assert not Act.objects.filter(payload__icontains="marta").exists()
