"""A tournament's day through the API."""

import pytest
from rest_framework.test import APIClient

from competition.commands.tournament import paste_entrants
from competition.models import Entry
from tests.conftest import NOW


@pytest.fixture
def stage(plan):
    return plan("Kettle Cup", "swiss", swiss_rounds=2)


@pytest.fixture
def api(marta):
    client = APIClient()
    client.force_authenticate(marta)
    return client


@pytest.fixture
def four(marta, season):
    return paste_entrants(actor=marta, season=season, text="Anna\nBert\nCleo\nDirk", now=NOW)


def at(stage, rest=""):
    return f"/api/v1/leagues/{stage.season.league.uuid}/tournaments/{stage.uuid}/{rest}"


def test_a_day_is_run_by_a_program(api, stage):
    made = api.post(at(stage, "entrants/"), {"text": "Anna,,orc\nBert\nCleo\nDirk"})
    assert made.status_code == 201
    anna, *_others = made.json()
    assert (anna["race"], anna["number"], anna["is_here"]) == ("Orc", 1, False)
    for person in made.json():
        here = api.patch(at(stage, f"entrants/{person['uuid']}/"), {"is_here": True})
        assert here.json()["is_here"] is True

    day = api.post(at(stage)).json()
    assert (day["state"], day["round"], day["round_state"]) == ("running", 1, "planned")
    one, other = (table["home"]["uuid"] for table in day["tables"])
    swapped = api.post(at(stage, "swap/"), {"one": one, "other": other}).json()
    assert [table["home"]["uuid"] for table in swapped["tables"]] == [other, one]

    day = api.post(at(stage, "round/"), {"minutes": 90}).json()
    assert day["round_state"] == "open"
    before = day["clock_until"]
    more = api.put(at(stage, "clock/"), {"minutes": 10, "adds": True}).json()
    assert more["clock_until"] > before
    assert api.delete(at(stage, "clock/")).status_code == 204
    again = api.put(at(stage, "clock/"), {"minutes": 10}).json()
    assert again["clock_until"] is not None

    scores = [
        {"fixture": table["fixture"], "score": {"home": 2, "away": 1}} for table in day["tables"]
    ]
    scores[0]["tallies"] = {"cas": {"home": 3, "away": 0}}
    day = api.put(at(stage, "scores/"), {"scores": scores}).json()
    assert [table["score"] for table in day["tables"]] == [{"home": 2, "away": 1}] * 2
    assert day["tables"][0]["tallies"] == {"cas": {"home": 3, "away": 0}}
    assert api.post(at(stage)).json()["round"] == 2


def test_everything_that_is_wrong_with_a_list_is_told(api, stage):
    answer = api.post(at(stage, "entrants/"), {"text": "Anna,,x\nanna"})
    assert answer.status_code == 422
    assert [each["subject"] for each in answer.json()["errors"]] == ["1.race", "2.name"]
    assert not Entry.objects.exists()


def test_a_score_of_another_round_is_refused(api, stage, four):
    api.post(at(stage))
    wrong = [{"fixture": str(stage.uuid), "score": {"home": 1, "away": 0}}]
    answer = api.put(at(stage, "scores/"), {"scores": wrong})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["code"] == "fixture_elsewhere"


def test_nothing_is_there_before_the_first_round(api, stage, four):
    assert api.get(at(stage)).json()["round"] is None
    assert api.post(at(stage, "round/"), {"minutes": 5}).status_code == 404


def test_reading_is_for_everybody_and_writing_for_whoever_runs_it(stage, four, make_user):
    client = APIClient()
    assert client.get(at(stage, "entrants/")).status_code == 200
    assert client.post(at(stage)).status_code == 401
    client.force_authenticate(make_user("Otto"))
    assert client.post(at(stage)).status_code == 403
    assert (
        client.patch(at(stage, f"entrants/{four[0].uuid}/"), {"is_here": True}).status_code == 403
    )


def test_a_tournament_of_another_league_is_not_there(api, stage, four):
    elsewhere = at(stage).replace(str(stage.season.league.uuid), str(stage.uuid))
    assert api.get(elsewhere).status_code == 404
