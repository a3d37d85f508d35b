"""Signing up is link-first: nothing exists until the link is followed."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.signed_links import NEW_EMAIL, SIGN_UP, sign_link
from acts.models import Act
from jobs.models import Job
from tests.accounts.conftest import PASSWORD, is_signed_in, link_in, text_of

pytestmark = pytest.mark.django_db

GIVEN = {"name": "Bram", "email": "bram@example.org"}
FINISH = {"name": "Bram", "new_password": PASSWORD, "time_zone": "Europe/Vienna"}


@pytest.fixture
def link(client, mailed):
    client.post("/sign-up/", GIVEN)
    return link_in(mailed()[0])


def test_the_link_leads_to_an_account_and_into_it(client, link):
    assert not User.objects.exists()
    assert b"bram@example.org" in client.get(link).content

    answer = client.post(link, FINISH | {"name": "Bram the Bald"})

    assert answer.status_code == 302
    user = User.objects.get()
    assert (user.name, user.email, user.time_zone) == (
        "Bram the Bald",
        "bram@example.org",
        "Europe/Vienna",
    )
    assert is_signed_in(client)
    assert Act.objects.get().name == "accounts.sign_up"


def test_the_mail_names_nobody_and_holds_nothing_a_stranger_wrote(client, mailed):
    client.post("/sign-up/", {"name": "BUY AT http://evil.example", "email": "bram@example.org"})
    (mail,) = mailed()
    assert mail.to == ["bram@example.org"]
    assert "evil" not in mail.subject + mail.body


def test_an_address_is_one_address_however_it_is_spelt(client, mailed, marta):
    client.post("/sign-up/", {"name": "Marta", "email": "  MARTA@Example.org "})
    (mail,) = mailed()
    assert "already" in mail.subject


def test_known_and_unknown_addresses_get_the_same_answer(browser, marta, mailed):
    answers = set()
    for email in ("marta@example.org", "nobod@example.org"):
        with CaptureQueriesContext(connection) as statements:
            answer = browser().post("/sign-up/", {"name": "X", "email": email})
        page = text_of(answer).replace(email, "…")
        answers.add((answer.status_code, page, len(statements)))
    assert len(answers) == 1
    known, unknown = mailed()
    assert known.to == ["marta@example.org"]
    assert "/sign-in/" in known.body
    assert "/forgotten/" in known.body
    assert "/sign-up/finish/" in unknown.body


def test_a_link_followed_twice_says_that_the_account_exists(client, browser, link):
    client.post(link, FINISH)
    for again in (browser().get(link), browser().post(link, FINISH)):
        assert again.status_code == 409
        assert "the account exists" in again.content.decode()
        assert "/sign-in/" in again.content.decode()
    assert User.objects.count() == 1


def test_a_link_is_dead_once_the_operator_has_added_the_person(client, link, make_user):
    make_user("Bram")
    assert client.post(link, FINISH).status_code == 409


def test_an_old_link_says_so_and_shows_the_way_on(client, link):
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        answer = client.post(link, FINISH)
    assert answer.status_code == 404
    assert "too old" in answer.content.decode()
    assert "/sign-up/" in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("token", ["x", "a:b:c", "%00", "💀", "ey" * 2000])
def test_a_mangled_link_says_so(client, token):
    answer = client.get(f"/sign-up/finish/{token}/")
    assert answer.status_code == 404
    assert "not whole" in answer.content.decode()


def test_a_tampered_link_says_so(client, link):
    body, stamp, signature = link.strip("/").split("/")[-1].split(":")
    forged = f"{body[:-1]}{'A' if body[-1] != 'A' else 'B'}:{stamp}:{signature}"
    assert client.get(f"/sign-up/finish/{forged}/").status_code == 404


def test_a_link_for_something_else_does_not_sign_up(client):
    token = sign_link(NEW_EMAIL, now=timezone.now(), email="bram@example.org", name="Bram")
    assert client.get(f"/sign-up/finish/{token}/").status_code == 404


def test_a_refused_password_stands_at_its_field_with_every_reason(client, link):
    answer = client.post(link, FINISH | {"new_password": "bram"})
    assert answer.status_code == 422
    errors = answer.context["form"].errors
    assert list(errors) == ["new_password"]
    assert len(errors["new_password"]) == 2
    assert not User.objects.exists()


def test_a_password_like_the_own_name_is_refused(client, link):
    answer = client.post(link, FINISH | {"name": "Borgut Mudfist", "new_password": "borgutmudfist"})
    assert "too similar" in str(answer.context["form"].errors["new_password"])


def test_an_unknown_time_zone_is_refused_at_its_field(client, link):
    answer = client.post(link, FINISH | {"time_zone": "Mordor/Gorgoroth"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["time_zone"]


def test_an_address_stands_in_the_job_only_until_the_mail_is_sent(client, mailed):
    client.post("/sign-up/", GIVEN)
    assert Job.objects.get().payload["email"] == "bram@example.org"
    mailed()
    job = Job.objects.get()
    assert (job.state, job.payload) == (Job.State.DONE, {})


def test_no_secret_ever_stands_in_a_job(client, run_jobs):
    client.post("/sign-up/", GIVEN)
    assert set(Job.objects.get().payload) == {"email", "name", "origin"}


def test_a_mail_that_is_sent_again_has_the_same_message_id(client, mailoutbox, run_jobs):
    client.post("/sign-up/", GIVEN)
    job = Job.objects.get()
    run_jobs()
    Job.objects.update(state=Job.State.QUEUED, payload=job.payload)
    run_jobs()
    first, second = (mail.extra_headers["Message-ID"] for mail in mailoutbox)
    assert first == second == f"<{job.uuid}@localhost>"


def test_links_carry_the_configured_origin(client, mailed, settings):
    settings.SITE_URL = "https://league.example"
    client.post("/sign-up/", GIVEN)
    assert "https://league.example/sign-up/finish/" in mailed()[0].body


def test_a_mailbox_cannot_be_flooded_and_nobody_is_told(browser, mailed):
    pages = {text_of(browser().post("/sign-up/", GIVEN)) for _ in range(8)}
    assert len(pages) == 1
    assert len(mailed()) == 5


def test_one_client_cannot_have_mail_sent_to_the_whole_world(client, mailed):
    statuses = [
        client.post("/sign-up/", {"name": "X", "email": f"x{n}@example.org"}).status_code
        for n in range(101)
    ]
    assert statuses == [200] * 100 + [429]


def test_somebody_signed_in_is_sent_on(signed_in):
    assert signed_in.get("/sign-up/").status_code == 302


def test_a_signed_link_reads_as_it_was_written(client):
    token = sign_link(SIGN_UP, now=timezone.now(), email="a@b.org", name="Zoë 💀")
    assert "Zoë 💀" in client.get(f"/sign-up/finish/{token}/").content.decode()


def test_sign_ups_in_somebody_s_name_use_up_no_reset_mails(client, marta, mailed):
    for _ in range(6):
        client.post("/sign-up/", {"name": "M", "email": "marta@example.org"})
    assert len(mailed()) == 5
    client.post("/forgotten/", {"email": "marta@example.org"})
    assert len(mailed()) == 1
