"""The pages that belong to no room in particular, and the frame around all of them."""

import json

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from web.glossary import words


@pytest.fixture
def viewer(db):
    """Nobody in particular: no session, no cookie."""
    return Client()


@pytest.mark.parametrize("path", ["/words/", "/styleguide/", "/robots.txt", "/site.webmanifest"])
def test_public_pages_ask_the_database_nothing(viewer, django_assert_num_queries, path):
    with django_assert_num_queries(0):
        assert viewer.get(path).status_code == 200


@pytest.mark.parametrize("path", ["/words/", "/styleguide/"])
def test_signed_in_page_costs_session_and_user(client, marta, django_assert_num_queries, path):
    client.force_login(marta)
    with django_assert_num_queries(2):
        assert client.get(path).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/words/", "/styleguide/", "/robots.txt", "/site.webmanifest"]
)
def test_pages_that_are_only_read_refuse_to_be_written(viewer, path):
    assert viewer.put(path).status_code == 405


def test_pages_hold_no_inline_style_or_script_and_nothing_from_elsewhere(viewer):
    for path in ("/", "/words/", "/styleguide/", "/nowhere/"):
        page = viewer.get(path).content.decode()
        assert " style=" not in page
        assert "<style" not in page
        assert "<script>" not in page
        assert " onclick=" not in page
        assert "http://" not in page
        assert "https://" not in page


def test_home_says_honestly_that_there_is_no_league(viewer):
    assert "No league yet" in viewer.get("/").content.decode()


# --- light -----------------------------------------------------------------------------------
def test_theme_is_kept_in_a_cookie_and_set_on_the_page(viewer):
    assert "data-theme" not in viewer.get("/").content.decode()
    answer = viewer.post("/theme/", {"theme": "floodlights", "next": "/words/?q=dice"})
    assert answer.status_code == 302
    assert answer.url == "/words/?q=dice"
    assert answer.cookies["theme"]["samesite"] == "Lax"
    assert 'data-theme="floodlights"' in viewer.get("/").content.decode()
    viewer.post("/theme/", {"theme": ""})
    assert "data-theme" not in viewer.get("/").content.decode()


@pytest.mark.parametrize(
    "back", ["https://elsewhere.example/", "//elsewhere.example", "javascript:1", ""]
)
def test_theme_switch_sends_nobody_elsewhere(viewer, back):
    assert viewer.post("/theme/", {"theme": "paper", "next": back}).url == "/"


def test_theme_that_is_none_is_refused_and_never_printed(viewer):
    assert viewer.post("/theme/", {"theme": '"><b>'}).status_code == 400
    viewer.cookies["theme"] = "neon"
    assert "neon" not in viewer.get("/").content.decode()


def test_theme_switch_is_a_form_with_a_token(db):
    assert Client(enforce_csrf_checks=True).post("/theme/", {"theme": "paper"}).status_code == 403


# --- words -----------------------------------------------------------------------------------
def test_words_page_has_every_word(viewer):
    page = viewer.get("/words/").content.decode()
    assert page.count("<dt>") == len(words())
    assert "37 words" in page


def test_words_are_found_by_their_meaning(viewer):
    page = viewer.get("/words/", {"q": "  INTERCEPTION "}).content.decode()
    assert page.count("<dt>") == 1
    assert "1 word<" in " ".join(page.split()).replace(" <", "<")


def test_word_that_is_not_there_is_said_back_safely(viewer):
    page = viewer.get("/words/", {"q": "<script>"}).content.decode()
    assert "No such word" in page
    assert "<script>" not in page


# --- styleguide ------------------------------------------------------------------------------
def test_kits_are_sorted_and_paged(viewer):
    def names(**asked):
        return [kit.name for kit in viewer.get("/styleguide/", asked).context["kits"]]

    assert names()[0] == "amber"
    assert names(page=3) == ["slate", "teal", "violet", "white"]
    assert names(sort="lettering")[:2] == ["black", "white"]
    assert names(sort="nonsense", page="nonsense") == names()


def test_refusal_is_shown_at_the_field_with_422(viewer):
    answer = viewer.post("/styleguide/", {"number": "7"})
    assert answer.status_code == 422
    assert "Somebody wears 7. Free: 8, 14, 15, 16." in answer.content.decode()
    assert viewer.post("/styleguide/", {"number": "x"}).status_code == 422


def test_success_is_a_toast_on_the_next_page(viewer):
    page = viewer.post("/styleguide/", {"number": "8"}, follow=True)
    assert page.redirect_chain == [(reverse("styleguide"), 302)]
    assert '<p class="toast">Cob Netter wears 8 now.</p>' in page.content.decode()


# --- files for machines ----------------------------------------------------------------------
def test_robots_keep_out_of_the_api(viewer):
    answer = viewer.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    assert b"Disallow: /api/" in answer.content


def test_manifest_names_icons_that_exist(viewer):
    described = json.loads(viewer.get("/site.webmanifest").content)
    assert described["start_url"] == "/"
    for icon in described["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))
