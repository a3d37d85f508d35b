"""Whoever runs the league and plays in it, and whoever begins a match again for better dice."""

import pytest

from acts.failures import Forbidden
from league.models import Membership, Role
from matches.commands.agreeing import agree_to_match
from matches.commands.answering import answer_step
from matches.commands.beginning import Occasion, begin_match, call_off
from matches.commands.recording import record_result
from matches.commands.reporting import confirm_report, dispute_report, submit_report
from matches.models import Answer, Match
from matches.pitch.reports import MatchEnding
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.playing import begin_and_agree, play_on


@pytest.fixture
def boss(ines):
    """Ines, who helps to run the league."""
    Membership.objects.filter(user=ines).update(role=Role.DEPUTY)
    return ines


@pytest.fixture
def about(league, rovers, scurriers):
    return {"league": league, "home": rovers, "away": scurriers, "played_on": DAY, "now": NOW}


def test_a_deputys_own_match_off_the_schedule_waits_for_the_other_coach(about, boss, olaf, marta):
    """Also where they agreed to play it and it was told at the table."""
    match = play_on(begin_and_agree(actor=boss, **about), marta)
    told = submit_report(actor=boss, match=match, ending=MatchEnding(), now=NOW)
    assert (told.state, told.awaits) == (Match.State.REPORTED, "away")
    assert confirm_report(actor=olaf, match=told, now=NOW).confirmed_at


def test_a_deputy_does_not_settle_a_dispute_of_their_own_match(about, boss, olaf, marta):
    told = record_result(
        actor=boss,
        score={"home": 2, "away": 0},
        crowd={"home": 0, "away": 0},
        occasion=Occasion(is_scheduled=True),
        **about,
    )
    told = dispute_report(actor=olaf, match=told, reason="It was not so.", now=NOW)
    for until in (None, NOW):
        Membership.objects.filter(user=marta).update(until=until)
        with pytest.raises(Forbidden):
            confirm_report(actor=boss, match=told, now=NOW)
    assert confirm_report(actor=olaf, match=told, now=NOW).confirmed_at


@pytest.mark.parametrize("swapped", [False, True])
def test_dice_of_the_server_hold_when_a_match_is_called_off(
    begin_under, ines, olaf, marta, *, swapped
):
    """Whoever does not like the weather, calls the match off and begins it again, has the same."""
    match = begin_under(**{"dice.pre-match": "server"})
    weather, teams = _weather(match, ines), {s.side: s.team for s in match.sides.all()}
    for _again in range(4):
        call_off(actor=marta, match=match, reason="", now=NOW)
        home, away = (teams["home"], teams["away"])[:: -1 if swapped else 1]
        match = begin_match(
            actor=ines, league=match.league, home=home, away=away, played_on=DAY, now=NOW
        )
        agree_to_match(actor=olaf, match=match, now=NOW)
        assert _weather(match, ines) == weather


def _weather(match, actor):
    run = match.runs.get(step="conditions")
    answer_step(
        actor=actor,
        match=match,
        side=None,
        step=run.step,
        revision=run.revision,
        answers=[],
        now=NOW,
        roll_on=True,
    )
    return Answer.objects.get(run=run, key="weather").value
