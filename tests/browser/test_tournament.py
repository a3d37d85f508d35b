"""A tournament of forty through five rounds, on one laptop and mostly without a mouse."""

import pytest
from playwright.sync_api import expect

from competition.commands.planning import plan_stage
from competition.models import Fixture, Stage
from league.commands.leagues import create_league
from league.queries import current_season
from tests.conftest import NOW

pytestmark = pytest.mark.browser

RACES = ("Orc", "Wood Elf", "Dwarf", "Skaven", "Human")
CLUBS = ("Kettle", "Anchor", "Old Bridge", "Harbour")


@pytest.fixture
def stage(marta):
    league = create_league(actor=marta, name="Kettle Cup", edition_key="bb2016", now=NOW)
    return plan_stage(
        actor=marta,
        season=current_season(league),
        name="The Cup",
        format="swiss",
        swiss_rounds=5,
        now=NOW,
    )


def a_list(count):
    lines = [f"Player {n:02}\t{CLUBS[n % 4]}\t{RACES[n % 5]}" for n in range(1, count + 1)]
    return "Name\tClub\tRace\n" + "\n".join(lines)


def type_results(page, tables):
    """Every score of the round by keys alone: digits and Enter, and at the end the button."""
    expect(page.locator(".grid-row input[aria-label]").first).to_be_focused()
    digits = (digit for n in range(tables) for digit in (n % 4, n % 3, n % 5, 0))
    page.keyboard.type("".join(f"{digit}\n" for digit in digits))
    expect(page.get_by_role("button", name="Save the results")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("The round is complete.")


def swap_two(page):
    """The two of the last table change sides."""
    pair = page.locator(".tables > li").nth(18).locator(".pl").all_inner_texts()
    one, other = (text.split("\n")[0] for text in pair)
    page.get_by_label("Who").select_option(one)
    page.get_by_label("changes places with").select_option(other)
    page.get_by_role("button", name="Swap them").click()
    expect(page.locator(".messages")).to_contain_text("have changed places")


def test_forty_people_play_five_rounds(open_page, marta, stage):
    home = f"/tournaments/{stage.uuid}/"
    page = open_page(home, user=marta, width=1440)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("link", name="Paste the entrants").click()
    page.get_by_label("The list").fill(a_list(40))
    page.get_by_role("button", name="Look at the list").click()
    page.get_by_role("button", name="Enter these 40").click()

    expect(page.locator("#board")).to_contain_text("0 of 40 are here.")
    page.get_by_role("button", name="Everybody is here").click()
    expect(page.locator("#board")).to_contain_text("40 of 40 are here.")
    page.get_by_role("button", name="Player 07").click()
    expect(page.locator("#board")).to_contain_text("39 of 40 are here.")

    page.goto(home)
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("link", name="Look at the pairings").click()
    expect(page.locator(".tables > li")).to_have_count(20)
    expect(page.locator(".tables .bye")).to_contain_text("Bye")
    expect(page.get_by_text("Worth knowing")).to_have_count(0)
    swap_two(page)

    # The late one joins the second round; the wall notices by itself that the first has begun.
    wall = open_page(f"{home}pairings/?show=projector", width=1440)
    expect(wall.locator(".clock")).to_have_count(0)
    for number in range(1, 6):
        page.goto(home)
        page.get_by_label("Minutes").first.fill("120")
        page.get_by_role("button", name=f"Start round {number}").click()
        if number == 1:
            expect(wall.locator(".clock .count")).to_contain_text("1:59")
        page.get_by_role("link", name="Enter results").click()
        type_results(page, tables=19 if number == 1 else 20)
        if number == 1:
            page.get_by_role("link", name="Check-in").click()
            page.get_by_role("button", name="Player 07").click()
            expect(page.locator("#board")).to_contain_text("40 of 40 are here.")
        page.goto(home)
        if number < 5:
            page.get_by_role("button", name=f"Pair round {number + 1}").click()
            expect(page.get_by_role("button", name=f"Start round {number + 1}")).to_be_visible()
    page.get_by_role("button", name="End the tournament").click()
    expect(page.locator("#main")).to_contain_text("won it")

    stage.refresh_from_db()
    assert stage.state == Stage.State.OVER
    played = stage.fixtures.filter(state=Fixture.State.PLAYED)
    pairs = [frozenset(pair) for pair in played.values_list("home", "away")]
    assert len(pairs) == len(set(pairs)) == 99
    page.get_by_role("navigation", name="Tournament").get_by_role("link", name="Standings").click()
    expect(page.locator(".ranking tbody tr")).to_have_count(40)
    assert page.record.complaints() == []
    assert wall.record.complaints() == []


def test_a_score_is_typed_with_its_dash(open_page, marta, stage):
    home = f"/tournaments/{stage.uuid}/"
    page = open_page(f"{home}entrants/", user=marta)
    page.get_by_label("The list").fill(a_list(2))
    page.get_by_role("button", name="Look at the list").click()
    page.get_by_role("button", name="Enter these 2").click()
    expect(page.locator("#board")).to_contain_text("0 of 2 are here.")
    page.goto(home)
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("button", name="Start round 1").click()
    page.get_by_role("link", name="Enter results").click()
    expect(page.locator(".grid-row input[aria-label]").first).to_be_focused()
    for score in ("2-1", "3-0"):
        page.keyboard.type(score)
        page.keyboard.press("Enter")
    # Whoever goes elsewhere before it is saved is asked; the way that saves from a cell saves here.
    with page.expect_event("dialog") as asked:
        page.evaluate("void setTimeout(() => location.reload())")
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".messages")).to_contain_text("The round is complete.")
    result = stage.fixtures.get().result
    assert (result.score_home, result.score_away, *result.tallies["cas"]) == (2, 1, 3, 0)


def test_without_script_the_grid_and_the_board_work_all_the_same(open_page, marta, stage):
    home = f"/tournaments/{stage.uuid}/"
    page = open_page(f"{home}entrants/", user=marta, width=390, java_script_enabled=False)
    page.get_by_label("The list").fill("Anna\nBert")
    page.get_by_role("button", name="Look at the list").click()
    page.get_by_role("button", name="Enter these 2").click()
    page.get_by_role("button", name="Anna").click()
    expect(page.locator("#board")).to_contain_text("1 of 2 are here.")
    page.get_by_role("button", name="Everybody is here").click()
    expect(page.locator("#board")).to_contain_text("2 of 2 are here.")
    page.goto(home)
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("button", name="Start round 1").click()
    expect(page.locator(".clock .count")).to_be_hidden()
    expect(page.locator(".clock .until")).to_be_visible()
    page.get_by_role("link", name="Enter results").click()
    cells = page.locator(".grid-row input[aria-label]")
    cells.nth(0).fill("2")
    cells.nth(0).press("Enter")
    expect(page.locator("form [role=alert], .note.bad")).to_contain_text("Not saved yet")
    cells.nth(1).fill("1")
    page.get_by_role("button", name="Save the results").click()
    expect(page.locator(".messages")).to_contain_text("1 result is saved. The round is complete.")
