"""Two phones, one for each coach: from the coin to the end of both post-matches."""

import pytest
from playwright.sync_api import expect

from league.models import Membership, Role
from matches.models import Answer, Match, StepRun
from teams.models import Team
from teams.verifying import differences
from tests.browser.test_board import half, score, touchdown
from tests.browser.test_crawl import violations
from tests.browser.test_match_flow import MOST_STEPS, PHONE, first_roll, first_to_do, settled
from tests.conftest import NOW, play_freely
from tests.matches.conftest import DAY
from tests.matches.playing import begin_and_agree

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

ROVERS, SCURRIERS = "Greywater Rovers", "Underquay Scurriers"


@pytest.fixture
def coaches(make_user, league):
    people = [make_user(name) for name in ("Ines", "Olaf")]
    for person in people:
        Membership.objects.create(league=league, user=person, role=Role.COACH, since=NOW)
    return people


@pytest.fixture
def match(league, coaches, draft_team):
    home, away = (
        draft_team(name, actor=person)
        for name, person in zip((ROVERS, SCURRIERS), coaches, strict=True)
    )
    play_freely(league)
    return begin_and_agree(
        actor=coaches[0], league=league, home=home, away=away, played_on=DAY, now=NOW
    )


def revision(match):
    return Match.objects.get(pk=match.pk).revision


def state(match):
    return Match.objects.get(pk=match.pk).state


def answers_next(page):
    """Do whatever this phone is asked first; whether there was anything."""
    page.reload()
    picks = page.locator("#steps form:has(.picks)").first
    boxes = picks.locator("input[type=checkbox]")
    if boxes.count() and not first_roll(page):
        for box in boxes.all()[:3]:
            box.click()
        picks.locator("button.go").click()
    elif first_to_do(page).count():
        first_to_do(page).click()
    else:
        return False
    settled(page)
    return True


def take_turns(match, *pages, until):
    """Each phone in turn, until the match is there; every tap of theirs counts."""
    for _round in range(MOST_STEPS):
        for page in pages:
            before = revision(match)
            if answers_next(page):
                assert revision(match) > before
            if state(match) == until:
                return
    raise AssertionError([page.locator("#steps").inner_text() for page in pages])


def test_two_phones_from_the_coin_to_the_end_of_both_post_matches(open_page, match, coaches):
    ines, olaf = pages = [
        open_page(f"/matches/{match.uuid}/", user=person, width=PHONE) for person in coaches
    ]
    take_turns(match, *pages, until=Match.State.PLAYING)

    for page in pages:
        page.reload()
        page.get_by_role("link", name="Scoreboard").click()
    touchdown(ines)
    touchdown(olaf, team=SCURRIERS)
    touchdown(ines, number=5)
    half(olaf, ROVERS).get_by_role("button", name="Casualty").click()
    hurt = olaf.get_by_role("dialog")
    hurt.locator("label:has(input[name=player])").nth(6).click()
    hurt.locator(".pick").nth(0).locator("label").nth(2).click()
    hurt.locator(".pick").nth(1).locator("label").nth(3).click()
    hurt.get_by_role("button", name="Enter the casualty").click()
    for page in pages:
        expect(score(page)).to_have_text("2")
        expect(score(page, "away")).to_have_text("1")
    expect(ines.locator("#board-waiting")).to_be_hidden()

    for page in pages:
        page.goto(f"/matches/{match.uuid}/")
    ines.get_by_role("button", name="Report 2–1").click()
    expect(ines.get_by_role("button", name="Withdraw the report")).to_be_visible()
    olaf.reload()
    olaf.get_by_role("button", name="Confirm").click()
    expect(olaf.get_by_role("button", name="Enter the choice")).to_be_visible()
    assert state(match) == Match.State.POST_MATCH

    take_turns(match, olaf, ines, until=Match.State.OVER)
    for page in pages:
        page.reload()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
        assert page.record.complaints() == []
    for side, person in zip(("home", "away"), coaches, strict=True):
        own = Answer.objects.filter(run__match=match, run__side=side, visible="public")
        assert {answer.actor for answer in own} == {person}
        assert not StepRun.objects.filter(match=match, side=side, finished_at=None).exists()
    for team in Team.objects.all():
        assert [*differences(team)] == []
