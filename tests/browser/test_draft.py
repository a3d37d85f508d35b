"""A draft tapped together on a phone, with script and without; no tap is lost, nothing typed is."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from teams.commands.drafting import CountChange, begin_draft, change_draft
from teams.models import Draft, Team
from tests.conftest import NOW

pytestmark = pytest.mark.browser

WITH_AND_WITHOUT_SCRIPT = pytest.mark.parametrize(
    "script", [True, False], ids=["with script", "without script"]
)


@pytest.fixture
def draft(season, marta):
    return begin_draft(actor=marta, season=season, race="orc", now=NOW)


@pytest.fixture
def on_phone(open_page, draft, marta):
    def open_draft(**options):
        address = reverse("teams:draft", args=[draft.uuid])
        return open_page(address, user=marta, width=390, has_touch=True, **options)

    return open_draft


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def count(page, what):
    return page.get_by_role("group", name=what, exact=True).locator("output")


def dock(page):
    return page.get_by_role("region", name="Budget")


@WITH_AND_WITHOUT_SCRIPT
def test_a_coach_drafts_a_legal_team_by_taps(open_page, marta, league, script):
    page = open_page(
        reverse("teams:begin-draft", args=[league.uuid]),
        user=marta,
        width=390,
        has_touch=True,
        java_script_enabled=script,
    )
    button(page, "Draft Orc").tap()
    taps = {"Black Orc": 4, "Blitzer": 4, "Thrower": 1, "Lineman": 2, "Re-roll": 3}
    for what, times in taps.items():
        for number in range(1, times + 1):
            button(page, f"One {what} more").tap()
            expect(count(page, what)).to_have_text(str(number))
    expect(dock(page)).to_contain_text("Nothing is wrong with it. 10,000 stays in the treasury.")
    page.get_by_label("Team name").fill("Ashgate Ironjaws")
    page.get_by_label("Name of number 1, Lineman").fill("Brother Nork")
    button(page, "Finish").tap()
    page.wait_for_url("**/teams/**")
    team = Team.objects.get()
    assert (team.name, team.treasury, team.value) == ("Ashgate Ironjaws", 10_000, 990_000)
    assert team.contracts.get(number=1).player.name == "Brother Nork"


def test_taps_in_quick_succession_are_all_counted(on_phone, draft):
    page = on_phone()
    names = ["One Blitzer more", "One Lineman more", "One Goblin more", "One Re-roll more"]
    page.evaluate(
        """(names) => {
            for (const turn of [1, 2]) for (const name of names) {
                document.querySelector(`button[aria-label="${name}"]`).click();
            }
        }""",
        names,
    )
    for what in ("Blitzer", "Lineman", "Goblin", "Re-roll"):
        expect(count(page, what)).to_have_text("2")
    draft.refresh_from_db()
    assert draft.wish["players"] == {"lineman": 2, "goblin": 2, "blitzer": 2}
    assert draft.wish["rerolls"] == 2


def test_finish_right_after_a_tap_finishes_the_draft(on_phone, draft, marta):
    change_draft(actor=marta, draft=draft, wish={"players": {"lineman": 10}}, now=NOW)
    page = on_phone()
    page.evaluate(
        """() => {
            document.querySelector('button[aria-label="One Lineman more"]').click();
            document.querySelector('#finish').click();
        }"""
    )
    page.wait_for_url("**/teams/**")
    assert Team.objects.get().contracts.count() == 11


@pytest.mark.parametrize("held", [0, 60, 150])
def test_an_answer_that_comes_while_a_button_is_held_takes_no_tap_away(
    open_page, draft, marta, held
):
    page = open_page(reverse("teams:draft", args=[draft.uuid]), user=marta)
    more = button(page, "One Lineman more")
    for _ in range(6):
        more.click(delay=held, no_wait_after=True)
    expect(count(page, "Lineman")).to_have_text("6")


def test_the_page_is_mended_and_not_replaced(on_phone):
    page = on_phone()
    page.evaluate("window.kept = document.querySelector('[id=\"more-players.blitzer\"]')")
    button(page, "One Blitzer more").focus()
    page.keyboard.press("Enter")
    expect(count(page, "Blitzer")).to_have_text("1")
    assert page.evaluate("window.kept === document.activeElement")
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(count(page, "Blitzer")).to_have_text("4")
    expect(button(page, "One Blitzer more")).to_have_attribute("aria-disabled", "true")
    expect(button(page, "One Blitzer more")).to_be_focused()
    page.keyboard.press("Enter")
    button(page, "One Thrower more").tap()
    expect(count(page, "Thrower")).to_have_text("1")
    expect(count(page, "Blitzer")).to_have_text("4")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_is_being_typed_survives_the_answers_to_taps(on_phone, draft):
    page = on_phone()
    button(page, "One Blitzer more").tap()
    name = page.locator("[id='called-blitzer/1']")
    expect(name).to_be_visible()
    page.route("**/drafts/**", lambda route: (page.wait_for_timeout(400), route.continue_()))
    button(page, "One Lineman more").tap(no_wait_after=True)
    name.fill("Gris")
    name.press_sequentially("elda", delay=120)
    expect(count(page, "Lineman")).to_have_text("1")
    expect(name).to_have_value("Griselda")
    name.blur()
    expect(page.locator("[id='row-lineman/1']")).to_be_visible()
    button(page, "One Lineman more").tap()
    expect(count(page, "Lineman")).to_have_text("2")
    expect(name).to_have_value("Griselda")
    draft.refresh_from_db()
    assert draft.people == {"blitzer/1": ["Griselda", 0]}


def test_names_follow_their_players_while_others_come_and_go(on_phone, draft):
    page = on_phone()
    button(page, "One Blitzer more").tap()
    page.locator("[id='called-blitzer/1']").fill("Griselda")
    page.locator("[id='wears-blitzer/1']").fill("13")
    for number in ("1", "2"):
        button(page, "One Lineman more").tap()
        expect(count(page, "Lineman")).to_have_text(number)
    expect(page.get_by_label("Name of number 13, Blitzer")).to_have_value("Griselda")
    button(page, "One Lineman fewer").tap()
    expect(page.locator(".squad > li")).to_have_count(2)
    expect(page.get_by_label("Name of number 13, Blitzer")).to_have_value("Griselda")


def test_a_stale_tab_is_shown_what_the_other_did(on_phone, draft, marta):
    page = on_phone()
    change_draft(actor=marta, draft=draft, step=CountChange("players.troll", 1), now=NOW)
    button(page, "One Lineman more").tap()
    expect(page.get_by_role("alert")).to_contain_text("was changed elsewhere")
    expect(count(page, "Troll")).to_have_text("1")
    expect(count(page, "Lineman")).to_have_text("0")
    button(page, "One Lineman more").tap()
    expect(count(page, "Lineman")).to_have_text("1")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_colours_are_seen_on_the_crest_at_once(on_phone):
    page = on_phone()
    page.get_by_text("Colours:").tap()
    shirts = page.get_by_role("group", name="Shirt")
    shirts.get_by_title("navy").tap()
    expect(page.locator(".ident .crest")).to_have_attribute("data-a", "navy")
    shirts.get_by_title("amber").tap()
    expect(page.locator(".ident .crest")).to_have_attribute("data-a", "amber")
    expect(shirts).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_finishing_too_early_leads_to_what_is_wrong(on_phone, team):
    page = on_phone()
    button(page, "One Troll more").tap()
    page.get_by_label("Team name").fill(team.name)
    button(page, "Finish").tap()
    expect(page.get_by_role("alert")).to_contain_text("One player is too few; it takes 11.")
    expect(page.get_by_label("Team name")).to_be_focused()
    assert Draft.objects.filter(finished_at=None).count() == 1
