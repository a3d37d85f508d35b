"""Whoever runs the league and plays in a fixture has no word in it but to give it up."""

from datetime import timedelta
from functools import partial

import pytest
from django.urls import reverse
from django.utils import timezone

from acts.failures import Forbidden, Refused
from competition.commands.dates import propose_date
from competition.commands.joining_and_leaving import leave_season
from competition.commands.match_day import begin_fixture
from competition.commands.outcomes import Score
from competition.commands.points import adjust_points, take_back_points
from competition.commands.rescheduling import cancel_fixture
from competition.commands.results import enter_score, play_fixture, take_back_result
from competition.commands.rulings import rule_fixture
from competition.commands.score_sheet import enter_scores
from competition.commands.timekeeping import keep_time
from competition.models import Fixture, Result
from competition.scheduling.leaving import Leaving
from league.commands.leagues import close_league, reopen_league
from league.commands.members import add_coach_by_name, change_role, end_membership
from league.models import Role
from matches.commands.beginning import call_off
from matches.commands.lending import lend_side
from matches.commands.reporting import confirm_report, dispute_report, withdraw_report
from matches.models import Match
from matches.queries.waiting import waiting_for
from teams.commands.adjusting import adjust_team
from teams.commands.coaches import (
    add_second_coach,
    end_tenure,
    hand_over_team,
    put_in_charge,
)
from teams.commands.hiring import change_basket, finish_hiring
from teams.commands.retiring import retire_team
from teams.models import Tenure
from teams.purchases import Word
from tests.competition.conftest import codes
from tests.conftest import NOW

WON = {"home": Score((3, 0)), "away": Score((0, 3))}
NOT_THERE = {"ending": "forfeit", "reason": "Nobody came"}


@pytest.fixture
def stage(*, enter_team, plan, start, marta, ines, olaf):
    """Marta, who alone runs the league, plays in it like Ines and Olaf."""
    enter_team("House Eleven", actor=marta)
    enter_team("Greywater Rovers", actor=ines)
    enter_team("Underquay Scurriers", actor=olaf)
    return start(plan(plays_ahead=True))


@pytest.fixture
def own(stage):
    """Marta's match against Ines, and which side is Marta's."""
    for fixture in stage.fixtures.select_related("home__team", "away__team", "round"):
        sides = {str(fixture.home): "home", str(fixture.away): "away"}
        if sides.keys() == {"House Eleven", "Greywater Rovers"}:
            return fixture, sides["House Eleven"], sides["Greywater Rovers"]
    raise LookupError


@pytest.fixture
def others(stage):
    """The match of Ines and Olaf."""
    fixtures = stage.fixtures.select_related("home__team", "away__team", "round")
    return next(
        each
        for each in fixtures
        if each.away and "House Eleven" not in (str(each.home), str(each.away))
    )


def refuses(command, **about):
    with pytest.raises((Forbidden, Refused)) as refused:
        command(now=NOW, **about)
    assert codes(refused) <= {"you_play_in_it", "your_own_team", "plays_against_it"}
    sentence = str(refused.value.reasons[0].message)
    assert (
        "A commissioner can make any member with an account a deputy, or invite somebody as one."
        in sentence
    )


def test_a_side_is_not_lent_by_whoever_plays_against_it_next(others, marta, ines, coach, browser):
    match = begin_fixture(actor=ines, fixture=others, played_on=NOW.date(), now=NOW)
    for side in ("home", "away"):
        refuses(lend_side, actor=marta, match=match, side=side)
    button = "Let the other coach enter"
    assert button not in browser(marta).get(f"/matches/{match.uuid}/").content.decode()
    dora = coach("Dora", role=Role.DEPUTY)
    assert button in browser(dora).get(f"/matches/{match.uuid}/").content.decode()
    lend_side(actor=dora, match=match, side="home", now=NOW)


