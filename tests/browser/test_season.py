"""A commissioner sets a season up on a phone, plays its first round, and ends another."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from competition.models import Stage
from jobs import runner
from tests.browser.pages import season_played

pytestmark = pytest.mark.browser

NAMES = ("Greywater Rovers", "Underquay Scurriers", "Mill Lane", "Tannery")


def fits(page):
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_season_is_set_up_on_a_phone(open_page, marta, season, draft_team, script):
    for name in NAMES:
        draft_team(name)
    address = f"/leagues/{season.league.uuid}/season/"
    page = open_page(address, user=marta, width=390, java_script_enabled=script)
    page.get_by_role("button", name="Register every team").click()
    expect(page.locator(".messages")).to_contain_text("4 teams came in.")
    fits(page) if script else None

    page.get_by_role("link", name="Arrange them").click()
    page.get_by_label("Divisions", exact=True).fill("Harbour\nHill")
    page.get_by_role("button", name="Sort by hand").click()
    for n, name in enumerate(NAMES):
        page.get_by_role("combobox", name=name).select_option(("Harbour", "Hill")[n % 2])
    page.get_by_role("button", name="Save the divisions").click()
    expect(page.locator(".messages")).to_contain_text("The divisions stand.")

    page.get_by_role("link", name="Season", exact=True).last.click()
    expect(page.get_by_role("heading", name="Harbour")).to_be_visible()
    page.get_by_role("link", name="Plan the first stage").click()
    page.get_by_role("link", name="Round robin").click()
    page.get_by_label("Name", exact=True).fill("The league")
    page.get_by_label("Legs").fill("2")
    page.get_by_role("button", name="Plan it").click()
    expect(page.locator(".messages")).to_contain_text("The league is planned.")

    page.get_by_role("link", name="Start The league").click()
    page.get_by_role("button", name="Start The league").click()
    expect(page.locator("progress")).to_be_visible()
    runner.run_due(now=timezone.now())
    if not script:
        page.reload()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    stage = Stage.objects.get()
    assert [each.fixtures.count() for each in stage.rounds.all()] == [2, 2]

    page.get_by_role("link", name="Enter scores").click()
    fields = page.locator(".score-sheet input")
    expect(fields).to_have_count(8)
    for n, field in enumerate(fields.all()):
        field.fill(str(n % 3))
    # The keyboard alone saves the sheet.
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("2 scores entered.")
    page.get_by_role("button", name="Close Round 1").click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    if script:
        fits(page)
    assert page.record.complaints() == []


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_season_is_ended_on_a_phone_and_its_honours_follow(open_page, marta, script):
    season = season_played(marta)
    address = f"/leagues/{season.league.uuid}/season/"
    page = open_page(address, user=marta, width=390, java_script_enabled=script)
    page.locator("a.btn.go", has_text="End the season").click()
    page.locator("[name=champion_gold]").fill("50000")
    page.get_by_role("button", name="End the season").click()
    expect(page.get_by_role("heading", name="Season 1 is being ended")).to_be_visible()
    expect(page.locator("progress")).to_be_visible()
    fits(page) if script else None
    runner.run_due(now=timezone.now())
    if not script:
        page.reload()
    expect(page.get_by_role("heading", name="Season 1", exact=True)).to_be_visible()
    expect(page.locator("dl")).to_contain_text("50,000 gold")
    expect(page.locator("progress")).to_have_count(0)
    fits(page) if script else None
    assert page.record.complaints() == []
