"""A fixture's match, from its beginning to the table."""

from datetime import date
from uuid import uuid4

import pytest

from acts.failures import Conflict, Refused
from competition.commands.end_stage import end_stage
from competition.commands.match_day import begin_fixture
from competition.commands.outcomes import Score
from competition.commands.results import enter_score, play_fixture, take_back_result
from competition.commands.score_sheet import enter_scores
from competition.models import Fixture, Result, Stage
from competition.tables import tables_of
from league.commands.house_rules import change_house_rules
from league.models import Membership, Role
from matches.commands.beginning import call_off
from matches.commands.reporting import confirm_report, submit_report, withdraw_report
from matches.commands.tapping import NewTap, enter_taps
from matches.models import Match
from matches.pitch.reports import MatchEnding
from teams.models import Team, Tenure
from tests.competition.test_stages import table
from tests.conftest import NOW
from tests.matches.playing import play_on
from tests.matches.test_corrections import correct

DAY = date(2026, 3, 7)
TOLD = {"crowd": {"home": 0, "away": 0}, "played_on": DAY, "now": NOW}


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
    submit_report(actor=coach, match=match, ending=MatchEnding(), now=NOW)
    result = Result.objects.get(fixture=fixture)
    assert result.is_provisional
    assert table(fixture.stage)[0] == (str(fixture.away), 3)
    confirm_report(actor=marta, match=match, now=NOW)
    result.refresh_from_db()
    assert not result.is_provisional
    assert (result.score_home, result.score_away) == (0, 1)


def test_a_withdrawn_report_leaves_the_table(begun, fixture, marta, coach_of):
    match = play_on(begun, marta)
    score_once(match, marta)
    coach = coach_of(fixture.away)
    submit_report(actor=coach, match=match, ending=MatchEnding(), now=NOW)
    withdraw_report(actor=coach, match=match, now=NOW)
    assert not Result.objects.filter(fixture=fixture).exists()
    assert table(fixture.stage)[0][1] == 0


def test_giving_up_with_too_few_left_is_told_and_punishes_nobody(begun, fixture, marta, client):
    """An ordinary loss in every respect but the story (1391)."""
    match = play_on(begun, marta)
    ending = MatchEnding("conceded", "home", before_set_up=True, could_field=2)
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