class TestOnesOwnMatch:
    def test_is_no_bare_score(self, own, marta, coach):
        fixture, mine, _theirs = own
        refuses(enter_score, actor=marta, fixture=fixture, score=WON[mine])
        of, scores = fixture.round, {fixture.pk: WON[mine]}
        refuses(enter_scores, actor=marta, of=of, scores=scores)
        deputy = coach("Dora", role=Role.DEPUTY)
        assert enter_score(actor=deputy, fixture=fixture, score=WON[mine], now=NOW)
        refuses(enter_score, actor=marta, fixture=fixture, score=WON[mine])
        refuses(take_back_result, actor=marta, fixture=fixture, reason="It was more")
        refuses(begin_fixture, actor=marta, fixture=fixture, played_on=NOW.date())

    def test_is_not_ruled_in_ones_favour(self, own, marta):
        fixture, _mine, theirs = own
        about = {"actor": marta, "fixture": fixture}
        refuses(rule_fixture, at_fault=theirs, **about, **NOT_THERE)
        refuses(rule_fixture, at_fault="both", **about, **NOT_THERE)
        refuses(rule_fixture, ending="void", reason="Struck out", **about)
        refuses(rule_fixture, ending="ruled", reason="A draw", **about)
        refuses(cancel_fixture, reason="No time", **about)
        assert not Result.objects.exists()

    def test_may_be_given_up_and_then_stands(self, own, marta):
        fixture, mine, theirs = own
        about = {"actor": marta, "fixture": fixture}
        result = rule_fixture(at_fault=mine, now=NOW, **about, **NOT_THERE)
        assert result.winner == theirs
        refuses(take_back_result, reason="I came", **about)

    def test_stands_when_time_passes_and_its_people_go(self, own, marta, ines, league):
        """Nobody waits until the team that they gave away is forgotten."""
        fixture, mine, _theirs = own
        about = {"actor": marta, "fixture": fixture}
        rule_fixture(at_fault=mine, now=NOW, **about, **NOT_THERE)
        team = getattr(fixture, mine).team
        tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)
        hand_over_team(actor=marta, team=team, coach=tom, now=NOW + timedelta(hours=1))
        later = NOW + timedelta(days=9)
        fixture.refresh_from_db()
        with pytest.raises(Forbidden) as refused:
            take_back_result(reason="I came", now=later, **about)
        assert codes(refused) == {"you_play_in_it"}
        hand_over_team(actor=marta, team=team, coach=marta.memberships.get(), now=later)
        end_membership(actor=ines, membership=ines.memberships.get(), now=NOW)
        refuses(take_back_result, reason="I came", **about)

    def test_is_not_handed_over_for_it(self, own, *, marta, olaf, time_machine):
        fixture, mine, _theirs = own
        team = getattr(fixture, mine).team
        team.tenures.update(since=NOW - timedelta(days=30), made_at=None)
        before = NOW - timedelta(days=1)
        hand_over_team(actor=marta, team=team, coach=olaf.memberships.get(), now=before)
        time_machine.move_to(NOW, tick=False)
        refuses(enter_score, actor=marta, fixture=fixture, score=WON[mine])

    def test_against_somebody_without_an_account_is_theirs_to_tell(self, own, marta, ines):
        fixture, mine, _theirs = own
        ines.memberships.update(user=None, name="Old Tom")
        assert enter_score(actor=marta, fixture=fixture, score=WON[mine], now=NOW)

    def test_but_not_if_they_were_put_there_lately(self, own, *, marta, coach, league):
        fixture, mine, theirs = own
        team = getattr(fixture, theirs).team
        tom = league.memberships.create(name="Old Tom", role=Role.COACH, since=NOW)
        team.tenures.update(since=NOW - timedelta(days=30), made_at=None)
        deputy = coach("Dora", role=Role.DEPUTY)
        hand_over_team(actor=deputy, team=team, coach=tom, now=NOW - timedelta(days=1))
        refuses(enter_score, actor=marta, fixture=fixture, score=WON[mine])


