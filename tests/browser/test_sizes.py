"""What a thumb has to hit, and what is to reach from edge to edge."""

import pytest
from django.urls import reverse

from tests.browser.pages import a_match_on_the_pitch, league_with_a_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SMALL = """() => [...document.querySelectorAll("main :is(button, input, select, a.btn, summary)")]
  .filter((each) => each.checkVisibility() && each.type !== "hidden" && !each.closest(".kits"))
  .map((each) => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 24 || box.height < 24))
  .map(([said]) => said)"""


@pytest.mark.parametrize("width", [390, 1440])
def test_totals_have_no_control_too_small_and_a_dock_from_edge_to_edge(open_page, make_user, width):
    marta = make_user("Marta")
    page = open_page(
        reverse("matches:totals", kwargs=a_match_on_the_pitch(marta)), user=marta, width=width
    )
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    dock = page.locator(".dock").bounding_box()
    if width == 390:
        assert (dock["x"], dock["width"]) == (0, width)


def test_a_roster_has_no_control_too_small_and_no_row_of_heads(open_page, make_user):
    marta = make_user("Marta")
    team = league_with_a_match(marta).sides.get(side="home").team
    page = open_page(reverse("teams:roster", args=[team.uuid]), user=marta, width=390)
    assert page.evaluate(SMALL) == []
    heads = page.locator("table.roster thead").bounding_box()
    assert heads["height"] <= 1
