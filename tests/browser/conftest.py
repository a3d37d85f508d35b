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

    def watch(self, page: Page) -> None:
        page.on("console", lambda message: self.console.append(self.said(message)))
        page.on("pageerror", lambda error: self.console.append(str(error)))
        page.on("requestfailed", lambda request: self.failed.append(request.url))
        page.on("request", self.note_address)

    def said(self, message) -> str:
        return f"{message.text} ({message.location.get('url', '')})"

    def note_address(self, request) -> None:
        if urlsplit(request.url).netloc != self.home and not request.url.startswith("data:"):
            self.elsewhere.append(request.url)

    def complaints(self, *, expected_failure: str = "") -> list[str]:
        """Everything recorded; a page that answers 404 on purpose may say so once itself."""
        console = [
            said
            for said in self.console
            if not (expected_failure and said.endswith(f"({expected_failure})"))
        ]
        return console + self.failed + self.elsewhere


@pytest.fixture
def open_page(browser, live_server):
    """Open a browser window: `page = open_page("/words/", user=marta, width=390)`."""
    contexts = []

    def open_one(path="/", *, user=None, width=1280, host="", **options):
        site = urlsplit(live_server.url)
        home = f"{host or site.hostname}:{site.port}"
        context = browser.new_context(
            base_url=f"http://{home}",
            viewport={"width": width, "height": 844},
            # Colours in mid-transition are nobody's contrast.
            reduced_motion="reduce",
            **options,
        )
        contexts.append(context)
        context.set_default_timeout(30_000)
        if user is not None:
            client = Client()
            client.force_login(user)
            context.add_cookies(
                [
                    {
                        "name": settings.SESSION_COOKIE_NAME,
                        "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
                        "url": f"http://{home}",
                    }
                ]
            )
        page = context.new_page()
        page.record = Record(home=home)
        page.record.watch(page)
        page.answer = page.goto(path)
        return page

    yield open_one
    for context in contexts:
        context.close()