class TestTwoTeamsOfOnePerson:
    """Marta alone runs the league and has two teams in it."""

    @pytest.fixture
    def both(self, enter_team, plan, start, marta):
        enter_team("House Reserves", actor=marta)

        def fixture():
            stage = start(plan(plays_ahead=True))
            fixtures = stage.fixtures.select_related("home__team", "away__team", "round")
            hers = {"House Eleven", "House Reserves"}
            return next(each for each in fixtures if {str(each.home), str(each.away)} == hers)

        return fixture

    @pytest.fixture
    def told(self, both, enter_team, *, marta, ines):
        """Ines plays too."""
        enter_team("House Eleven", actor=marta)
        enter_team("Greywater Rovers", actor=ines)
        fixture = both()
        about = {"score": Score((5, 0)), "crowd": {"home": 0, "away": 0}, "played_on": NOW.date()}
        play_fixture(actor=marta, fixture=fixture, now=NOW, **about)
        fixture.refresh_from_db()
        return fixture

    def test_anybody_else_in_the_season_confirms_it(self, told, *, marta, ines, olaf, browser):
        match = told.match
        assert (match.state, match.awaits) == ("reported", "others")
        refuses(confirm_report, actor=marta, match=match)
        with pytest.raises(Forbidden):
            confirm_report(actor=olaf, match=match, now=NOW)
        (waiting,) = waiting_for(ines, now=NOW)
        assert waiting.match == match
        assert not waiting_for(olaf, now=NOW)
        page = browser(ines).get(f"/matches/{match.uuid}/").content.decode()
        assert "One person has both teams" in page
        assert "Confirm 5–0" in page
        assert "Confirm 5–0" not in browser(olaf).get(f"/matches/{match.uuid}/").content.decode()
        assert browser(ines).post(f"/matches/{match.uuid}/confirm/").status_code == 302
        match.refresh_from_db()
        assert match.confirmed_at

    def test_is_neither_told_nor_ruled_by_them_alone(self, told, *, marta, coach, browser):
        withdraw_report(actor=marta, match=told.match, now=NOW)
        call_off(actor=marta, match=told.match, reason="Anew", now=NOW)
        told.refresh_from_db()
        page = browser(marta).get(f"/fixtures/{told.uuid}/").context["page"]
        assert (page.may_score, page.may_rule, page.may_record) == (False, False, True)
        refuses(enter_score, actor=marta, fixture=told, score=Score((3, 0)))
        for side in ("home", "away"):
            refuses(rule_fixture, actor=marta, fixture=told, at_fault=side, **NOT_THERE)
        deputy = coach("Dora", role=Role.DEPUTY)
        assert enter_score(actor=deputy, fixture=told, score=Score((3, 0)), now=NOW)

    def test_is_theirs_where_nobody_else_plays(self, both, enter_team, marta):
        enter_team("House Eleven", actor=marta)
        assert enter_score(actor=marta, fixture=both(), score=Score((3, 0)), now=NOW)


def test_other_peoples_matches_are_theirs_to_rule(others, marta):
    rule_fixture(actor=marta, fixture=others, at_fault="home", now=NOW, **NOT_THERE)
    take_back_result(actor=marta, fixture=others, reason="They came", now=NOW)
    enter_score(actor=marta, fixture=others, score=Score((1, 0)), now=NOW)
    assert Result.objects.count() == 1


