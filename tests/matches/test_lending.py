"""One phone for both: who lends a side, and that its coach is told."""

import pytest

from league.commands.members import add_coach_by_name
from matches.models import Match
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.playing import begin_and_agree, play_on
from tests.matches.through_the_api import program_of


@pytest.fixture
def against_the_boss(league, marta, scurriers, draft_team):
    """Whoever runs the league is at home, and Olaf is the guest."""
    home = draft_team("House Eleven", actor=marta)
    return begin_and_agree(
        actor=marta, league=league, home=home, away=scurriers, played_on=DAY, now=NOW
    )


def address(match, rest=""):
    return f"/api/v1/matches/{match.uuid}/{rest}"


def codes(answer):
    return [error["code"] for error in answer.json()["errors"]]


class TestWhoeverRunsTheLeagueAndPlays:
    def test_does_not_lend_the_other_side_to_themselves(self, against_the_boss, marta, client):
        refused = program_of(marta).post(address(against_the_boss, "lend/away/"))
        assert (refused.status_code, codes(refused)) == (403, ["you_play_against_it"])
        client.force_login(marta)
        page = client.get(f"/matches/{against_the_boss.uuid}/").content.decode()
        assert 'name="password"' in page
        assert "Let the other coach enter" in page  # for their own side
        assert client.post(f"/matches/{against_the_boss.uuid}/lend/away/").status_code == 403

    def test_has_it_by_its_coachs_password_which_that_coach_sees(
        self, against_the_boss, marta, olaf, client
    ):
        client.force_login(marta)
        sent = {"password": "a fine password"}
        assert client.post(f"/matches/{against_the_boss.uuid}/lend/away/", sent).status_code == 302
        (lent,) = program_of(olaf).get(address(against_the_boss)).json()["lendings"]
        assert (lent["side"], lent["lent_by"], lent["by_password"]) == ("away", "Olaf", True)

    @pytest.mark.parametrize("kind", ["coach", "second", "stand-in"])
    def test_does_not_come_to_coach_it_meanwhile(
        self, against_the_boss, marta, scurriers, kind, league
    ):
        boss = program_of(marta)
        values = {
            "coach": str(marta.memberships.get(league=league).uuid),
            "kind": kind,
            "until": "2099-01-01T00:00:00Z",
        }
        refused = boss.post(f"/api/v1/teams/{scurriers.uuid}/coaches/", values)
        assert refused.status_code == 422
        assert "plays_against_it" in codes(refused)

    def test_does_not_hand_it_to_somebody_without_an_account(
        self, against_the_boss, marta, scurriers, league
    ):
        tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)
        values = {"coach": str(tom.uuid), "kind": "coach"}
        boss = program_of(marta)
        refused = boss.post(f"/api/v1/teams/{scurriers.uuid}/coaches/", values)
        assert (refused.status_code, codes(refused)) == (422, ["plays_against_it"])
        tenure = scurriers.tenures.get()
        ended = boss.delete(f"/api/v1/teams/{scurriers.uuid}/coaches/{tenure.uuid}/")
        assert (ended.status_code, codes(ended)) == (422, ["plays_against_it"])


class TestThatASideWasLent:
    def test_is_told_with_who_and_when_after_it_was_taken_back_too(
        self, begun, marta, olaf, client, rovers
    ):
        boss = program_of(marta)
        for rest in ("lend/away/", "take-back/away/"):
            assert boss.post(address(begun, rest)).status_code == 200
        match = play_on(begun, marta)
        assert match.state == Match.State.PLAYING
        (lent,) = program_of(olaf).get(address(match)).json()["lendings"]
        assert (lent["side"], lent["lent_by"], lent["taken_back_by"]) == ("away", "Marta", "Marta")
        assert lent["lent_at"] <= lent["taken_back_at"]
        client.force_login(olaf)
        for page in ("", "board/", "live/"):
            shown = client.get(f"/matches/{match.uuid}/{page}").content.decode()
            assert "Marta let the other coach enter for Underquay Scurriers" in shown, page
            assert "Taken back by Marta" in shown, page

    def test_is_told_of_whoever_did_it(self, begun, marta, olaf, client):
        assert program_of(marta).post(address(begun, "lend/away/")).status_code == 200
        client.force_login(olaf)
        page = client.get(f"/matches/{begun.uuid}/").content.decode()
        assert page.count("let the other coach enter for Underquay Scurriers") == 1
        assert "Marta let the other coach enter for Underquay Scurriers" in page
        assert "Olaf lets" not in page


def test_nothing_is_lent_to_nobody(*, begun, rovers, marta, olaf, league, client):
    """Nobody with an account is on the other side."""
    tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)
    rovers.tenures.update(coach=tom)
    client.force_login(olaf)
    page = client.get(f"/matches/{begun.uuid}/").content.decode()
    assert "Let the other coach enter" not in page
    refused = program_of(olaf).post(address(begun, "lend/away/"))
    assert (refused.status_code, codes(refused)) == (422, ["nobody_to_lend_to"])
