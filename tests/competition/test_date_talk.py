"""Two coaches and a date: the page, the mails, and the API."""

from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from acts.failures import Refused
from competition.commands.dates import answer_proposal, propose_date
from competition.commands.outcomes import Score
from competition.commands.results import enter_score
from competition.models import DateProposal, Fixture, Round
from jobs.models import Job
from league.commands.leagues import change_league
from league.models import Membership
from teams.models import Tenure
from tests.conftest import NOW

pytestmark = pytest.mark.pure

SATURDAY = datetime(2027, 3, 13, 18, 0, tzinfo=UTC)


@pytest.fixture
def propose(duel):
    def propose(who, at=SATURDAY, **options):
        return propose_date(
            actor=who, fixture=duel.fixture, kick_off_at=at, now=timezone.now(), **options
        )

    return propose


@pytest.fixture
def page(duel):
    return reverse("competition:date", args=[duel.fixture.uuid])


@pytest.fixture
def looks(client):
    """Open a page as somebody."""

    def look(person, page):
        client.force_login(person)
        return client.get(page)

    return look


def agreed(duel):
    return Fixture.objects.get(pk=duel.fixture.pk).kick_off_at


class TestTheOtherSide:
    """Whoever is asked finds the question where they look first."""

    def test_is_told_at_the_fixture_and_on_the_leagues_home(self, duel, looks, propose):
        league = duel.fixture.stage.season.league
        places = [
            reverse("competition:fixture", args=[duel.fixture.uuid]),
            reverse("press:league", args=[league.uuid]),
            reverse("home"),
        ]
        propose(duel.home)
        asked = "he other side proposes Sat 13 Mar 2027, 18:00 UTC"
        for place in places:
            assert asked in looks(duel.away, place).content.decode()
            assert asked not in looks(duel.home, place).content.decode()
        answer_proposal(
            actor=duel.away,
            proposal=DateProposal.objects.get(),
            accepts=True,
            now=timezone.now(),
        )
        for place in places:
            assert "waits for your answer" not in looks(duel.away, place).content.decode()

    def test_reads_at_their_desk_what_they_play_next(self, duel, looks, api, propose):
        next_match = f"Your next match: {duel.fixture.home} – {duel.fixture.away}"
        for person in (duel.home, duel.away):
            assert f"{next_match}." in unescape(looks(person, "/").content.decode())
        propose(duel.home)
        (told,) = api(duel.away).get("/api/v1/me/to-do/").json()["next"]
        assert told["what"] == "date"
        assert told["page"] == reverse("competition:date", args=[duel.fixture.uuid])
        answer_proposal(
            actor=duel.away,
            proposal=DateProposal.objects.get(),
            accepts=True,
            now=timezone.now(),
        )
        (told,) = api(duel.away).get("/api/v1/me/to-do/").json()["next"]
        assert told["sentence"] == f"{next_match}, Sat 13 Mar 2027, 18:00 UTC."
        enter_score(
            actor=duel.fixture.stage.season.league.memberships.get(role="commissioner").user,
            fixture=duel.fixture,
            score=Score((2, 1)),
            now=timezone.now(),
        )
        assert "Your next match" not in looks(duel.home, "/").content.decode()


class TestAVisitor:
    def test_reads_kick_off_and_deadline_by_the_leagues_clock(self, duel, client, propose):
        league = duel.fixture.stage.season.league
        league.time_zone = "Europe/Berlin"
        league.save()
        Round.objects.update(due_at=datetime(2027, 3, 20, 22, 59, tzinfo=UTC))
        propose(duel.home)
        answer_proposal(
            actor=duel.away,
            proposal=DateProposal.objects.get(),
            accepts=True,
            now=timezone.now(),
        )
        one = client.get(reverse("competition:fixture", args=[duel.fixture.uuid]))
        assert "13 Mar 2027, 19:00 CET" in one.content.decode()
        every = client.get(reverse("competition:fixtures", args=[league.uuid]))
        assert "19:00</time>" in every.content.decode()
        assert "due Sat 20 Mar 2027, 23:59 CET" in every.content.decode()