def test_a_past_table_is_ranked_by_what_was_known_then(
    *, league, marta, season, enter_team, plan, start
):
    """Two are level but for their value, two for nothing at all: neither a purchase nor another
    name moves them in the table of a round that was played."""
    change_house_rules(
        actor=marta, league=league, house={"tie-breakers": ["points", "team-value"]}, now=NOW
    )
    season.refresh_from_db()
    teams = [enter_team(name).team for name in ("Ashgate", "Brackwater", "Copperhill", "Dell")]
    Team.objects.filter(pk=teams[2].pk).update(value=900_000)
    stage = start(plan())
    for fixture in stage.fixtures.filter(round__number=1).select_related(
        "home__team", "away__team"
    ):
        play_fixture(actor=marta, fixture=fixture, score=Score((1, 1)), **TOLD)

    def stood():
        rows = tables_of(Stage.objects.get(pk=stage.pk), upto_round=1).rows[0]
        return [(row.place, int(row.entrant.key)) for row in rows]

    before = stood()
    assert [place for place, _key in before] == [1, 2, 2, 2]
    Team.objects.filter(pk=teams[0].pk).update(value=100_000)
    Team.objects.filter(pk=teams[3].pk).update(name="Aaland")
    assert stood() == before


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
        submit_report(actor=coach_of(final.away), match=match, ending=MatchEnding(), now=NOW)
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
        submit_report(actor=marta, match=again, ending=MatchEnding(), now=NOW)
        assert Result.objects.get(fixture=final).score_away == 1
        shown = client.get(f"/fixtures/{final.uuid}/").content.decode()
        assert shown.count("Drawn, and played again") == 1

    def test_a_drawn_score_of_rosters_is_played_again_too(self, tie, marta):
        final = tie("replay")
        match = play_fixture(actor=marta, fixture=final, score=Score((1, 1)), **TOLD)
        final.refresh_from_db()
        assert (final.state, final.match, match.state) == ("open", None, Match.State.POST_MATCH)

    def test_there_is_no_overtime_where_penalties_are_shot_at_once(self, tie, marta):
        match = begin_fixture(actor=marta, fixture=tie("penalties"), played_on=DAY, now=NOW)
        match = play_on(match, marta)
        score_once(match, marta)
        with pytest.raises(Refused) as refused:
            submit_report(actor=marta, match=match, ending=MatchEnding("overtime", "away"), now=NOW)
        (reason,) = refused.value.reasons
        assert (reason.code, reason.subject) == ("not-in-this-league", "ending")

    def test_only_once_and_then_the_replay_finds_a_winner(self, tie, marta, client, api):
        final = tie("replay")
        drawn = play_fixture(actor=marta, fixture=final, score=Score((1, 1)), **TOLD)
        play_on(drawn, marta)
        shown = api(marta).get(f"/api/v1/fixtures/{final.uuid}/").json()
        assert (shown["drawn_match"], shown["match"]) == (str(drawn.uuid), None)
        page = client.get(f"/fixtures/{final.uuid}/").content.decode()
        assert "The replay finds a winner: overtime, then penalties." in page
        assert f'/matches/{drawn.uuid}/">1–1, Sat 7 Mar 2026</a>' in page
        with pytest.raises(Refused) as refused:
            play_fixture(actor=marta, fixture=final, score=Score((2, 2)), **TOLD)
        assert [each.code for each in refused.value.reasons] == ["cannot_be_drawn"]
        again = play_on(begin_fixture(actor=marta, fixture=final, played_on=DAY, now=NOW), marta)
        with pytest.raises(Refused) as refused:
            submit_report(actor=marta, match=again, ending=MatchEnding(), now=NOW)
        assert [each.code for each in refused.value.reasons] == ["needs_a_winner"]
        score_once(again, marta)
        submit_report(actor=marta, match=again, ending=MatchEnding("overtime", "away"), now=NOW)
        assert Result.objects.get(fixture=final).ending == "overtime"

    def test_a_drawn_match_that_was_not_drawn_after_all_needs_no_replay(self, tie, marta):
        final = tie("replay")
        drawn = play_fixture(actor=marta, fixture=final, score=Score((1, 1)), **TOLD)
        enter_score(actor=marta, fixture=final, score=Score((2, 0)), now=NOW)
        with pytest.raises(Refused) as refused:
            correct(drawn, marta, score={"home": 0, "away": 1})
        assert [each.code for each in refused.value.reasons] == ["replay_stands"]
        take_back_result(actor=marta, fixture=final, reason="Not so", now=NOW)
        correct(drawn, marta, score={"home": 0, "away": 1})
        final = Fixture.objects.get(pk=final.pk)
        assert (final.match, final.drawn_match, final.result.score_away) == (drawn, None, 1)

    def test_a_final_that_was_drawn_after_all_is_to_be_played_again(self, tie, marta):
        final = tie("replay")
        match = play_fixture(actor=marta, fixture=final, score=Score((1, 0)), **TOLD)
        end_stage(actor=marta, stage=final.stage, now=NOW)
        correct(match, marta, score={"home": 1, "away": 1})
        final = Fixture.objects.select_related("stage").get(pk=final.pk)
        assert (final.state, final.drawn_match, final.stage.state) == ("open", match, "running")

    @pytest.mark.parametrize("drawn", ["replay", "higher-seed", "penalties"])
    def test_a_winner_is_found_as_the_league_says_at_every_door(
        self, tie, marta, coach_of, *, drawn
    ):
        final = tie(drawn)
        coach = coach_of(final.home)
        told = [Score((1, 0), ending="overtime", winner="home")]
        if drawn != "penalties":
            told.append(Score((1, 1), ending="penalties", winner="home"))
        for score in told:
            doors = [lambda: play_fixture(actor=coach, fixture=final, score=score, **TOLD)]  # noqa: B023
            # A bare score by whoever runs the league tells how the tie ended, replay and all.
            if drawn != "replay":
                doors += _scores(marta, final, score)
            for door in doors:
                with pytest.raises(Refused) as refused:
                    door()
                assert [(each.code, each.subject.split(".")[-1]) for each in reasons(refused)] == [
                    ("not-in-this-league", "ending")
                ]

    def test_overtime_is_won_by_a_touchdown(self, tie, marta):
        final = tie("overtime")
        score = Score((1, 1), ending="overtime", winner="home")
        told = [lambda: play_fixture(actor=marta, fixture=final, score=score, **TOLD)]
        for door in [*told, *_scores(marta, final, score)]:
            with pytest.raises(Refused) as refused:
                door()
            assert [each.code for each in reasons(refused)] == ["overtime_level"]


def _scores(person, fixture, score):
    """Both doors for a bare score."""
    return [
        lambda: enter_score(actor=person, fixture=fixture, score=score, now=NOW),
        lambda: enter_scores(actor=person, of=fixture.round, scores={fixture.pk: score}, now=NOW),
    ]


def reasons(refused):
    return refused.value.reasons
