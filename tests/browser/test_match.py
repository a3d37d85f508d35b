"""A post-match step under a coach's thumb: tapped, rolled for, and done."""

import pytest
from playwright.sync_api import expect

from teams.models import Team
from teams.verifying import differences
from tests.browser.pages import league_with_a_match
from tests.browser.test_crawl import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def home(page):
    return page.locator("section", has=page.get_by_role("heading", name="Mapmakers"))


@pytest.mark.parametrize("has_script", [True, False])
def test_winnings_and_fans_from_the_first_die_to_the_last(open_page, marta, has_script):
    match = league_with_a_match(marta)
    page = open_page(f"/matches/{match.uuid}/", user=marta, java_script_enabled=has_script)
    page.set_viewport_size({"width": 390, "height": 844})
    home(page).locator(".pick label").nth(3).click()
    home(page).get_by_role("button", name="Enter the dice").click()
    home(page).get_by_text("Keep 60,000").click()
    expect(home(page).get_by_text("Fan factor: roll 3D6")).to_be_visible()
    if has_script:
        assert violations(page) == []
    home(page).get_by_role("button", name="Roll for me").click()
    expect(home(page).get_by_role("heading", name="Hire & Fire")).to_be_visible()
    expect(home(page).locator(".done-step .total")).to_contain_text("+60,000")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.record.complaints() == []
    team = Team.objects.get(name="Mapmakers")
    assert team.treasury == 110_000
    assert [*differences(team)] == []


def test_a_die_that_is_missing_is_asked_for_before_anything_is_sent(open_page, marta):
    match = league_with_a_match(marta)
    page = open_page(f"/matches/{match.uuid}/", user=marta)
    home(page).get_by_role("button", name="Enter the dice").click()
    assert page.evaluate("document.querySelector(':invalid') !== null")
    expect(home(page).get_by_role("button", name="Roll for me")).to_be_visible()
    assert match.runs.get(side="home", step="fortune").revision == 0
