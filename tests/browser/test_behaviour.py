"""What pages do under a hand: with script, without script, and when the line goes dead."""

import re

import pytest
from playwright.sync_api import expect

from web.stylesheet import SOURCES

pytestmark = pytest.mark.browser

WITH_AND_WITHOUT_SCRIPT = pytest.mark.parametrize(
    "script", [True, False], ids=["with script", "without script"]
)


def ends(address):
    return re.compile(re.escape(address) + "$")


def theme(page):
    return page.locator("html").get_attribute("data-theme")


# --- light ---------------------------------------------------------------------------------------
@WITH_AND_WITHOUT_SCRIPT
def test_lights_go_on_and_off_and_stay(open_page, script):
    page = open_page("/words/?q=dice", java_script_enabled=script, color_scheme="light")
    page.get_by_role("button", name="Dark colours").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "floodlights")
    expect(page).to_have_url(ends("/words/?q=dice"))
    page.reload()
    assert theme(page) == "floodlights"
    page.get_by_role("button", name="Light colours").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "paper")
    page.get_by_role("button", name="Light as the system has it").click()
    expect(page.get_by_role("button", name="Light as the system has it")).to_be_hidden()
    page.reload()
    assert theme(page) is None


def test_lights_switch_offers_the_other_light_of_the_system(open_page):
    page = open_page("/", color_scheme="dark")
    expect(page.get_by_role("button", name="Light colours")).to_be_visible()
    expect(page.get_by_role("button", name="Dark colours")).to_be_hidden()


def test_lights_need_no_request_and_keep_the_focus(open_page):
    page = open_page("/", color_scheme="light")
    loaded = []
    page.on("framenavigated", lambda frame: loaded.append(frame.url))
    page.get_by_role("button", name="Dark colours").press("Enter")
    expect(page.get_by_role("button", name="Light colours")).to_be_focused()
    assert loaded == []


# --- words that explain themselves ---------------------------------------------------------------
def spp(page):
    word = page.locator("main").get_by_role("button", name="SPP", exact=True).last
    tip = page.locator(f"#{word.get_attribute('aria-describedby')}")
    return word, tip


@WITH_AND_WITHOUT_SCRIPT
def test_word_is_explained_on_hover(open_page, script):
    page = open_page("/styleguide/", java_script_enabled=script)
    word, tip = spp(page)
    expect(tip).to_be_hidden()
    word.hover()
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("Star player points")
    tip.hover()
    expect(tip).to_be_visible()
    page.mouse.move(0, 0)
    expect(tip).to_be_hidden()


@WITH_AND_WITHOUT_SCRIPT
def test_word_is_explained_on_focus(open_page, script):
    page = open_page("/styleguide/", java_script_enabled=script)
    word, tip = spp(page)
    word.focus()
    page.keyboard.press("Shift+Tab")
    expect(tip).to_be_hidden()
    page.keyboard.press("Tab")
    expect(word).to_be_focused()
    expect(tip).to_be_visible()


@WITH_AND_WITHOUT_SCRIPT
def test_word_is_explained_on_tap(open_page, script):
    page = open_page(
        "/styleguide/", java_script_enabled=script, width=390, has_touch=True, is_mobile=True
    )
    word, tip = spp(page)
    word.tap()
    expect(tip).to_be_visible()
    page.locator("h1").tap()
    expect(tip).to_be_hidden()