class TestThePage:
    def test_takes_a_proposal_and_the_other_sides_answer(self, duel, client, page):
        client.force_login(duel.home)
        values = {"kick_off": "2027-03-13T18:00", "venue": "The Old Bridge"}
        assert client.post(page, values).status_code == 302
        proposal = DateProposal.objects.get()
        assert "Waits for the other side" in client.get(page).content.decode()
        client.force_login(duel.away)
        assert "The Old Bridge" in client.get(page).content.decode()
        client.post(
            reverse("competition:answer-proposal", args=[proposal.uuid]), {"answer": "accept"}
        )
        assert agreed(duel) == SATURDAY

    def test_declines_and_proposes_another(self, duel, client, page, propose):
        proposal = propose(duel.home)
        client.force_login(duel.away)
        client.post(
            reverse("competition:answer-proposal", args=[proposal.uuid]), {"answer": "decline"}
        )
        client.post(page, {"kick_off": "2027-03-14 18:00"})
        assert list(DateProposal.objects.values_list("side", "state")) == [
            ("home", "declined"),
            ("away", "proposed"),
        ]

    def test_states_the_leagues_zone_and_shows_the_readers_own_beside(
        self, *, duel, league, marta, looks, page, propose
    ):
        change_league(actor=marta, league=league, time_zone="Europe/Berlin", now=NOW)
        User.objects.filter(pk=duel.away.pk).update(time_zone="Asia/Tokyo")
        propose(duel.home)
        shown = looks(User.objects.get(pk=duel.away.pk), page).content.decode()
        assert "Europe/Berlin" in shown
        assert "13 Mar 2027, 19:00 CET" in shown
        assert "14 Mar 2027, 03:00 JST for you" in shown

    def test_takes_times_by_the_leagues_clock(self, duel, league, marta, client, page):
        change_league(actor=marta, league=league, time_zone="Europe/Berlin", now=NOW)
        client.force_login(duel.home)
        client.post(page, {"kick_off": "2027-03-13T19:00"})
        assert DateProposal.objects.get().kick_off_at == SATURDAY
        skipped = client.post(page, {"kick_off": "2027-03-28T02:30"})
        assert skipped.status_code == 422
        assert "clocks go forward" in skipped.content.decode()

    @pytest.mark.parametrize("typed", ["2027-02-31T18:00", "soon", "", "2001-01-01T12:00"])
    def test_says_what_cannot_be(self, duel, client, page, typed):
        client.force_login(duel.home)
        assert client.post(page, {"kick_off": typed}).status_code == 422

    def test_is_for_the_two_and_whoever_runs_the_league(self, duel, looks, page, make_user, marta):
        assert looks(make_user("Sven"), page).status_code == 403
        assert looks(marta, page).status_code == 200

    def test_of_a_private_league_is_not_there_for_strangers(
        self, *, duel, league, marta, looks, page, make_user
    ):
        change_league(actor=marta, league=league, is_public=False, now=NOW)
        assert looks(make_user("Sven"), page).status_code == 404

    def test_costs_the_same_however_much_was_said(
        self, duel, client, page, propose, django_assert_max_num_queries
    ):
        propose(duel.home)
        client.force_login(duel.away)
        with django_assert_max_num_queries(14) as few:
            client.get(page)
        for day in range(1, 8):
            propose(duel.home, SATURDAY + timedelta(days=day))
        with django_assert_max_num_queries(len(few)):
            client.get(page)


