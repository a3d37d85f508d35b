"""The rulebook under a person's hands: search as one types, skills that explain themselves."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def test_search_answers_while_one_types_and_keeps_the_cursor(open_page):
    page = open_page("/rules/bb2016/races/")
    box = page.get_by_role("searchbox")
    box.press_sequentially("broken ri")
    found = page.locator("#found")
    expect(found.get_by_role("link", name="Broken Ribs")).to_be_visible()
    expect(box).to_be_focused()
    box.fill("")
    expect(found).to_be_empty()
    assert page.record.complaints() == []


def test_found_entry_is_where_its_link_leads(open_page):
    page = open_page("/rules/bb2016/search/?q=57")
    page.get_by_role("link", name="Broken Neck").click()
    expect(page.locator("tr:target")).to_contain_text("Broken Neck")


def test_search_works_without_script(open_page):
    page = open_page("/rules/bb2016/", java_script_enabled=False)
    page.get_by_role("searchbox").fill("griff")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.get_by_role("link", name="Griff Oberwald")).to_be_visible()


def test_stars_are_filtered_in_place(open_page):
    page = open_page("/rules/bb2016/stars/")
    page.get_by_label("Who plays for").select_option("Halfling")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="For Halfling")).to_be_visible()
    expect(page.locator("#deeproot-strongbranch")).to_be_visible()
    expect(page.locator("#griff-oberwald")).to_have_count(0)
    assert page.url.endswith("?race=halfling")


@pytest.fixture
def block(open_page):
    """The skill on the Blitzer of a team list, closed."""

    def find(**options):
        page = open_page("/rules/bb2016/races/human/", **options)
        # Letters that come late move the word from under the pointer.
        page.evaluate("() => document.fonts.ready.then(() => true)")
        term = page.locator(".term", has=page.get_by_role("button", name="Block", exact=True))
        expect(term.locator(".tip")).to_be_hidden()
        return term

    return find


def test_skill_explains_itself_under_the_pointer(block):
    term = block()
    term.get_by_role("button").hover()
    expect(term.locator(".tip")).to_be_visible()
    # Moved as a hand would, across the gap between the word and what it opens to.
    link = term.get_by_role("link", name="More on Block").bounding_box()
    there = link["x"] + link["width"] / 2, link["y"] + link["height"] / 2
    term.page.mouse.move(*there, steps=12)
    expect(term.locator(".tip")).to_be_visible()
    term.page.mouse.click(*there)
    expect(term.page.get_by_role("heading", level=1)).to_have_text("Block")


def test_skill_explains_itself_to_the_keyboard(block):
    term = block()
    term.get_by_role("button").focus()
    expect(term.locator(".tip")).to_be_visible()
    term.page.keyboard.press("Enter")
    term.page.keyboard.press("Tab")
    expect(term.get_by_role("link", name="More on Block")).to_be_focused()
    term.page.keyboard.press("Enter")
    expect(term.page.get_by_role("heading", level=1)).to_have_text("Block")


def test_the_keyboard_goes_on_from_a_skill_to_the_next(open_page):
    page = open_page("/rules/bb2016/races/skaven/")
    page.get_by_role("button", name="Sure Hands", exact=True).focus()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Sure Hands", exact=True)).to_be_focused()


def test_skill_explains_itself_to_a_thumb(block):
    term = block(has_touch=True, width=390)
    term.get_by_role("button").tap()
    expect(term.locator(".tip")).to_be_visible()
    term.get_by_role("link", name="More on Block").tap()
    expect(term.page.get_by_role("heading", level=1)).to_have_text("Block")