@pytest.mark.parametrize("how", ["hover", "focus"])
def test_escape_hushes_an_explanation(open_page, how):
    page = open_page("/styleguide/")
    word, tip = spp(page)
    word.scroll_into_view_if_needed()
    if how == "hover":
        word.hover()
    else:
        word.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    if how == "hover":
        page.mouse.move(0, 0)
        word.hover()
        expect(tip).to_be_visible()


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_no_explanation_is_cut_off_at_the_edge(open_page, width):
    page = open_page("/styleguide/", width=width)
    words = page.locator(".term > button:visible")
    assert words.count() >= 11
    for word in words.all():
        word.scroll_into_view_if_needed()
        word.click()
        box = page.locator(f"#{word.get_attribute('aria-describedby')}").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844
        page.keyboard.press("Escape")
        page.mouse.move(0, 0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# --- parts that load -----------------------------------------------------------------------------
def sort_by(page, what):
    return page.locator("#kits").get_by_role("link", name=what, exact=True)


def test_loading_is_shown_while_a_part_is_on_its_way(open_page):
    page = open_page("/styleguide/")
    held = []
    page.route("**/styleguide/?sort=trims*", lambda route: held.insert(0, route))
    sort_by(page, "Trims").click()
    expect(page.locator("html")).to_have_class("loading")
    expect(page.locator("#kits")).to_have_attribute("aria-busy", "true")
    held.pop().continue_()
    expect(page.locator("html")).not_to_have_class("loading")
    expect(page.locator("#kits")).not_to_have_attribute("aria-busy", "true")


def test_page_that_looks_for_news_by_itself_does_so_quietly(open_page):
    page = open_page("/styleguide/")
    held = []
    page.route("**/styleguide/?sort=trims*", lambda route: held.insert(0, route))
    with page.expect_request("**/styleguide/?sort=trims"):
        page.evaluate("void htmx.ajax('GET', '?sort=trims', {target: '#kits', swap: 'outerHTML'})")
    expect(page.locator("html")).not_to_have_class("loading")
    held.pop().continue_()
    expect(sort_by(page, "Trims").locator("..")).to_have_attribute("aria-sort", "descending")


def test_sorting_swaps_the_part_keeps_the_focus_and_can_be_undone(open_page):
    page = open_page("/styleguide/")
    page.evaluate("window.stayed = true")
    sort_by(page, "Lettering").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#kits tbody th").first).to_contain_text("black")
    expect(sort_by(page, "Lettering")).to_be_focused()
    assert page.evaluate("window.stayed")
    expect(page).to_have_url(ends("?sort=lettering"))
    page.go_back()
    expect(page.locator("#kits tbody th").first).to_contain_text("amber")
    expect(page.locator("h1")).to_be_visible()
    page.reload()
    expect(page.locator("#kits tbody th").first).to_contain_text("amber")
    assert page.record.complaints() == []


def test_focus_goes_to_the_part_when_what_had_it_is_gone(open_page):
    page = open_page("/styleguide/?page=2")
    page.locator("#kits-next").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#kits")).to_contain_text("Page 3 of 3")
    expect(page.locator("#kits")).to_be_focused()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"status": 502, "body": "Bad gateway"}, "Something broke on our side"),
        (
            {"status": 409, "body": "<h1>x</h1><p class='note bad' data-failure>Moved.</p>"},
            "Moved.",
        ),
        ({"status": 422, "body": "<p class='note bad' data-failure>Full.</p>"}, "Full."),
        (None, "The server could not be reached"),
    ],
    ids=["broken gateway", "conflict", "refused without a form", "no network"],
)
def test_failure_is_shown_where_it_happened(open_page, answer, said):
    page = open_page("/styleguide/")
    page.route(
        "**/styleguide/?sort=trims*",
        lambda route: (
            route.fulfill(content_type="text/html", **answer) if answer else route.abort()
        ),
    )
    for _ in range(2):
        sort_by(page, "Trims").click()
        expect(page.locator(".note.bad + #kits")).to_have_count(1)
        expect(page.locator(".note.bad", has_text=said)).to_have_count(1)
    expect(page.locator("#kits tbody tr")).to_have_count(8)
    expect(page.locator("html")).not_to_have_class("loading")
    page.unroute("**/styleguide/?sort=trims*")
    sort_by(page, "Trims").click()
    expect(sort_by(page, "Trims").locator("..")).to_have_attribute("aria-sort", "descending")
    expect(page.locator(".note.bad", has_text=said)).to_have_count(0)


def test_whole_page_in_place_of_a_part_is_gone_to(open_page):
    page = open_page("/styleguide/")
    page.route(
        "**/styleguide/?sort=trims*",
        lambda route: (
            route.fulfill(content_type="text/html", body="<!doctype html><p>Sign in")
            if "hx-request" in route.request.headers
            else route.continue_()
        ),
    )
    with page.expect_navigation():
        sort_by(page, "Trims").click()
    expect(page.locator("h1")).to_have_text(re.compile("piece by piece"))
    expect(page).to_have_url(ends("?sort=trims"))


