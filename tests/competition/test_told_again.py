"""A fixture that has a result: told anew by whoever runs the league, and what stood before comes
back if that is called off."""

from datetime import date

import pytest
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from acts.failures import Forbidden, Refused
from competition.commands.end_stage import end_stage
from competition.commands.match_day import begin_fixture
from competition.commands.outcomes import Score
from competition.commands.points import adjust_points
from competition.commands.results import enter_score, play_fixture, take_back_result
from competition.models import Fixture, Result
from league.models import Membership, Role
from matches.commands.beginning import call_off
from matches.commands.reporting import confirm_report, submit_report, withdraw_report
from matches.models import Match
from matches.pitch.reports import MatchEnding
from teams.models import Tenure
from tests.competition.test_stages import table
from tests.conftest import NOW
from tests.league.test_at_once import at_once
from tests.matches.playing import play_on

DAY = date(2026, 3, 7)
TOLD = {"crowd": {"home": 0, "away": 0}, "played_on": DAY, "now": NOW}


@pytest.fixture
def olga(make_user, league):
    """Coaches whatever she is given."""
    olga = make_user("Olga")
    Membership.objects.create(league=league, user=olga, role=Role.COACH, since=NOW)
    return olga


@pytest.fixture
def hand_to(olga, league):
    def hand(*entries):
        place = Membership.objects.get(user=olga, league=league)
        for entry in entries:
            Tenure.objects.create(team=entry.team, coach=place, kind=Tenure.Kind.SECOND, since=NOW)

    return hand


@pytest.fixture
def fixture(enter_team, plan, start, hand_to):
    """Away against home, of whom Olga coaches the first."""
    enter_team("Greywater Rovers")
    enter_team("Underquay Scurriers")
    found = start(plan()).fixtures.select_related("home__team", "away__team").get()
    hand_to(found.away)
    return found


def fresh(fixture):
    return Fixture.objects.select_related("stage__season__league", "result", "match").get(
        pk=fixture.pk
    )


def begin(fixture, actor):
    return begin_fixture(actor=actor, fixture=fixture, played_on=DAY, now=NOW)


def stands(fixture):
    """Its score, unless it has none."""
    result = Result.objects.filter(fixture=fixture).first()
    return (result.score_home, result.score_away, result.is_provisional) if result else None


class TestByACoach:
    def test_is_neither_begun_nor_told_anew(self, fixture, score, olga):
        score(fixture, 2, 0)
        before = table(fixture.stage)
        for again in (
            lambda: begin(fixture, olga),
            lambda: play_fixture(actor=olga, fixture=fixture, score=Score((0, 5)), **TOLD),
        ):
            with pytest.raises(Forbidden) as forbidden:
                again()
            assert forbidden.value.reasons[0].code == "has_result"
        assert (stands(fixture), table(fixture.stage)) == ((2, 0, False), before)
        assert not Match.objects.exists()

    def test_nor_through_the_api(self, fixture, score, olga):
        score(fixture, 2, 0)
        _row, token = create_token(actor=olga, name="Bot", now=NOW)
        hers = APIClient(headers={"authorization": f"Bearer {token}"})
        at = f"/api/v1/fixtures/{fixture.uuid}"
        day, told = {"played_on": "2026-03-07"}, {"score": {"home": 0, "away": 5}}
        for door, body in (("begin", day), ("match", day | told)):
            answer = hers.post(f"{at}/{door}/", body, format="json")
            assert (answer.status_code, answer.json()["errors"][0]["code"]) == (403, "has_result")
        assert stands(fixture) == (2, 0, False)

    def test_nor_is_a_score_where_no_roster_is_kept(
        self, enter, plan, start, score, *, olga, league
    ):
        place = Membership.objects.get(user=olga, league=league)
        enter("Anna", coach=place)
        enter("Bert")
        fixture = start(plan()).fixtures.select_related("home", "away").get()
        enter_score(actor=olga, fixture=fixture, score=Score((1, 1)), now=NOW)
        with pytest.raises(Forbidden):
            enter_score(actor=olga, fixture=fixture, score=Score((9, 0)), now=NOW)
        score(fixture, 0, 1)
        assert stands(fixture) == (0, 1, False)


