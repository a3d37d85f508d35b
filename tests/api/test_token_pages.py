"""The page on which a person makes and revokes tokens."""

from django.utils import timezone

from accounts.commands.tokens import create_token
from accounts.models import ApiToken

PAGE = "/me/tokens/"


def test_the_secret_is_on_the_page_once(client, marta):
    client.force_login(marta)
    answer = client.post(PAGE, {"name": "Score bot"})
    secret = answer.context["secret"]
    assert answer.status_code == 201
    assert answer.content.decode().count(secret) == 1
    assert "no-store" in answer["Cache-Control"]
    again = client.get(PAGE).content.decode()
    assert secret not in again
    assert "Score bot" in again
    assert client.get("/api/v1/me/", HTTP_AUTHORIZATION=f"Bearer {secret}").status_code == 200


def test_nobody_is_sent_to_sign_in(client, db):
    for address in (PAGE, f"{PAGE}7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11/revoke/"):
        answer = client.post(
            address, {"name": "Bot"}, headers={"Referer": f"http://testserver{PAGE}"}
        )
        assert answer.status_code == 302
        assert answer["Location"] == "/sign-in/?next=/me/tokens/"


def test_loading_the_answer_again_makes_no_second_token(client, marta):
    client.force_login(marta)
    client.post(PAGE, {"name": "Score bot"})
    answer = client.post(PAGE, {"name": "Score bot"})
    assert answer.status_code == 422
    assert "You already have a token of this name." in answer.content.decode()
    assert ApiToken.objects.count() == 1


def test_a_refused_name_stands_at_its_field(client, marta):
    client.force_login(marta)
    answer = client.post(PAGE, {"name": "two\nlines"})
    assert answer.status_code == 422
    assert "name" in answer.context["form"].errors
    assert not ApiToken.objects.exists()


def test_revoking_is_a_form(client, marta):
    client.force_login(marta)
    token, _ = create_token(actor=marta, name="Score bot", now=timezone.now())
    address = f"{PAGE}{token.uuid}/revoke/"
    assert address in client.get(PAGE).content.decode()
    assert client.get(address).status_code == 405
    answer = client.post(address, follow=True)
    assert answer.status_code == 200
    assert "Score bot" not in [each.name for each in answer.context["tokens"]]
    assert client.post(address).status_code == 404


def test_nobody_revokes_the_token_of_another_by_page(client, marta, make_user):
    token, _ = create_token(actor=marta, name="Score bot", now=timezone.now())
    client.force_login(make_user("Olaf"))
    assert client.post(f"{PAGE}{token.uuid}/revoke/").status_code == 404
    assert ApiToken.objects.get().revoked_at is None


def test_the_page_asks_as_much_for_one_token_as_for_three(client, marta, django_assert_num_queries):
    client.force_login(marta)
    for name in ("one", "two", "three"):
        create_token(actor=marta, name=name, now=timezone.now())
        with django_assert_num_queries(3):
            client.get(PAGE)
