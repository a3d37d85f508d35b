"""API tokens: made in person, shown once, revoked for good."""

import hashlib
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.commands.tokens import MOST_LIVE_TOKENS, create_token, revoke_token
from accounts.models import ApiToken
from acts.failures import Missing, Refused
from acts.models import Act
from tests.api.conftest import reasons

ME = "/api/v1/me/"
TOKENS = "/api/v1/me/tokens/"


def codes(refusal):
    return [(reason.code, reason.subject) for reason in refusal.value.reasons]


def test_only_the_digest_of_a_secret_is_kept(marta):
    token, secret = create_token(actor=marta, name="  Score bot ", now=timezone.now())
    row = ApiToken.objects.values().get()
    assert secret.startswith("tb_")
    assert row["digest"] == hashlib.sha256(secret.encode()).hexdigest()
    assert row["name"] == "Score bot"
    assert secret.startswith(row["hint"])
    assert secret not in str(row)
    act = Act.objects.get(name="accounts.create_token")
    assert (act.actor, act.payload) == (marta, {"token": str(token.uuid)})


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "blank"),
        ("   ", "blank"),
        ("\u200b", "blank"),
        ("Score\nbot", "not_one_line"),
        ("Score\r\nbot", "not_one_line"),
        ("Score\x00bot", "not_one_line"),
        ("Score\u2028bot", "not_one_line"),
        ("Score\ud800bot", "not_one_line"),
        ("Score\u202etob", "not_one_line"),
        ("x" * 61, "too_long"),
    ],
)
def test_a_name_is_one_readable_line(marta, name, code):
    with pytest.raises(Refused) as refusal:
        create_token(actor=marta, name=name, now=timezone.now())
    assert codes(refusal) == [(code, "name")]
    assert not ApiToken.objects.exists()


def test_live_tokens_have_names_of_their_own(marta, make_user):
    token, _ = create_token(actor=marta, name="Bot", now=timezone.now())
    create_token(actor=make_user("Olaf"), name="Bot", now=timezone.now())
    with pytest.raises(Refused) as refusal:
        create_token(actor=marta, name="Bot", now=timezone.now())
    assert codes(refusal) == [("name_taken", "name")]
    revoke_token(actor=marta, uuid=token.uuid, now=timezone.now())
    create_token(actor=marta, name="Bot", now=timezone.now())


def test_a_key_ring_has_an_end_and_revoking_makes_room(marta):
    for number in range(MOST_LIVE_TOKENS):
        last, _ = create_token(actor=marta, name=f"Bot {number}", now=timezone.now())
    with pytest.raises(Refused) as refusal:
        create_token(actor=marta, name="\n", now=timezone.now())
    assert codes(refusal) == [("blank", "name"), ("too_many_tokens", "")]
    revoke_token(actor=marta, uuid=last.uuid, now=timezone.now())
    create_token(actor=marta, name="One more", now=timezone.now())


def test_nobody_revokes_the_token_of_another(marta, make_user):
    token, _ = create_token(actor=marta, name="Bot", now=timezone.now())
    with pytest.raises(Missing):
        revoke_token(actor=make_user("Olaf"), uuid=token.uuid, now=timezone.now())
    assert ApiToken.objects.get().revoked_at is None


def test_a_token_speaks_for_its_person(api, marta):
    answer = api.get(ME)
    assert answer.status_code == 200
    assert answer.json() == {
        "uuid": str(marta.uuid),
        "name": "Marta",
        "email": "marta@example.org",
        "time_zone": "UTC",
        "reach_me": "",
        "joined_at": "2026-01-01T00:00:00Z",
    }


def refused_answers(marta, token_of):
    unknown = "tb_" + "A" * 43
    revoked = token_of(marta, "Revoked")
    token = ApiToken.objects.get(name="Revoked")
    revoke_token(actor=marta, uuid=token.uuid, now=timezone.now())
    headers = [unknown, revoked, "", "tb_short", "tb_" + "ä" * 43, "a b c", "tb_" + "A" * 4000]
    client = APIClient()
    return [client.get(ME, HTTP_AUTHORIZATION=f"Bearer {given}") for given in headers]


