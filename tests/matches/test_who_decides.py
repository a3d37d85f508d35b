"""Whoever runs the league and plays in a match is a coach in it, and nothing more."""

from datetime import timedelta

import pytest

from acts.failures import Forbidden, Refused
from league.commands.house_rules import change_house_rules
from league.commands.members import add_coach_by_name, change_role, end_membership, end_places
from matches import reading
from matches.commands.beginning import Occasion, begin_match, call_off
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.lending import lend_side
from matches.commands.proposing import agree_to_correction, propose_correction
from matches.commands.recording import record_result
from matches.commands.reporting import (
    confirm_report,
    dispute_report,
    submit_report,
    withdraw_report,
)
from matches.commands.tapping import enter_taps
from matches.models import Match
from matches.permissions import access_in
from matches.pitch.reports import MatchEnding
from teams.commands.coaches import add_second_coach, end_tenure, hand_over_team
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.playing import begin_and_agree, give, open_runs, play_on, tap

State = Match.State


@pytest.fixture
def house(draft_team, marta):
    """The team of Marta, who alone runs the league."""
    return draft_team("House Eleven", actor=marta)


@pytest.fixture
def cato(make_user, join):
    cato = make_user("Cato")
    join(cato)
    return cato


@pytest.fixture
def begun(league, marta, house, scurriers):
    """Marta is at home, and Olaf is the guest."""
    return begin_and_agree(
        actor=marta, league=league, home=house, away=scurriers, played_on=DAY, now=NOW
    )


@pytest.fixture
def on_the_pitch(begun, ines):
    """As an evening that Ines, a deputy for it, has entered for both."""
    ines.memberships.update(role="deputy")
    match = play_on(begun, ines)
    ines.memberships.update(role="coach")
    return match


@pytest.fixture
def reported(on_the_pitch, olaf):
    """Olaf reports a win."""
    enter_taps(actor=olaf, match=on_the_pitch, taps=[tap("touchdown", "away")], now=NOW)
    return submit_report(actor=olaf, match=on_the_pitch, ending=MatchEnding(), now=NOW)


def access(person, match):
    return access_in(person, reading.load(reading.matches().get(pk=match.pk)))


def refuses(command, code="you_play_in_it", **about):
    """The command says no, by this reason and with the way out."""
    with pytest.raises((Forbidden, Refused)) as refused:
        command(now=NOW, **about)
    (reason,) = refused.value.reasons
    assert reason.code == code
    assert (
        "A commissioner can make any member with an account a deputy, or invite somebody as one."
        in str(reason.message)
    )


class TestHandingTheTeamOver:
    @pytest.mark.parametrize("before", [timedelta(hours=1), timedelta(days=1), timedelta(days=6)])
    def test_before_the_match_makes_nobody_an_outsider(
        self, *, league, house, scurriers, marta, cato, olaf, before, time_machine
    ):
        house.tenures.update(since=NOW - timedelta(days=30), made_at=None)
        hand_over_team(actor=marta, team=house, coach=cato.memberships.get(), now=NOW - before)
        time_machine.move_to(NOW, tick=False)
        match = record_result(
            actor=marta,
            league=league,
            home=house,
            away=scurriers,
            score={"home": 5, "away": 0},
            crowd={"home": 2, "away": 0},
            played_on=DAY,
            now=NOW,
        )
        assert (match.state, match.awaits) == (State.REPORTED, "away")
        assert match.sides.get(side="away").agreed_at is None
        refuses(confirm_report, actor=marta, match=match)
        assert confirm_report(actor=olaf, match=match, now=NOW).confirmed_at

    def test_long_before_it_is_somebody_elses(
        self, *, league, house, scurriers, marta, cato, time_machine
    ):
        house.tenures.update(since=NOW - timedelta(days=30), made_at=None)
        earlier = NOW - timedelta(days=9)
        hand_over_team(actor=marta, team=house, coach=cato.memberships.get(), now=earlier)
        time_machine.move_to(NOW, tick=False)
        match = begin_match(
            actor=marta, league=league, home=house, away=scurriers, played_on=DAY, now=NOW
        )
        assert access(marta, match).runs_from_outside


