"""Whoever runs the league and plays in a fixture has no word in it but to give it up."""

from datetime import timedelta

import pytest
from django.urls import reverse

from competition.commands.coming_and_going import leave_season
from competition.commands.match_day import begin_fixture
from competition.commands.outcomes import Score
from competition.commands.points import adjust_points, take_back_points
from competition.commands.rescheduling import cancel_fixture
from competition.commands.results import enter_score, take_back_result
from competition.commands.rulings import rule_fixture
from competition.commands.score_sheet import enter_scores
from competition.models import Result
from competition.scheduling.leaving import Leaving
from jobs.failures import Forbidden, Refused
from league.commands.members import add_coach_by_name, change_role, end_membership
from league.models import Role
from teams.commands.hands import add_second_coach, end_tenure, hand_over_team, put_in_charge
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


def test_other_peoples_matches_are_theirs_to_rule(others, marta):
    rule_fixture(actor=marta, fixture=others, at_fault="home", now=NOW, **NOT_THERE)
    take_back_result(actor=marta, fixture=others, reason="They came", now=NOW)
    enter_score(actor=marta, fixture=others, score=Score((1, 0)), now=NOW)
    assert Result.objects.count() == 1


class TestTheOpponentsTeam:
    """Whoever runs the league and is to play a team has no say in who coaches it."""

    @pytest.fixture
    def guests(self, own):
        fixture, _mine, theirs = own
        team = getattr(fixture, theirs).team
        team.tenures.update(since=NOW - timedelta(days=30), made_at=None)
        return team

    @pytest.mark.parametrize("kind", ["coach", "second", "stand-in"])
    def test_is_not_joined(self, *, guests, marta, ines, kind):
        about = {"team": guests, "coach": marta.memberships.get(), "kind": kind}
        until = NOW + timedelta(days=3)
        refuses(put_in_charge, actor=marta, until=until, **about)
        if kind != "coach":
            assert put_in_charge(actor=ines, until=until, now=NOW, **about)

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

    def test_whose_coach_has_no_account_is_anybodys(self, *, guests, marta, ines, olaf):
        ines.memberships.update(user=None, name="Old Tom")
        assert hand_over_team(actor=marta, team=guests, coach=olaf.memberships.get(), now=NOW)

    @pytest.mark.parametrize("is_over", [False, True])
    def test_is_not_theirs_as_second_coach(self, *, own, guests, marta, ines, coach, is_over):
        """However they came to it, and also if they left it a moment ago."""
        fixture, mine, theirs = own
        about = {"team": guests, "coach": marta.memberships.get()}
        tenure = add_second_coach(actor=ines, now=NOW - timedelta(hours=2), **about)
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


class TestPages:
    def test_offer_what_is_not_refused_and_say_why(self, own, marta, ines, browser):
        fixture, mine, theirs = own
        client, address = browser(marta), f"/fixtures/{fixture.uuid}/"
        page = client.get(address).content.decode()
        assert "Give it up" in page
        assert "Rule on it" not in page
        assert "Enter a score" not in page
        assert "You play in this match" in page
        form = client.get(f"{address}rule/").context["form"]
        assert [value for value, _said in form.fields["at_fault"].choices] == [mine]
        told = NOT_THERE | {"at_fault": theirs}
        assert client.post(f"{address}rule/", told).status_code == 422
        assert client.post(f"{address}rule/", told | {"at_fault": mine}).status_code == 302

    def test_the_score_sheet_leaves_ones_own_line_alone(self, own, stage, marta, browser):
        fixture, _mine, _theirs = own
        league = stage.season.league
        sheet = reverse("competition:scores", args=[league.uuid, stage.uuid, fixture.round.number])
        form = browser(marta).get(sheet).context["form"]
        assert [row.is_own for row in form.rows] == [True]
        assert not form.fields
