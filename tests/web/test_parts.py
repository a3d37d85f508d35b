"""A page, or the part of it that htmx asked for."""

import pytest
from django.test import Client

pytestmark = pytest.mark.pure


@pytest.fixture
def viewer(db):
    return Client()


def asking_for(part):
    return {"HX-Request": "true", "HX-Target": part, "HX-Boosted": "true"}


def test_htmx_gets_the_part_that_it_fills(viewer):
    answer = viewer.get("/words/?q=dice", headers=asking_for("words"))
    part = answer.content.decode().strip()
    assert part.startswith("<section")
    assert 'id="words"' in part
    assert "<html" not in part


@pytest.mark.parametrize(
    "headers", [{}, {"HX-Request": "true"}, {"HX-Request": "true", "HX-Target": "elsewhere"}]
)
def test_everybody_else_gets_the_page(viewer, headers):
    assert "<html" in viewer.get("/words/", headers=headers).content.decode()


def test_caches_are_told_that_the_answers_differ(viewer):
    varies = viewer.get("/words/")["Vary"]
    assert "HX-Request" in varies
    assert "HX-Target" in varies


def test_refused_form_comes_back_as_its_part(viewer):
    answer = viewer.post("/styleguide/", {"number": "7"}, headers=asking_for("shirt"))
    assert answer.status_code == 422
    assert answer.content.decode().strip().startswith("<form")


def test_messages_ride_along_with_the_part(viewer):
    viewer.post("/styleguide/", {"number": "8"}, headers=asking_for("shirt"))
    part = viewer.get("/styleguide/", headers=asking_for("shirt")).content.decode()
    assert 'hx-swap-oob="innerHTML:#messages"' in part
    assert "Cob Netter wears 8 now." in part
    again = viewer.get("/styleguide/", headers=asking_for("shirt")).content.decode()
    assert "Cob Netter wears" not in again


def test_error_for_htmx_is_a_note_without_a_frame(viewer):
    answer = viewer.get("/nowhere/", headers=asking_for("kits"))
    assert answer.status_code == 404
    page = answer.content.decode()
    assert "data-failure" in page
    assert "<html" not in page