class TestTheOpponentsTeam:
    """Whoever runs the league and is to play a team neither coaches it nor takes its coach away."""

    @pytest.fixture
    def guests(self, own):
        fixture, _mine, theirs = own
        team = getattr(fixture, theirs).team
        team.tenures.update(since=NOW - timedelta(days=30), made_at=None)
        return team

    @pytest.mark.parametrize("kind", ["coach", "second", "stand-in"])
    def test_is_not_joined(self, *, guests, marta, kind):
        about = {"team": guests, "coach": marta.memberships.get(), "kind": kind}
        refuses(put_in_charge, actor=marta, until=NOW + timedelta(days=3), **about)

    def test_is_begun_by_a_stand_in_on_its_page(self, *, own, guests, ines, coach, client):
        fixture, _mine, _theirs = own
        stella = coach("Stella")
        client.force_login(stella)
        assert "Begin the match" not in client.get(f"/fixtures/{fixture.uuid}/").content.decode()
        about = {"coach": stella.memberships.get(), "until": timezone.now() + timedelta(days=3)}
        put_in_charge(actor=ines, team=guests, kind="stand-in", now=timezone.now(), **about)
        page = client.get(f"/fixtures/{fixture.uuid}/").content.decode()
        assert "Begin the match" in page
        assert "Stella &" not in page
        assert client.post(f"/fixtures/{fixture.uuid}/begin/").status_code == 302
        fixture.refresh_from_db()
        assert fixture.match_id

    def test_is_not_taken_from_a_second_coach(self, *, own, guests, marta, ines, coach):
        """Nor when they have met."""
        cato, deputy = coach("Cato").memberships.get(), coach("Dora", role=Role.DEPUTY)
        beside = add_second_coach(actor=ines, team=guests, coach=cato, now=NOW)
        enter_score(actor=deputy, fixture=own[0], score=WON[own[1]], now=NOW)
        refuses(end_tenure, actor=marta, tenure=beside)
        refuses(end_membership, actor=marta, membership=cato)
        end_membership(actor=deputy, membership=cato, now=NOW)

    def test_drops_what_they_planned_for_it(self, *, guests, marta, coach):
        plan = hand_over_team(
            actor=marta, team=guests, coach=coach("Cato").memberships.get(), now=NOW
        )
        end_tenure(actor=marta, tenure=plan, now=NOW)
        assert guests.tenures.get().until is None

    def test_is_not_taken_from_its_coach(self, *, guests, marta, ines, league, coach):
        place = ines.memberships.get()
        tom = league.memberships.create(name="Old Tom", role=Role.COACH, since=NOW)
        about = {"actor": marta, "team": guests, "coach": tom}
        refuses(hand_over_team, since=NOW - timedelta(days=20), **about)
        refuses(end_tenure, actor=marta, tenure=guests.tenures.get())
        refuses(end_membership, actor=marta, membership=place)
        refuses(change_role, actor=marta, membership=place, role="viewer")
        deputy = coach("Dora", role=Role.DEPUTY)
        end_tenure(actor=deputy, tenure=guests.tenures.get(), now=NOW)
        # Whoever is gone may come back, also by somebody who plays against them.
        hand_over_team(actor=marta, team=guests, coach=place, now=NOW)
        end_membership(actor=deputy, membership=place, now=NOW)

    def test_is_given_to_another_who_can_speak_for_it(self, *, own, guests, marta, olaf, coach):
        """On record, and with notice."""
        fixture, mine, _theirs = own
        cato = coach("Cato").memberships.get()
        tenure = hand_over_team(actor=marta, team=guests, coach=cato, now=NOW)
        assert tenure.made_by == marta
        refuses(enter_score, actor=marta, fixture=fixture, score=WON[mine])

    def changes(self, guests):
        """What whoever runs the league does to a team, and not its coach."""
        fired = {guests.contracts.order_by("id").first().key: 1}
        word = Word("Unpainted", override=True)
        return [
            partial(adjust_team, team=guests, change={"treasury": -20_000}, reason="A fine"),
            partial(change_basket, team=guests, basket=fired),
            partial(finish_hiring, team=guests, basket=fired, word=word),
            partial(retire_team, team=guests, reason="Enough"),
        ]

    @pytest.mark.parametrize("is_played", [False, True])
    def test_is_not_bought_for_fined_or_retired(
        self, *, own, guests, marta, ines, coach, is_played
    ):
        """Nor when they have met: the table is both of theirs."""
        deputy = coach("Dora", role=Role.DEPUTY)
        if is_played:
            enter_score(actor=deputy, fixture=own[0], score=WON[own[1]], now=NOW)
        for change in self.changes(guests):
            refuses(change, actor=marta)
        for change in self.changes(guests)[:1]:
            assert change(actor=deputy, now=NOW)
        assert retire_team(actor=ines, team=guests, now=NOW).state == "retired"

    def test_is_not_offered_for_that_either(self, guests, marta, browser):
        hers = browser(marta)
        for page in ("adjust", "hire", "coaches"):
            shown = hers.get(reverse(f"teams:{page}", args=[guests.uuid])).content.decode()
            assert "You play in the season of Greywater Rovers" in shown
            assert "Retire them" not in shown
            assert "Show what it comes to" not in shown

    def test_nor_in_a_match_that_has_begun(self, *, own, guests, marta, ines):
        begin_fixture(actor=ines, fixture=own[0], played_on=NOW.date(), now=NOW)
        refuses(self.changes(guests)[0], actor=marta)

    def test_of_somebody_without_an_account_is_kept_by_whoever_runs_the_league(
        self, *, guests, marta, ines
    ):
        ines.memberships.update(user=None, name="Old Tom")
        fined, kept, _finished, retired = self.changes(guests)
        assert fined(actor=marta, now=NOW)
        assert kept(actor=marta, now=NOW)
        assert retired(actor=marta, now=NOW).state == "retired"

    def test_whose_coach_has_no_account_is_anybodys(self, *, guests, marta, ines, olaf):
        ines.memberships.update(user=None, name="Old Tom")
        assert hand_over_team(actor=marta, team=guests, coach=olaf.memberships.get(), now=NOW)

    @pytest.mark.parametrize("is_over", [False, True])
    def test_is_not_theirs_as_second_coach(self, *, own, guests, marta, ines, coach, is_over):
        """However they came to it, and also if they left it a moment ago."""
        fixture, mine, theirs = own
        about = {"team": guests, "coach": marta.memberships.get()}
        since = NOW - timedelta(hours=2)
        tenure = Tenure.objects.create(kind=Tenure.Kind.SECOND, since=since, made_by=ines, **about)
        if is_over:
            end_tenure(actor=marta, tenure=tenure, now=NOW - timedelta(hours=1))
        rules = {"actor": marta, "fixture": fixture, "at_fault": theirs, **NOT_THERE}
        refuses(rule_fixture, **rules)
        refuses(enter_score, actor=marta, fixture=fixture, score=WON[mine])
        coach("Dora", role=Role.DEPUTY)
        refuses(rule_fixture, **rules)

    def test_ones_own_handed_over_back_in_time_is_ones_own_still(self, own, *, marta, league):
        fixture, mine, theirs = own
        team = getattr(fixture, mine).team
        team.tenures.update(since=NOW - timedelta(days=30), made_at=None)
        tom = league.memberships.create(name="Old Tom", role=Role.COACH, since=NOW)
        earlier = NOW - timedelta(days=20)
        hand_over_team(actor=marta, team=team, coach=tom, since=earlier, now=NOW)
        refuses(enter_score, actor=marta, fixture=fixture, score=WON[mine])
        refuses(rule_fixture, actor=marta, fixture=fixture, at_fault=theirs, **NOT_THERE)


