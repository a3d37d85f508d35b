"""A real Chromium, one for all tests, and pages that keep a record of what went wrong in them."""

import os
import shutil
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect, sync_playwright

# Playwright keeps an event loop in this thread, which Django takes for async code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

expect.set_options(timeout=20_000)  # a busy machine is slow, not broken

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CLUB = "club.example"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A club's laptop under its name on the network: no https, and not the machine itself.
    f"--host-resolver-rules=MAP {CLUB} 127.0.0.1",
]


@pytest.fixture(scope="session")
def browser():
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.fail("No Chromium here: install the package chromium, or Google Chrome.")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield chromium
        chromium.close()


@dataclass
class Record:
    """What a page did that no page should do."""

    home: str
    console: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)

    def forget(self) -> None:
        for kept in (self.console, self.failed, self.elsewhere):
            kept.clear()

    def watch(self, page: Page) -> None:
        page.on("console", lambda message: self.console.append(self.said(message)))
        page.on("pageerror", lambda error: self.console.append(str(error)))
        page.on("requestfailed", self.note_failure)
        page.on("request", self.note_address)

    def said(self, message) -> str:
        return f"{message.text} ({message.location.get('url', '')})"

    def note_failure(self, request) -> None:
        """What is under way when somebody goes to another page just ends: no page's fault."""
        if request.failure != "net::ERR_ABORTED":
            self.failed.append(request.url)

    def note_address(self, request) -> None:
        if urlsplit(request.url).netloc != self.home and not request.url.startswith("data:"):
            self.elsewhere.append(request.url)

    def complaints(self, *, expected_failure: str = "") -> list[str]:
        """Everything recorded; a page that answers 404 on purpose may say so once itself."""
        console = [
            said
            for said in self.console
            if not (expected_failure and said.endswith(f"({expected_failure})"))
            # On a busy machine a page takes longer to draw than Chromium waits for its font.
            and "was preloaded using link preload but not used within" not in said
        ]
        return console + self.failed + self.elsewhere


def sign_in(context, user, home: str) -> None:
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": session.key, "value": session.value, "url": f"http://{home}"}])


def watched_page(context, home: str) -> Page:
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.record = Record(home=home)
    page.record.watch(page)
    return page


@pytest.fixture
def open_page(browser, live_server):
    """Open a browser window: `page = open_page("/words/", user=marta, width=390)`."""
    contexts = []

    def open_one(path="/", *, user=None, width=1280, height=844, host="", **options):
        site = urlsplit(live_server.url)
        home = f"{host or site.hostname}:{site.port}"
        context = browser.new_context(
            base_url=f"http://{home}",
            viewport={"width": width, "height": height},
            # Colours in mid-transition are nobody's contrast.
            reduced_motion="reduce",
            **options,
        )
        contexts.append(context)
        if user is not None:
            sign_in(context, user, home)
        page = watched_page(context, home)
        page.answer = page.goto(path)
        return page

    yield open_one
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def window(browser, live_server):
    """One window for many pages: a new one would have to learn style, script and axe again."""
    context = browser.new_context(base_url=live_server.url, reduced_motion="reduce")
    yield watched_page(context, urlsplit(live_server.url).netloc)
    context.close()


@pytest.fixture
def visit(window, live_server):
    """Go there in the one window, as a new visitor: `page = visit("/words/", user=marta)`."""

    def go(path, *, user=None):
        if user is not None:
            sign_in(window.context, user, window.record.home)
        window.set_viewport_size({"width": 1280, "height": 844})
        window.emulate_media(color_scheme="light")
        window.answer = window.goto(path)
        return window

    yield go
    window.goto("about:blank")
    window.context.clear_cookies()
    window.record.forget()
