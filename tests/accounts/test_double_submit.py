"""A form that arrives twice, by a double click or by loading the answer again, works once."""

import re
from copy import deepcopy
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.commands.links import issue_sign_in_link
from accounts.models import ApiToken, SignInLink, User
from acts.models import Act, Receipt
from jobs.models import Job
from tests.accounts.conftest import is_signed_in
from tests.accounts.test_operator import link_shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def strict(db):
    """A browser in which forms have to carry their CSRF token, as in a real one."""

    def open_browser(user=None):
        client = Client(enforce_csrf_checks=True)
        if user is not None:
            client.force_login(user)
        return client

    return open_browser


HIDDEN = re.compile(r'type="hidden"\s+name="(\w+)"\s+value="([^"]+)"')


def content_form(page):
    """The hidden fields of the form in the page's own content, past the frame's forms."""
    content = page.content.decode().partition("<main")[2].partition("</main>")[0]
    return dict(HIDDEN.findall(content))


def form_to(address, page):
    """The hidden fields of the form that posts to this address."""
    form = page.content.decode().partition(f'action="{address}"')[2].partition("</form>")[0]
    return dict(HIDDEN.findall(form))


def copy_of(client):
    """The same browser at the same moment: for a press whose answer is not awaited."""
    twin = Client(enforce_csrf_checks=True)
    twin.cookies = deepcopy(client.cookies)
    return twin


@pytest.fixture
def link(marta):
    return issue_sign_in_link(actor=None, user=marta, now=timezone.now()).path


def test_link_pressed_twice_before_an_answer_signs_in(strict, link):
    client = strict()
    fields = content_form(client.get(link))
    second = copy_of(client)
    assert client.post(link, fields)["Location"] == "/"
    assert second.post(link, fields)["Location"] == "/"
    assert is_signed_in(second)
    assert Act.objects.filter(name="accounts.sign_in").count() == 1


def test_link_pressed_again_after_the_answer_goes_on(strict, link):
    client = strict()
    fields = content_form(client.get(link))
    client.post(link, fields)
    assert client.post(link, fields)["Location"] == "/"
    assert is_signed_in(client)


def test_link_used_elsewhere_lets_no_other_browser_in(strict, link):
    first, other = strict(), strict()
    theirs = content_form(other.get(link))
    first.post(link, content_form(first.get(link)))
    assert other.post(link, theirs).status_code == 404
    assert not is_signed_in(other)


def test_link_does_not_work_again_later(strict, link):
    client = strict()
    fields = content_form(client.get(link))
    later = copy_of(client)
    client.post(link, fields)
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        assert later.post(link, fields).status_code == 404


def test_link_still_takes_a_csrf_token(strict, link):
    client = strict()
    client.get(link)
    assert client.post(link).status_code == 403
    assert not is_signed_in(client)


def test_token_form_sent_twice_shows_the_same_secret(strict, marta):
    client = strict(marta)
    fields = content_form(client.get("/me/tokens/")) | {"name": "Score bot"}
    first, second = (client.post("/me/tokens/", fields) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.context["secret"] == second.context["secret"]
    assert ApiToken.objects.count() == 1
    bearer = {"Authorization": f"Bearer {second.context['secret']}"}
    assert Client().get("/api/v1/me/", headers=bearer).status_code == 200


def test_secret_of_a_token_can_be_read_nowhere(strict, marta):
    client = strict(marta)
    fields = content_form(client.get("/me/tokens/")) | {"name": "Score bot"}
    secret = client.post("/me/tokens/", fields).context["secret"]
    kept = str([list(model.objects.values()) for model in (ApiToken, Receipt, Act)])
    assert secret.removeprefix("tb_") not in kept
    assert fields["form_key"] not in kept


def test_token_form_filled_in_otherwise_is_another_form(strict, marta):
    client = strict(marta)
    fields = content_form(client.get("/me/tokens/"))
    secrets = {
        client.post("/me/tokens/", fields | {"name": name}).context["secret"]
        for name in ("Score bot", "Table bot")
    }
    assert len(secrets) == ApiToken.objects.count() == 2


def test_same_key_in_another_hand_is_another_form(strict, marta, operator):
    secrets = set()
    for person in (marta, operator):
        client = strict(person)
        fields = content_form(client.get("/me/tokens/")) | {"name": "Bot", "form_key": "chosen"}
        secrets.add(client.post("/me/tokens/", fields).context["secret"])
    assert len(secrets) == 2


def test_secret_is_not_told_again_later(strict, marta):
    client = strict(marta)
    fields = content_form(client.get("/me/tokens/")) | {"name": "Score bot"}
    secret = client.post("/me/tokens/", fields).context["secret"]
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        answer = client.post("/me/tokens/", fields)
    assert answer.status_code == 409
    assert secret not in answer.content.decode()
    assert ApiToken.objects.count() == 1


def test_refused_token_form_may_be_sent_again(strict, marta):
    client = strict(marta)
    fields = content_form(client.get("/me/tokens/")) | {"name": "two\nlines"}
    assert [client.post("/me/tokens/", fields).status_code for _ in range(2)] == [422, 422]
    assert not Receipt.objects.exists()


def test_person_added_twice_is_added_once_and_the_link_shown(strict, operator):
    client = strict(operator)
    fields = content_form(client.get("/operator/people/add/"))
    fields |= {"name": "Bram", "email": "bram@example.org"}
    first, second = (client.post("/operator/people/add/", fields) for _ in range(2))
    assert link_shown(first) == link_shown(second)
    assert User.objects.filter(name="Bram").count() == SignInLink.objects.count() == 1
    bram = strict()
    bram.post(link_shown(second), content_form(bram.get(link_shown(second))))
    assert is_signed_in(bram)


def test_link_issued_twice_is_one_link(strict, operator, marta):
    client = strict(operator)
    address = f"/operator/people/{marta.uuid}/link/"
    fields = form_to(address, client.get("/operator/people/"))
    first, second = (client.post(address, fields) for _ in range(2))
    assert link_shown(first) == link_shown(second)
    assert SignInLink.objects.count() == 1


def test_drill_started_twice_is_one_drill(strict, operator):
    client = strict(operator)
    address = "/operator/jobs/drill/"
    fields = form_to(address, client.get("/operator/jobs/"))
    first, second = (client.post(address, fields) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Job.objects.count() == Act.objects.count() == 1
    again = form_to(address, client.get("/operator/jobs/"))
    assert client.post(address, again)["Location"] != first["Location"]