@pytest.mark.parametrize("how", [Leaving.WALKOVERS, Leaving.DELETED, Leaving.REPLACED])
def test_the_opponent_is_not_taken_out_of_the_season(own, marta, coach, *, how, draft_team):
    fixture, _mine, theirs = own
    instead = draft_team("House Reserves", actor=marta) if how is Leaving.REPLACED else None
    about = {"entry": getattr(fixture, theirs), "how": how, "reason": "They talk too much"}
    about["replacement"] = instead
    refuses(leave_season, actor=marta, **about)
    gone = leave_season(actor=coach("Dora", role=Role.DEPUTY), now=NOW, **about)
    assert gone.state == "left"


def test_an_opponent_who_is_heard_of_no_more_is_taken_out_in_time(
    own, stage, marta, ines, *, time_machine
):
    """A week after a deadline of which they were reminded, and after the last that they did."""
    fixture, mine, theirs = own
    about = {"entry": getattr(fixture, theirs), "reason": "Nobody has heard of Ines"}
    about["actor"] = marta
    refuses(leave_season, how=Leaving.WALKOVERS, **about)
    due = NOW + timedelta(days=2)
    fixture.round.due_at = due
    fixture.round.save()
    keep_time(stage=stage, now=NOW + timedelta(days=1))
    later = due + timedelta(hours=1)
    propose_date(actor=ines, fixture=fixture, kick_off_at=later + timedelta(days=1), now=later)
    for now, how in (
        (due + timedelta(days=7), Leaving.WALKOVERS),
        (later + timedelta(days=7), Leaving.DELETED),
    ):
        time_machine.move_to(now, tick=False)
        with pytest.raises(Forbidden) as refused:
            leave_season(how=how, now=now, **about)
        assert codes(refused) == {"you_play_in_it"}
        if how is Leaving.WALKOVERS:
            text = str(refused.value.reasons[0].message)
            assert "if nothing is done from their accounts until Mon 16 Mar 2026" in text
    gone = leave_season(how=Leaving.WALKOVERS, now=now, **about)
    assert gone.state == "left"
    fixture.refresh_from_db()
    assert (fixture.result.ending, fixture.result.winner) == ("walkover", mine)


