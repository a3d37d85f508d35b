"""A club whose one commissioner plays: from registration to the first round, by honest people."""

from datetime import timedelta

import pytest

from teams.permissions import head_coach
from tests.conftest import NOW

DAY = timedelta(days=1)


@pytest.fixture
def club(draft_team, league, *, marta, ines, olaf, coach, api, time_machine):
    """Four teams that are in; Marta runs the league."""
    time_machine.move_to(NOW + DAY, tick=False)
    alt = coach("Alt")
    teams = {str(who): draft_team(f"{who}s", actor=who) for who in (marta, ines, olaf, alt)}
    told = api(marta).post(f"/api/v1/leagues/{league.uuid}/season/entries/all/").json()
    assert (len(told["entries"]), told["left_out"]) == (4, [])
    return teams


@pytest.fixture
def at(league):
    return f"/api/v1/leagues/{league.uuid}/"


def test_whoever_changed_their_mind_is_taken_out(club, at, season, *, marta, api, plan, start):
    """The member and their team stay; every refusal says that this can be done."""
    team, hers = club["Alt"], api(marta)
    place = head_coach(team).coach
    own = f"/api/v1/teams/{team.uuid}/"
    for refused in (
        hers.delete(f"{at}members/{place.uuid}/"),
        hers.patch(f"{at}members/{place.uuid}/", {"role": "viewer"}, format="json"),
        hers.post(f"{own}retirement/", {"reason": "Gone"}, format="json"),
    ):
        (error,) = refused.json()["errors"]
        assert (refused.status_code, error["code"]) == (422, "plays_against_it")
        assert "you can take the team out of the season" in error["message"]
    entry = season.entries.get(team=team)
    assert hers.delete(f"{at}season/entries/{entry.uuid}/").status_code == 200
    stage = start(plan())
    assert stage.places.count() == 3
    refused = hers.delete(f"{at}members/{place.uuid}/")
    assert "take the team out" not in refused.content.decode()


def test_who_goes_by_their_own_word_is_followed_at_once(club, at, *, marta, ines, api, coach):
    team, fred = club["Alt"], coach("Fred")
    place = head_coach(team).coach
    assert api(place.user).delete(f"{at}members/{place.uuid}/").status_code == 204
    values = {"coach": str(fred.memberships.get().uuid)}
    made = api(marta).post(f"/api/v1/teams/{team.uuid}/coaches/", values, format="json")
    assert (made.status_code, made.json()["has_notice"]) == (201, False)
    assert head_coach(team).coach.user == fred


def test_who_is_silent_is_followed_in_three_days(club, at, *, marta, api, coach, time_machine):
    team, fred = club["Alt"], coach("Fred")
    values = {"coach": str(fred.memberships.get().uuid)}
    made = api(marta).post(f"/api/v1/teams/{team.uuid}/coaches/", values, format="json")
    assert (made.status_code, made.json()["has_notice"]) == (201, True)
    time_machine.move_to(NOW + 5 * DAY, tick=False)
    assert head_coach(team).coach.user == fred


def test_a_friend_on_paper_is_entered_and_given_an_account(
    club, at, *, marta, api, coach, paper_team
):
    team, fred = paper_team("Tom"), coach("Fred")
    hers = api(marta)
    assert hers.post(f"{at}season/entries/", {"team": str(team.uuid)}).status_code == 201
    values = {"coach": str(fred.memberships.get().uuid)}
    made = hers.post(f"/api/v1/teams/{team.uuid}/coaches/", values, format="json")
    assert (made.status_code, made.json()["has_notice"]) == (201, False)
