"""Matches that were not played in time: the list, the drafted ruling, and the word on it."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.commands.dates import answer_proposal, propose_date
from competition.commands.match_day import begin_fixture
from competition.commands.timekeeping import keep_time
from competition.models import DateProposal, Fixture, Result, Round
from league.commands.house_rules import change_house_rules
from league.models import League, Membership, Season
from league.pins import make_pin
from matches.commands.beginning import call_off
from matches.models import Match
from tests.conftest import NOW
from tests.matches.playing import play_on

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

DUE = datetime(2026, 9, 13, 23, 59, tzinfo=UTC)
LATER = datetime(2026, 9, 14, 8, 0, tzinfo=UTC)


def whats(answer):
    return [todo.what for todo in answer.context["home"].todos]


@pytest.fixture(autouse=True)
def now(time_machine):
    time_machine.move_to(LATER, tick=False)


@pytest.fixture
def late(duel):
    Round.objects.update(due_at=DUE, state=Round.State.OPEN)
    return duel


@pytest.fixture
def page(league):
    return reverse("competition:overdue", args=[league.uuid])


@pytest.fixture
def hers(client, marta):
    client.force_login(marta)
    return client


@pytest.fixture
def proposed(late):
    """The home side proposed a date in time."""
    return propose_date(
        actor=late.home,
        fixture=late.fixture,
        kick_off_at=DUE - timedelta(days=1),
        now=DUE - timedelta(days=5),
    )


def begun(actor, late):
    return begin_fixture(actor=actor, fixture=late.fixture, played_on=DUE.date(), now=LATER)


def lines(answer):
    return answer.context["page"].lines


def ruling_page(league, duel):
    return reverse("competition:rule-overdue", args=[league.uuid, duel.fixture.uuid])


class TestTheList:
    def test_names_what_each_did_and_drafts_a_ruling(self, late, hers, page, proposed):
        answer = hers.get(page)
        (line,) = lines(answer)
        assert line.drafted == "forfeit-away"
        shown = answer.content.decode()
        assert "Proposed 1 date." in shown
        assert "Left 1 proposal unanswered." in shown

    def test_drafts_otherwise_once_it_was_declined(self, late, hers, page, proposed):
        answer_proposal(
            actor=late.away, proposal=proposed, accepts=False, now=DUE - timedelta(days=4)
        )
        assert lines(hers.get(page))[0].drafted == "draw"

    def test_blames_nobody_who_was_asked_at_the_last_moment(self, late, hers, page):
        propose_date(
            actor=late.home,
            fixture=late.fixture,
            kick_off_at=DUE + timedelta(days=1),
            now=DUE - timedelta(seconds=1),
        )
        (line,) = lines(hers.get(page))
        assert (line.drafted, line.efforts["away"].left_unanswered) == ("extend", 0)
        assert line.did["away"] == ["Was asked too late to answer, 1 time."]
        assert "asked less than 48 hours before the deadline" in line.because

    def test_nor_whoever_could_not_answer_while_the_league_was_closed(
        self, late, hers, page, proposed, league
    ):
        League.objects.filter(pk=league.pk).update(reopened_at=DUE - timedelta(hours=1))
        (line,) = lines(hers.get(page))
        assert (line.drafted, line.efforts["away"].left_unanswered) == ("extend", 0)

    def test_nor_whoever_has_no_account_to_answer_with(self, late, hers, page, proposed):
        Membership.objects.filter(user=late.away).update(user=None, name="Wilma")
        (line,) = lines(hers.get(page))
        assert (line.drafted, "no account" in line.because) == ("extend", True)

    def test_remembers_what_waited_long_enough_before_it_was_replaced(
        self, late, hers, page, proposed
    ):
        again = {"kick_off_at": DUE, "now": DUE - timedelta(hours=1)}
        propose_date(actor=late.home, fixture=late.fixture, **again)
        (line,) = lines(hers.get(page))
        assert (line.drafted, line.efforts["away"].left_unanswered) == ("forfeit-away", 1)

    @pytest.mark.parametrize("more", [0, 3])
    def test_offers_whoever_plays_no_more_than_is_theirs(
        self, late, client, page, league, *, more, django_assert_num_queries
    ):
        """In as many statements for many matches as for one."""
        Membership.objects.filter(user=late.home).update(role="deputy")
        client.force_login(late.home)
        for number in range(more):
            again = Fixture.objects.get(pk=late.fixture.pk)
            again.pk, again.uuid, again.number = None, uuid4(), 50 + number
            again.save()
        with django_assert_num_queries(14):
            answer = client.get(page)
        assert len(lines(answer)) == 1 + more
        assert {each.ruling.value for each in lines(answer)[0].options} == {
            "extend",
            "forfeit-home",
        }
        said = answer.content.decode()
        assert "You play in this match" in said
        assert "You can give it more time, or give it up yourself" in said
        assert "its coaches are heard of no more" in said

    def test_leaves_out_what_is_being_played(self, late, hers, page, league):
        match = begin_fixture(
            actor=late.home, fixture=late.fixture, played_on=DUE.date(), now=LATER
        )
        assert lines(hers.get(page)) == []
        keep_time(stage=late.fixture.stage, now=LATER)
        assert Fixture.objects.get().overdue_since is None
        assert "overdue" not in whats(hers.get(f"/leagues/{league.uuid}/"))
        call_off(actor=late.away, match=match, reason="", now=LATER)
        assert len(lines(hers.get(page))) == 1

    def test_but_not_what_was_begun_for_show(self, late, hers, page, marta):
        match = begin_fixture(
            actor=late.away, fixture=late.fixture, played_on=DUE.date(), now=LATER
        )
        Match.objects.update(entered_at=LATER - timedelta(days=2))
        (line,) = lines(hers.get(page))
        assert [option.ruling for option in line.options] == ["extend"]
        assert "never kicked off" in line.because
        play_on(match, marta)
        assert lines(hers.get(page)) == []

    def test_nor_what_kicked_off_and_was_left_lying(self, late, hers, page, league, marta):
        match = begin_fixture(actor=late.away, fixture=late.fixture, played_on=DUE.date(), now=DUE)
        play_on(match, marta)
        Match.objects.update(kicked_off_at=LATER - timedelta(days=3))
        assert lines(hers.get(page)) == []
        Round.objects.update(due_at=LATER - timedelta(days=2))
        (line,) = lines(answer := hers.get(page))
        assert (line.drafted, line.match) == ("extend", match)
        assert [option.ruling for option in line.options] == ["extend"]
        assert "not finished" in line.because
        assert "Go to the match" in answer.content.decode()
        rules = {"overdue.begun": 72}
        Season.objects.update(pin=make_pin(edition_key="bb2016", house=rules, now=DUE))
        assert lines(hers.get(page)) == []

    def test_names_whoever_accepted_a_date(self, late, hers, page, proposed):
        answer_proposal(
            actor=late.away, proposal=proposed, accepts=True, now=DUE - timedelta(days=4)
        )
        answer = hers.get(page)
        (line,) = lines(answer)
        assert (line.drafted, line.did["away"]) == ("extend", ["Accepted 1 date."])

    def test_is_empty_while_nothing_is_overdue(self, duel, hers, page):
        Round.objects.update(due_at=LATER + timedelta(hours=1))
        assert "Nothing is overdue" in hers.get(page).content.decode()

    def test_leaves_out_what_was_given_more_time(self, late, hers, page):
        Fixture.objects.update(extended_to=LATER + timedelta(days=1))
        assert lines(hers.get(page)) == []

    def test_is_for_whoever_runs_the_league(self, late, client, page, league):
        client.force_login(late.home)
        assert client.get(page).status_code == 403
        assert client.get(ruling_page(league, late)).status_code == 403

    def test_is_counted_on_the_leagues_home(self, late, hers, client, league):
        home = f"/leagues/{league.uuid}/"
        assert "overdue" in whats(hers.get(home))
        assert "1 match was not played in time." in hers.get(home).content.decode()
        client.force_login(late.home)
        assert "not played in time" not in client.get(home).content.decode()

    def test_costs_the_same_however_many(
        self, *, late, hers, page, enter, plan, start, django_assert_max_num_queries
    ):
        with django_assert_max_num_queries(11) as few:
            hers.get(page)
        enter("Mapmakers", "Wayfarers", "Tinkers")
        start(plan("Another"))
        Round.objects.update(due_at=DUE)
        with django_assert_max_num_queries(len(few)):
            assert len(lines(hers.get(page))) > 5


class TestRuling:
    def test_is_drafted_with_what_each_brings_by_the_house_rules(
        self, late, hers, league, marta, proposed
    ):
        change_house_rules(
            actor=marta,
            league=league,
            house={"forfeit.fine": 20_000, "forfeit.score": 3},
            from_round=1,
            reason="Last season taught us.",
            now=NOW,
        )
        shown = hers.get(ruling_page(league, late)).content.decode()
        assert "for the side that was there" in shown
        assert "left them unanswered" in shown
        assert 'value="forfeit-away"' in shown

    def test_confirmed_is_entered_at_once(self, late, hers, league, proposed):
        values = {"ruling": "forfeit-away", "reason": "Never answered."}
        assert hers.post(ruling_page(league, late), values).status_code == 302
        result = Result.objects.get()
        assert (result.ending, result.winner) == ("forfeit", "home")
        assert late.fixture.stage.standings.get(entry=late.fixture.home).points == 3
        assert hers.get(ruling_page(league, late)).status_code == 404

    def test_may_be_more_time(self, late, hers, league):
        values = {"ruling": "extend", "until": "2026-09-20T23:59", "reason": "Snow."}
        assert hers.post(ruling_page(league, late), values).status_code == 302
        fixture = Fixture.objects.get(pk=late.fixture.pk)
        assert fixture.extended_to == DUE + timedelta(days=7)

    @pytest.mark.parametrize(
        ("told", "field"),
        [
            ({"ruling": "extend", "reason": "Snow."}, "until"),
            ({"ruling": "extend", "until": "2026-02-31T10:00", "reason": "Snow."}, "until"),
            ({"ruling": "extend", "until": "2026-09-01T10:00", "reason": "Snow."}, "until"),
            ({"ruling": "hang them", "reason": "Snow."}, "ruling"),
            ({"ruling": "void", "reason": ""}, "reason"),
        ],
    )
    def test_that_cannot_be_is_a_sentence(self, late, hers, league, told, field):
        answer = hers.post(ruling_page(league, late), told)
        assert answer.status_code == 422
        assert field in answer.context["form"].errors

    def test_in_a_knock_out_names_somebody_who_goes_on(self, late, hers, page, plan, start):
        stage = start(plan("Cup", of="knock-out"))
        stage.rounds.update(due_at=DUE)
        line = next(each for each in lines(hers.get(page)) if each.stage == stage)
        assert [option.ruling for option in line.options] == [
            "extend",
            "forfeit-home",
            "forfeit-away",
        ]
        assert line.drafted == "extend"


class TestTheApi:
    def test_lists_and_rules(self, late, api, marta, league, proposed):
        hers = api(marta)
        address = f"/api/v1/leagues/{league.uuid}/overdue/"
        (line,) = hers.get(address).json()
        assert line["drafted"] == "forfeit-away"
        assert line["efforts"]["away"]["left_unanswered"] == 1
        values = {"ruling": "draw", "reason": "Both had reasons."}
        assert hers.post(f"{address}{line['fixture']}/", values).status_code == 204
        assert hers.get(address).json() == []
        assert hers.post(f"{address}{line['fixture']}/", values).status_code == 404

    def test_is_closed_to_coaches(self, late, api, league):
        assert api(late.home).get(f"/api/v1/leagues/{league.uuid}/overdue/").status_code == 403


def test_proposals_stay_on_record(late, proposed):
    assert DateProposal.objects.get().made_at < timezone.now()
