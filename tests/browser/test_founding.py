"""A commissioner sets a league up on a phone: founded from a template, registered for, shared."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from league.models import League
from league.queries import current_season

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("own", "offered"), [("UTC", "Asia/Tokyo"), ("Europe/Vienna", "Europe/Vienna")]
)
def test_the_founders_own_zone_is_offered_or_else_his_browsers(open_page, make_user, own, offered):
    marta = make_user("Marta", time_zone=own)
    page = open_page("/leagues/new/", user=marta, timezone_id="Asia/Tokyo")
    expect(page.get_by_label("Time zone")).to_have_value(offered)


def test_what_can_do_nothing_is_greyed_as_one_goes_along(open_page, league, marta):
    page = open_page(f"/leagues/{league.uuid}/rules/edit/", user=marta, width=390)
    page.locator("summary", has_text="Players").click()
    page.locator("summary", has_text="Resurrection").click()
    mvp, skills = (page.locator(f"[data-knob='{key}']") for key in ("mvp", "resurrection.skills"))
    expect(mvp).to_have_class("knob")
    expect(skills).to_have_class("knob idle")
    page.locator("input[name=resurrection]").check()
    expect(mvp).to_have_class("knob idle")
    expect(mvp.get_by_text("Does nothing as the rules stand")).to_be_visible()
    expect(skills).to_have_class("knob")


def test_a_league_is_set_up_on_a_phone(open_page, make_user):
    marta = make_user("Marta", time_zone="Europe/Vienna")
    page = open_page("/leagues/new/", user=marta, width=390)
    page.get_by_label("Name", exact=True).fill("Kettle & Anchor")
    page.get_by_text("One-day Swiss tournament").click()
    page.get_by_text("Its members").click()
    page.get_by_label("Open registration at once").uncheck()
    page.get_by_role("button", name="Found the league").click()
    expect(page.locator("h1")).to_have_text("Kettle & Anchor")
    expect(page.locator(".folio").first).to_contain_text("In preparation")
    league = League.objects.get()
    assert (league.is_public, league.time_zone) == (False, "Europe/Vienna")
    assert [stage.format for stage in current_season(league).stages.all()] == ["swiss"]

    # The house rules of the template are there, and tie-breakers are ordered without script.
    page.get_by_role("link", name="Change the house rules").click()
    page.locator("summary", has_text="Standings").scroll_into_view_if_needed()
    page.locator("input[name='tie-breakers.opponents']").fill("1")
    page.locator("input[name='tie-breakers.wins']").fill("1")
    page.get_by_role("button", name="Save the house rules").click()
    expect(page.locator("form [role=alert]")).to_contain_text("Not saved")
    expect(page.get_by_text("Two of them have the same place.")).to_be_visible()
    page.locator("input[name='tie-breakers.wins']").fill("")
    page.get_by_role("button", name="Save the house rules").click()
    expect(page.locator(".messages")).to_contain_text("The new house rules hold.")
    assert current_season(league).pin.house["tie-breakers"][:2] == ["opponents", "points"]

    page.get_by_role("link", name="Home").click()
    page.get_by_role("link", name="Open registration").click()
    page.get_by_label("Deadline").fill("2126-03-20T20:00")
    page.get_by_role("button", name="Open registration").click()
    expect(page.locator(".messages")).to_contain_text("the house rules are pinned")
    expect(page.locator(".folio").first).to_contain_text(
        "Registration until Wed 20 Mar 2126, 20:00"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.get_by_role("link", name="Invite by link").first.click()
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("The link on this computer").input_value()
    refused = page.url.replace("/members/invite/", "/rules/edit/")
    assert page.record.complaints(expected_failure=refused) == []

    phone = open_page(urlsplit(link).path, width=390)
    phone.get_by_role("link", name="I have no account yet").click()
    phone.get_by_label("Name").fill("Nell")
    phone.get_by_label("E-mail").fill("nell@example.org")
    phone.get_by_label("New password").fill("a fine password")
    phone.get_by_role("button", name="Sign up and join").click()
    expect(phone.locator(".messages")).to_contain_text("You are in Kettle & Anchor, as coach.")
    expect(phone.get_by_role("link", name="Draft your team")).to_be_visible()
    assert phone.record.complaints() == []


def test_without_script_a_league_is_founded_all_the_same(open_page, marta):
    page = open_page("/leagues/new/", user=marta, width=390, java_script_enabled=False)
    page.get_by_label("Name", exact=True).fill("Kettle & Anchor")
    page.get_by_role("button", name="Found the league").click()
    expect(page.locator("h1")).to_have_text("Kettle & Anchor")
