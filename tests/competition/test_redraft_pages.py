"""The board of re-drafts, a team's own page, and both for programs."""

import pytest

from competition.models import Downtime, HealingDie, Redraft
from league.models import League
from league.pins import make_pin
from teams import projection
from tests.competition.conftest import present
from tests.conftest import NOW
from tests.teams.history import play

pytestmark = pytest.mark.django_db


def page_of(team, rest=""):
    return f"/teams/{team.uuid}/re-draft/{rest}"


def everybody_back(team):
    roster = projection.read(team)
    fields = {f"back.{key}": "on" for key in roster.contracts}
    return {**fields, "rerolls": 3, "staff.apothecary": 1, "players.lineman": 1}


def test_the_board_shows_every_team_of_the_last_season(next_season, league, rovers, ines, browser):
    board = f"/leagues/{league.uuid}/re-draft/"
    text = browser().get(board).content.decode()
    assert "0 of 2 done" in text
    assert text.count("not begun") == 2
    browser(ines).post(page_of(rovers), everybody_back(rovers))
    assert "in progress" in browser().get(board).content.decode()
    browser(ines).post(page_of(rovers), {**everybody_back(rovers), "finish": "1"})
    assert "1 of 2 done" in browser().get(board).content.decode()


def test_a_team_has_the_tab_once_it_has_played(rovers, ines, browser, season):
    def tabs():
        return browser(ines).get(f"/teams/{rovers.uuid}/").content.decode()

    assert f'href="{page_of(rovers)}"' not in tabs()
    play(rovers, season=season)
    assert f'href="{page_of(rovers)}"' in tabs()


def test_the_leagues_home_says_whose_re_draft_is_missing(
    *, next_season, league, rovers, ines, marta, browser
):
    home = f"/leagues/{league.uuid}/"
    assert f"Re-draft {rovers.name}" in browser(ines).get(home).content.decode()
    assert "0 of 2 teams are re-drafted" in browser(marta).get(home).content.decode()
    assert "re-drafted" not in browser().get(home).content.decode()
    browser(ines).post(page_of(rovers), {**everybody_back(rovers), "finish": "1"})
    assert f"Re-draft {rovers.name}" not in browser(ines).get(home).content.decode()
    assert "1 of 2 teams are re-drafted" in browser(marta).get(home).content.decode()


def test_the_commissioner_sets_the_deadline_on_the_board(next_season, league, marta, ines, browser):
    board = f"/leagues/{league.uuid}/re-draft/"
    deadline = {"day": "2999-01-01", "clock": "20:00"}
    assert browser(ines).post(board, deadline).status_code == 403
    assert browser(marta).post(board, {"day": "31", "clock": ""}).status_code == 422
    assert browser(marta).post(board, deadline).status_code == 302
    assert next_season.downtime.due_wall == "2999-01-01T20:00"
    assert "Coaches have until" in browser().get(board).content.decode()
    Downtime.objects.update(due_at=NOW)
    assert "The deadline was" in browser().get(board).content.decode()


def test_a_coach_heals_tries_and_finishes_on_a_page(hurt, next_season, rovers, ines, browser):
    coach = browser(ines)
    page = coach.get(page_of(rovers)).content.decode()
    assert "Roll the rest for me" in page
    assert "The budget of" in page
    key = f"redraft-healing/{hurt.key}/1"
    coach.post(page_of(rovers, "healing/"), {key: "5"})
    coach.post(page_of(rovers, "healing/"), {"roll": "1"})
    assert HealingDie.objects.count() == 2
    tried = coach.post(page_of(rovers, "try/"), {"players.lineman": "11"})
    assert tried.status_code == 200
    assert Redraft.objects.get(is_try=True).returning == []
    refused = coach.post(page_of(rovers), {"players.lineman": "3", "finish": "1"})
    assert refused.status_code == 422
    assert "it takes 11" in refused.content.decode()
    done = coach.post(page_of(rovers), {**everybody_back(rovers), "finish": "1"}, follow=True)
    assert "The re-draft is done" in done.content.decode()
    assert len(projection.read(present(rovers)).contracts) == 12
    ledger = coach.get(f"/teams/{rovers.uuid}/ledger/?kind=redraft").content.decode()
    assert "for one season" in ledger


def test_what_cannot_be_had_is_said_beforehand(next_season, rovers, ines, browser):
    house = {"draft.permanent-inducements": ["bribe"]}
    next_season.pin = make_pin(edition_key="bb2016", house=house, now=NOW)
    next_season.save(update_fields=["pin"])
    page = browser(ines).get(page_of(rovers)).content.decode()
    assert "None of what the league sells for all matches" in page


def test_a_page_that_is_closed_says_why(season, rovers, ines, olaf, browser):
    page = browser(ines).get(page_of(rovers)).content.decode()
    assert "no season before this one" in page
    assert browser(ines).post(page_of(rovers), {"finish": "1"}).status_code == 422
    assert browser(olaf).get(page_of(rovers)).status_code == 403
    assert browser().get(page_of(rovers)).status_code == 302


