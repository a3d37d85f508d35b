"""Hire & Fire in Chromium: each tap is kept and added up without a reload."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from teams.commands.windows import open_window
from tests.conftest import NOW

pytestmark = pytest.mark.browser


def test_taps_add_up_and_finish_buys(open_page, team, marta):
    open_window(actor=marta, team=team, now=NOW)
    page = open_page(reverse("teams:hire", args=[team.uuid]), user=marta, width=390)
    purse = page.locator("#purse")
    more = page.locator("input[name='hire/lineman'] + button")
    # Faster than the server answers: the last tap counts, and none gets lost.
    more.click()
    more.click()
    expect(purse).to_contain_text("This costs 100,000; 50,000 is missing.")
    expect(purse).to_contain_text("1,050,000")
    expect(page.locator("input[name='hire/lineman']")).to_have_value("2")
    page.locator("input[name='hire/lineman']").locator("..").locator("button").first.click()
    expect(purse).to_contain_text("Nothing stands against it.")
    name = page.locator("input[name='name.window/1/lineman/1']")
    name.fill("Cob Netter")
    name.blur()
    expect(purse).to_contain_text("Finish for 50,000")
    page.get_by_role("button", name="Finish for 50,000").click()
    expect(page.locator(".messages")).to_contain_text("Hire & Fire is done. Treasury: 0")
    assert team.contracts.get(number=12).player.name == "Cob Netter"
    assert page.record.complaints() == []


def test_a_number_that_is_taken_is_told_at_once(open_page, team, marta):
    open_window(actor=marta, team=team, now=NOW)
    page = open_page(reverse("teams:hire", args=[team.uuid]), user=marta, width=390)
    page.locator("input[name='hire/lineman'] + button").click()
    number = page.locator("input[name='number.window/1/lineman/1']")
    expect(number).to_have_value("12")
    number.fill("3")
    number.blur()
    expect(page.locator("#purse")).to_contain_text("Number 3 is on another shirt already")
    expect(number).to_have_value("3")


def test_a_name_typed_while_a_tap_is_on_its_way_stays(open_page, team, marta):
    open_window(actor=marta, team=team, now=NOW)
    page = open_page(reverse("teams:hire", args=[team.uuid]), user=marta, width=390)
    more = page.locator("input[name='hire/lineman'] + button")
    more.click()
    name = page.locator("input[name='name.window/1/lineman/1']")
    expect(name).to_be_visible()
    waiting = []

    def hold(route):
        waiting.append(route)

    page.route("**/hire/", hold, times=1)
    page.locator("input[name^='fire/']").first.check()
    name.fill("Cob Netter")
    name.blur()
    waiting[0].continue_()
    expect(page.locator("#purse")).to_contain_text("11/16")
    expect(name).to_have_value("Cob Netter")
    page.get_by_role("button", name="Finish for 50,000").click()
    expect(page.locator(".messages")).to_contain_text("Hire & Fire is done.")
    assert team.contracts.get(key="window/1/lineman/1").player.name == "Cob Netter"


def test_the_enter_key_neither_buys_nor_drops(open_page, team, marta):
    window = open_window(actor=marta, team=team, now=NOW)
    page = open_page(reverse("teams:hire", args=[team.uuid]), user=marta, width=390)
    page.locator("input[name='hire/lineman']").fill("1")
    page.locator("input[name='hire/lineman']").press("Enter")
    expect(page.locator("#purse")).to_contain_text("Finish for 50,000")
    window.refresh_from_db()
    assert (window.basket, window.closed_at) == ({"hire/lineman": 1}, None)


def test_without_script_it_adds_up_by_a_button(open_page, team, marta):
    open_window(actor=marta, team=team, now=NOW)
    address = reverse("teams:hire", args=[team.uuid])
    page = open_page(address, user=marta, width=390, java_script_enabled=False)
    page.locator("input[name='hire/lineman']").fill("1")
    page.locator("#purse").get_by_role("button", name="Add up").click()
    expect(page.locator("#purse")).to_contain_text("Finish for 50,000")
    page.get_by_role("button", name="Finish for 50,000").click()
    expect(page.locator(".messages")).to_contain_text("Hire & Fire is done.")
    assert team.contracts.filter(until=None).count() == 12
