"""An improvement roll follows its player to the match in which the improvement is earned now."""

import pytest

from matches.commands.answering import Given, answer_step
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Answer
from matches.pitch import Ending
from rules.engine import effects as e
from teams import ledger
from tests.conftest import NOW
from tests.matches.conftest import present, run_of
from tests.matches.playing import keys, play_on, tap

HOME = "home"
IMPROVEMENTS = (HOME, "improvements")


@pytest.fixture
def played(begin, marta):
    """Play a match in which these of the home side score: `played([0, 0], said={…})`."""

    def play(scorers, said=None, until=None):
        match = begin()
        names = keys(match, HOME)
        taps = [tap("touchdown", HOME, player=names[number]) for number in scorers]
        enter_taps(actor=marta, match=match, taps=taps, now=NOW)
        match = submit_report(actor=marta, match=match, ending=Ending(), now=NOW)
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


def improved_in(match, player):
    """The dice and the choices of a player that hold in a match."""
    events = match.sides.get(side=HOME).chapter.events.filter(reverses=None, reversed_by=None)
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


def test_to_a_match_that_is_yet_to_come(played, marta, rovers):
    """Six points in the first match; with one touchdown less they are there after the second."""
    first = played([0, 0], said=rolled("draft/1"))
    player = keys(first, HOME)[0]
    assert improved_in(first, player) == [[5, 6], "ag"]
    correct(first, marta, taps=another_scorer(first, 6))
    assert improved_in(first, player) == []
    second = played([0], said={f"improvement-choice/{player}/1": "block"})
    assert improved_in(second, player) == [[5, 6], "block"]
    present(rovers)


def test_a_roll_of_the_server_stays_the_servers(played, marta):
    first = played([0, 0], until="improvements")
    player = keys(first, HOME)[0]
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
    rolls = Answer.objects.filter(key=f"improvement/{player}/1").order_by("pk")
    there, here = ((each.run.match, each.value, each.source) for each in rolls)
    assert (there[0], here[0]) == (first, second)
    assert there[1:] == here[1:]
    assert here[2] == Answer.Source.SERVER
