"""An improvement roll follows its player to the match in which the improvement is earned now."""

import pytest

from matches.commands.answering import Given, answer_step
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Answer
from matches.pitch.reports import MatchEnding
from matches.steps import sequence_of
from rules.engine import effects as e
from teams import ledger
from tests.competition.filling import Sheet
from tests.conftest import NOW
from tests.matches.conftest import DAY, present, run_of
from tests.matches.playing import begin_and_agree, keys, play_on, tap
from tests.matches.test_reopening_pages import caller

HOME, AWAY = "home", "away"
IMPROVEMENTS = (HOME, "improvements")
PLAYER = "draft/1"


@pytest.fixture
def played(begin, marta):
    """Play a match in which these of the home side score: `played([0, 0], said={…})`."""

    def play(scorers, said=None, until=None):
        match = begin()
        names = keys(match, HOME)
        taps = [tap("touchdown", HOME, player=names[number]) for number in scorers]
        enter_taps(actor=marta, match=match, taps=taps, now=NOW)
        match = submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
        return play_on(match, marta, said=said, until=until)

    return play


def rolled(player, dice=(5, 6), choice="+ag"):
    """What is said of the first improvement of a player."""
    return {f"improvement/{player}/1": [*dice], f"improvement-choice/{player}/1": choice}


def correct(match, actor, **wish):
    seen = look_at_correction(actor=actor, match=match, **wish)
    assert [each.code for each in seen.conflicts] == []
    about = {"actor": actor, "match": match, "reason": "The sheet says so", "now": NOW}
    return correct_match(**about, seen=seen.seen, **wish)


def improved_in(match, player, side=HOME):
    """The dice and the choices of a player that hold in a match."""
    events = match.sides.get(side=side).chapter.events.filter(reverses=None, reversed_by=None)
    effects = [
        each for event in events.order_by("step", "seq") for each in ledger.effects_of(event)
    ]
    about = (e.ImprovementOwed, e.Improved)
    found = [each for each in effects if isinstance(each, about) and each.player == player]
    return [
        each.dice if isinstance(each, e.ImprovementOwed) else each.skill or each.characteristic
        for each in found
    ]


def another_scorer(match, number):
    """The first touchdown was somebody else's."""
    first = match.taps.filter(kind="touchdown").order_by("number")[0]
    scorer = keys(match, HOME)[number]
    return [tap("void", of=str(first.uuid)), tap("touchdown", HOME, player=scorer)]


def test_to_a_match_that_is_yet_to_come(played, league, *, marta, rovers, scurriers):
    """Six points in the first match; with one touchdown less they are there after the second."""
    first = played([0, 0], said=rolled(PLAYER))
    assert improved_in(first, PLAYER) == [[5, 6], "ag"]
    correct(first, marta, taps=another_scorer(first, 6))
    assert improved_in(first, PLAYER) == []
    second = begin_and_agree(
        actor=marta, league=league, home=scurriers, away=rovers, played_on=DAY, now=NOW
    )
    second = play_on(second, marta)
    taps = [tap("touchdown", AWAY, player=PLAYER)]
    enter_taps(actor=marta, match=second, taps=taps, now=NOW)
    second = submit_report(actor=marta, match=second, ending=MatchEnding(), now=NOW)
    play_on(second, marta, said={f"away: improvement-choice/{PLAYER}/1": "block"})
    assert improved_in(second, PLAYER, AWAY) == [[5, 6], "block"]
    assert improved_in(second, PLAYER) == []
    present(rovers)


def test_a_roll_of_the_server_stays_the_servers(played, marta):
    first = played([0, 0], until="improvements")
    nominees = [Given("mvp/1/nominees", keys(first, HOME)[1:4])]
    answer_step(
        actor=marta,
        match=first,
        side=HOME,
        step="improvements",
        revision=run_of(first, step="improvements").revision,
        answers=nominees,
        now=NOW,
        roll_on=True,
    )
    first = play_on(first, marta)
    correct(first, marta, taps=another_scorer(first, 6))
    second = played([0])
    rolls = Answer.objects.filter(key=f"improvement/{PLAYER}/1").order_by("pk")
    there, here = ((each.run.match, each.value, each.source) for each in rolls)
    assert (there[0], here[0]) == (first, second)
    assert there[1:] == here[1:]
    assert here[2] == Answer.Source.SERVER