class TestADispute:
    def test_is_not_settled_by_whoever_plays(self, reported, *, marta, olaf, join, make_user):
        dispute_report(actor=marta, match=reported, reason="It was a draw", now=NOW)
        refuses(withdraw_report, actor=marta, match=reported)
        withdraw_report(actor=olaf, match=reported, now=NOW)
        mine = submit_report(actor=marta, match=reported, ending=MatchEnding(), now=NOW)
        dispute_report(actor=olaf, match=mine, reason="I scored", now=NOW)
        refuses(confirm_report, actor=marta, match=mine)
        deputy = make_user("Dora")
        join(deputy, role="deputy")
        assert confirm_report(actor=deputy, match=mine, now=NOW).state == State.POST_MATCH

    def test_is_not_raised_by_ones_own_second_coach(
        self, on_the_pitch, *, house, marta, cato, olaf, time_machine
    ):
        """The team changes hands in the evening, so that nobody's side is on the report."""
        add_second_coach(actor=marta, team=house, coach=cato.memberships.get(), now=NOW)
        house.tenures.filter(coach__user=marta).update(until=NOW, ended_at=NOW)
        time_machine.move_to(NOW + timedelta(minutes=1), tick=False)
        match = submit_report(actor=marta, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        assert (match.reported_by, match.awaits) == ("", "away")
        with pytest.raises(Forbidden) as refused:
            dispute_report(actor=cato, match=match, reason="A trick", now=NOW)
        assert refused.value.reasons[0].code == "not_yours_to_dispute"
        refuses(confirm_report, actor=marta, match=match)


class TestWhatIsTheOtherSides:
    def test_is_not_answered_for_them(self, begun, *, marta, ines, olaf):
        ours, theirs = access(marta, begun), access(olaf, begun)
        assert (ours.may_act_for("home"), ours.may_act_for("away")) == (True, False)
        assert theirs.may_act_for("away")

    def test_after_the_match_neither(self, reported, *, marta, olaf):
        match = confirm_report(actor=marta, match=reported, now=NOW)
        match = play_on(match, marta, sides=("", "home"))
        run = next(run for run in open_runs(match) if run.side == "away")
        refuses(lambda now, **_: give(run, marta, {}, now=now))
        assert play_on(match, olaf).state == State.OVER

    def test_is_entered_where_they_have_no_account(self, begun, *, league, marta, scurriers):
        tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)
        scurriers.tenures.update(coach=tom)
        match = play_on(begun, marta)
        assert match.state == State.PLAYING
        submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
        assert play_on(match, marta).state == State.OVER


class TestCallingOff:
    def test_is_for_somebody_else_once_the_ball_is_kicked_off(
        self, on_the_pitch, *, marta, olaf, ines
    ):
        refuses(call_off, actor=marta, match=on_the_pitch, reason="I am losing")
        lend_side(actor=olaf, match=on_the_pitch, side="away", now=NOW)
        off = call_off(actor=marta, match=on_the_pitch, reason="The lights went out", now=NOW)
        assert off.state == State.CALLED_OFF

    def test_whoever_told_a_bare_score_takes_it_back(self, *, league, marta, house, scurriers):
        match = record_result(
            actor=marta,
            league=league,
            home=house,
            away=scurriers,
            score={"home": 1, "away": 0},
            crowd={"home": 0, "away": 0},
            played_on=DAY,
            now=NOW,
        )
        off = call_off(actor=marta, match=match, reason="A wrong score", now=NOW)
        assert off.state == State.CALLED_OFF


class TestACorrection:
    @pytest.fixture
    def over(self, reported, marta, olaf):
        match = confirm_report(actor=marta, match=reported, now=NOW)
        match = play_on(match, marta, sides=("", "home"))
        return play_on(match, olaf)

    def test_of_ones_own_match_needs_the_other_coach(self, over, *, marta, olaf):
        wish = {"taps": [tap("touchdown", "away")]}
        seen = look_at_correction(actor=marta, match=over, **wish).seen
        values = {"match": over, "seen": seen, "reason": "They scored twice", **wish}
        refuses(correct_match, actor=marta, **values)
        # Who may is asked before what they say.
        refuses(correct_match, actor=marta, **values | {"score": {"home": 3, "away": 1}})
        proposal = propose_correction(actor=marta, now=NOW, **values)
        agree_to_correction(actor=olaf, match=over, proposal=proposal.uuid, now=NOW)
        data = over.reports.latest("version").data
        assert data["score"] == {"home": 0, "away": 2}

    def test_is_not_had_by_showing_the_other_coach_out(self, over, *, marta, olaf):
        place = olaf.memberships.get()
        refuses(end_membership, "plays_against_it", actor=marta, membership=place)
        end_places([place], by=marta, now=NOW)
        assert not access(marta, over).decides


class TestTheOpponent:
    def test_is_not_shown_out_in_mid_match(self, begun, *, marta, olaf, ines):
        place = olaf.memberships.get()
        refuses(end_membership, "plays_against_it", actor=marta, membership=place)
        refuses(change_role, "plays_against_it", actor=marta, membership=place, role="viewer")
        ines.memberships.update(role="deputy")
        end_membership(actor=ines, membership=place, now=NOW)
        place.refresh_from_db()
        assert place.until is not None

    def test_who_goes_by_themselves_leaves_it_to_whoever_runs_the_league(
        self, begun, *, marta, olaf, ines, time_machine
    ):
        end_membership(actor=olaf, membership=olaf.memberships.get(), now=NOW)
        time_machine.move_to(NOW + timedelta(minutes=1), tick=False)
        assert access(marta, begun).decides
        ines.memberships.update(role="deputy")
        assert not access(marta, begun).decides
        assert access(ines, begun).decides

    def test_who_was_shown_out_before_is_no_less_wronged(
        self, *, league, house, scurriers, marta, olaf, time_machine
    ):
        scurriers.tenures.update(since=NOW - timedelta(days=9), made_at=None)
        before = NOW - timedelta(hours=1)
        end_places([olaf.memberships.get()], by=marta, now=before)
        time_machine.move_to(NOW, tick=False)
        match = begin_match(
            actor=marta, league=league, home=house, away=scurriers, played_on=DAY, now=NOW
        )
        assert not access(marta, match).decides


