"""What a program needs to play without reading pages: names, addresses, fields, tries."""

from datetime import timedelta

import pytest
from rest_framework.test import APIClient

from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Match
from matches.pitch.reports import MatchEnding
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.playing import keys, play_on, tap


@pytest.fixture
def as_program(league):
    def call(person):
        client = APIClient()
        client.force_authenticate(person)
        return client

    return call


def told(client, match):
    return client.get(f"/api/v1/matches/{match.uuid}/").json()


def test_everything_to_do_has_its_address(as_program, begun, marta, ines, olaf):
    hers, his = as_program(ines), as_program(olaf)
    assert all(each["address"] for each in told(hers, begun)["to_do"])
    match = play_on(begun, marta)
    assert [each["address"] for each in told(hers, match)["to_do"]] == [
        f"/api/v1/matches/{match.uuid}/taps/"
    ]
    submit_report(actor=ines, match=match, ending=MatchEnding(), now=NOW)
    (confirm,) = told(his, match)["to_do"]
    assert confirm["address"] == f"/api/v1/matches/{match.uuid}/report/confirm/"
    (mine,) = his.get("/api/v1/me/to-do/").json()["matches"]
    assert (mine["match"], mine["state"]) == (str(match.uuid), "reported")
    assert mine["home"]["name"] == "Greywater Rovers"
    assert his.get(mine["address"]).status_code == 200
    nothing = {"matches": [], "invitations": [], "notices": [], "next": []}
    assert hers.get("/api/v1/me/to-do/").json() == nothing


def test_a_match_tells_what_it_was_played_under_and_who_was_hurt(
    as_program, on_the_pitch, ines, marta
):
    victim, striker = keys(on_the_pitch, "away")[0], keys(on_the_pitch, "home")[0]
    enter_taps(
        actor=marta,
        match=on_the_pitch,
        taps=[
            tap("casualty", "away", player=victim, by=striker, how="block", answers={"": 68}),
        ],
        now=NOW,
    )
    match = told(as_program(ines), on_the_pitch)
    assert match["weather"]["key"]
    assert match["weather"]["name"]
    assert match["gate"] > 0
    assert match["kicks_off"] in ("home", "away")
    assert (match["stadium"], match["referee"], match["at_home"]) == (None, None, None)
    assert match["inducements"] == {"home": [], "away": []}
    (hurt,) = match["casualties"]
    assert (hurt["side"], hurt["player"], hurt["by"], hurt["how"]) == (
        "away",
        victim,
        striker,
        "block",
    )
    assert hurt["sentences"]
    assert hurt["outcome"] in ("out", "dead", "reserves", None)


def test_asks_and_offers_go_by_names_too_and_say_why_not(as_program, begun, ines, marta):
    match = play_on(begun, marta, until="inducements")
    hers = as_program(ines)
    step = next(each for each in told(hers, match)["steps"] if each["step"] == "inducements")
    (ask,) = hers.get(step["address"]).json()["asks"]
    offers = {offer["key"]: offer for offer in ask["offers"]}
    assert offers["bribe"]["name"] == "Bribe"
    assert offers["bribe"]["at_most"] <= offers["bribe"]["ceiling"]
    withheld = {each["key"]: each for each in ask["withheld"]}
    assert withheld["igor"] == {
        "key": "igor",
        "name": "Igor",
        "code": "not-for-race",
        "message": "Igor is not for Human teams.",
        "params": {"offer": "igor", "race": "human"},
    }
    wanted = {"revision": step["revision"], "answers": [{"key": ask["key"], "value": {"igor": 1}}]}
    refused = hers.post(step["address"], wanted, format="json").json()["errors"]
    assert [(each["code"], each["params"]["offer"]) for each in refused] == [
        ("not-for-race", "igor")
    ]


def test_matches_by_team_and_state(as_program, begun, ines, rovers):
    hers = as_program(ines)
    address = f"/api/v1/leagues/{begun.league.uuid}/matches/"

    def found(**asked):
        return [each["uuid"] for each in hers.get(address, asked).json()["results"]]

    mine = [str(begun.uuid)]
    assert found(team=rovers.uuid) == found(state="pre-match,playing") == found(season=1) == mine
    assert found(state="over") == found(season=2) == found(team=begun.uuid) == []
    refused = hers.get(address, {"state": "asleep"})
    assert refused.status_code == 422
    assert "pre-match" in refused.json()["errors"][0]["params"]["options"]


def test_a_late_match_is_tried_and_nothing_is_written(as_program, report, marta, ines):
    play_on(report(actor=marta), marta)
    side = Match.objects.get().sides.select_related("team")
    body = {
        **{row.side: row.team.uuid for row in side},
        "played_on": (DAY - timedelta(days=7)).isoformat(),
        "score": {"home": 0, "away": 3},
        "in_its_place": True,
    }
    address = f"/api/v1/leagues/{Match.objects.get().league.uuid}/matches/try/"
    tried = as_program(marta).post(address, body, format="json").json()
    assert tried["reasons"] == []
    (away,) = [each for each in tried["teams"] if each["side"] == "away"]
    assert away["after"]["won"] == away["before"]["won"] + 1
    assert Match.objects.count() == 1
    not_late = as_program(marta).post(address, body | {"in_its_place": False}, format="json")
    assert [each["code"] for each in not_late.json()["reasons"]] == ["out_of_order"] * 2
