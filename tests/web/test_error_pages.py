"""Error pages: the same face, the reasons, and a way back."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import include, path

from acts.failures import Conflict, Refused, TooMany
from web import errors


def fail(request, status):
    match status:
        case 403:
            raise PermissionDenied
        case 409:
            raise Conflict.because("moved", "The fixture moved since you looked.")
        case 422:
            raise Refused.because("full", "Sixteen players is a full roster.")
        case 429:
            raise TooMany.because("often", "Ten times a minute is enough.")
        case 500:
            raise RuntimeError("broken on purpose")
    return HttpResponse()


urlpatterns = [path("", include("config.urls")), path("fail/<int:status>/", fail)]
handler400 = "web.errors.bad_request"
handler403 = "web.errors.forbidden"
handler404 = "web.errors.not_found"
handler500 = "web.errors.server_error"


@pytest.fixture
def viewer(db, settings):
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


def test_a_button_in_vain_leads_back_to_its_page(viewer):
    seen = "http://testserver/leagues/?page=2"
    page = viewer.post("/fail/422/", headers={"referer": seen}).content.decode()
    assert 'href="/leagues/?page=2"' in page
    for referer in ("http://elsewhere.example/leagues/", "http://testserver/fail/422/", ""):
        page = viewer.post("/fail/422/", headers={"referer": referer}).content.decode()
        assert "elsewhere.example" not in page
        assert "Back to its page" not in page


def test_a_button_that_a_browser_pressed_is_told_on_its_own_page(viewer):
    browser = {"referer": "http://testserver/leagues/?page=2", "accept": "text/html,*/*;q=0.8"}
    for status, said in ((409, "The fixture moved"), (422, "Sixteen players is a full roster.")):
        answer = viewer.post(f"/fail/{status}/", headers=browser)
        assert (answer.status_code, answer["Location"]) == (302, "/leagues/?page=2")
        page = viewer.get("/leagues/").content.decode()
        assert f'data-at="/fail/{status}/"' in page
        assert said in page
    for script in ({"accept": "*/*"}, {"HX-Request": "true"}):
        assert viewer.post("/fail/422/", headers=browser | script).status_code == 422


def test_a_buttons_address_opened_by_itself_leads_to_its_page(viewer, make_user):
    viewer.force_login(make_user("Ines"))
    match = "/matches/00000000-0000-4000-8000-000000000000/"
    answer = viewer.get(f"{match}steps/joint/kick-off/")
    assert answer.status_code == 405
    assert f'href="{match}steps/"' in answer.content.decode()


HEADINGS = {
    403: "Not your dressing room",
    409: "Somebody was quicker",
    422: "The rules say no",
    429: "One at a time",
    500: "The floodlights went out",
}


@pytest.mark.parametrize("status", HEADINGS)
def test_failure_has_its_own_page_and_costs_no_statement(viewer, django_assert_num_queries, status):
    with django_assert_num_queries(0):
        answer = viewer.get(f"/fail/{status}/")
    page = answer.content.decode()
    assert answer.status_code == status
    assert HEADINGS[status] in page
    assert "data-failure" in page
    assert 'href="/"' in page


def test_page_that_is_not_there(viewer, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = viewer.get("/nowhere/")
    assert answer.status_code == 404
    assert "Out of bounds" in answer.content.decode()


def test_too_often_says_when_to_come_back(viewer):
    assert viewer.get("/fail/429/")["Retry-After"] == "60"


def test_unknown_host_is_a_bad_request(viewer):
    answer = viewer.get("/", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "Lost on the way" in answer.content.decode()
    assert "ALLOWED_HOSTS" in answer.content.decode()


def test_too_much_is_not_even_read(viewer, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    answer = viewer.post("/theme/", {"theme": "paper" * 10})
    assert answer.status_code == 413
    assert "Too much for one page" in answer.content.decode()


def test_stale_form_offers_the_page_again(settings, db):
    answer = Client(enforce_csrf_checks=True).post("/styleguide/?sort=trims", {"number": "8"})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "This form has gone stale" in page
    assert 'href="/styleguide/?sort=trims"' in page


@pytest.mark.pure
def test_broken_server_still_has_its_page_without_request_or_manifest(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    answer = errors.server_error(request)
    page = answer.content.decode()
    assert answer.status_code == 500
    assert "Something broke on our side." in page
    assert 'href="/static/css/touchback.css"' in page
    assert "Sign in" not in page
    assert "csrfmiddlewaretoken" not in page
