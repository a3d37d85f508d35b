"""Every page for every kind of visitor, in Chromium: nothing breaks, nobody is shut out."""

import os
import re
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

import axe_playwright_python
import pytest
from django.urls import URLPattern, get_resolver, reverse

from tests.browser.conftest import CLUB
from tests.browser.pages import EXEMPT, PAGES

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
EXAMINED = (Path(__file__).parent / "examined.js").read_text()
WORDS = re.compile(r">[^<]*\S[^<]*<")
AS_EVERYBODY = bool(os.environ.get("CRAWL_AS_EVERYBODY"))
KEYS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\b\w{32,}\b")


def names_of_the_site(resolver=None, namespace=""):
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            if pattern.name:
                yield namespace + pattern.name
        else:
            below = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from names_of_the_site(pattern, namespace + below)


def test_every_address_is_on_the_map_or_excused():
    mapped = {entry.name for entry in PAGES}
    missing = {
        name
        for name in names_of_the_site()
        if name not in mapped and not any(fnmatch(name, pattern) for pattern in EXEMPT)
    }
    assert not missing


def test_map_names_only_addresses_that_exist():
    names = set(names_of_the_site())
    assert {entry.name for entry in PAGES if not entry.path} <= names
    assert all(any(fnmatch(name, pattern) for name in names) for pattern in EXEMPT)


def violations(page, looks=None):
    """What shuts somebody out; what is folded away is hidden, and axe only takes long to say so.

    The contrast of a text takes longest: of those that look alike the first is examined, and none
    whose look is among `looks` already.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    looks = set() if looks is None else looks
    found, new_looks = page.evaluate(EXAMINED, list(looks))
    looks.update(new_looks)
    return found


def test_what_only_a_phone_shows_is_examined_too(open_page):
    page = open_page("/words/")
    late = "@media (min-width: 600px) { .late { display: none !important } }"
    page.evaluate(f"document.styleSheets[0].insertRule('{late}')")
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML("
        "'beforeend', '<p class=late><button></button></p>')"
    )
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert [found.partition(":")[0] for found in violations(page)] == ["button-name"]


def test_whoever_reads_badly_is_not_shut_out_by_looks_that_were_examined(open_page):
    page, looks = open_page("/words/"), set()
    assert violations(page, looks) == []
    assert violations(page, looks) == []
    page.evaluate("document.styleSheets[0].insertRule('h2 { color: #bbb !important }')")
    (found,) = violations(page, looks)
    assert found.startswith("color-contrast")


@dataclass
class Examined:
    """What was examined before: most pages look to an operator as to a coach."""

    shapes: set[str] = field(default_factory=set)
    by_day: set[str] = field(default_factory=set)
    by_night: set[str] = field(default_factory=set)


@pytest.fixture(scope="session")
def examined():
    return Examined()


OPENED_BY_NOBODY = """[...document.querySelectorAll("dialog")]
  .filter((each) => each.checkVisibility() && !each.matches("[open], :popover-open"))
  .map(({ id }) => id)"""


def shapes(page):
    """Each part of the page without its words, and without what is different each time."""
    parts = page.evaluate("[...document.body.children].map((part) => part.outerHTML)")
    return {KEYS.sub("…", WORDS.sub(">…<", part)) for part in parts}


def visits():
    """What there is to see: to an operator most pages are what they are to a coach, and whoever is
    sent elsewhere sees a page of its own. The soak goes everywhere as everybody."""
    for page in PAGES:
        for role, found in page.found.items():
            seen = role == "operator" and found == page.found.get("coach")
            if AS_EVERYBODY or not (seen or isinstance(found, str)):
                yield pytest.param(page, role, id=f"{page.name}, {role}")


@pytest.mark.parametrize(("entry", "role"), list(visits()))
def test_page(entry, role, visit, request, examined):
    users = {"coach": "marta", "operator": "operator"}
    user = request.getfixturevalue(users[role]) if role in users else None
    page = visit(entry.address(user), user=user)
    expected = entry.found[role]
    if isinstance(expected, str):
        # That page is on the map itself.
        assert page.evaluate("location.pathname") == reverse(expected)
        return
    assert page.answer.status == expected
    assert page.locator('a[href=""]').all_inner_texts() == []
    found = shapes(page)
    is_new = not found <= examined.shapes
    assert not is_new or violations(page, examined.by_day) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    assert not is_new or violations(page, examined.by_night) == []
    examined.shapes.update(found)
    assert page.evaluate(OPENED_BY_NOBODY) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    failure = page.url if expected >= 400 else ""
    assert page.record.complaints(expected_failure=failure) == []


def test_nothing_is_amiss_under_a_name_on_the_network_without_https(open_page, operator, settings):
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, CLUB]
    page = open_page("/", user=operator, host=CLUB)
    assert page.evaluate("isSecureContext") is False
    for entry in PAGES:
        if entry.found.get("operator") == 200 and not entry.arrange:
            assert page.goto(entry.address(operator)).status == 200
    # A page that was left early breaks off what it was loading.
    assert page.record.console + page.record.elsewhere == []