@WITH_AND_WITHOUT_SCRIPT
def test_refused_form_says_why_and_a_good_one_says_so(open_page, script):
    page = open_page("/styleguide/", java_script_enabled=script)
    page.get_by_label("Shirt number").fill("7")
    page.get_by_role("button", name="Wear the number").click()
    expect(page.locator("#shirt")).to_contain_text("Somebody wears 7. Free: 8, 14, 15, 16.")
    if script:
        expect(page.get_by_label("Shirt number")).to_be_focused()
    page.get_by_label("Shirt number").fill("14")
    page.get_by_role("button", name="Wear the number").click()
    expect(page.locator(".toast")).to_have_text("Cob Netter wears 14 now.")
    expect(page.locator("#shirt .err")).to_have_count(0)
    expect(page).to_have_url(ends("/styleguide/"))


@WITH_AND_WITHOUT_SCRIPT
def test_words_are_searched(open_page, script):
    page = open_page("/words/", java_script_enabled=script)
    page.get_by_label("Find a word").fill("crowd")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".words dt")).to_have_text(["FAME"])
    expect(page).to_have_url(ends("/words/?q=crowd"))
    page.get_by_label("Find a word").fill("xyzzy")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Show all words").click()
    expect(page.locator(".words dt").nth(30)).to_be_attached()


# --- pieces --------------------------------------------------------------------------------------
@WITH_AND_WITHOUT_SCRIPT
def test_dialog_asks_first(open_page, script):
    page = open_page("/styleguide/", java_script_enabled=script)
    opener = page.get_by_role("button", name="Give them number 8")
    dialog = page.get_by_role("dialog", name="Number 8 for Cob Netter")
    for closing in ("Escape", "Leave it"):
        opener.click()
        expect(dialog).to_be_visible()
        if closing == "Escape":
            page.keyboard.press("Escape")
        else:
            dialog.get_by_role("button", name=closing).click()
        expect(dialog).to_be_hidden()
        expect(opener).to_be_focused()
    opener.click()
    if script:
        assert dialog.evaluate("dialog => dialog.matches(':modal')")
    dialog.get_by_role("button", name="Wear number 8").click()
    expect(page.locator(".toast")).to_have_text("Cob Netter wears 8 now.")


def test_stepper_counts_within_its_bounds(open_page):
    page = open_page("/styleguide/")
    number = page.get_by_label("Linemen")
    page.get_by_role("button", name="One more").click()
    expect(number).to_have_value("4")
    for _ in range(6):
        page.get_by_role("button", name="One fewer").click()
    expect(number).to_have_value("0")


def test_stepper_is_typed_without_script(open_page):
    page = open_page("/styleguide/", java_script_enabled=False)
    expect(page.get_by_role("button", name="One more")).to_be_hidden()
    page.get_by_label("Linemen").fill("5")
    expect(page.get_by_label("Linemen")).to_have_value("5")


@WITH_AND_WITHOUT_SCRIPT
def test_menu_opens_on_a_phone(open_page, script):
    page = open_page("/", width=390, java_script_enabled=script)
    link = page.get_by_role("navigation", name="Site").get_by_role("link", name="Words")
    expect(link).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    link.click()
    expect(page.locator("h1")).to_have_text("The words")


@WITH_AND_WITHOUT_SCRIPT
def test_face_of_a_die_is_tapped(open_page, script):
    page = open_page("/styleguide/", java_script_enabled=script)
    page.locator(".pick label").nth(4).click()
    assert page.locator(".pick input:checked").get_attribute("value") == "5"


def test_keyboard_can_skip_to_the_content(open_page):
    page = open_page("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()


def test_squeezed_stylesheet_means_the_same_to_the_browser(open_page):
    page = open_page("/")
    sources = "".join(source.read_text() for source in SOURCES)
    # Custom properties are kept as written, so the room after their commas still shows.
    read = """(css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        return [...sheet.cssRules].map((rule) => rule.cssText.replace(/,\\s+/g, ","));
    }"""
    squeezed = page.request.get("/static/css/touchback.css").text()
    assert len(squeezed) < len(sources)
    assert page.evaluate(read, squeezed) == page.evaluate(read, sources)