class TestByTheCommissioner:
    def test_calling_off_restores_what_stood(self, fixture, score, marta, olga):
        score(fixture, 2, 0)
        before = table(fixture.stage)
        match = begin(fixture, marta)
        assert (fresh(fixture).state, stands(fixture)) == (Fixture.State.OPEN, None)
        call_off(actor=olga, match=match, reason="", now=NOW)
        again = fresh(fixture)
        assert (again.state, again.match) == (Fixture.State.PLAYED, None)
        assert (stands(fixture), table(fixture.stage)) == ((2, 0, False), before)

    def test_the_page_offers_it(self, client, fixture, score, *, marta, olga):
        score(fixture, 2, 1)
        client.force_login(marta)
        page = f"/fixtures/{fixture.uuid}/"
        offered = client.get(page).content.decode()
        assert "Begin it anew" in offered
        assert "the 2–1 is set aside" in offered
        assert "it stands again" in offered
        assert client.post(f"{page}begin/").status_code == 302
        match = fresh(fixture).match
        assert client.post(f"/matches/{match.uuid}/call-off/", {"reason": "No."}).status_code == 302
        assert stands(fixture) == (2, 1, False)
        client.force_login(olga)
        assert "Begin it anew" not in client.get(page).content.decode()

    def test_also_after_a_report(self, fixture, score, marta, olga):
        score(fixture, 2, 0)
        match = play_on(begin(fixture, marta), marta)
        submit_report(actor=olga, match=match, ending=MatchEnding(), now=NOW)
        assert stands(fixture) == (0, 0, True)
        withdraw_report(actor=marta, match=match, now=NOW)
        call_off(actor=marta, match=match, reason="It was 2-0.", now=NOW)
        assert stands(fixture) == (2, 0, False)

    def test_what_is_confirmed_replaces_it(self, fixture, score, marta):
        score(fixture, 2, 0)
        match = play_fixture(actor=marta, fixture=fixture, score=Score((0, 1)), **TOLD)
        assert (match.state, stands(fixture)) == (Match.State.POST_MATCH, (0, 1, False))
        assert not hasattr(fresh(fixture), "set_aside")


class TestInABracket:
    @pytest.fixture
    def cup(self, enter_team, plan, start, hand_to):
        entries = [enter_team(name) for name in ("Ants", "Bees", "Cats", "Dogs")]
        hand_to(*entries)
        return start(plan("The cup", "knock-out"))

    def semi_finals(self, cup):
        return list(cup.fixtures.select_related("home__team", "away__team").order_by("number"))[:2]

    def test_a_semi_final_is_over_once_the_final_has_begun(self, cup, score, marta, olga):
        first, second = self.semi_finals(cup)
        score(first, 2, 0)
        score(second, 2, 0)
        final = cup.fixtures.select_related("home__team", "away__team").get(number=3)
        begin(final, marta)
        with pytest.raises(Forbidden):
            begin(first, olga)
        for again in (
            lambda: begin(first, marta),
            lambda: play_fixture(actor=marta, fixture=first, score=Score((0, 5)), **TOLD),
        ):
            with pytest.raises(Refused) as refused:
                again()
            assert refused.value.reasons[0].code == "bracket_went_on"
        assert (fresh(first).match, stands(first)) == (None, (2, 0, False))

    def test_a_slot_is_emptied_and_filled_again(self, cup, score, marta):
        first, second = self.semi_finals(cup)
        score(first, 2, 0)
        score(second, 2, 0)
        filled = fresh(cup.fixtures.get(number=3))
        match = begin(first, marta)
        waiting = fresh(filled)
        assert waiting.state == Fixture.State.WAITING
        assert None in (waiting.home_id, waiting.away_id)
        call_off(actor=marta, match=match, reason="", now=NOW)
        again = fresh(filled)
        assert (again.state, again.home_id, again.away_id) == (
            Fixture.State.OPEN,
            filled.home_id,
            filled.away_id,
        )


