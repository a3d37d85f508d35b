"""The roster in a browser: on one page of paper, in any order without a reload, figures told."""

from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from league.queries import current_season
from rules.engine import effects as e
from rules.engine.state import Player
from teams import ledger
from tests.teams.history import put, team_with_a_past

pytestmark = pytest.mark.browser


@pytest.fixture
def full(marta):
    """Sixteen under contract, every one of them with things to write down."""
    team = team_with_a_past(marta)
    season = current_season(team.league)
    more = [Player(f"more/{n}", "lineman", 50_000) for n in range(6)]
    put(team, ledger.LedgerEntry("x", tuple(e.Joined(player) for player in more)), season=season)
    lessons = [
        effect
        for contract in team.contracts.filter(until=None)
        for level, skill in enumerate(("guard", "mighty-blow", "dauntless", "pass-block"), start=20)
        for effect in (
            e.ImprovementOwed(contract.key, str(level), [6, 6]),
            e.Improved(contract.key, str(level), 20_000, skill=skill),
        )
    ]
    put(
        team,
        ledger.LedgerEntry("improvement", (*lessons, e.RosteredStar("griff-oberwald"))),
        season=season,
    )
    assert team.contracts.filter(until=None).count() == 16
    return team


def test_prints_on_one_page(open_page, full):
    page = open_page(f"/teams/{full.uuid}/")
    (paper,) = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    said = paper.extract_text()
    assert "THE REIVERS" in said
    assert f"{full.value:,}" in said
    assert "Sort" not in said


def test_sorts_in_place(open_page, full):
    page = open_page(f"/teams/{full.uuid}/")
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name="Sort by Value").click()
    expect(page.locator("th[aria-sort=descending]")).to_contain_text("Value")
    values = page.locator("td.k-value button").all_inner_texts()
    assert values == sorted(values, key=lambda gold: -int(gold.replace(",", "")))
    assert page.evaluate("window.stayed")
    assert page.url.endswith("?sort=-value")


def test_a_figure_tells_its_sum_when_it_is_tapped(open_page, full):
    page = open_page(f"/teams/{full.uuid}/", width=390)
    figure = page.locator("td.k-value button").first
    figure.click()
    expect(page.locator(".tip:popover-open")).to_contain_text("the price of the position")