def test_the_overdue_page_names_the_way_where_an_opponent_vanished(
    own, stage, league, *, marta, olaf, browser, time_machine
):
    fixture, _mine, _theirs = own
    fixture.round.due_at = NOW + timedelta(days=2)
    fixture.round.save()
    keep_time(stage=stage, now=NOW + timedelta(days=1))
    page, by_time = f"/leagues/{league.uuid}/overdue/", "if nothing is done from their accounts"
    by_now = "Greywater Rovers is heard of no more, so you may take it out of the season yourself."
    time_machine.move_to(NOW + timedelta(days=4), tick=False)
    told = browser(marta).get(page).content.decode()
    assert (by_time in told, by_now in told) == (True, False)
    time_machine.move_to(NOW + timedelta(days=10), tick=False)
    told = browser(marta).get(page).content.decode()
    assert (by_time in told, by_now in told) == (False, True)


def test_a_disputed_report_names_the_deputy_who_could_settle_it(
    own, *, marta, ines, coach, api, browser
):
    """As long as everybody who runs the league plays in it."""
    values = {
        "score": {"home": 2, "away": 1},
        "crowd": {"home": 0, "away": 0},
        "played_on": f"{NOW:%Y-%m-%d}",
    }
    made = api(marta).post(f"/api/v1/fixtures/{own[0].uuid}/match/", values, format="json")
    assert made.status_code == 201, made.content
    match = Match.objects.get()
    dispute_report(actor=ines, match=match, reason="It was 2-2.", now=NOW)
    page, way = f"/matches/{match.uuid}/", "A commissioner can make any member with an account"
    for who in (marta, ines):
        assert way in browser(who).get(page).content.decode()
    coach("Dora", role=Role.DEPUTY)
    for who in (marta, ines):
        assert way not in browser(who).get(page).content.decode()


def test_ones_own_match_is_added_where_the_schedule_has_a_gap_and_not_beyond_it(
    own, stage, marta, *, coach, api, league
):
    """The other coach is never made to play, or to confirm, one more than was planned."""
    fixture, _mine, _theirs = own
    both = {"home": str(fixture.home.uuid), "away": str(fixture.away.uuid)}
    number = stage.rounds.count()
    stage.rounds.create(number=number + 1)
    at = f"/api/v1/leagues/{league.uuid}/season/stages/{stage.uuid}/rounds/{number + 1}/"
    refused = api(marta).post(at, both, format="json")
    assert (refused.status_code, "deputy" in refused.content.decode()) == (403, True)
    dora = coach("Dora", role=Role.DEPUTY)
    assert api(dora).post(at, both, format="json").status_code == 201
    stage.fixtures.filter(home__in=[fixture.home, fixture.away]).filter(
        away__in=[fixture.home, fixture.away]
    ).update(state=Fixture.State.CANCELLED)
    assert api(marta).post(at, both, format="json").status_code == 201


def test_nobody_vanishes_while_the_league_is_closed(own, stage, marta, time_machine):
    fixture, _mine, theirs = own
    about = {"entry": getattr(fixture, theirs), "reason": "Nobody has heard of Ines"}
    fixture.round.due_at = due = NOW + timedelta(days=2)
    fixture.round.save()
    keep_time(stage=stage, now=NOW + timedelta(days=1))
    league = stage.season.league
    close_league(actor=marta, league=league, now=due)
    now = due + timedelta(days=8)
    reopen_league(actor=marta, league=league, now=now)
    time_machine.move_to(now, tick=False)
    entry = type(about["entry"]).objects.get(pk=about["entry"].pk)
    about |= {"entry": entry, "actor": marta, "how": Leaving.WALKOVERS}
    with pytest.raises(Forbidden) as refused:
        leave_season(now=now, **about)
    assert codes(refused) == {"you_play_in_it"}
    assert leave_season(now=now + timedelta(days=7), **about).state == "left"


def test_who_may_is_asked_before_what_they_say(stage, own, marta, olaf, api):
    fixture, _mine, theirs = own
    entry = getattr(fixture, theirs)
    with pytest.raises(Forbidden):
        leave_season(actor=marta, entry=entry, how=Leaving.WALKOVERS, reason="", now=NOW)
    address = reverse("api-leave-season", args=[stage.season.league.uuid, entry.uuid])
    assert api(olaf).post(address, {}, format="json").status_code == 403


