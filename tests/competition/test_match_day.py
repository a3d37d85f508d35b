"""A fixture's match, from its beginning to the table."""

from datetime import date
from uuid import uuid4

import pytest

from competition.commands.match_day import begin_fixture
from competition.commands.outcomes import Score
from competition.commands.results import play_fixture
from competition.models import Fixture, Result
from jobs.failures import Conflict, Refused
from league.commands.house_rules import change_house_rules
from league.models import Membership, Role
from matches.commands.beginning import call_off
from matches.commands.reporting import confirm_report, submit_report, withdraw_report
from matches.commands.tapping import NewTap, enter_taps
from matches.models import Match
from matches.pitch import Ending
from teams.models import Tenure
from tests.competition.test_stages import table
from tests.conftest import NOW
from tests.matches.playing import play_on

DAY = date(2026, 3, 7)


@pytest.fixture
def fixture(enter_team, plan, start):
    enter_team("Greywater Rovers")
    enter_team("Underquay Scurriers")
    return start(plan()).fixtures.select_related("home__team", "away__team").get()


@pytest.fixture
def coach_of(make_user):
    """Somebody who coaches a team from now on."""

    def hand_over(entry):
        coach = make_user("Olga")
        league = entry.team.league
        place = Membership.objects.create(league=league, user=coach, role=Role.COACH, since=NOW)
        Tenure.objects.create(team=entry.team, coach=place, kind=Tenure.Kind.SECOND, since=NOW)
        return coach

    return hand_over


@pytest.fixture
def begun(fixture, marta):
    return begin_fixture(actor=marta, fixture=fixture, played_on=DAY, now=NOW)


def score_once(match, person, side="away"):
    enter_taps(actor=person, match=match, taps=[NewTap(uuid4(), "touchdown", side)], now=NOW)


def test_counts_once_it_is_reported_and_for_good_once_it_is_confirmed(
    begun, fixture, marta, coach_of
):
    match = play_on(begun, marta)
    score_once(match, marta)
    coach = coach_of(fixture.away)
    submit_report(actor=coach, match=match, ending=Ending(), now=NOW)
    result = Result.objects.get(fixture=fixture)
    assert result.is_provisional
    assert table(fixture.stage)[0] == (str(fixture.away), 3)
    confirm_report(actor=marta, match=match, now=NOW)
    result.refresh_from_db()
    assert not result.is_provisional
    assert (result.td_home, result.td_away) == (0, 1)


def test_a_withdrawn_report_leaves_the_table(begun, fixture, marta, coach_of):
    match = play_on(begun, marta)
    score_once(match, marta)
    coach = coach_of(fixture.away)
    submit_report(actor=coach, match=match, ending=Ending(), now=NOW)
    withdraw_report(actor=coach, match=match, now=NOW)
    assert not Result.objects.filter(fixture=fixture).exists()
    assert table(fixture.stage)[0][1] == 0


def test_giving_up_with_too_few_left_is_told_and_punishes_nobody(begun, fixture, marta, client):
    """An ordinary loss in every respect but the story (1391)."""
    match = play_on(begun, marta)
    ending = Ending("conceded", "home", before_set_up=True, could_field=2)
    submit_report(actor=marta, match=match, ending=ending, now=NOW)
    result = Result.objects.get(fixture=fixture)
    assert (result.ending, result.winner, result.at_fault) == ("played", "away", "home")
    assert table(fixture.stage) == [(str(fixture.away), 3), (str(fixture.home), 0)]
    client.force_login(marta)
    page = client.get(f"/fixtures/{fixture.uuid}/").content.decode()
    assert f"{fixture.home} conceded with too few left to set up" in page
    assert "goes on" not in page


def test_a_match_called_off_leaves_the_fixture_open(begun, fixture, marta):
    with pytest.raises(Conflict):
        begin_fixture(actor=marta, fixture=fixture, played_on=DAY, now=NOW)
    call_off(actor=marta, match=begun, reason="Rain", now=NOW)
    fixture.refresh_from_db()
    assert (fixture.match, fixture.state) == (None, Fixture.State.OPEN)
    again = begin_fixture(actor=marta, fixture=fixture, played_on=DAY, now=NOW)
    assert again.state == Match.State.PRE_MATCH


class TestInAKnockOut:
    @pytest.fixture
    def tie(self, *, league, marta, season, enter_team, plan, start):
        """A final, by what the league does about draws."""

        def tie(drawn):
            change_house_rules(
                actor=marta, league=league, house={"knock-out.drawn": drawn}, now=NOW
            )
            season.refresh_from_db()
            for name in ("Greywater Rovers", "Underquay Scurriers"):
                enter_team(name)
            stage = start(plan("The cup", "knock-out"))
            return stage.fixtures.select_related("home__team", "away__team").get()

        return tie

    def test_a_drawn_match_is_played_again_where_the_league_says_so(
        self, tie, marta, coach_of, client
    ):
        final = tie("replay")
        match = play_on(begin_fixture(actor=marta, fixture=final, played_on=DAY, now=NOW), marta)
        submit_report(actor=coach_of(final.away), match=match, ending=Ending(), now=NOW)
        final.refresh_from_db()
        assert (final.match, final.result.is_provisional) == (match, True)
        confirm_report(actor=marta, match=match, now=NOW)
        play_on(match, marta)
        final = Fixture.objects.select_related("stage__season__league").get(pk=final.pk)
        assert (final.state, final.match, hasattr(final, "result")) == ("open", None, False)
        shown = client.get(f"/fixtures/{final.uuid}/").content.decode()
        assert "Drawn, and played again" in shown
        assert f"/matches/{match.uuid}/" in shown
        again = play_on(begin_fixture(actor=marta, fixture=final, played_on=DAY, now=NOW), marta)
        score_once(again, marta)
        submit_report(actor=marta, match=again, ending=Ending(), now=NOW)
        assert Result.objects.get(fixture=final).td_away == 1
        shown = client.get(f"/fixtures/{final.uuid}/").content.decode()
        assert shown.count("Drawn, and played again") == 1

    def test_a_drawn_score_of_rosters_is_played_again_too(self, tie, marta):
        final = tie("replay")
        told = {"fame": {"home": 0, "away": 0}, "played_on": DAY, "now": NOW}
        match = play_fixture(actor=marta, fixture=final, score=Score((1, 1)), **told)
        final.refresh_from_db()
        assert (final.state, final.match, match.state) == ("open", None, Match.State.POST_MATCH)

    def test_there_is_no_overtime_where_penalties_are_shot_at_once(self, tie, marta):
        match = begin_fixture(actor=marta, fixture=tie("penalties"), played_on=DAY, now=NOW)
        match = play_on(match, marta)
        score_once(match, marta)
        with pytest.raises(Refused) as refused:
            submit_report(actor=marta, match=match, ending=Ending("overtime", "away"), now=NOW)
        (reason,) = refused.value.reasons
        assert (reason.code, reason.subject) == ("not-in-this-league", "ending")