def test_every_token_that_opens_nothing_gets_the_same_answer(marta, token_of):
    answers = refused_answers(marta, token_of)
    assert {answer.status_code for answer in answers} == {401}
    assert {answer.content for answer in answers} == {answers[0].content}
    assert {answer["WWW-Authenticate"] for answer in answers} == {'Bearer realm="Touchback"'}
    assert reasons(answers[0]) == {"": "authentication_failed"}


def test_the_token_of_an_inactive_person_opens_nothing(api, marta):
    marta.is_active = False
    marta.save()
    answer = api.get(ME)
    assert answer.status_code == 401
    assert reasons(answer) == {"": "authentication_failed"}


def test_a_token_that_opens_nothing_is_not_overlooked_on_open_pages(client):
    assert client.get("/api/v1/", HTTP_AUTHORIZATION="Bearer tb_x").status_code == 401
    assert client.get("/api/v1/").status_code == 200


def test_nobody_is_told_how_to_sign_in(client):
    answer = client.get(ME)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == 'Bearer realm="Touchback"'
    assert reasons(answer) == {"": "not_authenticated"}


def test_the_scheme_may_be_written_in_any_case(secret, client):
    assert client.get(ME, HTTP_AUTHORIZATION=f"bearer {secret}").status_code == 200
    assert client.get(ME, HTTP_AUTHORIZATION=f"BEARER  {secret}").status_code == 200


def test_use_is_noted_once_an_hour(api, django_assert_num_queries):
    started = timezone.now()

    def call_after(minutes, *, statements):
        moment = started + timedelta(minutes=minutes)
        with time_machine.travel(moment, tick=False), django_assert_num_queries(statements):
            api.get(ME)

    call_after(0, statements=2)
    call_after(0, statements=1)
    call_after(59, statements=1)
    assert ApiToken.objects.get().last_used_at == started
    call_after(61, statements=2)
    assert ApiToken.objects.get().last_used_at == started + timedelta(minutes=61)


def test_a_session_makes_a_token_and_hears_its_secret_once(browser, client):
    answer = browser.post(
        TOKENS, {"name": "Bot"}, "application/json", HTTP_X_CSRFTOKEN=browser.csrf
    )
    assert answer.status_code == 201
    made = answer.json()
    assert client.get(ME, HTTP_AUTHORIZATION=f"Bearer {made['secret']}").status_code == 200
    listed = browser.get(TOKENS).json()
    assert listed["count"] == 1
    assert listed["results"][0]["name"] == "Bot"
    assert "secret" not in listed["results"][0]
    assert made["secret"] not in str(listed)


def test_a_token_cannot_make_another(api):
    answer = api.post(TOKENS, {"name": "Successor"})
    assert answer.status_code == 403
    assert reasons(answer) == {"": "not_by_token"}
    assert ApiToken.objects.count() == 1


def test_a_token_may_revoke_itself(api):
    uuid = api.get(TOKENS).json()["results"][0]["uuid"]
    assert api.delete(f"{TOKENS}{uuid}/").status_code == 204
    assert api.get(ME).status_code == 401


def test_a_token_that_is_not_yours_is_not_there(api, make_user, token_of):
    token_of(make_user("Olaf"), "Olafs bot")
    uuid = ApiToken.objects.get(name="Olafs bot").uuid
    answer = api.delete(f"{TOKENS}{uuid}/")
    assert answer.status_code == 404
    assert reasons(answer) == {"": "no_such_token"}
    assert api.get(TOKENS).json()["count"] == 1


def test_a_session_needs_the_csrf_header_to_write(browser):
    answer = browser.post(TOKENS, {"name": "Bot"}, "application/json")
    assert answer.status_code == 403
    assert reasons(answer) == {"": "csrf"}
    wrong = browser.patch(ME, {"name": "Eve"}, "application/json", HTTP_X_CSRFTOKEN="x" * 32)
    assert (wrong.status_code, reasons(wrong)) == (403, {"": "csrf"})
    assert browser.get(ME).json()["name"] == "Marta"


def test_a_bad_token_is_not_saved_by_a_session(browser):
    assert browser.get(ME, HTTP_AUTHORIZATION="Bearer tb_x").status_code == 401
