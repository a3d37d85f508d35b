"""Asking to join a public league: one line, one answer."""

from datetime import timedelta

import pytest
from django.utils import timezone

from acts.failures import Conflict, Forbidden, Missing, Refused
from league.commands import requests as commands
from league.commands.leagues import change_league, close_league
from league.commands.requests import answer_request, ask_to_join
from league.models import JoinRequest, Role
from tests.api.conftest import reasons
from tests.conftest import NOW
from tests.league.conftest import codes, place_of

WORDS = "Three seasons of orcs at the Kettle."


@pytest.fixture
def asked(league, stranger):
    return ask_to_join(actor=stranger, league=league, words=WORDS, now=timezone.now())


@pytest.fixture
def page(league):
    return f"/leagues/{league.uuid}/"


class TestAsking:
    def test_waits_for_whoever_runs_the_league(self, asked, league, stranger):
        assert (asked.user, asked.words, asked.accepted) == (stranger, WORDS, None)
        assert not stranger.memberships.exists()

    def test_twice_is_harmless(self, asked, league, stranger):
        again = ask_to_join(actor=stranger, league=league, words="Dwarfs, too.", now=NOW)
        assert (again, again.words) == (asked, "Dwarfs, too.")
        assert ask_to_join(actor=stranger, league=league, now=NOW).words == "Dwarfs, too."
        assert JoinRequest.objects.count() == 1

    def test_is_no_use_to_somebody_who_is_in(self, league, jonas):
        with pytest.raises(Refused) as failure:
            ask_to_join(actor=jonas, league=league, now=NOW)
        assert codes(failure) == {"": "in_already"}

    def test_a_private_league_is_not_there(self, league, marta, stranger):
        change_league(actor=marta, league=league, is_public=False, now=NOW)
        with pytest.raises(Missing):
            ask_to_join(actor=stranger, league=league, now=NOW)

    def test_a_closed_one_lets_nobody_in(self, league, marta, stranger):
        close_league(actor=marta, league=league, now=NOW)
        with pytest.raises(Refused, match="closed"):
            ask_to_join(actor=stranger, league=league, now=NOW)

    @pytest.mark.parametrize(("words", "code"), [("x" * 301, "too_long"), ("a\nb", "not_one_line")])
    def test_takes_a_line(self, league, stranger, words, code):
        with pytest.raises(Refused) as failure:
            ask_to_join(actor=stranger, league=league, words=words, now=NOW)
        assert codes(failure) == {"words": code}

    def test_ends_at_as_many_as_somebody_can_read(self, asked, league, make_user, monkeypatch):
        monkeypatch.setattr(commands, "MOST_OPEN_REQUESTS", 1)
        with pytest.raises(Refused) as failure:
            ask_to_join(actor=make_user("Nell"), league=league, now=NOW)
        assert codes(failure) == {"": "too_many_requests"}

    def test_the_commissioner_hears_of_it_by_mail(
        self, browser, page, stranger, run_jobs, mailoutbox
    ):
        assert browser(stranger).post(f"{page}ask/", {"words": WORDS})["Location"] == page
        run_jobs()
        (mail,) = mailoutbox
        assert mail.to == ["marta@example.org"]
        assert mail.subject == "Stranger would like to join The Old Bridge League"
        assert WORDS in mail.body
        assert f"http://testserver{page}members/" in mail.body


