"""Download my data: one file with all there is."""

import json

import pytest
from django.utils import timezone

from accounts.commands.links import issue_sign_in_link
from accounts.models import ApiToken
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_the_file_holds_all_that_is_kept_and_no_secret(client, marta):
    client.post("/sign-in/", {"email": "marta@example.org", "password": PASSWORD})
    issued = issue_sign_in_link(actor=None, user=marta, now=timezone.now())
    ApiToken.objects.create(
        user=marta, name="phone", digest="secret-digest", hint="tb_1", created_at=timezone.now()
    )
    answer = client.get("/me/download/")
    assert answer["Content-Disposition"] == 'attachment; filename="touchback-account.json"'
    document = json.loads(answer.content)
    assert document["account"]["email"] == "marta@example.org"
    assert document["account"]["api_tokens"][0]["name"] == "phone"
    assert len(document["account"]["sign_in_links"]) == 1
    assert [act["name"] for act in document["acts"]] == [
        "accounts.sign_in",
        "accounts.issue_sign_in_link",
    ]
    for secret in (issued.secret, "secret-digest", marta.password):
        assert secret not in answer.content.decode()


def test_it_tells_of_nobody_else(signed_in, make_user, browser):
    browser().post("/sign-in/", {"email": make_user("Bram").email, "password": PASSWORD})
    assert json.loads(signed_in.get("/me/download/").content)["acts"] == []
