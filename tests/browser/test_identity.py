"""The identity page in a browser: the crest is redrawn while it is picked."""

import pytest
from playwright.sync_api import expect

from teams.pictures import LARGEST_FILE
from tests.teams.history import team_with_a_past

pytestmark = pytest.mark.browser


@pytest.fixture
def team(marta):
    team = team_with_a_past(marta)
    team.shirt, team.trim, team.crest_shape, team.crest_pattern = "navy", "bone", "shield", "plain"
    team.save()
    return team


def test_the_crest_follows_what_is_picked(open_page, team, marta):
    page = open_page(f"/teams/{team.uuid}/identity/", user=marta)
    crest = page.locator("[data-crest-preview] svg.crest-xl")
    expect(crest).to_have_attribute("data-a", "navy")
    page.locator("label[title=amber]").first.click()
    page.locator("[name=crest_shape][value=roundel]").check(force=True)
    page.locator("[name=crest_pattern][value=hoops]").check(force=True)
    page.get_by_label("Name").fill("Old 3rd Bridge")
    expect(crest).to_have_attribute("data-a", "amber")
    expect(crest.locator("text")).to_have_text("O3B")
    expect(crest.locator("g")).to_have_attribute("clip-path", "url(#crest-roundel)")
    expect(crest.locator(".b")).to_have_count(1)
    expect(page.locator("[data-crest-preview] .team")).to_have_text("Old 3rd Bridge")


def test_a_trim_that_would_not_be_seen_gives_way_and_is_told(open_page, team, marta):
    page = open_page(f"/teams/{team.uuid}/identity/", user=marta)
    told = page.get_by_text("That trim would not be seen on that shirt")
    expect(told).to_be_hidden()
    page.locator("label[title=black]").last.click()
    crest = page.locator("[data-crest-preview] svg.crest-xl")
    expect(crest).to_have_attribute("data-b", "white")
    expect(told).to_be_visible()


def test_a_file_that_is_no_picture_is_refused_in_sight(open_page, team, marta):
    page = open_page(f"/teams/{team.uuid}/identity/", user=marta, width=390)
    words = {"name": "crest.png", "mimeType": "image/png", "buffer": b"no picture at all"}
    page.locator("input[type=file]").set_input_files(words)
    page.get_by_role("button", name="Put up the picture").click()
    expect(page.locator("form:has(input[type=file]) .err")).to_be_in_viewport()


def test_a_file_that_is_too_large_is_told_before_it_sets_out(open_page, team, marta, tmp_path):
    photograph = tmp_path / "team.jpg"
    photograph.write_bytes(bytes(LARGEST_FILE + 1))
    page = open_page(f"/teams/{team.uuid}/identity/", user=marta)
    field = page.locator("input[type=file]")
    field.set_input_files(photograph)
    assert field.evaluate("field => field.validationMessage") == "This file is larger than that."
