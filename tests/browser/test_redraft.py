"""A re-draft on a phone: dice tapped, players let go, the budget always in view."""

import pytest
from playwright.sync_api import expect

from teams.models import Team
from tests.browser.pages import between_seasons

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_coach_redrafts_on_a_phone(open_page, marta):
    team = between_seasons(marta)
    page = open_page(f"/teams/{team.uuid}/re-draft/", user=marta, width=390)
    expect(page.locator("#purse")).to_contain_text("not fallen yet")
    page.get_by_role("button", name="Roll the rest for me").click()
    expect(page.locator("#purse")).to_contain_text("Nothing stands against it")
    page.get_by_role("checkbox").first.uncheck()
    expect(page.locator("#purse")).to_contain_text("it takes 11")
    page.locator("li.pos", has_text="Lineman").get_by_role("button", name="more").click()
    expect(page.locator("#purse")).to_contain_text("Nothing stands against it")
    page.get_by_label("Name, Lineman").fill("Otto Neumann")
    page.get_by_label("Why").fill("")
    page.get_by_role("button", name="Finish for").click()
    expect(page.get_by_text("The re-draft is done")).to_be_visible()
    named = Team.objects.get(pk=team.pk).contracts.filter(player__name="Otto Neumann", until=None)
    assert named.exists()
    assert page.record.complaints() == []