def test_a_stage_that_is_over_loses_no_result(fixture, marta, olga):
    match = play_fixture(actor=olga, fixture=fixture, score=Score((0, 5)), **TOLD)
    end_stage(actor=marta, stage=fixture.stage, now=NOW)
    for back in (
        lambda: withdraw_report(actor=olga, match=match, now=NOW),
        lambda: call_off(actor=marta, match=match, reason="Never played.", now=NOW),
    ):
        with pytest.raises(Refused) as refused:
            back()
        assert refused.value.reasons[0].code == "stage_over"
    confirm_report(actor=marta, match=match, now=NOW)
    assert stands(fixture) == (0, 5, False)


@pytest.mark.django_db(transaction=True)
def test_begun_or_entered_never_both(fixture, marta, olga):
    """Twenty at once: whoever is first decides, and nothing is lost of it."""

    def start():
        return begin(fixture, olga).state

    def enter():
        return enter_score(actor=marta, fixture=fixture, score=Score((2, 0)), now=NOW).score_home

    came_of = [str(each) for each in at_once(*[start, enter] * 10)]
    found = fresh(fixture)
    if found.match:
        assert sorted(set(came_of)) == ["played_already", "pre-match"]
        assert came_of.count("pre-match") == Match.objects.count() == 1
        assert stands(fixture) is None
    else:
        assert set(came_of) == {"2", "has_result"}
        assert (stands(fixture), Match.objects.count()) == ((2, 0, False), 0)


class TestAStageThatIsOver:
    """What others have gone on from is not taken away; the last word of a stage may be."""

    @pytest.fixture
    def league_stage(self, enter, plan, start, score):
        enter("Anna", "Bert")
        stage = start(plan())
        score(stage.fixtures.get(), 2, 1)
        return stage

    def over(self, stage, marta):
        end_stage(actor=marta, stage=stage, now=NOW)
        return Fixture.objects.select_related("stage__season__league").get(stage=stage)

    def test_runs_again_if_its_result_is_taken_back(self, league_stage, score, marta):
        fixture = self.over(league_stage, marta)
        take_back_result(actor=marta, fixture=fixture, reason="The wrong way round.", now=NOW)
        score(fixture, 1, 2)
        assert [points for _name, points in table(league_stage)] == [3, 0]

    def test_keeps_results_and_points_once_play_offs_are_filled(
        self, league_stage, plan, start, marta
    ):
        fixture = self.over(league_stage, marta)
        start(plan("Play-offs", "knock-out", follows=league_stage, top_of_each=2))
        for change in (
            lambda: take_back_result(actor=marta, fixture=fixture, reason="Too late.", now=NOW),
            lambda: adjust_points(
                actor=marta,
                stage=league_stage,
                entry=fixture.home,
                points=5,
                reason="A present.",
                now=NOW,
            ),
        ):
            with pytest.raises(Refused) as refused:
                change()
            assert [each.code for each in refused.value.reasons] == ["stage_went_on"]

    def test_keeps_its_results_once_the_season_is_over(self, league_stage, season, marta):
        fixture = self.over(league_stage, marta)
        season.state = season.State.OVER
        season.save(update_fields=["state"])
        with pytest.raises(Refused) as refused:
            take_back_result(actor=marta, fixture=fresh(fixture), reason="Too late.", now=NOW)
        assert [each.code for each in refused.value.reasons] == ["season_over"]


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"score": (1, 1), "winner": "home"}, "winner_contradicts"),
        ({"score": (2, 0), "winner": "away"}, "winner_contradicts"),
        ({"score": (2, 0), "ending": "overtime", "winner": "away"}, "winner_contradicts"),
        ({"score": (2, 0), "ending": "penalties", "winner": "home"}, "not_drawn"),
    ],
)
def test_nobody_wins_against_the_score(fixture, olga, marta, told, code):
    for tell in (
        lambda: enter_score(actor=marta, fixture=fixture, score=Score(**told), now=NOW),
        lambda: play_fixture(actor=olga, fixture=fixture, score=Score(**told), **TOLD),
    ):
        with pytest.raises(Refused) as refused:
            tell()
        assert code in [each.code for each in refused.value.reasons]
    assert stands(fixture) is None