# --- to a match that was played since


def mvp(number):
    """What is said if the MVP is the player of a number: three are named, and a D3 is rolled."""
    among = number - number % 3
    named = [f"draft/{each + 1}" for each in range(among, among + 3)]
    return {"home: mvp/1/nominees": named, "home: mvp/1/die": number - among + 1}


def kick_off_of(match):
    return sequence_of(match.pin).kick_off


def another_mvp(number):
    return {"answers": {IMPROVEMENTS: {"mvp/1/die": number + 1}}}


@pytest.fixture
def earned_late(played):
    """Three points by each of two matches, and an improvement by the second."""
    first = played([0], said=mvp(2))
    return first, played([0], said=mvp(4) | rolled(PLAYER))


def test_to_an_earlier_match(earned_late, marta, rovers):
    """Whoever was the MVP of the first earned it there."""
    first, second = earned_late
    value = present(rovers).value
    assert improved_in(second, PLAYER) == [[5, 6], "ag"]
    revision = second.revision
    correct(first, marta, **another_mvp(0))
    assert [improved_in(match, PLAYER) for match in earned_late] == [[[5, 6], "ag"], []]
    assert present(rovers).value == value
    second.refresh_from_db()
    assert second.revision > revision
    for match in earned_late:
        again = look_at_correction(actor=marta, match=match)
        assert not again.changes
        assert all(each.run.place < kick_off_of(match) for each in again.replay.drift)


def test_to_a_later_match(played, marta, rovers):
    """Eight points with the MVP of the first match, and six without it by the second."""
    first = played([0], said=mvp(0) | rolled(PLAYER))
    second = played([0], said=mvp(4))
    third = played([], said=mvp(5))
    assert improved_in(first, PLAYER) == [[5, 6], "ag"]
    correct(first, marta, **another_mvp(2))
    assert [improved_in(match, PLAYER) for match in (first, second)] == [[], [[5, 6], "ag"]]
    present(rovers)
    correct(first, marta, **another_mvp(0))
    assert [improved_in(match, PLAYER) for match in (first, second)] == [[[5, 6], "ag"], []]
    for match in (first, second, third):
        drift = look_at_correction(actor=marta, match=match).replay.drift
        assert all(each.run.place < kick_off_of(match) for each in drift)
    present(rovers)


def test_to_a_step_that_is_open(played, marta, rovers):
    """Whoever presses the button is told what fell."""
    first = played([0], said=mvp(0) | rolled(PLAYER))
    second = played([0], until="improvements")
    correct(first, marta, **another_mvp(2))
    second = play_on(second, marta, said={**mvp(4), f"improvement-choice/{PLAYER}/1": "block"})
    assert improved_in(second, PLAYER) == [[5, 6], "block"]
    present(rovers)


def test_two_coaches_rule_no_later_match_along(earned_late, ines):
    seen = look_at_correction(actor=ines, match=earned_late[0], **another_mvp(0))
    assert [each.code for each in seen.conflicts] == ["later_match"]


def test_a_program_is_told_of_both_matches(earned_late, marta):
    first, second = earned_late
    edits = {"answers": [{"side": HOME, "step": "improvements", "key": "mvp/1/die", "value": 1}]}
    told = caller(marta).post(f"/api/v1/matches/{first.uuid}/correction/preview/", edits, "json")
    assert told.json()["conflicts"] == []
    moved = {each["match"] for each in told.json()["changes"]}
    assert moved == {None, str(second.uuid)}


def test_the_page_tells_of_both_and_applies_it(client, earned_late, marta, rovers):
    first, _second = earned_late
    place = f"/matches/{first.uuid}/correct/"
    client.force_login(marta)
    told = _form(client.get(place), place) | {"home.improvements.mvp/1/die.0": "1"}
    looked = client.post(place, told)
    assert "Their rolls follow the players" in looked.content.decode()
    assert "match of 7 March 2026" in looked.content.decode()
    sent = _form(looked, place) | {"do": "apply", "reason": "The sheet says so"}
    assert client.post(place, sent)["Location"] == f"/matches/{first.uuid}/"
    assert [improved_in(match, PLAYER) for match in earned_late] == [[[5, 6], "ag"], []]
    present(rovers)


def _form(page, place):
    """What a form would send as it stands."""
    (paper,) = [each for each in Sheet(page.content.decode()).forms if place in each.action]
    return paper.told
