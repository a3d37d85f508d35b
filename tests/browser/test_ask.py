"""Asking the rulebook under a person's hands: dice to tap, the working to read."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_crawl import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def tap(page, face):
    page.locator(".pick label").nth(face - 1).click()


@pytest.mark.parametrize("has_script", [True, False])
def test_a_ruling_step_by_step(open_page, has_script):
    page = open_page("/rules/bb2016/ask/winnings/", java_script_enabled=has_script)
    page.get_by_role("button", name="Ask the rulebook").click()
    tap(page, 4)
    page.get_by_role("button", name="Answer and go on").click()
    page.get_by_label("Keep 60,000").check()
    page.get_by_role("button", name="Answer and go on").click()
    expect(page.get_by_role("heading", name="The ruling")).to_be_visible()
    expect(page.locator(".effects")).to_have_text("+60,000 gold")
    expect(page.locator(".sumlist .total")).to_contain_text("+60,000")
    assert page.record.complaints() == []


def test_a_die_can_be_tapped_again_and_changes_the_ruling(open_page):
    page = open_page("/rules/bb2016/ask/expensive-mistakes/")
    page.get_by_role("button", name="Ask the rulebook").click()
    tap(page, 6)
    page.get_by_role("button", name="Answer and go on").click()
    expect(page.locator(".sumlist")).to_contain_text("Crisis Averted")
    tap(page, 2)
    page.get_by_role("button", name="Ask again").click()
    expect(page.get_by_role("group", name="Minor Incident")).to_be_visible()


@pytest.mark.parametrize("name", ["casualty", "inducements", "mvp", "special-plays", "draft"])
@pytest.mark.parametrize("width", [390, 1440])
def test_what_it_asks_is_open_to_everybody(open_page, name, width):
    page = open_page(f"/rules/bb2016/ask/{name}/")
    page.set_viewport_size({"width": width, "height": 900})
    page.get_by_role("button", name="Ask the rulebook").click()
    expect(page.locator("#answer")).not_to_be_empty()
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_refusal_stands_at_its_field(open_page):
    page = open_page("/rules/bb2016/ask/draft/")
    players = page.get_by_role("group", name="Players", exact=True)
    players.get_by_label("Name").first.select_option("blitzer")
    # The three that the form begins with stand in the next row.
    players.get_by_role("spinbutton").first.fill("9")
    page.get_by_role("button", name="Ask the rulebook").last.click()
    expect(players.locator(".err")).to_contain_text("12 × Blitzer, and 4 at most may play.")
    assert violations(page) == []
