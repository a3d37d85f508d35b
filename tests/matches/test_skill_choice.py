"""Choosing what somebody learns, on the page of the match."""

import re

import pytest

from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Answer
from matches.pitch.reports import MatchEnding
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.playing import begin_and_agree, keys, play_on, tap
from tests.matches.test_flow_pages import place, step, words


@pytest.fixture
def choosing(league, rovers, scurriers, *, ines, marta, client):
    """The match in which the first of the home side may learn by these dice, as Ines sees it."""

    def played(*dice):
        begun = begin_and_agree(
            actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
        )
        match = play_on(begun, marta)
        scorer = keys(match, "home")[0]
        taps = [tap("touchdown", "home", player=scorer) for _twice in range(2)]
        enter_taps(actor=marta, match=match, taps=taps, now=NOW)
        match = submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
        said = {f"improvement/{scorer}/1": [*dice]}
        match = play_on(match, marta, said=said, until="skill-ups")
        client.force_login(ines)
        return match, f"improvement-choice/{scorer}/1"

    return played


def headings(page):
    found = re.findall(
        r'<details class="shelf"[^>]*>\s*<summary>(.*?)<span', page.content.decode(), re.DOTALL
    )
    return [" ".join(each.split()) for each in found]


def test_a_rolled_characteristic_stands_first_and_doubles_apart(choosing, client):
    match, _key = choosing(5, 5)
    page = client.get(place(match))
    shown = headings(page)
    assert shown[0] == "Characteristics"
    first_double = next(n for n, each in enumerate(shown) if each.endswith("by the double"))
    assert first_double > 1
    assert all(each.endswith("by the double") for each in shown[first_double:])
    assert "6 becomes 7; worth 30,000" in words(page)


def test_a_plain_roll_says_what_each_skill_does_and_why_others_are_missing(choosing, client):
    match, key = choosing(3, 4)
    page = client.get(place(match))
    html, text = page.content.decode(), words(page)
    assert headings(page) == ["General"]
    assert "worth 20,000" in text
    assert f'name="answer.{key}"' in html
    assert not re.search(rf'name="answer.{key}"[^>]*checked', html)
    assert re.search(r"MA \d ST \d AG \d AV \d", text)
    assert "Takes a double, and the dice show 3, 4" in text


def test_it_may_wait_until_the_next_match(choosing, client):
    match, key = choosing(3, 4)
    text = words(client.get(place(match)))
    assert "The choice may wait until the team's next match begins" in text.replace("&#x27;", "'")
    assert "Later" in text
    client.post(step(match, "home", "skill-ups"), {"revision": 0, f"answer.{key}": "block"})
    assert Answer.objects.get(key=key).value == "block"
    assert "Later" not in words(client.get(place(match)))
