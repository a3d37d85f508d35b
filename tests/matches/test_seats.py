"""Who sits at a match: coaches of the teams, as long as they are coaches of the league."""

from datetime import timedelta

import pytest

from acts.failures import Forbidden
from league.commands.members import add_coach_by_name, change_role, end_membership
from matches import reading
from matches.commands.lending import lend_side
from matches.commands.reporting import confirm_report, dispute_report, submit_report
from matches.models import Match
from matches.permissions import access_in
from matches.pitch.reports import MatchEnding
from teams.commands.coaches import appoint_stand_in, hand_over_team
from tests.conftest import NOW
from tests.matches.playing import play_on


def test_a_coach_who_is_a_viewer_now_records_nothing(play, marta, ines):
    change_role(actor=marta, membership=ines.memberships.get(), role="viewer", now=NOW)
    with pytest.raises(Forbidden):
        play(actor=ines)
    assert not Match.objects.exists()


def test_whoever_runs_the_league_keeps_the_cards_of_those_without_an_account(
    league, begun, marta, rovers, scurriers
):
    assert hands(marta, begun) == set()
    tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)
    for team, expected in ((rovers, {"home"}), (scurriers, {"home", "away"})):
        team.tenures.update(coach=tom)
        assert hands(marta, begun) == expected


def hands(person, match):
    return access_in(person, reading.load(reading.matches().get(pk=match.pk))).enters_for


@pytest.fixture
def cato(make_user, join):
    cato = make_user("Cato")
    join(cato)
    return cato


class TestWhoseTimeEndsInMidMatch:
    def test_a_stand_in_plays_the_match_to_its_end(self, on_the_pitch, ines, cato, time_machine):
        team = on_the_pitch.sides.get(side="away").team
        time_machine.move_to(NOW, tick=False)
        appoint_stand_in(
            actor=team.tenures.get().coach.user,
            team=team,
            coach=cato.memberships.get(),
            until=NOW + timedelta(hours=2),
            now=NOW,
        )
        time_machine.shift(timedelta(hours=3))
        assert hands(cato, on_the_pitch) == {"away"}
        submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        match = confirm_report(actor=cato, match=on_the_pitch, now=NOW)
        match = play_on(match, cato, sides=("away",))
        assert match.sides.get(side="away").through_at
        assert hands(cato, match) == set()

    def test_of_one_who_was_replaced_the_next_one_goes_on(self, on_the_pitch, marta, olaf, cato):
        hand_over_team(
            actor=marta,
            team=on_the_pitch.sides.get(side="away").team,
            coach=cato.memberships.get(),
            now=NOW + timedelta(hours=1),
        )
        assert (hands(olaf, on_the_pitch), hands(cato, on_the_pitch)) == (set(), {"away"})

    def test_where_nobody_is_left_whoever_runs_the_league_goes_on(
        self, on_the_pitch, olaf, ines, marta
    ):
        end_membership(actor=olaf, membership=olaf.memberships.get(), now=NOW)
        assert (hands(marta, on_the_pitch), hands(ines, on_the_pitch)) == ({"away"}, {"home"})
        submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        match = confirm_report(actor=marta, match=on_the_pitch, now=NOW)
        assert play_on(match, marta).state == Match.State.OVER

    def test_but_not_whoever_plays_against_it(self, begun, olaf, ines):
        ines.memberships.update(role="deputy")
        end_membership(actor=olaf, membership=olaf.memberships.get(), now=NOW)
        assert hands(ines, begun) == {"home"}


class TestWhoPlays:
    """Whoever coached a side at any time since the match began."""

    @pytest.fixture
    def handed_over(self, on_the_pitch, ines, cato, marta, time_machine):
        """Ines, a deputy who plays, has given her team to another for a moment."""
        ines.memberships.update(role="deputy")
        later = NOW + timedelta(hours=1)
        time_machine.move_to(later + timedelta(minutes=1), tick=False)
        hand_over_team(
            actor=ines,
            team=on_the_pitch.sides.get(side="home").team,
            coach=cato.memberships.get(),
            now=later,
        )
        return on_the_pitch

    def test_is_not_got_out_of_by_handing_the_team_over(self, handed_over, *, ines, marta, cato):
        play = reading.load(reading.matches().get(pk=handed_over.pk))
        seats = {who: access_in(who, play) for who in (ines, marta, cato)}
        assert {who: access.played for who, access in seats.items()} == {
            ines: {"home"},
            marta: set(),
            cato: {"home"},
        }
        assert [access.runs_from_outside for access in seats.values()] == [False, True, False]

    def test_whoever_did_so_lends_nobodys_side_and_settles_no_dispute(
        self, handed_over, *, ines, cato, olaf
    ):
        with pytest.raises(Forbidden) as refused:
            lend_side(actor=ines, match=handed_over, side="away", now=NOW)
        assert refused.value.reasons[0].code == "you_play_against_it"
        submit_report(actor=cato, match=handed_over, ending=MatchEnding(), now=NOW)
        dispute_report(actor=olaf, match=handed_over, reason="Not so", now=NOW)
        with pytest.raises(Forbidden) as refused:
            confirm_report(actor=ines, match=handed_over, now=NOW)
        assert refused.value.reasons[0].code == "you_play_in_it"