class TestMails:
    def sent(self):
        return [(each.to[0], each.subject) for each in mail.outbox]

    def test_go_to_the_other_side_when_something_is_proposed(self, duel, propose, run_jobs):
        propose(duel.home, venue="The Old Bridge")
        run_jobs()
        ((to, subject),) = self.sent()
        assert to == duel.away.email
        assert subject.endswith("a date is proposed")
        assert "The Old Bridge" in mail.outbox[0].body
        assert f"http://127.0.0.1:8000/fixtures/{duel.fixture.uuid}/date/" in mail.outbox[0].body

    def test_go_back_with_the_answer(self, duel, propose, run_jobs):
        proposal = propose(duel.home)
        run_jobs()
        answer_proposal(actor=duel.away, proposal=proposal, accepts=True, now=timezone.now())
        run_jobs()
        assert [to for to, _subject in self.sent()] == [duel.away.email, duel.home.email]
        assert self.sent()[1][1].endswith("the date stands")

    def test_go_to_both_when_the_league_sets_a_date(self, duel, propose, run_jobs, marta):
        propose(marta)
        run_jobs()
        assert {to for to, _subject in self.sent()} == {duel.home.email, duel.away.email}

    def test_say_nothing_that_is_past(self, duel, propose, run_jobs):
        propose(duel.home)
        propose(duel.home, SATURDAY + timedelta(days=1))
        run_jobs()
        assert len(self.sent()) == 1

    def test_are_sent_once_however_often_the_job_runs(self, duel, propose, run_jobs):
        propose(duel.home)
        run_jobs()
        run_jobs()
        assert len(self.sent()) == 1
        payload = Job.objects.get(kind="competition.mail_date").payload
        assert set(payload) == {"proposal", "state", "person"}


class TestWhoeverHasNobodyToWaitFor:
    def test_settles_the_date_against_a_coach_without_account(self, duel, propose):
        Membership.objects.filter(user=duel.away).update(role="coach", user=None, name="Old Tom")
        Membership.objects.filter(user=duel.home).update(role="deputy")
        propose(duel.home)
        assert agreed(duel) == SATURDAY

    def test_settles_the_date_between_two_teams_of_his(self, duel, propose):
        own = Membership.objects.get(user=duel.home)
        Tenure.objects.filter(coach__user=duel.away).update(coach=own)
        propose(duel.home)
        assert agreed(duel) == SATURDAY

    def test_accepts_no_date_that_has_passed(self, duel, propose, time_machine):
        proposal = propose(duel.home)
        time_machine.move_to(SATURDAY + timedelta(hours=1))
        with pytest.raises(Refused):
            answer_proposal(actor=duel.away, proposal=proposal, accepts=True, now=timezone.now())


def test_what_is_no_answer_declines_nothing(duel, propose, client):
    proposal = propose(duel.home)
    address = reverse("competition:answer-proposal", args=[proposal.uuid])
    client.force_login(duel.away)
    assert client.post(address, {"answer": "perhaps"}).status_code == 422
    proposal.refresh_from_db()
    assert proposal.state == "proposed"


class TestTheApi:
    def test_proposes_shows_and_answers(self, duel, api):
        home, away = api(duel.home), api(duel.away)
        address = f"/api/v1/fixtures/{duel.fixture.uuid}/date/"
        made = home.post(address, {"kick_off": "2027-03-13T18:00", "venue": "The Old Bridge"})
        assert made.status_code == 201, made.json()
        (proposal,) = away.get(address).json()["proposals"]
        assert (proposal["side"], proposal["state"]) == ("home", "proposed")
        answer = f"/api/v1/proposals/{proposal['uuid']}/answer/"
        assert home.post(answer, {"accepts": True}).status_code == 403
        assert away.post(answer, {"accepts": True}).json()["kick_off_at"] == "2027-03-13T18:00:00Z"
        assert away.post(answer, {"accepts": True}).status_code == 409

    def test_is_closed_to_strangers(self, duel, api, make_user):
        address = f"/api/v1/fixtures/{duel.fixture.uuid}/date/"
        assert api(make_user("Sven")).get(address).status_code == 403
