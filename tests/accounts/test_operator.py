"""The operator's pages about people."""

import re
from datetime import UTC, datetime

import pytest

from accounts.models import SignInLink, User
from acts.models import Act
from tests.accounts.conftest import PASSWORD, is_signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(browser, operator):
    """The operator's browser."""
    return browser(operator)


def link_shown(response):
    return re.search(r'value="http://testserver(/sign-in/link/[^"]+)"', response.content.decode())[
        1
    ]


def names_on(response):
    return [person.name for person in response.context["page"]]


def test_everybody_else_is_kept_out(client, browser, marta):
    for page in ("/operator/people/", "/operator/people/add/"):
        assert client.get(page)["Location"] == f"/sign-in/?next={page}"
        assert browser(marta).get(page).status_code == 403
    for action in ("link", "lift-lock"):
        answer = browser(marta).post(f"/operator/people/{marta.uuid}/{action}/")
        assert answer.status_code == 403
    assert not SignInLink.objects.exists()


def test_whoever_has_no_address_is_not_called_none(office, browser, make_user):
    """As the demo's other coach, whom an operator may become by link."""
    imogen = make_user("Imogen", email=None)
    assert "no e-mail" in office.get("/operator/people/").content.decode()
    pages = [office.get("/operator/people/")]
    pages += [browser(imogen).get(page) for page in ("/me/email/", "/me/password/", "/me/delete/")]
    for page in pages:
        assert page.status_code == 200
        assert "None" not in page.content.decode()


def test_people_are_found_by_name_and_address(office, make_user):
    make_user("Zoë Mudfist", email="zm@club.example")
    make_user("Bram")
    assert names_on(office.get("/operator/people/")) == ["Bram", "Opal", "Zoë Mudfist"]
    assert names_on(office.get("/operator/people/", {"q": "mudf"})) == ["Zoë Mudfist"]
    assert names_on(office.get("/operator/people/", {"q": "CLUB.example"})) == ["Zoë Mudfist"]
    nobody = office.get("/operator/people/", {"q": "<i>nobody"})
    assert "&lt;i&gt;nobody" in nobody.content.decode()


def test_many_people_come_in_pages(office, make_user):
    User.objects.bulk_create(
        User(name=f"P{n:03}", email=f"p{n}@example.org", joined_at=User.objects.first().joined_at)
        for n in range(60)
    )
    first = office.get("/operator/people/", {"q": "p"})
    assert len(names_on(first)) == 50
    assert "q=p&amp;page=2" in first.content.decode()
    assert len(names_on(office.get("/operator/people/", {"q": "p", "page": "2"}))) == 11
    assert office.get("/operator/people/", {"page": "nonsense"}).status_code == 200


def test_the_link_is_shown_once_with_its_code_and_works(office, browser, marta):
    shown = office.post(f"/operator/people/{marta.uuid}/link/")
    client = browser()
    client.post(link_shown(shown))
    assert is_signed_in(client)
    page = shown.content.decode()
    assert "<svg " in page
    assert "style=" not in page
    assert shown["Cache-Control"].endswith("private")
    assert Act.objects.filter(name="accounts.issue_sign_in_link", on_behalf_of=marta).exists()


def test_a_person_is_added_without_any_mail_and_chooses_a_password(office, browser, mailed):
    shown = office.post("/operator/people/add/", {"name": "Bram", "email": "Bram@example.org"})
    client = browser()
    assert client.post(link_shown(shown))["Location"] == "/me/password/"
    # The first one chosen, there is nothing more to do among the settings.
    assert client.post("/me/password/", {"new_password": "quite another one"})["Location"] == "/"
    given = {"email": "bram@example.org", "password": "quite another one"}
    assert browser().post("/sign-in/", given).status_code == 302
    assert mailed() == []


def test_an_address_that_is_taken_is_told_at_its_field(office, marta):
    answer = office.post("/operator/people/add/", {"name": "M", "email": "MARTA@example.org"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["email"]


def test_the_operator_lifts_a_lock(office, browser, marta):
    assert b"Lift the lock" not in office.get("/operator/people/").content
    for _ in range(10):
        browser().post("/sign-in/", {"email": "marta@example.org", "password": "wrong"})
    page = office.get("/operator/people/")
    assert page.context["locked"] == {marta.pk}
    assert b"Lift the lock" in page.content

    office.post(f"/operator/people/{marta.uuid}/lift-lock/")

    given = {"email": "marta@example.org", "password": PASSWORD}
    assert browser().post("/sign-in/", given).status_code == 302


def test_former_coaches_are_neither_listed_nor_let_in(office, browser, marta):
    browser(marta).post("/me/delete/", {"password": PASSWORD})
    assert names_on(office.get("/operator/people/")) == ["Opal"]
    assert office.post(f"/operator/people/{marta.uuid}/link/").status_code == 422


def test_issuing_and_lifting_take_a_post(office, marta):
    for action in ("link", "lift-lock"):
        assert office.get(f"/operator/people/{marta.uuid}/{action}/").status_code == 405


def test_nobody_by_that_id(office):
    nobody = "00000000-0000-0000-0000-000000000000"
    assert office.post(f"/operator/people/{nobody}/link/").status_code == 404


def test_the_operator_sees_how_to_reach_people_and_when_they_were_here(office, make_user):
    seen = datetime(2026, 3, 7, 20, 5, tzinfo=UTC)
    make_user("Bram", reach_me="@bram", last_login=seen)
    page = office.get("/operator/people/").content.decode()
    assert "@bram" in page
    assert "last here Sat 7 Mar 2026, 20:05" in page


def test_the_link_says_in_which_zone_it_runs_out(office, operator, marta):
    User.objects.filter(pk=operator.pk).update(time_zone="Asia/Tokyo")
    page = office.post(f"/operator/people/{marta.uuid}/link/").content.decode()
    assert re.search(r"until \w{3} \d+ \w+ \d{4}, \d\d:\d\d JST", page)