class TestAnswering:
    @pytest.mark.parametrize("role", [Role.COACH, Role.VIEWER])
    def test_lets_somebody_in(self, *, asked, league, deputy, stranger, role, run_jobs, mailoutbox):
        done = answer_request(actor=deputy, request=asked, answer=role, now=timezone.now())
        assert (done.accepted, done.answered_by) == (True, deputy)
        assert place_of(stranger, league).role == role
        run_jobs()
        assert [mail.to for mail in mailoutbox] == [["stranger@example.org"]]

    def test_happens_once(self, asked, marta):
        answer_request(actor=marta, request=asked, answer="decline", now=NOW)
        with pytest.raises(Conflict):
            answer_request(actor=marta, request=asked, answer="coach", now=NOW)

    def test_is_for_whoever_runs_the_league(self, asked, jonas, stranger):
        for person in (jonas, stranger):
            with pytest.raises(Forbidden):
                answer_request(actor=person, request=asked, answer="coach", now=NOW)

    @pytest.mark.parametrize("answer", ["deputy", "commissioner", "", "maybe"])
    def test_is_one_of_three(self, asked, marta, answer):
        with pytest.raises(Refused) as failure:
            answer_request(actor=marta, request=asked, answer=answer, now=NOW)
        assert codes(failure) == {"answer": "no_such_answer"}

    def test_declined_one_asks_again_after_a_week(self, asked, league, marta, stranger):
        answer_request(actor=marta, request=asked, answer="decline", now=NOW)
        with pytest.raises(Refused, match="ask again from Sat 14 Mar 2026") as failure:
            ask_to_join(actor=stranger, league=league, now=NOW + timedelta(days=6))
        assert codes(failure) == {"": "asked_too_soon"}
        again = ask_to_join(actor=stranger, league=league, now=NOW + timedelta(days=7))
        assert again != asked

    def test_somebody_who_came_in_meanwhile_stays_as_he_is(self, asked, league, marta, stranger):
        league.memberships.create(user=stranger, role=Role.DEPUTY, since=NOW)
        answer_request(actor=marta, request=asked, answer="viewer", now=NOW)
        assert place_of(stranger, league).role == Role.DEPUTY


class TestThePages:
    def test_lead_from_the_home_to_the_answer(self, browser, page, stranger, marta, league):
        client = browser(stranger)
        assert f'href="{page}ask/"' in client.get(page).content.decode()
        assert client.get(f"{page}ask/").status_code == 200
        client.post(f"{page}ask/", {"words": WORDS})
        assert "Marta has not answered yet" in client.get(page).content.decode()
        assert WORDS in client.get(f"{page}ask/").content.decode()
        (asked,) = JoinRequest.objects.all()
        runs = browser(marta)
        for where in (page, f"{page}members/"):
            shown = runs.get(where).content.decode()
            assert WORDS in shown
            assert f'action="{page}requests/{asked.uuid}/"' in shown
        answer = runs.post(f"{page}requests/{asked.uuid}/", {"answer": "coach"})
        assert answer["Location"] == f"{page}members/"
        assert place_of(stranger, league).role == Role.COACH
        assert WORDS not in runs.get(f"{page}members/").content.decode()

    def test_show_requests_to_nobody_else(self, browser, page, asked, jonas, make_user):
        for person in (None, jonas, make_user("Nell")):
            for where in (page, f"{page}members/"):
                assert WORDS not in browser(person).get(where).content.decode()
        answer = browser(jonas).post(f"{page}requests/{asked.uuid}/", {"answer": "coach"})
        assert answer.status_code == 403

    def test_need_somebody(self, browser, page):
        assert browser().get(f"{page}ask/")["Location"] == f"/sign-in/?next={page}ask/"

    def test_words_are_shown_harmlessly(self, browser, page, league, marta, stranger):
        ask_to_join(actor=stranger, league=league, words="<script>alert(1)</script>", now=NOW)
        assert "<script>alert" not in browser(marta).get(page).content.decode()


def test_a_deleted_account_leaves_no_words_behind(browser, asked, stranger):
    assert browser(stranger).post("/me/delete/", {"password": "a fine password"}).status_code == 302
    assert not JoinRequest.objects.exists()


def test_programs_ask_and_answer(api, league, marta, stranger, jonas):
    address = f"/api/v1/leagues/{league.uuid}/requests/"
    made = api(stranger).post(address, {"words": WORDS})
    assert made.status_code == 201
    assert (made.json()["words"], made.json()["accepted"]) == (WORDS, None)
    assert api(jonas).get(address).status_code == 403
    assert api().post(address, {}).status_code == 401
    client = api(marta)
    (listed,) = client.get(address).json()["results"]
    where = f"{address}{listed['uuid']}/"
    assert reasons(client.post(where, {"answer": "deputy"})) == {"answer": "invalid_choice"}
    assert client.post(where, {"answer": "coach"}).json()["accepted"] is True
    answer = client.post(where, {"answer": "decline"})
    assert (answer.status_code, reasons(answer)) == (409, {"": "request_answered"})
    assert client.get(address).json()["results"] == []
