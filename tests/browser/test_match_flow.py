"""A match under one thumb: one phone enters for both, from the first tap to the last step."""

from datetime import date
from functools import partial
from time import sleep

import pytest
from playwright.sync_api import expect

from league.models import Membership, Role
from matches.commands.lending import lend_side
from matches.models import Answer, Match
from teams.models import Team
from teams.verifying import differences
from tests.browser.test_crawl import violations
from tests.conftest import NOW, play_freely
from tests.matches.playing import begin_and_agree

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
PHONE, LOW = 390, 664
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
    """Ines plays Olaf, and Olaf lets Ines enter for both."""
    ines, olaf = coaches
    home = draft_team("Greywater Rovers", actor=ines)
    away = draft_team("Underquay Scurriers", actor=olaf)
    play_freely(league)
    begun = begin_and_agree(
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


def is_question_up(page):
    """What is asked has the focus, and what is to be tapped stands high in the view or whole."""
    return page.evaluate(
        """() => {
            const question = document.activeElement;
            if (!document.querySelector("[data-question]")) return true;
            if (!question.matches("[data-question]")) return false;
            const asked = question.querySelector("form > fieldset") ?? question;
            const { top, bottom } = asked.getBoundingClientRect();
            return top >= 0 && (top <= 100 || bottom <= innerHeight);
        }"""
    )


def go_on(thumb, match, until, *, do=None):
    """Tap on, nominees and all, until the match is there; `do` says otherwise what to tap."""
    for _tap in range(MOST_STEPS):
        before = Match.objects.get(pk=match.pk)
        if before.state == until:
            return
        (do or tap_on)(thumb)
        poll(Match.objects.filter(pk=match.pk, revision__gt=before.revision).exists)
        settled(thumb.page)
        poll(partial(is_question_up, thumb.page))
    raise AssertionError(thumb.page.locator("#steps").inner_text())


def tap_on(thumb):
    picks = thumb.page.locator("#steps form:has(.picks)").first
    boxes = picks.locator("input[type=checkbox]")
    if boxes.count() and not first_roll(thumb.page):
        for box in boxes.all()[:3]:
            thumb.tap(box)
        thumb.tap(picks.locator("button.go"))
    else:
        _pick_one(thumb)
        thumb.tap(first_to_do(thumb.page))


def _pick_one(thumb):
    """A long list is a select, or stands under headings: the skill of whoever improves."""
    learnable = thumb.page.locator("#steps form").first.locator(".learnable input:visible")
    if learnable.count():
        thumb.tap(learnable.first)
    wanted = thumb.page.locator("#steps form").first.locator("select[required]")
    for each in wanted.all():
        if not each.input_value():
            thumb.choose(each, each.locator("option").nth(1).get_attribute("value"))


def type_on(thumb):
    """The same with dice from the table, which differ, so that a roll-off is won."""
    steps = thumb.page.locator("#steps")
    dice = steps.locator("form[data-last-die-enters]").first.locator(".pick:visible")
    both = steps.get_by_role("button", name="Nothing for both", exact=True)
    if dice.count():
        for number, die in enumerate(dice.all()):
            thumb.tap(die.locator("label").nth(number % 2 + 2))
    elif both.count():
        thumb.tap(both.first)
    else:
        tap_on(thumb)


def poll(is_so):
    """A busy machine is slow, not broken."""
    for _look in range(100):
        if is_so():
            return
        sleep(0.1)
    raise AssertionError("nothing came of it")


def first_roll(page):
    return page.locator("#steps").get_by_role("button", name="Roll").count()


def enter_a_two_one(thumb):
    """Three touchdowns and three casualties, from paper, and the report."""
    page = thumb.page
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


# Five minutes at two seconds for each tap.
FIVE_MINUTES = 150


@pytest.mark.parametrize(
    "dice", [pytest.param(tap_on, id="of the server"), pytest.param(type_on, id="typed")]
)
def test_one_phone_enters_for_both_from_the_first_tap_to_the_last_step(
    open_page, match, coaches, dice, record_property
):
    page = open_page(f"/matches/{match.uuid}/", user=coaches[0], width=PHONE, height=LOW)
    before, on_the_pitch, after = Thumb(page), Thumb(page), Thumb(page)
    go_on(before, match, "playing", do=dice)
    assert violations(page) == []
    enter_a_two_one(on_the_pitch)
    go_on(after, match, "over", do=dice)
    taps = {"before": before.taps, "totals": on_the_pitch.taps, "after": after.taps}
    record_property("taps", taps)
    print(f"taps: {taps}, together {sum(taps.values())}")
    assert before.taps <= 12, taps
    assert on_the_pitch.taps <= 30, taps
    assert sum(taps.values()) <= FIVE_MINUTES, taps

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    assert page.record.complaints() == []
    expect(page.get_by_text("Ines entered this for Underquay Scurriers.").first).to_be_visible()
    for team in Team.objects.all():
        assert [*differences(team)] == []


def test_a_die_that_was_tapped_wrongly_is_tapped_again(open_page, match, coaches):
    page = open_page(f"/matches/{match.uuid}/", user=coaches[0], width=PHONE)
    first, second = page.locator("form[data-last-die-enters] .pick").all()[:2]
    first.locator("label").nth(0).click()
    second.locator("label").nth(0).click()
    second.locator("label").nth(4).click()
    poll(Answer.objects.filter(run__match=match).exists)
    settled(page)
    assert Answer.objects.get(run__match=match).value == [1, 5]


def test_dice_wait_for_the_button_of_whoever_goes_by_keyboard(open_page, match, coaches):
    page = open_page(f"/matches/{match.uuid}/", user=coaches[0], width=PHONE)
    for die in page.locator("form[data-last-die-enters] .pick").all():
        die.locator("input").first.focus()
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(2000)
    assert not Answer.objects.filter(run__match=match).exists()
    page.get_by_role("button", name="Enter the dice").focus()
    page.keyboard.press("Enter")
    poll(Answer.objects.filter(run__match=match).exists)
    settled(page)


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
