"""Two phones at one table: each sees the other's taps, and one loses its reception."""

from datetime import date

import pytest
from playwright.sync_api import expect

from league.models import Membership, Role, RulesPin
from matches.models import Match
from tests.browser.test_crawl import violations
from tests.conftest import NOW, play_freely
from tests.matches.playing import begin_and_agree, play_on

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

PHONE = 390


@pytest.fixture
def coaches(make_user, league):
    people = [make_user("Ines"), make_user("Olaf")]
    for person in people:
        Membership.objects.create(league=league, user=person, role=Role.COACH, since=NOW)
    return people


@pytest.fixture
def match(league, draft_team, coaches, marta):
    ines, olaf = coaches
    home = draft_team("Greywater Rovers", actor=ines)
    away = draft_team("Underquay Scurriers", actor=olaf)
    play_freely(league)
    begun = begin_and_agree(
        actor=ines, league=league, home=home, away=away, played_on=date(2026, 3, 7), now=NOW
    )
    return play_on(begun, marta)


@pytest.fixture
def phone(open_page, match):
    def look(person, **options):
        return open_page(f"/matches/{match.uuid}/board/", user=person, width=PHONE, **options)

    return look


def half(page, team="Greywater Rovers"):
    return page.get_by_role("region", name=team, exact=True)


def score(page, side="home"):
    return page.locator(f"[data-score={side}]")


def touchdown(page, number=4, team="Greywater Rovers"):
    half(page, team).get_by_role("button", name="Touchdown").click()
    page.locator("dialog:popover-open, dialog[open]").locator("button[name=player]").nth(
        number
    ).click()


def test_two_phones_see_each_others_taps(phone, match, coaches):
    ines, olaf = map(phone, coaches)
    touchdown(ines)
    expect(score(ines)).to_have_text("1")
    expect(score(olaf)).to_have_text("1")
    touchdown(olaf, team="Underquay Scurriers")
    expect(score(ines, "away")).to_have_text("1")
    olaf.get_by_role("button", name="Undo Touchdown").click()
    expect(score(ines, "away")).to_have_text("0")
    expect(score(olaf, "away")).to_have_text("0")
    olaf.get_by_role("button", name="Over to").click()
    expect(ines.locator("#board-half")).to_contain_text("First half")
    for page in (ines, olaf):
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
        assert page.record.complaints() == []
    assert [tap.kind for tap in match.taps.all()] == ["touchdown", "touchdown", "void", "turn"]


def test_a_phone_without_reception_keeps_everything_and_sends_it_once(phone, match, coaches):
    ines, olaf = map(phone, coaches)
    ines.context.set_offline(True)
    touchdown(ines)
    touchdown(ines, number=5)
    ines.get_by_role("button", name="Note", exact=True).click()
    ines.get_by_label("What happened").fill("A dog on the pitch.")
    ines.get_by_role("button", name="Enter the note").click()
    expect(score(ines)).to_have_text("2")
    waiting = ines.locator("#board-waiting")
    expect(waiting.locator("[data-count]")).to_have_text("3")
    expect(waiting).to_contain_text("Note: A dog on the pitch.")
    assert violations(ines) == []
    assert not match.taps.exists()
    touchdown(olaf, team="Underquay Scurriers")
    expect(score(olaf, "away")).to_have_text("1")
    # The phone's browser is closed and opened again before anything could be sent.
    again = ines.context.new_page()
    again.route("**/board/taps/", lambda route: route.abort())
    ines.close()
    again.context.set_offline(False)
    again.goto(f"/matches/{match.uuid}/board/")
    expect(again.locator("#board-waiting [data-count]")).to_have_text("3")
    expect(score(again)).to_have_text("2")
    again.unroute("**/board/taps/")
    expect(again.locator("#board-waiting")).to_be_hidden()
    expect(score(olaf)).to_have_text("2")
    expect(score(again, "away")).to_have_text("1")
    assert [tap.kind for tap in match.taps.all()] == [
        *("touchdown", "touchdown", "touchdown", "note"),
    ]
    assert olaf.record.complaints() == []


def test_a_button_that_says_an_abbreviation_explains_it(phone, match, coaches):
    # Of a table by which FAME may change.
    house = {**match.pin.house, "kick-off.table": "blitzmania"}
    RulesPin.objects.filter(pk=match.pin_id).update(house=house)
    page = phone(coaches[0])
    button = page.get_by_role("button", name="FAME", exact=True)
    tip = page.locator("#crowd-means")
    expect(tip).to_be_hidden()
    page.get_by_role("button", name="Weather", exact=True).focus()
    page.keyboard.press("Tab")
    expect(button).to_be_focused()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.keyboard.press("Tab")
    button.hover()
    expect(tip).to_be_visible()
    button.click()
    form = page.get_by_role("dialog")
    form.locator("h2 button").click()
    expect(form.get_by_role("tooltip")).to_be_visible()


def test_what_is_refused_can_be_dropped_by_itself(phone, match, coaches):
    ines, olaf = map(phone, coaches)
    victim = ines.locator("#tap-touchdown-away button[name=player]").nth(0).get_attribute("value")
    ines.context.set_offline(True)
    touchdown(ines, number=0, team="Underquay Scurriers")
    touchdown(ines)
    half(olaf, "Underquay Scurriers").get_by_role("button", name="Casualty").click()
    dialog = olaf.get_by_role("dialog")
    dialog.locator(f"label:has(input[name=player][value='{victim}'])").click()
    dialog.locator(".pick").nth(0).locator("label").nth(5).click()
    dialog.locator(".pick").nth(1).locator("label").nth(4).click()
    assert violations(olaf) == []
    dialog.get_by_role("button", name="Enter the casualty").click()
    expect(olaf.get_by_role("button", name="Use: Apothecary")).to_be_visible()
    ines.context.set_offline(False)
    waiting = ines.locator("#board-waiting")
    expect(waiting).to_contain_text("was dead by then")
    expect(score(ines, "away")).to_have_text("0")
    waiting.get_by_role("button", name="Drop").first.click()
    expect(waiting).to_be_hidden()
    expect(score(olaf)).to_have_text("1")
    expect(score(ines, "away")).to_have_text("0")
    assert [tap.kind for tap in match.taps.all()] == ["casualty", "touchdown"]


def test_without_script_each_tap_is_a_form(phone, match, coaches):
    page = phone(coaches[0], java_script_enabled=False)
    touchdown(page)
    expect(score(page)).to_have_text("1")
    page.get_by_role("button", name="Undo Touchdown").click()
    expect(score(page)).to_have_text("0")
    assert match.taps.count() == 2


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_a_viewer_follows_along(phone, open_page, match, coaches, width):
    ines = phone(coaches[0])
    viewer = open_page(f"/matches/{match.uuid}/live/", width=width)
    touchdown(ines)
    expect(viewer.locator(".timeline .goal")).to_contain_text("Touchdown")
    for scheme in ("light", "dark"):
        viewer.emulate_media(color_scheme=scheme)
        assert violations(viewer) == []
    assert viewer.evaluate("document.documentElement.scrollWidth") <= width
    assert viewer.record.complaints() == []
    assert Match.objects.get(pk=match.pk).state == Match.State.PLAYING
