"""A match under one thumb: one phone enters for both, from the first tap to the last step."""

from datetime import date

import pytest
from playwright.sync_api import expect

from league.models import Membership, Role
from matches.commands.beginning import begin_match
from matches.commands.lending import lend_side
from matches.models import Match
from teams.models import Team
from teams.verifying import differences
from tests.browser.test_crawl import violations
from tests.conftest import NOW

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
PHONE = 390
MOST_STEPS = 60


class Thumb:
    """Counts what a thumb does: a tap for a button, two for a list, one for each figure typed."""

    def __init__(self, page):
        self.page = page
        self.taps = 0

    def tap(self, locator):
        self.taps += 1
        locator.click()

    def choose(self, locator, value):
        self.taps += 2
        locator.select_option(value)

    def type_in(self, locator, figures):
        self.taps += 1 + len(figures)
        locator.click()
        locator.type(figures)


@pytest.fixture
def coaches(make_user, league):
    found = [make_user(name) for name in ("Ines", "Olaf")]
    for person in found:
        Membership.objects.create(league=league, user=person, role=Role.COACH, since=NOW)
    return found


@pytest.fixture
def match(league, coaches, draft_team):
    """Ines plays Olaf, and Olaf lets her enter for him."""
    ines, olaf = coaches
    home = draft_team("Greywater Rovers", actor=ines)
    away = draft_team("Underquay Scurriers", actor=olaf)
    begun = begin_match(
        actor=ines, league=league, home=home, away=away, played_on=date(2026, 3, 7), now=NOW
    )
    return lend_side(actor=olaf, match=begun, side="away", now=NOW)


def first_to_do(page):
    """The button that gets the match on: dice first, then nothing bought, then any choice."""
    steps = page.locator("#steps")
    for name in ("Roll all for me", "Roll for me", "Draw for us", "Nothing"):
        button = steps.get_by_role("button", name=name, exact=True)
        if button.count():
            return button.first
    return steps.locator(".choices button.btn").first


def settled(page):
    expect(page.locator("[aria-busy=true], .htmx-request")).to_have_count(0)


def go_on(thumb, match, until):
    """Tap on, nominees and all, until the match is there."""
    for _tap in range(MOST_STEPS):
        if Match.objects.get(pk=match.pk).state == until:
            return
        boxes = thumb.page.locator("#steps form:has(.picks)").first.locator("input[type=checkbox]")
        if boxes.count() and not first_roll(thumb.page):
            for box in boxes.all()[:3]:
                thumb.tap(box)
            button = thumb.page.locator("#steps form:has(.picks)").first.locator("button.go")
        else:
            button = first_to_do(thumb.page)
        before = Match.objects.get(pk=match.pk).revision
        thumb.tap(button)
        settled(thumb.page)
        assert Match.objects.get(pk=match.pk).revision > before
    raise AssertionError(thumb.page.locator("#steps").inner_text())


def first_roll(page):
    return page.locator("#steps").get_by_role("button", name="Roll").count()


def test_one_phone_enters_for_both_from_the_first_tap_to_the_last_step(open_page, match, coaches):
    page = open_page(f"/matches/{match.uuid}/", user=coaches[0], width=PHONE)
    thumb = Thumb(page)
    go_on(thumb, match, "playing")
    assert thumb.taps <= 12
    assert violations(page) == []

    thumb.taps = 0
    thumb.tap(page.get_by_role("link", name="Totals from paper"))
    for player, side in (("1", "home"), ("2", "home"), ("3", "away")):
        cell = page.locator(f'[id="{side}.touchdown.draft/{player}"]')
        thumb.tap(cell.locator("xpath=..").get_by_role("button").last)
    for number, (hurt, by) in enumerate(
        (("away.draft/4", "home.draft/1"), ("away.draft/5", "home.draft/2"),
         ("home.draft/6", "away.draft/1"))
    ):  # fmt: skip
        thumb.choose(page.locator(f'[name="hurt.{number}.player"]'), hurt)
        thumb.choose(page.locator(f'[name="hurt.{number}.by"]'), by)
        thumb.type_in(page.locator(f'[name="hurt.{number}.dice"]'), "13")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    thumb.tap(page.get_by_role("button", name="Keep the totals"))
    thumb.tap(page.get_by_role("button", name="Report 2–1"))
    expect(page.get_by_role("heading", name="Greywater Rovers 2")).to_be_attached()
    assert thumb.taps <= 30

    go_on(thumb, match, "over")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    assert page.record.complaints() == []
    expect(page.get_by_text("Ines entered this for Underquay Scurriers.").first).to_be_visible()
    for team in Team.objects.all():
        assert [*differences(team)] == []


def test_a_basket_tells_what_it_comes_to(open_page, match, coaches):
    page = open_page(f"/matches/{match.uuid}/", user=coaches[0], width=PHONE)
    while not page.get_by_role("button", name="Nothing", exact=True).count():
        first_to_do(page).click()
        settled(page)
    page.locator("details.shelf summary").first.click()
    page.get_by_role("button", name="One Bloodweiser keg more", exact=False).first.click()
    expect(page.locator("[data-basket-total]").first).to_have_text("50,000")


def test_the_other_phone_follows_and_loses_nothing_that_is_being_entered(open_page, match, coaches):
    ines, olaf = (open_page(f"/matches/{match.uuid}/", user=each, width=PHONE) for each in coaches)
    first_to_do(ines).click()
    settled(ines)
    expect(olaf.get_by_role("heading", name="Gold for inducements")).to_be_visible()
    die = olaf.locator("#steps input[type=radio]").nth(2)
    die.check(force=True)
    first_to_do(ines).click()
    settled(ines)
    olaf.wait_for_timeout(6_000)
    expect(die).to_be_checked()
    assert olaf.record.complaints() == []
