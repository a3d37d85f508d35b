"""Who sits at a match: a coach of one of the teams, as long as he is a coach of the league."""

import pytest

from jobs.failures import Forbidden
from league.commands.members import add_coach_by_name, change_role
from matches import reading
from matches.models import Match
from matches.permissions import seat_in
from tests.conftest import NOW


def test_a_coach_who_is_a_viewer_now_records_nothing(play, marta, ines):
    change_role(actor=marta, membership=ines.memberships.get(), role="viewer", now=NOW)
    with pytest.raises(Forbidden):
        play(actor=ines)
    assert not Match.objects.exists()


def test_whoever_runs_the_league_keeps_the_cards_of_those_without_an_account(
    league, begun, marta, rovers, scurriers
):
    def hands():
        return seat_in(marta, reading.load(reading.matches().get(pk=begun.pk))).hands

    assert hands() == set()
    tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)
    for team, expected in ((rovers, {"home"}), (scurriers, {"home", "away"})):
        team.tenures.update(coach=tom)
        assert hands() == expected
