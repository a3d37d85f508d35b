"""A write under a key happens once."""

import json

import pytest

from accounts.models import ApiToken
from acts.models import Act, Receipt
from tests.api.conftest import reasons

ME = "/api/v1/me/"
TOKENS = "/api/v1/me/tokens/"


def acts():
    return Act.objects.filter(name="accounts.change_profile").count()


def test_a_repeat_gets_the_first_answer_and_does_nothing(api, marta):
    first = api.patch(ME, {"name": "Anna"}, HTTP_IDEMPOTENCY_KEY="k1")
    api.patch(ME, {"name": "Berta"})
    again = api.patch(ME, {"name": "Anna"}, HTTP_IDEMPOTENCY_KEY="k1")
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    marta.refresh_from_db()
    assert marta.name == "Berta"
    assert acts() == 2


def test_without_a_key_every_write_is_its_own(api):
    for name in ("Anna", "Berta", "Anna"):
        api.patch(ME, {"name": name})
    assert acts() == 3
    assert not Receipt.objects.exists()


@pytest.mark.parametrize(
    ("method", "address", "body"),
    [
        ("PATCH", ME, {"name": "Berta"}),
        ("PATCH", f"{ME}?x=1", {"name": "Anna"}),
        ("DELETE", f"{TOKENS}7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11/", {"name": "Anna"}),
    ],
)
def test_a_key_stands_for_one_request(api, marta, method, address, body):
    api.patch(ME, {"name": "Anna"}, HTTP_IDEMPOTENCY_KEY="k1")
    other = api.generic(
        method, address, json.dumps(body), "application/json", HTTP_IDEMPOTENCY_KEY="k1"
    )
    assert other.status_code == 409
    assert reasons(other) == {"Idempotency-Key": "idempotency_key_reused"}
    marta.refresh_from_db()
    assert marta.name == "Anna"
    assert acts() == 1


def test_keys_are_ones_own(api, client, make_user, token_of):
    api.patch(ME, {"name": "Anna"}, HTTP_IDEMPOTENCY_KEY="k1")
    olaf = make_user("Olaf")
    answer = client.patch(
        ME,
        {"name": "Olaf II"},
        "application/json",
        HTTP_AUTHORIZATION=f"Bearer {token_of(olaf)}",
        HTTP_IDEMPOTENCY_KEY="k1",
    )
    assert answer.json()["name"] == "Olaf II"
    assert "Idempotency-Replayed" not in answer


def test_token_and_session_of_a_person_share_their_keys(api, browser):
    body = '{"name": "Anna"}'
    api.generic("PATCH", ME, body, "application/json", HTTP_IDEMPOTENCY_KEY="k1")
    answer = browser.generic(
        "PATCH",
        ME,
        body,
        "application/json",
        HTTP_IDEMPOTENCY_KEY="k1",
        HTTP_X_CSRFTOKEN=browser.csrf,
    )
    assert answer["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize(
    ("body", "status"),
    [('{"name": "two\\nlines"}', 422), ('{"name": 7777', 400), ('{"name": null}', 400)],
)
def test_a_refusal_leaves_no_receipt(api, body, status):
    refused = api.generic("PATCH", ME, body, "application/json", HTTP_IDEMPOTENCY_KEY="k1")
    assert refused.status_code == status
    assert not Receipt.objects.exists()
    answer = api.patch(ME, {"name": "Anna"}, HTTP_IDEMPOTENCY_KEY="k1")
    assert (answer.status_code, answer.json()["name"]) == (200, "Anna")


def test_an_answer_that_breaks_leaves_no_receipt_and_no_effect(api, marta, monkeypatch):
    """The receipt and the effect share a transaction: whatever raises takes both away."""

    def broken(*args, **kwargs):
        raise RuntimeError("disk on fire")

    monkeypatch.setattr("web.api.writes.keep", broken)
    api.raise_request_exception = False
    answer = api.patch(ME, {"name": "Anna"}, HTTP_IDEMPOTENCY_KEY="k1")
    assert answer.status_code == 500
    assert reasons(answer) == {"": "server_error"}
    marta.refresh_from_db()
    assert marta.name == "Marta"
    assert not Receipt.objects.exists()
    assert acts() == 0


def test_a_secret_is_told_once_and_kept_nowhere(browser):
    def make():
        return browser.post(
            TOKENS,
            {"name": "Bot"},
            "application/json",
            HTTP_X_CSRFTOKEN=browser.csrf,
            HTTP_IDEMPOTENCY_KEY="make-bot",
        )

    first, again = make(), make()
    assert first.status_code == again.status_code == 201
    secret = first.json()["secret"]
    assert again["Idempotency-Replayed"] == "true"
    assert again.json() == {k: v for k, v in first.json().items() if k != "secret"}
    assert ApiToken.objects.count() == 1
    assert secret not in json.dumps(list(Receipt.objects.values("body", "key", "fingerprint")))


def test_an_answer_without_a_body_is_repeated_too(api, marta, token_of):
    token_of(marta, "Old bot")
    uuid = ApiToken.objects.get(name="Old bot").uuid
    first = api.delete(f"{TOKENS}{uuid}/", HTTP_IDEMPOTENCY_KEY="k1")
    again = api.delete(f"{TOKENS}{uuid}/", HTTP_IDEMPOTENCY_KEY="k1")
    assert (first.status_code, again.status_code) == (204, 204)
    assert again.content == b""
    assert again["Idempotency-Replayed"] == "true"
    assert api.delete(f"{TOKENS}{uuid}/").status_code == 404


@pytest.mark.parametrize("key", ["", "x" * 101, "a\tb", "ä", "\x7f"])
def test_a_key_is_short_and_printable(api, key):
    answer = api.patch(ME, {"name": "Anna"}, HTTP_IDEMPOTENCY_KEY=key)
    assert answer.status_code == 400
    assert reasons(answer) == {"Idempotency-Key": "idempotency_key"}
    assert acts() == 0


def test_a_read_takes_no_notice_of_a_key(api):
    assert api.get(ME, HTTP_IDEMPOTENCY_KEY="x" * 500).status_code == 200
    assert not Receipt.objects.exists()


def test_a_key_opens_nothing(client, db):
    answer = client.patch(ME, {"name": "Eve"}, "application/json", HTTP_IDEMPOTENCY_KEY="k1")
    assert answer.status_code == 401
    assert not Receipt.objects.exists()


def test_a_method_that_is_not_there_stays_so_under_a_key(api):
    assert api.put(ME, {"name": "Anna"}, HTTP_IDEMPOTENCY_KEY="k1").status_code == 405