def test_an_old_tab_does_not_overwrite_what_was_changed_elsewhere(
    next_season, rovers, ines, browser
):
    coach = browser(ines)
    coach.post(page_of(rovers), {**everybody_back(rovers), "revision": 0})
    late = {"players.lineman": "11", "revision": 0}
    answer = coach.post(page_of(rovers), late)
    assert answer.status_code == 409
    assert "This re-draft was changed elsewhere." in answer.content.decode()
    tapped = coach.post(page_of(rovers), late, headers={"HX-Request": "true"})
    assert tapped["HX-Refresh"] == "true"
    assert len(Redraft.objects.get().returning) == 11
    finish = {**everybody_back(rovers), "revision": 0, "finish": "1"}
    assert coach.post(page_of(rovers), finish).status_code == 302


def test_finish_pressed_twice_finishes_once_and_is_answered_twice(
    next_season, rovers, ines, browser
):
    coach = browser(ines)
    finish = {**everybody_back(rovers), "finish": "1", "form_key": "k"}
    assert [coach.post(page_of(rovers), finish).status_code for _press in range(2)] == [302, 302]
    assert rovers.events.filter(kind="redraft").count() == 1


def test_a_private_league_is_missing_to_strangers(next_season, league, rovers, make_user, browser):
    League.objects.update(is_public=False)
    stranger = browser(make_user("Stranger"))
    for address in (f"/leagues/{league.uuid}/re-draft/", page_of(rovers), page_of(rovers, "try/")):
        assert stranger.get(address).status_code == 404
    assert stranger.post(page_of(rovers, "healing/")).status_code == 404


def test_begin_again_with_everybody(next_season, rovers, ines, browser):
    browser(ines).post(page_of(rovers), {"players.lineman": "11"})
    assert Redraft.objects.get().returning == []
    browser(ines).post(page_of(rovers, "anew/"))
    assert len(Redraft.objects.get().returning) == 11


def test_a_program_does_the_same(hurt, next_season, rovers, ines, api):
    bot = api(ines)
    address = f"/api/v1/teams/{rovers.uuid}/re-draft/"
    shown = bot.get(address).data
    assert (shown["revision"], len(shown["players"])) == (0, 11)
    assert [die["value"] for die in shown["healing"]] == [None, None]
    changed = bot.patch(address, {"wish": {"players": {"blitzer": 1}}}, format="json").data
    assert "too-many-of-position" in {each["code"] for each in changed["reasons"]}
    stale = bot.patch(address, {"revision": 0, "returning": []}, format="json")
    assert stale.status_code == 409
    tried = bot.patch(f"{address}try/", {"returning": []}, format="json").data
    assert (tried["is_try"], tried["price"]) == (True, 200_000)
    refused = bot.post(f"{address}finish/", {}, format="json")
    assert {each["code"] for each in refused.json()["errors"]} >= {"healing_open"}
    rolled = bot.post(f"{address}healing/", {"roll": True}, format="json").data
    assert all(die["value"] for die in rolled["healing"])
    wish = {"players": {}, "rerolls": 2, "staff": {"apothecary": 1}}
    done = bot.post(f"{address}finish/", {"wish": wish}, format="json")
    assert done.status_code == 200, done.json()
    assert done.json()["finished_at"]
    assert done.json()["left"] == present(rovers).treasury
    came_to = bot.get(address).json()
    for told in (done.json(), came_to):
        assert (told["reasons"], len(told["players"])) == ([], 11)
        assert told["left"] == sum(line["amount"] or 0 for line in told["budget"]) - told["price"]
        assert [die["value"] for die in told["healing"]] == [
            die["value"] for die in rolled["healing"]
        ]
    board = api().get(f"/api/v1/leagues/{rovers.league.uuid}/re-draft/").data
    assert {each["name"]: each["state"] for each in board["teams"]} == {
        "Greywater Rovers": "done",
        "Underquay Scurriers": "waiting",
    }


def test_the_api_keeps_other_coaches_out_and_takes_a_deadline(
    next_season, rovers, olaf, marta, api
):
    address = f"/api/v1/teams/{rovers.uuid}/re-draft/"
    other = api(olaf)
    assert other.get(address).status_code == 403
    assert other.post(f"{address}finish/", {}, format="json").status_code == 403
    board = f"/api/v1/leagues/{rovers.league.uuid}/re-draft/"
    deadline = {"day": "2999-01-01"}
    assert other.put(board, deadline, format="json").status_code == 403
    assert api(marta).put(board, deadline, format="json").json()["due_at"]


def test_the_board_takes_the_same_statements_for_many_teams(
    next_season, league, django_assert_num_queries, browser
):
    board = f"/leagues/{league.uuid}/re-draft/"
    with django_assert_num_queries(6):
        browser().get(board)
