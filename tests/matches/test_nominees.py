"""Naming players of whom a die makes one the most valuable, on the page of the match."""

import re

import pytest

from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.pitch.reports import MatchEnding
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.playing import begin_and_agree, keys, play_on, tap
from tests.matches.test_flow_pages import place, words

DEAD = 68


@pytest.fixture
def naming(league, rovers, scurriers, *, ines, marta, client):
    """A match in which the second of the home side died, before anybody is named."""
    begun = begin_and_agree(
        actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
    )
    match = play_on(begun, marta)
    fell = tap("casualty", "home", player=keys(match, "home")[1], how="crowd", answers={"": DEAD})
    enter_taps(actor=marta, match=match, taps=[fell], now=NOW)
    match = submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
    match = play_on(match, marta, until="improvements")
    client.force_login(ines)
    return match


def test_the_dead_are_marked(naming, client):
    page = client.get(place(naming))
    (struck,) = re.findall(r'<span class="dead">(.*?)</span>', page.content.decode())
    assert f"{struck} Lineman, 0 SPP, died: the points would be lost" in words(page) or (
        f"{struck} died: the points would be lost" in words(page)
    )
