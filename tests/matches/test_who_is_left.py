"""A report against a side whose coach is on paper, only to come, or gone."""

from datetime import timedelta

import pytest

from league.commands.members import add_coach_by_name
from matches.commands.beginning import Occasion
from matches.commands.recording import record_result
from matches.commands.reporting import (
    confirm_unanswered,
    remind_of_report,
)
from matches.models import Match
from teams.commands.coaches import end_tenure, hand_over_team
from tests.conftest import NOW
from tests.matches.conftest import DAY

State = Match.State
A_DAY = timedelta(days=1)
LONG_AGO = NOW - timedelta(days=20)


@pytest.fixture
def house(draft_team, marta):
    """The team of Marta, who alone runs the league."""
    return draft_team("House Eleven", actor=marta)


@pytest.fixture
def cato(make_user, join):
    cato = make_user("Cato")
    join(cato)
    return cato


@pytest.fixture(autouse=True)
def season(league, house, scurriers):
    """It has run for a while, with the coaches that it has."""
    season = league.seasons.get()
    season.opened_at = NOW - timedelta(days=40)
    season.save()
    for team in (house, scurriers):
        team.tenures.update(since=NOW - timedelta(days=30), made_at=None)
    return season


@pytest.fixture
def told(league, house, scurriers):
    """A score between the two, told by `actor`."""

    def told(actor, **about):
        return record_result(
            actor=actor,
            league=league,
            home=house,
            away=scurriers,
            score={"home": 5, "away": 0},
            crowd={"home": 0, "away": 0},
            played_on=DAY,
            now=NOW,
            **about,
        )

    return told


def stands(match):
    match.refresh_from_db()
    return match.state


def test_a_coach_who_is_only_to_come_objects_to_nothing(
    *, league, scurriers, marta, cato, told, time_machine
):
    time_machine.move_to(NOW, tick=False)
    tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=LONG_AGO)
    scurriers.tenures.update(coach=tom)
    soon = NOW + timedelta(days=3)
    hand_over_team(
        actor=marta, team=scurriers, coach=cato.memberships.get(), since=soon, now=LONG_AGO
    )
    match = told(marta, occasion=Occasion(is_scheduled=True))
    assert match.state == State.POST_MATCH


def test_silence_of_a_side_that_has_lost_its_coach_confirms_nothing(
    told, *, marta, olaf, scurriers
):
    match = told(marta, occasion=Occasion(is_scheduled=True))
    remind_of_report(match=match, now=match.confirms_at - A_DAY)
    match.refresh_from_db()
    end_tenure(actor=olaf, tenure=scurriers.tenures.get(), now=NOW)
    assert not confirm_unanswered(match=match, now=match.confirms_at)
    match.refresh_from_db()
    assert (match.state, match.awaits, match.confirms_at) == (State.REPORTED, "league", None)