class TestTheOpponentsTeam:
    def told(self, marta, league, home, away, **about):
        return record_result(
            actor=marta,
            league=league,
            home=home,
            away=away,
            score={"home": 5, "away": 0},
            crowd={"home": 2, "away": 0},
            played_on=DAY,
            now=NOW,
            **about,
        )

    @pytest.mark.parametrize("by_second", [False, True])
    def test_has_a_day_to_answer_whatever_the_house_rules_say(
        self, *, league, house, scurriers, marta, cato, by_second
    ):
        """Whoever of the side that has somebody in office sends the report."""
        about = {"house": {"report.confirms-after": 1}, "from_round": 1, "reason": "Be quick"}
        change_house_rules(actor=marta, league=league, now=NOW, **about)
        add_second_coach(actor=marta, team=house, coach=cato.memberships.get(), now=NOW)
        reporter, occasion = cato if by_second else marta, Occasion(is_scheduled=True)
        match = self.told(reporter, league, house, scurriers, occasion=occasion)
        assert match.confirms_at == NOW + timedelta(days=1)

    def test_taken_away_before_a_score_is_told_confirms_nothing(
        self, *, league, house, scurriers, marta, olaf, ines, time_machine
    ):
        scurriers.tenures.update(since=NOW - timedelta(days=30), made_at=None)
        ines.memberships.update(role="deputy")
        end_tenure(actor=ines, tenure=scurriers.tenures.get(), now=NOW - timedelta(hours=1))
        ines.memberships.update(role="coach")
        time_machine.move_to(NOW, tick=False)
        match = self.told(marta, league, house, scurriers)
        assert (match.state, match.awaits) == (State.REPORTED, "league")
        refuses(confirm_report, actor=marta, match=match)
        place = olaf.memberships.get()
        hand_over_team(actor=marta, team=scurriers, coach=place, now=NOW)
        disputed = dispute_report(actor=olaf, match=match, reason="I was not there", now=NOW)
        assert disputed.disputes.get().side == "away"

    def test_whose_coach_became_a_viewer_is_not_confirmed_by_silence(
        self, *, league, house, scurriers, marta, olaf
    ):
        olaf.memberships.update(role="viewer")
        match = self.told(marta, league, house, scurriers)
        assert (match.state, match.awaits, match.confirms_at) == (State.REPORTED, "league", None)

    @pytest.mark.parametrize("deputies", [0, 1])
    def test_has_its_own_word_beside_a_second_coach_who_runs_the_league(
        self, *, league, house, scurriers, marta, olaf, cato, deputies
    ):
        cato.memberships.update(role="deputy" if deputies else "coach")
        # As somebody who came to run the league after that.
        scurriers.tenures.create(kind="second", coach=marta.memberships.get(), since=NOW)
        match = self.told(marta, league, house, scurriers)
        assert (match.state, match.awaits) == (State.REPORTED, "away")
        refuses(confirm_report, actor=marta, match=match)
        dispute_report(actor=olaf, match=match, reason="It was a draw", now=NOW)

    def test_in_mid_match_only_its_coach_comes_back_by_whoever_plays_against_it(
        self, begun, *, scurriers, marta, olaf, cato, ines
    ):
        ines.memberships.update(role="deputy")
        scurriers.tenures.update(since=NOW - timedelta(days=30), made_at=None)
        end_tenure(actor=ines, tenure=scurriers.tenures.get(), now=NOW)
        about = {"actor": marta, "team": scurriers}
        refuses(hand_over_team, "plays_against_it", coach=cato.memberships.get(), **about)
        refuses(lend_side, "you_play_against_it", actor=marta, match=begun, side="away")
        hand_over_team(coach=olaf.memberships.get(), now=NOW, **about)
        assert access(olaf, begun).may_act_for("away")

    def test_handed_over_back_in_time_makes_nobody_an_outsider(
        self, on_the_pitch, *, league, house, marta
    ):
        house.tenures.update(since=NOW - timedelta(days=30), made_at=None)
        tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)
        since = NOW - timedelta(days=20)
        hand_over_team(actor=marta, team=house, coach=tom, since=since, now=NOW)
        assert not access(marta, on_the_pitch).decides
        refuses(call_off, actor=marta, match=on_the_pitch, reason="I am losing")
