"""Pages asked in a way that they do not answer, and buttons pressed after the session ended."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from tests.api.conftest import reasons

pytestmark = pytest.mark.pure

DRILL = "/operator/jobs/drill/"
SIGN_IN = "/sign-in/"


@pytest.mark.parametrize("address", ["/theme/", "/sign-out/"])
def test_an_address_for_buttons_opens_as_a_page_with_a_way_back(client, db, address):
    answer = client.get(address)
    page = answer.content.decode()
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "No way through here" in page
    assert 'href="/"' in page


def test_the_api_says_it_in_its_own_shape(client, db):
    answer = client.post("/api/docs/")
    assert (answer.status_code, reasons(answer)) == (405, {"": "method_not_allowed"})
    assert answer["Allow"] == "GET, HEAD"


@pytest.mark.parametrize("name", ["home", "words", "styleguide", "robots", "manifest"])
def test_a_page_answers_head(client, db, name):
    assert client.head(reverse(name)).status_code == 200


def sent_on_to(answer):
    """The page that one gets to after signing in."""
    assert answer.status_code == 302
    where = urlsplit(answer["Location"])
    assert where.path == SIGN_IN
    return parse_qs(where.query).get("next", ["/"])[0]


@pytest.mark.parametrize(
    ("referer", "page"),
    [
        ("http://testserver/operator/jobs/?state=dead", "/operator/jobs/?state=dead"),
        ("http://elsewhere.example/operator/jobs/", "/"),
        ("javascript:alert(1)", "/"),
        ("http://[", "/"),
        ("", "/"),
    ],
)
def test_a_button_pressed_too_late_leads_back_to_its_page(client, db, operator, referer, page):
    answer = client.post(DRILL, headers={"Referer": referer})
    wanted = sent_on_to(answer)
    assert wanted == page
    signed_in = client.post(
        answer["Location"], {"email": operator.email, "password": "a fine password"}, follow=True
    )
    assert signed_in.status_code == 200
    assert signed_in.request["PATH_INFO"] == urlsplit(page).path


def test_a_page_opened_too_late_is_opened_afterwards(client, db):
    assert sent_on_to(client.get("/operator/jobs/?state=dead")) == "/operator/jobs/?state=dead"
