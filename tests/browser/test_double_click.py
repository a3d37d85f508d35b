"""A button pressed twice does its work once, and its answer is seen."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.commands.links import issue_sign_in_link
from accounts.models import ApiToken

pytestmark = pytest.mark.browser

WITH_AND_WITHOUT_SCRIPT = pytest.mark.parametrize(
    "script", [True, False], ids=["with script", "without script"]
)
GAPS = pytest.mark.parametrize("gap", [0, 30, 120])


@WITH_AND_WITHOUT_SCRIPT
@GAPS
def test_sign_in_link_signs_in(open_page, marta, script, gap):
    link = issue_sign_in_link(actor=None, user=marta, now=timezone.now()).path
    page = open_page(link, java_script_enabled=script)
    page.get_by_role("button", name="Sign in as Marta").dblclick(delay=gap, no_wait_after=True)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


@WITH_AND_WITHOUT_SCRIPT
@GAPS
def test_secret_of_a_token_is_shown(open_page, marta, script, gap):
    page = open_page("/me/tokens/", user=marta, java_script_enabled=script)
    page.get_by_label("What is it for?").fill("Score bot")
    page.get_by_role("button", name="Make a token").dblclick(delay=gap, no_wait_after=True)
    expect(page.get_by_label("Secret", exact=True)).to_have_value(re.compile("^tb_.{43}$"))
    assert ApiToken.objects.count() == 1


def test_form_can_be_sent_again_once_the_page_is_back(open_page, marta):
    page = open_page("/me/", user=marta)
    for name in ("Marta B", "Marta C"):
        page.get_by_label("Name").fill(name)
        page.get_by_role("button", name="Save my settings").click()
        expect(page.locator(".toast")).to_have_text("Saved.")
        page.go_back()
    marta.refresh_from_db()
    assert marta.name == "Marta C"
