"""Reopening a match on its page and through the API."""

import re
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Proposal
from matches.pitch.reports import MatchEnding
from tests.competition.filling import Sheet
from tests.conftest import NOW
from tests.matches.conftest import present
from tests.matches.playing import keys, play_on, tap


@pytest.fixture
def browser(client):
    def signed_in(person):
        client.force_login(person)
        return client

    return signed_in


def caller(person):
    client = APIClient()
    secret = create_token(actor=person, name=str(uuid4()), now=timezone.now())[1]
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def words(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def seen(page):
    return re.search(r'name="seen" value="(\w+)"', page.content.decode())[1]


def rows_of(match):
    """The page's selects by the kind of tap that they are about."""
    return {each.kind: f"tap.{each.uuid}" for each in match.taps.all()}


def test_the_page_moves_a_completion(browser, over, marta, rovers):
    place, row = f"/matches/{over.uuid}/correct/", rows_of(over)["completion"]
    page = browser(marta).get(place)
    assert f'name="{row}"' in page.content.decode()
    before, after = keys(over, "home")[1], keys(over, "home")[8]
    edit = {row: after, "ending": "played"}
    looked = browser(marta).post(place, edit)
    assert looked.status_code == 200
    assert "Apply the correction" in words(looked)
    sent = edit | {"do": "apply", "seen": seen(looked), "reason": "It was the other one"}
    assert browser(marta).post(place, sent)["Location"] == f"/matches/{over.uuid}/"
    team = present(rovers)
    assert team.contracts.get(key=after).player.awards == {"completion": 1}
    assert "completion" not in team.contracts.get(key=before).player.awards
    assert over.taps.filter(kind="void").count() == 1


def test_the_page_as_it_stands_changes_nothing(browser, begin, marta):
    match = begin({"fans-and-fame/away": [6, 6]})
    submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
    play_on(match, marta)
    place = f"/matches/{match.uuid}/correct/"
    shown = Sheet(browser(marta).get(place).content.decode())
    (paper,) = [each for each in shown.forms if place in each.action]
    assert "Nothing is different from what stands." in words(browser(marta).post(place, paper.told))


def test_the_page_adds_a_casualty_and_asks_for_its_die(browser, over, marta, scurriers):
    place, victim = f"/matches/{over.uuid}/correct/", keys(over, "away")[7]
    edit = {"hurt.away.0": victim, "hurt.away.0.how": "crowd", "ending": "played"}
    looked = browser(marta).post(place, edit)
    assert "an answer is needed that was not asked for before" in words(looked)
    die = f"joint.report.casualty/away/{victim}/1"
    assert f'name="{die}.put"' in looked.content.decode()


def test_the_page_knows_who_treated_a_casualty_once_its_roll_was_seen(
    browser, on_the_pitch, ines, marta
):
    hurt = tap(
        "casualty", "away", player=keys(on_the_pitch, "away")[0], how="crowd", answers={"": 65}
    )
    saved = {"apothecary/roll": 33, "apothecary/kept": "33"}
    treated = tap("dice", of=str(hurt.uuid), treated="apothecary", answers=saved)
    enter_taps(actor=ines, match=on_the_pitch, taps=[hurt, treated], now=NOW)
    submit_report(actor=marta, match=on_the_pitch, ending=MatchEnding(), now=NOW)
    place = f"/matches/{on_the_pitch.uuid}/correct/"
    shown = browser(marta).get(place).content.decode()
    row = f"tap.{hurt.uuid}"
    select = shown.partition(f'name="{row}.treated"')[2].partition("</select>")[0]
    assert '<option value="apothecary" selected>' in select
    as_shown = {row: hurt.data["player"], f"{row}.how": "crowd", f"{row}.by": ""}
    as_shown |= {f"{row}.treated": "apothecary", "ending": "played"}
    assert "Nothing is different" in words(browser(marta).post(place, as_shown))


def test_two_coaches_agree_on_their_pages(browser, over, *, ines, olaf, rovers):
    place = f"/matches/{over.uuid}/correct/"
    edit = {"more.home.0.kind": "interception", "more.home.0": keys(over, "home")[9]}
    edit["ending"] = "played"
    looked = browser(ines).post(place, edit)
    assert "Apply the correction" not in words(looked)
    sent = edit | {"do": "propose", "seen": seen(looked), "reason": "He had it"}
    assert browser(ines).post(place, sent).status_code == 302
    proposal = Proposal.objects.get()
    assert "if you agree" not in words(browser(ines).get("/"))
    assert "if you agree" in words(browser(olaf).get("/"))
    assert "Look at the proposal" in words(browser(olaf).get(f"/matches/{over.uuid}/"))
    page = browser(olaf).get(place)
    assert "He had it" in words(page)
    assert "Accept" in words(page)
    answered = browser(olaf).post(f"{place}{proposal.uuid}/", {"do": "accept"})
    assert answered["Location"] == f"/matches/{over.uuid}/"
    scorer = present(rovers).contracts.get(key=keys(over, "home")[9]).player
    assert scorer.awards == {"interception": 1}
    again = browser(olaf).post(f"{place}{proposal.uuid}/", {"do": "accept"}, follow=True)
    assert "This proposal is" in words(again)


def test_the_api_does_the_same(over, *, ines, olaf, marta, rovers):
    place = f"/api/v1/matches/{over.uuid}/correction/"
    new = tap("completion", "home", player=keys(over, "home")[9])
    edits = {
        "taps": [
            {"uuid": str(new.uuid), "kind": new.kind, "side": new.side, "data": new.data},
        ],
        "ending": {"ending": "called"},
    }
    looked = caller(ines).post(f"{place}preview/", edits, format="json")
    assert looked.status_code == 200, looked.json()
    sent = edits | {"seen": looked.json()["seen"], "reason": "He had it"}
    assert caller(ines).post(place, sent, format="json").status_code == 403
    made = caller(ines).post(f"{place}proposals/", sent, format="json")
    assert made.status_code == 201, made.json()
    here = f"/api/v1/matches/{over.uuid}/"
    for person, is_yours in ((ines, False), (olaf, True), (marta, False)):
        (to_do,) = caller(person).get(here).json()["to_do"]
        assert (to_do["what"], to_do["whose"], to_do["is_yours"]) == ("agree", "away", is_yours)
        (told,) = caller(person).get(to_do["address"]).json()
        assert told["uuid"] == made.json()["uuid"]
        assert (told["reason"], told["may_accept"]) == ("He had it", is_yours)
        assert told["correction"]["changes"] == looked.json()["changes"]
    answer = f"{place}proposals/{made.json()['uuid']}/"
    assert caller(olaf).post(answer, {"accepts": True}, format="json").status_code == 200
    scorer = present(rovers).contracts.get(key=keys(over, "home")[9]).player
    assert scorer.awards == {"completion": 1}
    assert over.reports.latest("version").data["ending"] == "called"
    gone = caller(marta).post(answer, {"accepts": False}, format="json")
    assert gone.status_code == 409
    assert caller(olaf).get(f"{place}proposals/").json() == []
    assert caller(olaf).get(here).json()["to_do"] == []