def test_whoever_leaves_strikes_nothing_that_others_won(own, marta):
    fixture, mine, _theirs = own
    rule_fixture(actor=marta, fixture=fixture, at_fault=mine, now=NOW, **NOT_THERE)
    about = {"actor": marta, "entry": getattr(fixture, mine), "reason": "Enough"}
    refuses(leave_season, how=Leaving.DELETED, **about)
    assert leave_season(how=Leaving.WALKOVERS, now=NOW, **about).state == "left"


def test_points_are_neither_given_to_ones_own_team_nor_taken_from_a_rival(stage, own, marta, coach):
    fixture, mine, theirs = own
    about = {"actor": marta, "stage": stage, "reason": "Well painted"}
    house, rovers = getattr(fixture, mine), getattr(fixture, theirs)
    refuses(adjust_points, entry=house, points=3, **about)
    refuses(adjust_points, entry=rovers, points=-3, **about)
    bonus = adjust_points(entry=rovers, points=3, now=NOW, **about)
    refuses(take_back_points, actor=marta, adjustment=bonus)
    fine = adjust_points(entry=house, points=-1, now=NOW, **about)
    refuses(take_back_points, actor=marta, adjustment=fine)
    deputy = coach("Dora", role=Role.DEPUTY)
    assert take_back_points(actor=deputy, adjustment=bonus, now=NOW).taken_back_at


def test_points_stay_with_a_rival_who_was_shown_out(stage, own, marta, ines, olaf):
    """By whoever it was; and nobody gets points for it either, as long as anybody is wronged."""
    fixture, mine, theirs = own
    rovers = getattr(fixture, theirs)
    Tenure.objects.update(since=NOW - timedelta(days=30), made_at=None)
    ago, opened = NOW - timedelta(days=9), NOW - timedelta(days=20)
    stage.season.opened_at = opened
    stage.season.save()
    for person in (ines, olaf):
        end_membership(actor=person, membership=person.memberships.get(), now=ago)
    about = {"actor": marta, "stage": stage, "reason": "Badly painted"}
    refuses(adjust_points, entry=rovers, points=-3, **about)
    refuses(adjust_points, entry=getattr(fixture, mine), points=3, **about)
    Tenure.objects.filter(team=rovers.team).update(until=opened, ended_at=opened)
    assert adjust_points(entry=rovers, points=-3, now=NOW, **about)


class TestPages:
    def test_offer_what_is_not_refused_and_say_why(self, own, marta, ines, browser):
        fixture, mine, theirs = own
        client, address = browser(marta), f"/fixtures/{fixture.uuid}/"
        page = client.get(address).content.decode()
        assert "Give it up" in page
        assert "Not played: decide it" not in page
        assert "Score only" not in page
        assert "You play in this match" in page
        form = client.get(f"{address}rule/").context["form"]
        assert [value for value, _said in form.fields["at_fault"].choices] == [mine]
        told = NOT_THERE | {"at_fault": theirs}
        assert client.post(f"{address}rule/", told).status_code == 422
        assert client.post(f"{address}rule/", told | {"at_fault": mine}).status_code == 302

    def test_of_a_member_offer_no_more_either(self, own, marta, ines, coach, browser):
        league, place = own[0].stage.season.league, ines.memberships.get()
        page = browser(marta).get(reverse("league:member", args=[league.uuid, place.uuid]))
        shown = page.content.decode()
        assert "plays in the season of Greywater Rovers" in shown
        assert "Remove from the league" not in shown
        assert [role for role, _said in page.context["form"].fields["role"].choices] == [
            *("deputy", "coach"),
        ]
        page = browser(coach("Dora", role=Role.DEPUTY)).get(
            reverse("league:member", args=[league.uuid, place.uuid])
        )
        assert "Remove from the league" in page.content.decode()

    def test_the_score_sheet_leaves_ones_own_line_alone(self, own, stage, marta, browser):
        fixture, _mine, _theirs = own
        league = stage.season.league
        sheet = reverse("competition:scores", args=[league.uuid, stage.uuid, fixture.round.number])
        form = browser(marta).get(sheet).context["form"]
        assert [row.is_own for row in form.rows] == [True]
        assert not form.fields
